package org.demur.schema.declaration;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.demur.failure.GatewayException;
import org.demur.schema.DatabaseLimits;
import org.demur.schema.PostgresServer;
import org.demur.schema.SemanticLayer.Licence;
import org.demur.schema.declaration.Selection.Description;
import org.demur.schema.jdbc.FileEngine;
import org.jspecify.annotations.Nullable;

/** Turns one YAML file into a declaration, or says what is wrong with it and where. */
final class DeclarationReader {
    /** Of the server's own settings none has a dot in its name. */
    private static final Pattern CUSTOM_SETTING =
            Pattern.compile("[A-Za-z_][A-Za-z0-9_]*\\.[A-Za-z_][A-Za-z0-9_]*");

    private static final String EXAMPLE = "path/to/database" + FileEngine.SUFFIX;
    private static final String GENERATOR = "demo";

    private final Path file;
    private final Path home;
    private final Environment environment;
    private final YamlDocument yaml;
    private final String id;

    DeclarationReader(Path file, String shownAs, Path home, Environment environment) {
        this.file = file.toAbsolutePath().normalize();
        this.home = home;
        this.environment = environment;
        this.yaml = YamlDocument.read(file, shownAs, "file: " + EXAMPLE);
        String name = file.getFileName().toString();
        this.id = name.substring(0, name.lastIndexOf('.'));
    }

    DatabaseDeclaration read() {
        var written = yaml.bind(JsonPointer.empty(), WrittenDeclaration.class);
        boolean generated = written.generator() != null;
        JsonPointer source =
                at(generated ? "/generator" : written.url() == null ? "/file" : "/url");
        return new DatabaseDeclaration(
                id,
                file,
                text(written.description()),
                location(written),
                yaml.place(source),
                Boolean.TRUE.equals(written.optional()),
                texts(written.assumptions(), at("/assumptions")),
                now(written.now()),
                constants(written.constants()),
                selection(written.tables(), written.columns()),
                limits(written.limits()),
                reviewed(pairs(written.verified(), at("/verified"))),
                pairs(written.validation(), at("/validation")),
                written.journal() != null && Boolean.TRUE.equals(written.journal().questions()),
                semantics(written.semantics()));
    }

    private DeclaredLocation location(WrittenDeclaration written) {
        if (written.file() != null && written.url() != null) {
            throw yaml.problem(
                    at("/url"), "'file' and 'url' name the database twice; keep one of them");
        }
        if (written.generator() != null) {
            requireGenerator(written);
            return new DeclaredLocation.Generated();
        }
        if (written.file() != null) {
            requireNoCredentials(written);
            return new DeclaredLocation.File(path(written.file(), at("/file")));
        }
        if (written.url() == null) {
            throw yaml.problem(
                    JsonPointer.empty(), "names no database; add 'file: %s'".formatted(EXAMPLE));
        }
        return location(written, environment.expand(written.url(), yaml.place(at("/url"))));
    }

    private DeclaredLocation location(WrittenDeclaration written, String url) {
        if (url.startsWith(PostgresUrl.PREFIX)) {
            return new DeclaredLocation.Server(
                    PostgresUrl.read(url, problem -> yaml.problem(at("/url"), problem))
                            .server(
                                    expanded(written.user(), at("/user")),
                                    expanded(written.password(), at("/password")),
                                    session(written.session())));
        }
        requireNoCredentials(written);
        if (!url.startsWith(FileEngine.URL)
                || url.length() == FileEngine.URL.length()
                || url.startsWith(FileEngine.URL + ":")) {
            throw yaml.problem(
                    at("/url"),
                    "'url' must be %s%s or jdbc:postgresql://host/database; no other kind of database is built in"
                            .formatted(FileEngine.URL, EXAMPLE));
        }
        return new DeclaredLocation.File(path(url.substring(FileEngine.URL.length()), at("/url")));
    }

    private Map<String, String> session(@Nullable Map<String, @Nullable String> written) {
        var session = new HashMap<String, String>();
        if (written == null) {
            return session;
        }
        written.forEach((name, value) -> {
            JsonPointer place = at("/session").appendProperty(name);
            if (!CUSTOM_SETTING.matcher(name).matches()) {
                throw yaml.problem(
                        place,
                        "'%s' must be a setting that policies read, as app.user; the server's own are Demur's to set"
                                .formatted(name));
            }
            var others = value == null ? null : value.replace(PostgresServer.CALLER, "");
            if (others == null || others.contains("${")) {
                throw yaml.problem(
                        place,
                        "'%s' must be a text, in which %s stands for the name of who asks"
                                .formatted(name, PostgresServer.CALLER));
            }
            session.put(name, value);
        });
        return session;
    }

    private void requireNoCredentials(WrittenDeclaration written) {
        if (written.session() != null) {
            throw yaml.problem(
                    at("/session"),
                    "'session' is for databases on a server, whose policies read it; a file shows all callers the same");
        }
        if (written.user() != null || written.password() != null) {
            throw yaml.problem(
                    at(written.user() == null ? "/password" : "/user"),
                    "'user' and 'password' are for databases on a server, a file needs none");
        }
    }

    private @Nullable String expanded(@Nullable String written, JsonPointer pointer) {
        return written == null ? null : environment.expand(written, yaml.place(pointer));
    }

    private void requireGenerator(WrittenDeclaration written) {
        if (written.file() != null || written.url() != null) {
            throw yaml.problem(
                    at("/generator"),
                    "'generator' makes the database that 'file' or 'url' names; keep one of them");
        }
        requireNoCredentials(written);
        if (!GENERATOR.equals(written.generator())) {
            throw yaml.problem(
                    at("/generator"),
                    "'generator' must be %s, the one that is built in, not \"%s\""
                            .formatted(GENERATOR, written.generator()));
        }
    }

    private @Nullable LocalDateTime now(@Nullable String written) {
        if (written == null) {
            return null;
        }
        return Quantities.moment(written)
                .orElseThrow(() ->
                        yaml.problem(
                                at("/now"),
                                "'now' must be a moment as 2031-12-31 23:59:00, not \"%s\""
                                        .formatted(written)));
    }

    private Map<String, BigDecimal> constants(@Nullable Map<String, @Nullable BigDecimal> written) {
        var constants = new HashMap<String, BigDecimal>();
        if (written == null) {
            return constants;
        }
        written.forEach((name, value) -> {
            JsonPointer place = at("/constants").appendProperty(name);
            if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
                throw yaml.problem(
                        place, "'%s' must be a plain name: letters, digits and _".formatted(name));
            }
            if (value == null) {
                throw yaml.problem(place, "'%s' has no number".formatted(name));
            }
            constants.put(name, value);
        });
        return constants;
    }

    private Selection selection(
            WrittenDeclaration.@Nullable Tables tables,
            WrittenDeclaration.@Nullable Columns columns) {
        return new Selection(
                tables == null ? List.of() : located(tables.include(), at("/tables/include")),
                tables == null ? List.of() : located(tables.exclude(), at("/tables/exclude")),
                tables == null
                        ? List.of()
                        : descriptions(tables.describe(), at("/tables/describe")),
                columns == null ? List.of() : columnNames(columns.exclude()),
                columns == null ? List.of() : columnTexts(columns.describe()));
    }

    private List<Located> columnNames(@Nullable List<@Nullable String> names) {
        List<Located> located = located(names, at("/columns/exclude"));
        for (int i = 0; i < located.size(); i++) {
            requireTableAndColumn(located.get(i).text(), at("/columns/exclude").appendIndex(i));
        }
        return located;
    }

    private List<Description> columnTexts(@Nullable Map<String, String> texts) {
        List<Description> descriptions = descriptions(texts, at("/columns/describe"));
        for (Description description : descriptions) {
            String name = description.name().text();
            requireTableAndColumn(name, at("/columns/describe").appendProperty(name));
        }
        return descriptions;
    }

    private void requireTableAndColumn(String name, JsonPointer pointer) {
        int dot = name.indexOf('.');
        if (dot < 1 || dot == name.length() - 1) {
            throw yaml.problem(
                    pointer, "'" + name + "' must name a column with its table, as table.column");
        }
    }

    private DatabaseLimits limits(WrittenDeclaration.@Nullable Limits written) {
        DatabaseLimits defaults = DatabaseLimits.DEFAULT;
        if (written == null) {
            return defaults;
        }
        Duration timeLimit = defaults.timeLimit();
        if (written.timeLimit() != null) {
            timeLimit =
                    Quantities.duration(written.timeLimit())
                            .orElseThrow(() ->
                                    yaml.problem(
                                            at("/limits/timeLimit"),
                                            "'limits.timeLimit' must be a duration above zero as 2s, 500ms or PT2S, not \"%s\""
                                                    .formatted(written.timeLimit())));
        }
        int maxRows = written.maxRows() == null ? defaults.maxRows() : written.maxRows();
        if (maxRows < 1) {
            throw yaml.problem(at("/limits/maxRows"), "'limits.maxRows' must be at least 1");
        }
        return new DatabaseLimits(
                timeLimit,
                maxRows,
                bytes(written.maxBytes(), at("/limits/maxBytes"), defaults.maxBytes()),
                bytes(written.maxMemory(), at("/limits/maxMemory"), defaults.maxMemory()));
    }

    private long bytes(@Nullable JsonNode written, JsonPointer pointer, long byDefault) {
        if (written == null || written.isNull()) {
            return byDefault;
        }
        return Optional.of(written)
                .filter(JsonNode::isValueNode)
                .flatMap(size -> Quantities.bytes(size.asText()))
                .orElseThrow(() ->
                        yaml.problem(
                                pointer,
                                "'%s' must be a size above zero as 4MB or 4194304"
                                        .formatted(YamlDocument.dotted(pointer))));
    }

    private DeclaredPairs pairs(@Nullable JsonNode written, JsonPointer pointer) {
        if (written == null || written.isNull()) {
            return DeclaredPairs.NONE;
        }
        if (written.isArray()) {
            return new DeclaredPairs(inline(pointer, written.size()), List.of());
        }
        yaml.bind(pointer, WrittenDeclaration.Pairs.class);
        return new DeclaredPairs(
                inline(pointer.appendProperty("pairs"), written.path("pairs").size()),
                files(pointer.appendProperty("files"), written.path("files").size()));
    }

    /** Pairs that came of feedback lie beside the declaration and need no word in it. */
    private DeclaredPairs reviewed(DeclaredPairs declared) {
        var beside = DatabaseDeclaration.reviewedPairs(file);
        return Files.exists(beside)
                ? new DeclaredPairs(
                        declared.inline(),
                        Stream.concat(
                                        declared.files().stream(),
                                        Stream.of(
                                                new PairFile(
                                                        beside.toString(),
                                                        beside,
                                                        PairFormat.DEMUR,
                                                        null,
                                                        id,
                                                        PairFile.Select.ALL)))
                                .toList())
                : declared;
    }

    private List<DeclaredPairs.Inline> inline(JsonPointer list, int size) {
        var pairs = new ArrayList<DeclaredPairs.Inline>();
        for (int i = 0; i < size; i++) {
            JsonPointer pointer = list.appendIndex(i);
            var pair = yaml.bind(pointer, WrittenDeclaration.Pair.class);
            if (!yaml.root().at(pointer).has("sql")) {
                throw yaml.problem(
                        pointer,
                        "the pair has no 'sql'; write 'sql: null' where the question is infeasible");
            }
            pairs.add(
                    new DeclaredPairs.Inline(
                            yaml.place(pointer), pair.id(), questions(pair, pointer), pair.sql()));
        }
        return pairs;
    }

    private List<String> questions(WrittenDeclaration.Pair pair, JsonPointer pointer) {
        if (pair.question() != null && pair.questions() == null) {
            return texts(List.of(pair.question()), pointer);
        }
        if (pair.question() == null && pair.questions() != null && !pair.questions().isEmpty()) {
            return texts(pair.questions(), pointer.appendProperty("questions"));
        }
        throw yaml.problem(pointer, "the pair needs either 'question' or a list of 'questions'");
    }

    private List<PairFile> files(JsonPointer list, int size) {
        var files = new ArrayList<PairFile>();
        for (int i = 0; i < size; i++) {
            JsonPointer pointer = list.appendIndex(i);
            var written = yaml.bind(pointer, WrittenDeclaration.File.class);
            if (written.path() == null) {
                throw yaml.problem(pointer, "the file of pairs has no 'path'");
            }
            files.add(
                    new PairFile(
                            yaml.place(pointer),
                            path(written.path(), pointer.appendProperty("path")),
                            format(written.format(), pointer.appendProperty("format")),
                            written.labels() == null
                                    ? null
                                    : path(written.labels(), pointer.appendProperty("labels")),
                            written.database() == null ? id : written.database(),
                            select(written.select(), pointer.appendProperty("select"))));
        }
        return files;
    }

    private PairFormat format(@Nullable String written, JsonPointer pointer) {
        if (written == null) {
            return PairFormat.DEMUR;
        }
        List<String> known =
                Arrays.stream(PairFormat.values()).map(PairFormat::written).sorted().toList();
        return Arrays.stream(PairFormat.values())
                .filter(format -> format.written().equals(written))
                .findFirst()
                .orElseThrow(() ->
                        yaml.problem(
                                pointer,
                                "unknown format '%s'; known: %s"
                                        .formatted(written, String.join(", ", known))));
    }

    private PairFile.Select select(
            WrittenDeclaration.@Nullable Select written, JsonPointer pointer) {
        if (written == null) {
            return PairFile.Select.ALL;
        }
        int every = written.every() == null ? 1 : written.every();
        int offset = written.offset() == null ? 0 : written.offset();
        if (every < 1 || offset < 0 || offset >= every) {
            throw yaml.problem(
                    pointer,
                    "'every' must be at least 1 and 'offset' from 0 to one less than 'every'");
        }
        return new PairFile.Select(
                written.where() == null ? Map.of() : written.where(), every, offset);
    }

    private DeclaredSemantics semantics(WrittenDeclaration.@Nullable Semantics written) {
        if (written == null) {
            return DeclaredSemantics.NONE;
        }
        var entities = new ArrayList<DeclaredSemantics.Entity>();
        for (var entity : orNone(written.entities())) {
            var at = at("/semantics/entities").appendIndex(entities.size());
            entities.add(
                    new DeclaredSemantics.Entity(
                            required(entity.table(), at, "table"),
                            named(entity.name(), at, "name"),
                            texts(entity.words(), at.appendProperty("words"))));
        }
        var events = new ArrayList<DeclaredSemantics.Event>();
        for (var event : orNone(written.events())) {
            var at = at("/semantics/events").appendIndex(events.size());
            events.add(
                    new DeclaredSemantics.Event(
                            required(event.table(), at, "table"),
                            named(event.time(), at, "time"),
                            keyedPath(event.item(), at, "item"),
                            keyedPath(event.scope(), at, "scope"),
                            keyedPath(event.value(), at, "value")));
        }
        var synonyms = new ArrayList<DeclaredSemantics.Synonym>();
        for (var synonym : orNone(written.synonyms())) {
            var at = at("/semantics/synonyms").appendIndex(synonyms.size());
            synonyms.add(
                    new DeclaredSemantics.Synonym(
                            texts(synonym.words(), at.appendProperty("words")),
                            required(synonym.column(), at, "column"),
                            required(synonym.value(), at, "value").text()));
        }
        var filters = new ArrayList<DeclaredSemantics.Filter>();
        for (var filter : orNone(written.filters())) {
            var at = at("/semantics/filters").appendIndex(filters.size());
            filters.add(
                    new DeclaredSemantics.Filter(
                            required(filter.column(), at, "column"),
                            required(filter.value(), at, "value").text()));
        }
        return new DeclaredSemantics(
                entities,
                events,
                synonyms,
                descriptions(written.units(), at("/semantics/units")),
                filters,
                licences(written),
                texts(written.neutral(), at("/semantics/neutral")));
    }

    private List<Licence> licences(WrittenDeclaration.Semantics written) {
        var licences = new ArrayList<Licence>();
        for (var licence : orNone(written.licences())) {
            var at = at("/semantics/licences").appendIndex(licences.size());
            var elements = texts(licence.elements(), at.appendProperty("elements"));
            var words = texts(licence.words(), at.appendProperty("words"));
            var also = texts(licence.also(), at.appendProperty("also"));
            if (elements.isEmpty() || (words.isEmpty() && also.isEmpty())) {
                throw yaml.problem(
                        at,
                        "'%s' needs 'elements', and 'words' or 'also'"
                                .formatted(YamlDocument.dotted(at)));
            }
            licences.add(new Licence(elements, words, also));
        }
        return licences;
    }

    private static <T> List<T> orNone(@Nullable List<T> written) {
        return written == null ? List.of() : written;
    }

    private Located required(@Nullable String text, JsonPointer group, String key) {
        var located = named(text, group, key);
        if (located == null) {
            throw yaml.problem(
                    group, "'%s' has no '%s'".formatted(YamlDocument.dotted(group), key));
        }
        return located;
    }

    private @Nullable Located named(@Nullable String text, JsonPointer group, String key) {
        return text == null
                ? null
                : new Located(text.strip(), yaml.place(group.appendProperty(key)));
    }

    /** {@code root}, or {@code root = key > column}, or longer. */
    private DeclaredSemantics.@Nullable Path keyedPath(
            @Nullable String text, JsonPointer group, String key) {
        if (text == null) {
            return null;
        }
        var place = group.appendProperty(key);
        if (!text.matches("[^=>]+(=[^=>]+>[^=>]+)*")) {
            throw yaml.problem(
                    place,
                    "'%s' must be table.column, or table.reference = other.key > other.column, not \"%s\""
                            .formatted(YamlDocument.dotted(place), text));
        }
        return new DeclaredSemantics.Path(
                Arrays.stream(text.split("[=>]", -1))
                        .map(name -> new Located(name.strip(), yaml.place(place)))
                        .toList());
    }

    private Path path(String written, JsonPointer pointer) {
        String expanded = environment.expand(written, yaml.place(pointer));
        if (expanded.isBlank()) {
            throw emptyPath(pointer);
        }
        try {
            return home.resolve(expanded).normalize();
        } catch (InvalidPathException notAPath) {
            throw yaml.problem(
                    pointer, "'" + YamlDocument.dotted(pointer) + "' is not a path: " + expanded);
        }
    }

    private GatewayException emptyPath(JsonPointer pointer) {
        return yaml.problem(pointer, "'" + YamlDocument.dotted(pointer) + "' is empty");
    }

    private List<Located> located(@Nullable List<@Nullable String> names, JsonPointer list) {
        List<String> texts = texts(names, list);
        var located = new ArrayList<Located>();
        for (int i = 0; i < texts.size(); i++) {
            located.add(new Located(texts.get(i), yaml.place(list.appendIndex(i))));
        }
        return located;
    }

    private List<Description> descriptions(@Nullable Map<String, String> texts, JsonPointer group) {
        var descriptions = new ArrayList<Description>();
        if (texts != null) {
            texts.forEach((name, text) ->
                    descriptions.add(
                            new Description(
                                    new Located(name, yaml.place(group.appendProperty(name))),
                                    text(text))));
        }
        return descriptions;
    }

    /** The texts, none of them empty. */
    private List<String> texts(@Nullable List<@Nullable String> written, JsonPointer list) {
        var texts = new ArrayList<String>();
        if (written != null) {
            for (String text : written) {
                if (text == null || text.isBlank()) {
                    throw yaml.problem(
                            list.appendIndex(texts.size()),
                            "an entry of '" + YamlDocument.dotted(list) + "' is empty");
                }
                texts.add(text);
            }
        }
        return texts;
    }

    private static String text(@Nullable String written) {
        return written == null ? "" : written.strip();
    }

    private static JsonPointer at(String pointer) {
        return JsonPointer.compile(pointer);
    }
}
