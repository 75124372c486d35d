package org.demur.schema.declaration;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The keys of a database's YAML file, exactly as written; every key is documented in {@code
 * docs/configuration.md}. Absent keys are null.
 */
record WrittenDeclaration(
        @Nullable String description,
        @Nullable String file,
        @Nullable String url,
        @Nullable String user,
        @Nullable String password,
        @Nullable Map<String, @Nullable String> session,
        @Nullable String generator,
        @Nullable Boolean optional,
        @Nullable List<@Nullable String> assumptions,
        @Nullable String now,
        @Nullable Map<String, @Nullable BigDecimal> constants,
        @Nullable Tables tables,
        @Nullable Columns columns,
        @Nullable Limits limits,
        @Nullable JsonNode verified,
        @Nullable JsonNode validation,
        @Nullable Journal journal,
        @Nullable Semantics semantics) {
    record Journal(@Nullable Boolean questions) {}

    record Semantics(
            @Nullable List<Entity> entities,
            @Nullable List<Event> events,
            @Nullable List<Synonym> synonyms,
            @Nullable Map<String, String> units,
            @Nullable List<Filter> filters,
            @Nullable List<Licence> licences,
            @Nullable List<@Nullable String> neutral) {}

    record Entity(
            @Nullable String table,
            @Nullable String name,
            @Nullable List<@Nullable String> words) {}

    record Event(
            @Nullable String table,
            @Nullable String time,
            @Nullable String item,
            @Nullable String scope,
            @Nullable String value) {}

    record Synonym(
            @Nullable List<@Nullable String> words,
            @Nullable String column,
            @Nullable String value) {}

    record Filter(@Nullable String column, @Nullable String value) {}

    record Licence(
            @Nullable List<@Nullable String> elements,
            @Nullable List<@Nullable String> words,
            @Nullable List<@Nullable String> also) {}

    record Tables(
            @Nullable List<@Nullable String> include,
            @Nullable List<@Nullable String> exclude,
            @Nullable Map<String, String> describe) {}

    record Columns(
            @Nullable List<@Nullable String> exclude, @Nullable Map<String, String> describe) {}

    /** Sizes may be numbers or text with a unit, hence the nodes. */
    record Limits(
            @Nullable String timeLimit,
            @Nullable Integer maxRows,
            @Nullable JsonNode maxBytes,
            @Nullable JsonNode maxMemory) {}

    record Pairs(@Nullable List<Pair> pairs, @Nullable List<File> files) {}

    record Pair(
            @Nullable String id,
            @Nullable String question,
            @Nullable List<@Nullable String> questions,
            @Nullable String sql) {}

    record File(
            @Nullable String path,
            @Nullable String format,
            @Nullable String labels,
            @Nullable String database,
            @Nullable Select select) {}

    record Select(
            @Nullable Map<String, List<String>> where,
            @Nullable Integer every,
            @Nullable Integer offset) {}
}
