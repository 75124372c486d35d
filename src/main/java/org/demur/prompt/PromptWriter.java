package org.demur.prompt;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.demur.inference.Prompt;
import org.demur.inference.PromptFile;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.VerifiedQuery;

/**
 * Writes prompts that fit a model's context. What is too large is made smaller in the open: first
 * the schema is pruned by linking, and says so; where even that is not enough demonstrations go,
 * farthest first; then it fails. Thread-safe.
 */
public final class PromptWriter {
    private static final String DEMONSTRATIONS = "demonstrations";

    private final SchemaForm form;
    private final PromptBudget budget;
    private final Map<DatabaseSchema, SchemaPruning> prunings = new ConcurrentHashMap<>();

    public PromptWriter(SchemaForm form, PromptBudget budget) {
        this.form = form;
        this.budget = budget;
    }

    /** Puts schema and demonstrations, and whatever else there is, into a prompt. */
    @FunctionalInterface
    public interface Filling {
        /**
         * The prompt.
         *
         * @param schema as text
         * @param demonstrations nearest last
         */
        Prompt prompt(String schema, List<VerifiedQuery> demonstrations);
    }

    /**
     * A prompt that fits.
     *
     * @param shown the part of the schema that is in it
     * @param columnsLeftOut columns of the schema that are not
     */
    public record Written(
            Prompt prompt, DatabaseSchema shown, int columnsLeftOut, int demonstrationsLeftOut) {}

    /**
     * What a prompt shows by way of example.
     *
     * @param pairs nearest last
     * @param text of as many of them as fit
     */
    public record Shown(List<VerifiedQuery> pairs, Function<List<VerifiedQuery>, String> text) {
        public static final Shown NOTHING = new Shown(List.of(), DemonstrationText::withSql);

        public Shown {
            pairs = List.copyOf(pairs);
        }
    }

    /**
     * Fills the places that prompts have in common: schema, notes, question, and demonstrations
     * where the file has a place for them.
     *
     * @param more what the file has places for besides
     * @throws org.demur.failure.GatewayException as the other method
     */
    public Written write(
            PromptFile file,
            DatabaseSchema schema,
            String question,
            Shown demonstrations,
            Map<String, String> more) {
        boolean shows = file.places().contains(DEMONSTRATIONS);
        return write(
                schema,
                question,
                shows ? demonstrations.pairs() : List.of(),
                (tables, kept) -> {
                    var values = new HashMap<>(more);
                    values.put("schema", tables);
                    values.put("notes", SchemaNotes.of(schema));
                    values.put("question", question);
                    if (shows) {
                        values.put(DEMONSTRATIONS, demonstrations.text().apply(kept));
                    }
                    return file.forEngine(schema.dialect().title()).with(values);
                });
    }

    /**
     * Writes a prompt.
     *
     * @param demonstrations nearest last
     * @throws org.demur.failure.GatewayException {@code INVALID_CONFIGURATION} where nothing that
     *     makes sense fits
     */
    public Written write(
            DatabaseSchema schema,
            String question,
            List<VerifiedQuery> demonstrations,
            Filling filling) {
        for (int left = 0; left <= demonstrations.size(); left++) {
            var kept = demonstrations.subList(left, demonstrations.size());
            var whole = filling.prompt(form.text(schema, question), kept);
            if (budget.fits(whole)) {
                return new Written(whole, schema, 0, left);
            }
            if (budget.fits(filling.prompt("", kept))) {
                var pruned =
                        pruning(schema)
                                .pruned(
                                        question,
                                        kept.stream()
                                                .map(VerifiedQuery::sql)
                                                .filter(Objects::nonNull)
                                                .toList(),
                                        part ->
                                                budget.fits(
                                                        filling.prompt(
                                                                text(schema, part, question),
                                                                kept)));
                if (pruned.isPresent()) {
                    var part = pruned.get();
                    return new Written(
                            filling.prompt(text(schema, part, question), kept),
                            part,
                            columns(schema) - columns(part),
                            left);
                }
            }
        }
        var smallest = filling.prompt(form.text(schema, question), List.of());
        return new Written(budget.checked(smallest), schema, 0, demonstrations.size());
    }

    /** A part says that it is one. */
    private String text(DatabaseSchema whole, DatabaseSchema part, String question) {
        int left = columns(whole) - columns(part);
        return form.text(part, question)
                + (left == 0
                        ? ""
                        : "\n-- %d of %d tables and %d of %d columns, those likeliest to be needed"
                                .formatted(
                                        part.tables().size(),
                                        whole.tables().size(),
                                        columns(part),
                                        columns(whole)));
    }

    private static int columns(DatabaseSchema schema) {
        return schema.tables().stream().mapToInt(t -> t.columns().size()).sum();
    }

    /** Of schemas a few live at a time: one, or one for each question that is being pruned. */
    private SchemaPruning pruning(DatabaseSchema schema) {
        if (prunings.size() > 8) {
            prunings.clear();
        }
        return prunings.computeIfAbsent(schema, SchemaPruning::new);
    }
}
