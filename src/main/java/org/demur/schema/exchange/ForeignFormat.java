package org.demur.schema.exchange;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.demur.schema.exchange.ForeignModel.Dataset;
import org.demur.schema.exchange.ForeignModel.Field;
import org.demur.schema.exchange.ForeignModel.Join;
import org.demur.schema.exchange.ForeignModel.Pair;
import org.demur.schema.exchange.ForeignModel.Role;

/** The forms of other tools that can be read. */
public enum ForeignFormat {
    /**
     * A dbt semantic manifest, {@code target/semantic_manifest.json}, or the {@code
     * semantic_models} of a YAML file.
     *
     * @see <a href="https://docs.getdbt.com/docs/build/semantic-models">dbt semantic models</a>
     */
    DBT("semantic_models") {
        @Override
        ForeignModel read(ForeignNode file) {
            var datasets = new ArrayList<Dataset>();
            var measures = new LinkedHashMap<String, Measure>();
            for (var model : file.children("semantic_models")) {
                var name = model.text("name");
                var fields = new ArrayList<Field>();
                for (var entity : model.children("entities")) {
                    entity.text("type"); // keys are the database's own
                    fields.add(field(entity, Role.PLAIN, List.of(), "expr"));
                }
                for (var dimension : model.children("dimensions")) {
                    var role = dimension.text("type").equals("time") ? Role.TIME : Role.PLAIN;
                    dimension.child("type_params").text("time_granularity");
                    fields.add(field(dimension, role, labels(dimension), "expr"));
                }
                var relation = model.child("node_relation");
                relation.texts("relation_name");
                relation.texts("schema_name");
                relation.texts("database");
                var referred = model.text("model").replaceAll("^.*['\"]([^'\"]+)['\"].*$", "$1");
                var alias = relation.text("alias");
                var table = alias.isEmpty() ? (referred.isEmpty() ? name : referred) : alias;
                for (var measure : model.children("measures")) {
                    var expression = measure.firstText("expr", "name");
                    measure.text("create_metric"); // of the same name
                    measures.put(
                            measure.text("name"),
                            new Measure(
                                    labels(measure),
                                    aggregated(
                                            measure.text("agg"),
                                            measure.child("agg_params").text("percentile"),
                                            table,
                                            expression),
                                    measure.text("description")));
                }
                var time = model.child("defaults").text("agg_time_dimension");
                datasets.add(
                        new Dataset(
                                model.path(),
                                name,
                                table,
                                model.text("description"),
                                labels(model),
                                time,
                                fields));
            }
            file.children("metrics").forEach(metric -> addMetric(metric, measures));
            var notes = new ArrayList<String>();
            measures.forEach((name, measure) -> notes.add(measure.named(name)));
            return new ForeignModel("", notes, datasets, List.of(), List.of(), List.of());
        }

        // only what is a whole measure: a metric of the same name says more of it, one of another
        // name is defined as the measure is; others are left over with their parts, a metric with
        // a filter too, as its measure counts more than it does
        private void addMetric(ForeignNode metric, Map<String, Measure> measures) {
            var name = metric.text("name");
            if (!metric.text("type").equals("simple")) {
                return;
            }
            var parameters = metric.child("type_params");
            var written = parameters.child("measure");
            var of =
                    written.text("name").isEmpty()
                            ? parameters.text("measure")
                            : written.text("name");
            var measure = measures.get(of);
            if (measure == null || metric.has("filter") || written.has("filter")) {
                return;
            }
            parameters.children("input_measures").forEach(same -> same.text("name"));
            written.texts("join_to_timespine");
            measures.put(
                    name,
                    new Measure(
                            labels(metric),
                            name.equals(of)
                                    ? measure.expression()
                                    : "%s, %s"
                                            .formatted(of.replace('_', ' '), measure.expression()),
                            metric.text("description").isEmpty()
                                    ? measure.description()
                                    : metric.text("description")));
        }

        private String aggregated(
                String aggregation, String share, String table, String expression) {
            if (expression.matches("[1*]") && aggregation.matches("sum|count")) {
                return "the number of rows of " + table;
            }
            var column = ImportedDraft.isName(expression) ? table + "." + expression : expression;
            return switch (aggregation) {
                case "count_distinct" -> "COUNT(DISTINCT %s)".formatted(column);
                case "percentile" -> "the percentile at %s of %s".formatted(share, column);
                case "average" -> "AVG(%s)".formatted(column);
                case "sum_boolean" -> "the number of rows where " + column;
                default -> "%s(%s)".formatted(aggregation.toUpperCase(Locale.ROOT), column);
            };
        }
    },

    /**
     * A semantic model or view of Cortex Analyst, in YAML.
     *
     * @see <a
     *     href="https://docs.snowflake.com/en/user-guide/views-semantic/semantic-view-yaml-spec">the
     *     specification</a>
     */
    CORTEX("tables") {
        @Override
        ForeignModel read(ForeignNode file) {
            var notes = new ArrayList<String>();
            var datasets = new ArrayList<Dataset>();
            file.text("name");
            for (var table : file.children("tables")) {
                var base = table.child("base_table");
                base.texts("database");
                base.texts("schema");
                table.child("primary_key").texts("columns"); // the database's own
                var fields = new ArrayList<Field>();
                for (var dimension : table.children("dimensions")) {
                    fields.add(column(dimension, Role.PLAIN));
                }
                for (var time : table.children("time_dimensions")) {
                    fields.add(column(time, Role.TIME));
                }
                for (var number : both(table, "facts", "measures")) {
                    fields.add(column(number, Role.NUMBER));
                }
                for (var metric : table.children("metrics")) {
                    notes.add(metric(metric));
                }
                var name = table.text("name");
                datasets.add(
                        new Dataset(
                                table.path(),
                                name,
                                base.firstText("table", "name").isEmpty()
                                        ? name
                                        : base.firstText("table", "name"),
                                table.text("description"),
                                table.texts("synonyms"),
                                "",
                                fields));
            }
            for (var metric : file.children("metrics")) {
                notes.add(metric(metric));
            }
            var instructions = file.child("module_custom_instructions");
            Stream.of(file.text("custom_instructions"), instructions.text("sql_generation"))
                    .filter(text -> !text.isEmpty())
                    .forEach(notes::add);
            return new ForeignModel(
                    file.text("description"),
                    notes,
                    datasets,
                    file.children("relationships").stream().map(this::join).toList(),
                    file.children("verified_queries").stream().map(this::pair).toList(),
                    List.of());
        }

        private Field column(ForeignNode node, Role role) {
            node.text("data_type"); // the database's own
            return field(node, role, node.texts("synonyms"), "expr");
        }

        private String metric(ForeignNode metric) {
            return ForeignModel.definition(
                    metric.text("name"),
                    metric.texts("synonyms"),
                    metric.text("expr"),
                    metric.text("description"));
        }

        private Join join(ForeignNode relationship) {
            relationship.text("name");
            relationship.text("join_type");
            relationship.text("relationship_type");
            var columns = relationship.children("relationship_columns");
            return new Join(
                    relationship.path(),
                    relationship.text("left_table"),
                    columns.stream().map(c -> c.text("left_column")).toList(),
                    relationship.text("right_table"),
                    columns.stream().map(c -> c.text("right_column")).toList());
        }

        private Pair pair(ForeignNode query) {
            query.text("name");
            query.text("verified_at");
            query.text("verified_by");
            // logical tables go by two underscores before their names
            return new Pair(
                    query.path(),
                    query.text("question"),
                    query.text("sql").replaceAll("\\b__(?=[A-Za-z])", ""));
        }
    },

    /**
     * An Open Semantic Interchange (Apache Ossie) file, in YAML or JSON.
     *
     * @see <a
     *     href="https://github.com/open-semantic-interchange/OSI/blob/main/core-spec/spec.md">the
     *     specification</a>
     */
    OSI("semantic_model") {
        @Override
        ForeignModel read(ForeignNode file) {
            file.text("version");
            var models = file.children("semantic_model");
            var notes = new ArrayList<String>();
            var datasets = new ArrayList<Dataset>();
            var joins = new ArrayList<Join>();
            for (var model : models) {
                model.text("name");
                notes.addAll(instructions(model));
                for (var dataset : model.children("datasets")) {
                    datasets.add(dataset(dataset, notes));
                }
                for (var metric : model.children("metrics")) {
                    notes.add(metric(metric));
                }
                for (var join : model.children("relationships")) {
                    join.text("name");
                    joins.add(
                            new Join(
                                    join.path(),
                                    join.text("from"),
                                    join.texts("from_columns"),
                                    join.text("to"),
                                    join.texts("to_columns")));
                }
            }
            return new ForeignModel(
                    String.join(" ", models.stream().map(m -> m.text("description")).toList()),
                    notes,
                    datasets,
                    joins,
                    List.of(),
                    List.of());
        }

        private Dataset dataset(ForeignNode dataset, List<String> notes) {
            dataset.texts("primary_key");
            dataset.texts("unique_keys"); // the database's own
            var name = dataset.text("name");
            var source = dataset.text("source");
            for (var metric : dataset.children("metrics")) {
                notes.add(metric(metric));
            }
            notes.addAll(instructions(dataset));
            return new Dataset(
                    dataset.path(),
                    name,
                    source.isEmpty() ? name : source.substring(source.lastIndexOf('.') + 1),
                    dataset.text("description"),
                    synonyms(dataset),
                    "",
                    dataset.children("fields").stream().map(this::column).toList());
        }

        private Field column(ForeignNode field) {
            var type = field.text("datatype");
            var isTime = field.child("dimension").text("is_time");
            var role =
                    isTime.equals("true") || (isTime.isEmpty() && type.startsWith("Date"))
                            ? Role.TIME
                            : Role.PLAIN;
            var words = new ArrayList<>(labels(field));
            words.addAll(synonyms(field));
            return new Field(
                    field.path(),
                    field.text("name"),
                    expression(field),
                    field.text("description"),
                    words,
                    role);
        }

        private String metric(ForeignNode metric) {
            metric.text("datatype");
            return ForeignModel.definition(
                    metric.text("name"),
                    synonyms(metric),
                    expression(metric),
                    metric.text("description"));
        }

        // standard SQL where there is a choice; earlier versions write the expression itself
        private String expression(ForeignNode of) {
            var written = of.text("expression");
            if (!written.isEmpty()) {
                return written;
            }
            var dialects = new ArrayList<>(of.child("expression").children("dialects"));
            dialects.addAll(of.children("expression"));
            dialects.forEach(d -> d.text("expression")); // the same in another dialect
            return dialects.stream()
                    .filter(d -> d.text("dialect").equals("ANSI_SQL"))
                    .findFirst()
                    .or(() -> dialects.stream().findFirst())
                    .map(this::inDialect)
                    .orElseGet(() -> of.text("name"));
        }

        private String inDialect(ForeignNode dialect) {
            var expression = dialect.text("expression");
            return expression.isEmpty()
                    ? "%s(%s)"
                            .formatted(dialect.text("aggregation_type"), dialect.text("input_expr"))
                    : expression;
        }

        private List<String> synonyms(ForeignNode of) {
            return of.child("ai_context").texts("synonyms");
        }

        private List<String> instructions(ForeignNode of) {
            var context = of.child("ai_context");
            return Stream.of(
                            of.text("ai_context"),
                            context.text("instructions"),
                            context.text("prompt"))
                    .filter(text -> !text.isEmpty())
                    .toList();
        }
    };

    private final String key;

    ForeignFormat(String key) {
        this.key = key;
    }

    /** A number that a model of dbt defines. */
    private record Measure(List<String> labels, String expression, String description) {
        String named(String name) {
            return ForeignModel.definition(name, labels, expression, description);
        }
    }

    /** The key that every such file has. */
    String key() {
        return key;
    }

    abstract ForeignModel read(ForeignNode file);

    static Field field(ForeignNode node, Role role, List<String> words, String expression) {
        var name = node.text("name");
        var written = node.text(expression);
        return new Field(
                node.path(),
                name,
                written.isEmpty() ? name : written,
                node.text("description"),
                words,
                role);
    }

    static List<String> labels(ForeignNode node) {
        return node.texts("label");
    }

    static List<ForeignNode> both(ForeignNode node, String one, String other) {
        return Stream.concat(node.children(one).stream(), node.children(other).stream()).toList();
    }
}
