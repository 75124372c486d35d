package org.demur.schema.pairs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.demur.file.Sha256;
import org.demur.schema.ContentKey;
import org.demur.schema.DatabaseLocation;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.Dialect;
import org.demur.schema.SqlTexts;
import org.demur.schema.StatementJudge;
import org.demur.schema.VerifiedQuery;
import org.demur.schema.declaration.DeclaredPairs;
import org.demur.schema.declaration.PairFile;
import org.demur.schema.jdbc.ArtifactFiles;
import org.demur.schema.jdbc.Cache;
import org.demur.schema.jdbc.ContentDigest;
import org.demur.schema.jdbc.FileEngine;
import org.demur.schema.pairs.Pair.Candidate;
import org.jspecify.annotations.Nullable;

/** Reads and checks all pairs that a declaration names. */
public final class PairReader {
    private static final System.Logger LOG = System.getLogger(PairReader.class.getName());

    /** To be raised when the layout of what is kept changes. */
    private static final String FORMAT = "demur-pairs-2";

    private static final String PART = "pairs";

    private static final int TOLD = 10;
    private static final Pattern BLANKS = Pattern.compile("\\s+");

    /** A change of this code makes what was kept useless. */
    private static final List<Class<?>> PROGRAM =
            List.of(
                    Accepting.class,
                    CheckedStatements.class,
                    Collected.class,
                    SqlTexts.class,
                    KeptPairs.class,
                    Pair.class,
                    PairFiles.class,
                    PairFormats.class,
                    PairReader.class,
                    TrialEngine.class,
                    VerifiedQuery.class);

    private final Set<String> names;
    private final Dialect dialect;
    private final CheckedStatements checked;
    private final Cache cache;

    /**
     * @param schema whose names tell a quoted name from a quoted text
     * @param database that has to accept the statements
     * @param guard that has to pass them
     * @param cache remembers what was read, and which statements were found sound
     */
    public PairReader(
            DatabaseSchema schema, DatabaseLocation database, StatementJudge guard, Cache cache) {
        this.names = schema.names();
        this.dialect = schema.dialect();
        this.checked = new CheckedStatements(schema, database, guard, cache);
        this.cache = cache;
    }

    /**
     * What was read.
     *
     * @param queries the sound pairs, inline ones first, then in the order of the files
     * @param inlineFaults what is wrong with pairs in the declaration itself, with their places
     * @param fileFaults what is wrong with pairs in files of their own, with their places
     * @param doubts what may be wrong with sound pairs, with their places
     * @param files every file read
     */
    public record Read(
            List<VerifiedQuery> queries,
            List<String> inlineFaults,
            List<String> fileFaults,
            List<String> doubts,
            Set<Path> files) {
        public Read {
            queries = List.copyOf(queries);
            inlineFaults = List.copyOf(inlineFaults);
            fileFaults = List.copyOf(fileFaults);
            doubts = List.copyOf(doubts);
            files = Set.copyOf(files);
        }

        /** What a person is told of pairs in files of their own and of doubts. */
        List<String> warnings() {
            return told(Stream.concat(fileFaults.stream(), doubts.stream()).toList());
        }
    }

    /** What a person is told of faults: each of the first ten, and how many more there are. */
    public static List<String> told(List<String> faults) {
        if (faults.size() <= TOLD) {
            return List.copyOf(faults);
        }
        var told = new ArrayList<>(faults.subList(0, TOLD));
        told.add("and %d more pairs are at fault".formatted(faults.size() - TOLD));
        return List.copyOf(told);
    }

    /**
     * Reads the pairs as their files are now and leaves out those whose SQL is at fault.
     *
     * @throws org.demur.failure.GatewayException DATABASE_UNAVAILABLE where a file does not exist;
     *     INVALID_CONFIGURATION where it cannot be read as declared
     */
    public Read read(DeclaredPairs declared) {
        String declaration = text(declared);
        var artifacts = new ArtifactFiles(cache, Sha256.of(declaration + checked.judge()));
        String key = key(declaration, declared);
        Optional<Read> known = artifacts.find(PART, key, KeptPairs::read);
        if (known.isPresent()) {
            return known.get();
        }
        Read read = readAnew(declared);
        boolean lasting =
                Stream.concat(read.inlineFaults().stream(), read.fileFaults().stream())
                        .allMatch(FileEngine::isLasting);
        if (lasting && key.equals(key(declaration, declared))) { // no file changed meanwhile
            artifacts.keep(PART, key, KeptPairs.bytes(read));
        }
        return read;
    }

    /** Everything that decides what is read. */
    private String key(String declaration, DeclaredPairs declared) {
        var key =
                ContentKey.of(FORMAT)
                        .withCode(PROGRAM)
                        .with(declaration)
                        .with(checked.judge())
                        .with(new TreeSet<>(names).toString());
        var digests = new ContentDigest(cache);
        for (PairFile file : declared.files()) {
            Path path = PairFiles.existing(file.path(), file.place());
            try {
                key.with(path.toString()).with(digests.of(path));
                for (Path labels : labelFiles(file, path)) {
                    key.with(labels.toString()).with(digests.of(labels));
                }
            } catch (IOException e) { // told by who reads it
                LOG.log(System.Logger.Level.DEBUG, "no digest of " + path, e);
                key.with(UUID.randomUUID().toString());
            }
        }
        return key.hex();
    }

    /** The same for equal declarations in every run of the program. */
    private static String text(DeclaredPairs declared) {
        var text = new StringBuilder(declared.inline().toString());
        for (PairFile file : declared.files()) {
            PairFile.Select select = file.select();
            text.append(
                    List.of(
                            file.place(),
                            file.path(),
                            file.format(),
                            String.valueOf(file.labels()),
                            file.database(),
                            new TreeMap<>(select.where()),
                            select.every(),
                            select.offset()));
        }
        return text.toString();
    }

    private Read readAnew(DeclaredPairs declared) {
        Collected collected = collect(declared);
        Map<String, String> faults = checked.faults(collected.statements());
        var accepting = new Accepting(faults);
        collected.inline.forEach(pair -> accepting.accept(pair, accepting.inlineFaults));
        collected.inFiles.forEach(pair -> accepting.accept(pair, accepting.fileFaults));
        accepting.fileFaults.addAll(collected.emptySelections);
        return new Read(
                accepting.queries,
                accepting.inlineFaults,
                accepting.fileFaults,
                accepting.doubts,
                Set.copyOf(collected.files));
    }

    /**
     * Reads the pairs without a look at their SQL: what is measured on them has to count them all.
     *
     * @throws org.demur.failure.GatewayException as {@link #read} does; also where an id occurs
     *     twice
     */
    public List<VerifiedQuery> readUnchecked(DeclaredPairs declared) {
        Collected collected = collect(declared);
        var accepting = new Accepting(Map.of());
        collected.inline.forEach(pair -> accepting.accept(pair, accepting.inlineFaults));
        collected.inFiles.forEach(pair -> accepting.accept(pair, accepting.inlineFaults));
        if (!accepting.inlineFaults.isEmpty()) {
            throw PairFiles.invalid(accepting.inlineFaults.getFirst(), null);
        }
        return List.copyOf(accepting.queries);
    }

    /**
     * Checks that a file of pairs is there, without reading it.
     *
     * @throws org.demur.failure.GatewayException DATABASE_UNAVAILABLE where it is not
     */
    public static void requireExists(PairFile file) {
        PairFiles.existing(file.path(), file.place());
    }

    /** Pairs as collected from everywhere. */
    private record Collected(
            List<Pair> inline, List<Pair> inFiles, Set<Path> files, List<String> emptySelections) {
        Set<String> statements() {
            return Stream.concat(inline.stream(), inFiles.stream())
                    .map(Pair::sql)
                    .filter(Objects::nonNull)
                    .collect(Collectors.toCollection(LinkedHashSet::new));
        }
    }

    private Collected collect(DeclaredPairs declared) {
        var collected =
                new Collected(
                        inline(declared),
                        new ArrayList<>(),
                        new LinkedHashSet<>(),
                        new ArrayList<>());
        for (PairFile file : declared.files()) {
            Path path = PairFiles.existing(file.path(), file.place());
            collected.files.add(path);
            collected.files.addAll(labelFiles(file, path));
            List<Candidate> all = PairFormats.read(file, path);
            List<Pair> selected = selected(file, all);
            if (selected.isEmpty()) {
                collected.emptySelections.add(
                        "%s: none of the %d pairs of %s is selected; check 'select' and 'database'"
                                .formatted(file.place(), all.size(), path));
            }
            collected.inFiles.addAll(selected);
        }
        return collected;
    }

    /** Takes sound pairs with new ids, and notes what is or may be wrong. */
    private static final class Accepting {
        private final Map<String, String> faults;
        private final Map<String, String> places = new HashMap<>();
        private final List<VerifiedQuery> queries = new ArrayList<>();
        private final List<String> inlineFaults = new ArrayList<>();
        private final List<String> fileFaults = new ArrayList<>();
        private final Map<String, Pair> asked = new HashMap<>();
        private final List<String> doubts = new ArrayList<>();

        Accepting(Map<String, String> faults) {
            this.faults = faults;
        }

        void accept(Pair pair, List<String> noted) {
            String fault = pair.sql() == null ? null : faults.get(pair.sql());
            if (fault != null) {
                noted.add(
                        "%s: the SQL of pair '%s' %s; correct it or remove the pair"
                                .formatted(pair.place(), pair.id(), fault));
                return;
            }
            String first = places.putIfAbsent(pair.id(), pair.place());
            if (first != null) {
                noted.add(
                        "%s: the id '%s' is taken by the pair at %s; give it another"
                                .formatted(pair.place(), pair.id(), first));
                return;
            }
            queries.add(new VerifiedQuery(pair.id(), pair.question(), pair.sql()));
            Pair other = asked.putIfAbsent(spaced(pair.question()).toLowerCase(Locale.ROOT), pair);
            if (other != null && !Objects.equals(statement(other), statement(pair))) {
                doubts.add(
                        "%s: pair '%s' asks the same as pair '%s' at %s, with another SQL; keep the right one"
                                .formatted(pair.place(), pair.id(), other.id(), other.place()));
            }
        }

        private static @Nullable String statement(Pair pair) {
            String sql = pair.sql();
            return sql == null
                    ? null
                    : spaced(sql.endsWith(";") ? sql.substring(0, sql.length() - 1) : sql);
        }

        private static String spaced(String text) {
            return BLANKS.matcher(text.strip()).replaceAll(" ");
        }
    }

    private List<Pair> inline(DeclaredPairs declared) {
        var pairs = new ArrayList<Pair>();
        int number = 0;
        for (DeclaredPairs.Inline inline : declared.inline()) {
            number++;
            String id = inline.id() == null ? "inline-" + number : inline.id();
            List<String> questions = inline.questions();
            for (int i = 0; i < questions.size(); i++) {
                pairs.add(
                        withTexts(
                                new Pair(
                                        inline.place(),
                                        questions.size() == 1 ? id : id + "#" + (i + 1),
                                        questions.get(i),
                                        inline.sql())));
            }
        }
        return pairs;
    }

    private List<Pair> selected(PairFile file, List<Candidate> all) {
        PairFile.Select select = file.select();
        select.where()
                .keySet()
                .forEach(field -> {
                    if (all.stream().allMatch(c -> c.field().apply(field).isEmpty())) {
                        throw PairFiles.invalid(
                                "%s: no pair of %s has the field '%s' that 'select' asks for"
                                        .formatted(file.place(), file.path(), field),
                                null);
                    }
                });
        var selected = new ArrayList<Pair>();
        int position = 0;
        for (Candidate candidate : all) {
            boolean wanted =
                    select.where().entrySet().stream()
                            .allMatch(e ->
                                    e.getValue().contains(candidate.field().apply(e.getKey())));
            if (wanted && position++ % select.every() == select.offset()) {
                selected.add(withTexts(candidate.pair()));
            }
        }
        return selected;
    }

    private Pair withTexts(Pair pair) {
        return pair.sql() == null || !dialect.readsQuotedTexts()
                ? pair
                : new Pair(
                        pair.place(),
                        pair.id(),
                        pair.question(),
                        SqlTexts.inSingleQuotes(pair.sql(), names));
    }

    private static Set<Path> labelFiles(PairFile file, Path path) {
        return switch (file.format()) {
            case EHRSQL ->
                    Set.of(
                            PairFiles.existing(
                                    file.labels() == null
                                            ? path.resolveSibling("label.json")
                                            : file.labels(),
                                    file.place()));
            case DEMUR, SPIDER, TRUSTSQL, TEXT2SQL -> Set.of();
        };
    }
}
