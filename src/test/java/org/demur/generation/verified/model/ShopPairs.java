package org.demur.generation.verified.model;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.demur.generation.BicycleShop;
import org.demur.generation.verified.language.QuestionReading;
import org.demur.generation.verified.template.BindingComposition;
import org.demur.generation.verified.template.ParsedStatement;
import org.demur.generation.verified.template.SqlTemplate;
import org.demur.generation.verified.template.TemplateClosure;
import org.demur.generation.verified.template.TemplateInduction;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.VerifiedQuery;

/** The bicycle shop's pairs as models learn from them, and two questions that nothing answers. */
record ShopPairs(
        DatabaseSchema schema,
        TemplateInduction induction,
        List<SqlTemplate> templates,
        List<TrainingPair> pairs) {
    /**
     * The shop's own pairs and more.
     *
     * @param more statements by their questions
     */
    static ShopPairs with(Path home, Map<String, String> more) {
        String declaration = BicycleShop.resource("/generation/bicycle-shop-pairs.yaml");
        try (var shop = new BicycleShop(home, declaration)) {
            var queries = new ArrayList<>(shop.database().verified().current());
            more.forEach((question, sql) ->
                    queries.add(new VerifiedQuery("more-" + queries.size(), question, sql)));
            Map<String, ParsedStatement> statements = new HashMap<>();
            for (var query : queries) {
                if (query.sql() != null) {
                    ParsedStatement.of(query.sql(), shop.schema())
                            .ifPresent(s -> statements.put(query.id(), s));
                }
            }
            var induction =
                    new TemplateInduction(shop.schema(), queries, statements, shop.values());
            var templates = new ArrayList<>(induction.templates.values());
            BindingComposition.compose(templates, shop.schema());
            templates.addAll(TemplateClosure.of(templates, shop.schema()));
            return new ShopPairs(shop.schema(), induction, templates, TrainingPair.of(templates));
        }
    }

    static ShopPairs of(Path home) {
        return with(home, Map.of());
    }

    PairElements elements() {
        return PairElements.of(pairs, induction.templates.size());
    }

    QuestionReading read(String question) {
        return induction.reader.read(question);
    }

    /** The template of the pair with a question. */
    SqlTemplate templateOf(String question) {
        return pairs.stream()
                .filter(pair -> pair.reading().text().equals(question))
                .findFirst()
                .orElseThrow()
                .template();
    }
}
