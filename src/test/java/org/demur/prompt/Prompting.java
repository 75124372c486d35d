package org.demur.prompt;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import org.demur.inference.TextEmbedder;
import org.demur.inference.TokenCount;
import org.demur.schema.QuestionWord;
import org.demur.schema.VerifiedQueries;
import org.demur.schema.VerifiedQuery;

/** What components of language models are made of, for tests. */
public final class Prompting {
    /** The prompts that come with the program. */
    public static final PromptFiles FILES = new PromptFiles(Path.of("prompts"));

    /** Room for everything. */
    public static final PromptBudget WIDE = new PromptBudget(100_000, 1_000, TokenCount.CL100K);

    /** Sentences that share words are alike: enough where the meaning of words does not matter. */
    public static final TextEmbedder BY_WORDS =
            sentence -> {
                var vector = new float[384];
                for (var word : QuestionWord.of(sentence)) {
                    vector[Math.floorMod(word.folded().hashCode(), vector.length)] += 1;
                }
                return vector;
            };

    private Prompting() {}

    public static PromptWriter writer(SchemaForm form) {
        return new PromptWriter(form, WIDE);
    }

    public static Demonstrations demonstrations(List<VerifiedQuery> pairs) {
        var snapshot = new VerifiedQueries.Snapshot(1, pairs);
        return new Demonstrations(() -> snapshot, new EmbeddedQuestions(BY_WORDS, null));
    }

    public static VerifiedQuery pair(
            String question, @org.jspecify.annotations.Nullable String sql) {
        return new VerifiedQuery("pair-" + question.toLowerCase(Locale.ROOT), question, sql);
    }

    /** Sections of a prompt's input by the name of their place, as a reader takes them. */
    public static java.util.Map<String, String> sections(String input) {
        var sections = new HashMap<String, String>();
        var matcher =
                java.util.regex.Pattern.compile("(?ms)^<([a-z_]+)>\\n(.*?)\\n</\\1>$")
                        .matcher(input);
        while (matcher.find()) {
            if (sections.put(matcher.group(1), matcher.group(2)) != null) {
                throw new AssertionError("two sections " + matcher.group(1));
            }
        }
        return sections;
    }
}
