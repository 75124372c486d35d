package org.demur.generation.verified.model;

import java.util.List;
import java.util.Set;
import org.demur.generation.verified.accounting.Licences;
import org.demur.generation.verified.language.QuestionReading;
import org.demur.generation.verified.template.Example;
import org.demur.generation.verified.template.ParsedStatement;
import org.demur.generation.verified.template.SqlStructure.Intent;
import org.demur.generation.verified.template.SqlTemplate;
import org.demur.generation.verified.template.SqlTemplate.LiteralKind;
import org.demur.schema.DatabaseSchema;

/** A pair with its template, as models learn from it. */
record TrainingPair(SqlTemplate template, Example example) {
    /** All pairs, template by template. */
    static List<TrainingPair> of(List<SqlTemplate> templates) {
        return templates.stream()
                .flatMap(t -> t.examples.stream().map(e -> new TrainingPair(t, e)))
                .toList();
    }

    QuestionReading reading() {
        return example.reading();
    }

    ParsedStatement statement() {
        return example.statement();
    }

    /** As what licences are learned from. */
    Licences.Pair accounted() {
        return new Licences.Pair(reading(), statement());
    }

    /** The tables, columns, operators, unspelt texts and look-ups of the statement, by name. */
    Set<String> symbols() {
        Set<String> symbols = example.binding().symbols();
        for (var group : template.operators) {
            symbols.add(group.context() + "=" + operator(group));
        }
        for (int g = 0; g < template.literals.size(); g++) {
            if (template.literals.get(g).kind() == LiteralKind.CLOSED) {
                symbols.add(template.closedContext(g) + "=" + literal(g));
            }
        }
        statement()
                .variants()
                .forEach((place, hop) ->
                        symbols.add(
                                statement().look(place.column(), hop)
                                        + ParsedStatement.variantName(hop)));
        return symbols;
    }

    /** The operator in the places of a group. */
    String operator(SqlTemplate.Group group) {
        return statement().operators().get(group.places().getFirst());
    }

    /** The text in the places of a group of literals. */
    String literal(int group) {
        int place = template.literals.get(group).places().getFirst();
        return statement().literals().get(place).text();
    }

    /** What the statement is built of, by name. */
    Set<String> pieces() {
        var pieces = template.structure().words(statement().operators());
        pieces.addAll(template.structure().uses(statement().columns()));
        return pieces;
    }

    /** What the statement is asked for. */
    Intent intent(DatabaseSchema schema) {
        return template.structure()
                .intent(
                        statement().tables(),
                        statement().columns(),
                        statement().operators(),
                        schema);
    }
}
