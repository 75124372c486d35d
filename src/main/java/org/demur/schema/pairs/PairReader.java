package org.demur.schema.pairs;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.VerifiedQuery;
import org.demur.schema.declaration.DeclaredPairs;
import org.demur.schema.declaration.PairFile;
import org.demur.schema.jdbc.Cache;
import org.demur.schema.pairs.Pair.Candidate;

/** Reads and checks all pairs that a declaration names. */
public final class PairReader {
    private final Set<String> names;
    private final CheckedStatements checked;

    /**
     * @param schema whose names tell a quoted name from a quoted text
     * @param cache remembers which statements were found sound
     */
    public PairReader(DatabaseSchema schema, Cache cache) {
        var all = new HashSet<String>();
        schema.tables()
                .forEach(table -> {
                    all.add(table.name().toLowerCase(Locale.ROOT));
                    table.columns().forEach(c -> all.add(c.name().toLowerCase(Locale.ROOT)));
                });
        this.names = Set.copyOf(all);
        this.checked = new CheckedStatements(cache);
    }

    /**
     * What was read.
     *
     * @param queries the sound pairs, inline ones first, then in the order of the files
     * @param inlineFaults what is wrong with pairs in the declaration itself, with their places
     * @param fileFaults what is wrong with pairs in files of their own, with their places
     * @param files every file read
     */
    public record Read(
            List<VerifiedQuery> queries,
            List<String> inlineFaults,
            List<String> fileFaults,
            Set<Path> files) {
        public Read {
            queries = List.copyOf(queries);
            inlineFaults = List.copyOf(inlineFaults);
            fileFaults = List.copyOf(fileFaults);
            files = Set.copyOf(files);
        }
    }

    /**
     * Reads the pairs as their files are now.
     *
     * @throws org.demur.failure.GatewayException DATABASE_UNAVAILABLE where a file does not exist;
     *     INVALID_CONFIGURATION where it cannot be read as declared
     */
    public Read read(DeclaredPairs declared) {
        var files = new LinkedHashSet<Path>();
        List<Pair> inline = inline(declared);
        var inFiles = new ArrayList<Pair>();
        var fileFaults = new ArrayList<String>();
        for (PairFile file : declared.files()) {
            Path path = PairFiles.existing(file.path(), file.place());
            files.add(path);
            files.addAll(labelFiles(file, path));
            List<Candidate> all = PairFormats.read(file, path);
            List<Pair> selected = selected(file, all);
            if (selected.isEmpty()) {
                fileFaults.add(
                        "%s: none of the %d pairs of %s is selected; check 'select' and 'database'"
                                .formatted(file.place(), all.size(), path));
            }
            inFiles.addAll(selected);
        }
        Set<String> sound = checked.sound(statements(inline, inFiles));
        var queries = new ArrayList<VerifiedQuery>();
        var inlineFaults = new ArrayList<String>();
        var places = new HashMap<String, String>();
        inline.forEach(pair -> accept(pair, sound, places, queries, inlineFaults));
        inFiles.forEach(pair -> accept(pair, sound, places, queries, fileFaults));
        return new Read(queries, inlineFaults, fileFaults, files);
    }

    /**
     * Checks that a file of pairs is there, without reading it.
     *
     * @throws org.demur.failure.GatewayException DATABASE_UNAVAILABLE where it is not
     */
    public static void requireExists(PairFile file) {
        PairFiles.existing(file.path(), file.place());
    }

    private void accept(
            Pair pair,
            Set<String> sound,
            Map<String, String> places,
            List<VerifiedQuery> queries,
            List<String> faults) {
        Optional<String> fault =
                pair.sql() == null || sound.contains(pair.sql())
                        ? Optional.empty()
                        : SqlCheck.fault(pair.sql());
        if (fault.isPresent()) {
            faults.add(
                    "%s: the SQL of pair '%s' %s; correct it or remove the pair"
                            .formatted(pair.place(), pair.id(), fault.get()));
            return;
        }
        String first = places.putIfAbsent(pair.id(), pair.place());
        if (first != null) {
            faults.add(
                    "%s: the id '%s' is taken by the pair at %s; give it another"
                            .formatted(pair.place(), pair.id(), first));
            return;
        }
        queries.add(new VerifiedQuery(pair.id(), pair.question(), pair.sql()));
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
        return pair.sql() == null
                ? pair
                : new Pair(
                        pair.place(),
                        pair.id(),
                        pair.question(),
                        DoubleQuotes.toTexts(pair.sql(), names));
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
            case DEMUR, SPIDER, TEXT2SQL -> Set.of();
        };
    }

    private static Set<String> statements(List<Pair> inline, List<Pair> inFiles) {
        var statements = new LinkedHashSet<String>();
        for (List<Pair> pairs : List.of(inline, inFiles)) {
            for (Pair pair : pairs) {
                if (pair.sql() != null) {
                    statements.add(pair.sql());
                }
            }
        }
        return statements;
    }
}
