package org.demur.generation.verified;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.demur.generation.Measurement;
import org.demur.generation.Unaccounted;
import org.demur.generation.verified.accounting.Contradictions;
import org.demur.generation.verified.accounting.Contradictions.Sort;
import org.demur.generation.verified.accounting.DeclaredLicences;
import org.demur.generation.verified.accounting.Licences;
import org.demur.generation.verified.accounting.StatementElements;
import org.demur.generation.verified.accounting.WordCoverage;
import org.demur.generation.verified.accounting.WordingDifferences;
import org.demur.generation.verified.language.QuestionReading;
import org.demur.generation.verified.model.NearestExample;
import org.demur.generation.verified.model.VerifiedModel;
import org.demur.generation.verified.parsing.SemanticParser.Parse;
import org.demur.generation.verified.ranking.Draft;
import org.demur.generation.verified.template.ParsedStatement;
import org.jspecify.annotations.Nullable;

/** Accounts for the drafts of one question. Not thread-safe. */
final class DraftAccounting {
    private final VerifiedModel model;
    private final QuestionReading question;
    private final NearestExample.Asked grounding;
    private final Licences.Asked licences;
    private final DeclaredLicences.Asked declared;

    /** The question in words that pairs have; null where pairs are many. */
    private final Contradictions.@Nullable Asked asked;

    /** The question in its own words; null where these are the same, or pairs are many. */
    private final Contradictions.@Nullable Asked spoken;

    /**
     * Accounts for the drafts of a question.
     *
     * @param question in words that pairs have
     * @param spoken in its own words
     */
    DraftAccounting(
            VerifiedModel model,
            DeclaredLicences declared,
            QuestionReading question,
            QuestionReading spoken,
            NearestExample.Asked grounding) {
        this.model = model;
        this.question = question;
        this.grounding = grounding;
        this.licences = model.licences().asked(question);
        this.declared = declared.asked(question);
        var contradictions = model.contradictions();
        this.asked = contradictions == null ? null : contradictions.asked(question);
        this.spoken =
                contradictions == null || spoken.equals(question)
                        ? null
                        : contradictions.asked(spoken);
    }

    /**
     * What a question and a draft do not have in common.
     *
     * @param left everything
     * @param decisive what no likelihood makes good; only where pairs are few, since many say
     *     themselves what is meant
     * @param differences from the pair that the draft follows; only where pairs are many, since few
     *     do not teach which of them matter
     */
    record Account(
            List<Unaccounted> left, Optional<Unaccounted> decisive, List<String> differences) {
        static final Account NONE = new Account(List.of(), Optional.empty(), List.of());
    }

    /** Accounts for a draft and adds to its features. */
    Account account(Draft draft) {
        var parsed = ParsedStatement.of(draft.sql(), model.schema());
        if (parsed.isEmpty()) {
            return Account.NONE;
        }
        var statement = parsed.get();
        var elements = StatementElements.of(statement, question.text());
        var learned = licences.account(elements);
        var asDeclared = declared.account(elements);
        draft.features().putAll(asDeclared.measured());
        List<Unaccounted> left = new ArrayList<>(learned);
        left.addAll(asDeclared.left());
        var tables = draft.instantiation().binding().tables();
        var pair = grounding.words(draft.template().origin, tables);
        var contradictions = model.contradictions();
        if (contradictions == null) {
            var differences = WordingDifferences.of(question.masked(), pair, learned);
            return new Account(List.copyOf(left), Optional.empty(), differences);
        }
        var decisive = contradictions(contradictions, statement, draft.features(), left);
        draft.features().putAll(WordCoverage.of(question.masked(), pair, statement).measured());
        return new Account(List.copyOf(left), decisive, List.of());
    }

    /** The same of a statement that follows no pair. */
    Account account(Parse parse, Map<Measurement, Double> features) {
        var statement = ParsedStatement.of(parse.sql(), model.schema());
        var contradictions = model.contradictions();
        if (statement.isEmpty() || contradictions == null) {
            return Account.NONE;
        }
        var elements = StatementElements.of(statement.get(), question.text());
        List<Unaccounted> left = new ArrayList<>(licences.account(elements));
        var decisive = contradictions(contradictions, statement.get(), features, left);
        return new Account(List.copyOf(left), decisive, List.of());
    }

    /** Adds what is contradicted to the features and what is left; returns what is decisive. */
    private Optional<Unaccounted> contradictions(
            Contradictions contradictions,
            ParsedStatement statement,
            Map<Measurement, Double> features,
            List<Unaccounted> left) {
        Optional<Unaccounted> decisive = Optional.empty();
        var between = contradictions.between(requireNonNull(asked), statement);
        for (var sort : Sort.values()) {
            var found = between.getOrDefault(sort, List.of());
            left.addAll(found);
            var measurement = sort.measurement();
            if (measurement != null) {
                features.put(measurement, (double) found.size());
            } else if (decisive.isEmpty()) {
                decisive = found.stream().findFirst();
            }
        }
        if (decisive.isEmpty() && spoken != null) {
            decisive = contradictions.decisive(spoken, statement);
        }
        return decisive;
    }
}
