package org.demur.generation.verified.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.demur.generation.verified.accounting.Contradictions;
import org.demur.generation.verified.accounting.Licences;
import org.demur.generation.verified.language.ColumnNameMatching;
import org.demur.generation.verified.language.TemporalAnswerCheck;
import org.demur.generation.verified.template.BindingComposition;
import org.demur.generation.verified.template.ParsedStatement;
import org.demur.generation.verified.template.SqlTemplate;
import org.demur.generation.verified.template.TemplateClosure;
import org.demur.generation.verified.template.TemplateInduction;
import org.demur.inference.SentenceEncoder;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.ReachableValues;
import org.demur.schema.VerifiedQueries;
import org.demur.schema.VerifiedQuery;
import org.jspecify.annotations.Nullable;

/**
 * What was learned from a database's pairs: templates and their bindings, and which words go with
 * which template, column, operator and look-up. Immutable once fitted; thread-safe.
 *
 * @param induction how values, numbers and times are read and written
 * @param templates those that pairs have and those made of them
 * @param elements numbers for what statements consist of
 * @param words what words say of whole statements
 * @param slots what they say of places
 * @param statistics how words and elements go together
 * @param licences which element a question must have asked for
 * @param contradictions what words say against an element, whatever the pairs; null where those are
 *     many and say it themselves
 * @param substitution of synonyms; null where pairs are many
 * @param neighbours the pairs' questions by their words
 * @param sentences the same by their meaning; null where pairs are many
 * @param examples which pair a draft follows
 * @param columns the schema's columns by their names
 * @param times which columns hold times
 */
public record VerifiedModel(
        DatabaseSchema schema,
        TemplateInduction induction,
        TemplateIndex templates,
        ElementIndex elements,
        WordModels words,
        SlotModels slots,
        PairStatistics statistics,
        Licences licences,
        @Nullable Contradictions contradictions,
        @Nullable LexicalSubstitution substitution,
        LexicalNeighbours neighbours,
        @Nullable SentenceNeighbours sentences,
        NearestExample examples,
        ColumnNameMatching columns,
        TemporalAnswerCheck times) {
    /** What only fitting needs: a change of its code makes a fitted model useless. */
    public static final List<Class<?>> PROGRAM = List.of(PairElements.class, TrainingPair.class);

    /**
     * Fits to pairs.
     *
     * @param statements by the pairs' ids, as far as they can be read
     * @param encoder null for a model without sentences, however few the pairs are
     */
    public static VerifiedModel fit(
            DatabaseSchema schema,
            List<VerifiedQuery> queries,
            Map<String, ParsedStatement> statements,
            ReachableValues values,
            @Nullable SentenceEncoder encoder) {
        var induction = new TemplateInduction(schema, queries, statements, values);
        List<SqlTemplate> templates = new ArrayList<>(induction.templates.values());
        BindingComposition.compose(templates, schema);
        templates.addAll(TemplateClosure.of(templates, schema));
        BindingComposition.exchange(templates, schema);

        var pairs = TrainingPair.of(templates);
        var elements = PairElements.of(pairs, induction.templates.size());
        var infeasible =
                queries.stream()
                        .filter(query -> query.sql() == null)
                        .map(query -> induction.reader.read(query.question()))
                        .toList();
        @Nullable SentenceEncoder sentences =
                VerifiedQueries.areFew(queries.size()) ? encoder : null;
        var accounted = pairs.stream().map(TrainingPair::accounted).toList();
        var model =
                new VerifiedModel(
                        schema,
                        induction,
                        new TemplateIndex(templates, elements.index(), schema),
                        elements.index(),
                        WordModels.fit(pairs, elements),
                        new SlotModels(pairs),
                        PairStatistics.of(pairs, elements, schema),
                        Licences.learn(accounted),
                        sentences != null ? new Contradictions(schema, accounted) : null,
                        sentences != null
                                ? LexicalSubstitution.of(schema, pairs, induction.reader)
                                : null,
                        new LexicalNeighbours(pairs, infeasible),
                        sentences != null
                                ? new SentenceNeighbours(pairs, queries, sentences)
                                : null,
                        new NearestExample(templates),
                        new ColumnNameMatching(schema),
                        new TemporalAnswerCheck(schema));
        induction.pairs.clear();
        templates.forEach(SqlTemplate::settle);
        return model;
    }

    /** Whether the pairs are so few that their questions are embedded. */
    public boolean isOfFewPairs() {
        return sentences != null;
    }
}
