package org.demur.schema.declaration;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Question-SQL pairs as declared: some written in the YAML file, others in files of their own.
 *
 * @param inline in the file's order
 * @param files in the file's order
 */
public record DeclaredPairs(List<Inline> inline, List<PairFile> files) {
    public static final DeclaredPairs NONE = new DeclaredPairs(List.of(), List.of());

    public DeclaredPairs {
        inline = List.copyOf(inline);
        files = List.copyOf(files);
    }

    /**
     * One statement with the questions that it answers.
     *
     * @param place file and line
     * @param id as written; null where it is to be numbered
     * @param questions at least one
     * @param sql null where the questions are infeasible
     */
    public record Inline(
            String place, @Nullable String id, List<String> questions, @Nullable String sql) {
        public Inline {
            questions = List.copyOf(questions);
        }
    }
}
