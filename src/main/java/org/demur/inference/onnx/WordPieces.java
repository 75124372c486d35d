package org.demur.inference.onnx;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;

/**
 * Word pieces of English in lower case, each the longest that begins what is left of a word (Wu et
 * al. 2016); what is not ASCII is unknown. Immutable.
 */
public final class WordPieces {
    private static final Pattern WORD =
            Pattern.compile("[a-z0-9]+|[^a-z0-9\\s]", Pattern.UNICODE_CHARACTER_CLASS);
    private static final int LONGEST_WORD = 100;
    private static final String UNKNOWN = "[UNK]";

    private final Map<String, Long> ids = new HashMap<>();

    /**
     * Knows pieces by their place.
     *
     * @throws GatewayException {@code INVALID_MODEL_FILE} where none stands for unknown words
     */
    public WordPieces(List<String> pieces) {
        for (String piece : pieces) {
            ids.put(piece, (long) ids.size());
        }
        id(UNKNOWN);
    }

    /** What stands for a word that has no pieces. */
    public long unknown() {
        return id(UNKNOWN);
    }

    /**
     * The number of a piece.
     *
     * @throws GatewayException {@code INVALID_MODEL_FILE} where there is no such piece
     */
    public long id(String piece) {
        var id = ids.get(piece);
        if (id == null) {
            throw new GatewayException(
                    FailureCode.INVALID_MODEL_FILE, "a local model has no word piece " + piece);
        }
        return id;
    }

    /** The pieces of a text, none for one of spaces. */
    public List<Long> of(String text) {
        return WORD.matcher(text.toLowerCase(Locale.ROOT))
                .results()
                .map(MatchResult::group)
                .flatMap(word -> ofWord(word).stream())
                .toList();
    }

    private List<Long> ofWord(String word) {
        if (word.length() > LONGEST_WORD) {
            return List.of(unknown());
        }
        List<Long> found = new ArrayList<>();
        int at = 0;
        while (at < word.length()) {
            int end = word.length();
            var prefix = at == 0 ? "" : "##";
            while (end > at && !ids.containsKey(prefix + word.substring(at, end))) {
                end--;
            }
            if (end == at) {
                return List.of(unknown());
            }
            found.add(id(prefix + word.substring(at, end)));
            at = end;
        }
        return found;
    }
}
