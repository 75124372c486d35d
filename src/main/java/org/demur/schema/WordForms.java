package org.demur.schema;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Stems of English words, those of irregular forms too. */
public final class WordForms {
    private static final Map<String, String> IRREGULAR = new HashMap<>();

    static {
        for (String line : ResourceLines.of(WordForms.class, "word-forms.txt")) {
            String[] forms = line.split(" ", -1);
            for (String form : forms) {
                IRREGULAR.put(form, WordStem.of(forms[0]));
            }
        }
    }

    private WordForms() {}

    /** As {@link WordStem#of}, except that "left" and "leaves" are alike, "born" and "birth". */
    public static String stem(String word) {
        String known = IRREGULAR.get(word.toLowerCase(Locale.ROOT));
        return known == null ? WordStem.of(word) : known;
    }
}
