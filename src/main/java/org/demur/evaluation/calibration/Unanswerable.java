package org.demur.evaluation.calibration;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.QuestionWord;
import org.demur.schema.SchemaLinker;
import org.demur.schema.VerifiedQuery;

/**
 * Questions that a database does not answer, made with the help of another one: its own questions
 * with the name of a column that only the other has in the place of a name, and the other's
 * questions that name what it does not have. What people ask in vain is mostly of the first kind:
 * it sounds like the database.
 */
final class Unanswerable {
    /** One question in so many is asked for what only the other has. */
    private static final int EXCHANGED = 4;

    /** One question of the other in so many is asked as it is. */
    private static final int FOREIGN = 12;

    /** Shorter words, such as year, time and type, are said of anything. */
    private static final int SHORTEST = 5;

    private Unanswerable() {}

    /** Always the same ones; none where the other has nothing that the database does not have. */
    static List<VerifiedQuery> of(
            DatabaseSchema schema,
            List<VerifiedQuery> pairs,
            DatabaseSchema other,
            List<VerifiedQuery> others) {
        var linker = SchemaLinker.of(schema);
        var foreign = SchemaLinker.of(other);
        var names =
                other.tables().stream()
                        .flatMap(table -> table.columns().stream())
                        .map(column -> column.name().replace('_', ' ').toLowerCase(Locale.ROOT))
                        .distinct()
                        .filter(name ->
                                QuestionWord.of(name).stream()
                                        .noneMatch(w ->
                                                w.text().length() < SHORTEST || known(linker, w)))
                        .toList();
        List<VerifiedQuery> made = new ArrayList<>();
        for (int i = 0; i < pairs.size() && !names.isEmpty(); i += EXCHANGED) {
            String text = pairs.get(i).question();
            var links = linker.link(text);
            var places = links.names().stream().map(n -> n.word()).distinct().toList();
            if (!places.isEmpty()) {
                var word = links.words().get(places.get(made.size() % places.size()));
                add(
                        made,
                        text.substring(0, word.start())
                                + names.get(made.size() % names.size())
                                + text.substring(word.start() + word.text().length()));
            }
        }
        for (int i = 0; i < Math.min(others.size(), pairs.size()); i += FOREIGN) {
            String text = others.get(i).question();
            if (QuestionWord.of(text).stream()
                    .anyMatch(w -> foreign.isName(w.stem()) && !known(linker, w))) {
                add(made, text);
            }
        }
        return List.copyOf(made);
    }

    private static void add(List<VerifiedQuery> made, String text) {
        made.add(new VerifiedQuery("unanswerable-" + (made.size() + 1), text, null));
    }

    private static boolean known(SchemaLinker linker, QuestionWord word) {
        return linker.isName(word.stem()) || linker.isWordOfValue(word.stem());
    }
}
