package org.demur.evaluation.suite;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.demur.evaluation.compare.ExecutionLimits;
import org.demur.evaluation.compare.MemoryDatabase;
import org.demur.evaluation.compare.ScoringRules;
import org.demur.evaluation.compare.Verdict;
import org.demur.evaluation.compare.sql.GoldStatement;
import org.demur.evaluation.compare.sql.StatementValues;
import org.demur.evaluation.suite.SchemaSuite.Kept;
import org.demur.evaluation.suite.SchemaSuite.Statement;
import org.demur.file.Sha256;
import org.demur.schema.jdbc.FileEngine;
import org.jspecify.annotations.Nullable;

/**
 * Chooses few random databases of one schema that tell gold statements from their neighbours: one
 * is kept only if it tells apart a neighbour that none before it does.
 *
 * @see <a href="https://arxiv.org/abs/2010.02840">Zhong et al. 2020, section 4.2</a>
 */
final class Distillation implements AutoCloseable {
    /** Rows of a table in databases that are tried one after the other for a statement. */
    private static final int[] SIZES = {6, 14, 30, 8, 50, 20, 100};

    /**
     * Instructions that a statement may take: about a second, and the same on every machine. Gold
     * statements take some ten thousand.
     */
    static final long OPCODES = 20_000_000;

    private static final ExecutionLimits LIMITS = ExecutionLimits.STANDARD.withOpcodes(OPCODES);

    private static final String MISREAD = "gold is read as something else than SQLite executes";

    private final String database;
    private final ScoringRules rules;
    private final long seed;
    private final int tries;
    private final DatabaseProfile profile;
    private final RandomDatabases databases;
    private final MemoryDatabase made;
    private final List<Candidate> candidates = new ArrayList<>();
    private final List<Kept> kept = new ArrayList<>();
    private int tried;

    private Distillation(
            String database, ScoringRules rules, long seed, int tries, DatabaseProfile profile) {
        this.database = database;
        this.rules = rules;
        this.seed = seed;
        this.tries = tries;
        this.profile = profile;
        databases = new RandomDatabases(database, profile, rules, LIMITS);
        made = databases.empty();
    }

    private static Distillation of(SchemaSuite suite) {
        ScoringRules rules = ScoringRules.named(suite.rules()).orElseThrow();
        return new Distillation(
                suite.database(), rules, suite.seed(), suite.tries(), suite.profile());
    }

    /**
     * A suite for statements as they are executed, each once.
     *
     * @param begun a suite without statements
     * @param done called for every statement that nothing more is done for
     */
    static SchemaSuite built(SchemaSuite begun, List<String> golds, Runnable done) {
        try (Distillation distillation = of(begun)) {
            distillation.read(golds);
            return distillation.distilled(done);
        }
    }

    /** The suite with further statements; what it holds already stays as it is. */
    static SchemaSuite extended(SchemaSuite suite, List<String> golds, Runnable done) {
        try (Distillation distillation = of(suite)) {
            distillation.tried = suite.tried();
            distillation.read(suite.statements().stream().map(Statement::gold).toList());
            for (int i = 0; i < suite.statements().size(); i++) {
                distillation.candidates.get(i).settle(suite.statements().get(i));
            }
            distillation.read(golds);
            suite.databases().forEach(distillation::keep);
            return distillation.distilled(done);
        }
    }

    /** What the suite says of itself that does not hold when all is made again; none if it does. */
    static List<String> faults(SchemaSuite suite) {
        try (Distillation again = of(suite)) {
            return again.faultsOf(suite);
        }
    }

    private List<String> faultsOf(SchemaSuite suite) {
        read(suite.statements().stream().map(Statement::gold).toList());
        var faults = new ArrayList<String>();
        for (int i = 0; i < suite.databases().size(); i++) {
            Kept before = suite.databases().get(i);
            keep(before);
            if (!kept.getLast().equals(before)) {
                faults.add("database %d is made with other rows or results".formatted(i));
            }
        }
        for (int i = 0; i < suite.statements().size(); i++) {
            Statement before = suite.statements().get(i);
            Statement now = candidates.get(i).statement();
            boolean same =
                    before.note().equals(MISREAD)
                            || (before.neighbours() == now.neighbours()
                                    && before.leftOver().equals(now.leftOver()));
            if (!same) {
                faults.add("other neighbours are told from " + before.gold());
            }
        }
        return faults;
    }

    /** A gold statement, and those of its neighbours that no database has told from it so far. */
    private final class Candidate {
        private final String gold;
        private final Optional<GoldStatement> read;
        private final @Nullable StatementValues values;
        private List<String> decided = List.of();
        private List<String> left = new ArrayList<>();
        private int neighbours;
        private int inVain;
        private boolean isDecidedSomewhere;
        private boolean hasRowsSomewhere;
        private boolean isMisread;
        private String knownNote = "";

        Candidate(String gold) {
            this.gold = gold;
            read = GoldStatement.read(gold, databases.facts());
            values = read.map(GoldStatement::values).orElse(null);
            read.ifPresent(statement -> {
                decided = statement.decided().stream().filter(made::executes).toList();
                for (String neighbour : statement.neighbours(seedOf(gold))) {
                    // as gold, not as what a model wrote: there quoted names would become texts
                    String sql = rules.executed(gold, rules.gold(neighbour));
                    if (made.executes(sql)) {
                        left.add(sql);
                    }
                }
                neighbours = left.size();
            });
        }

        /** Takes over what an earlier distillation found; nothing more is tried. */
        void settle(Statement known) {
            left = new ArrayList<>(known.leftOver());
            neighbours = known.neighbours();
            isMisread = known.note().equals(MISREAD);
            knownNote = known.note();
            inVain = tries;
        }

        boolean isOpen() {
            return !left.isEmpty() && inVain < tries;
        }

        boolean isDecided() {
            return made.isDecided(gold, decided);
        }

        /** Whether the database tells a further neighbour apart. */
        boolean isToldApart() {
            if (!isDecided()) {
                return false;
            }
            isDecidedSomewhere = true;
            hasRowsSomewhere |= made.hasRows(gold);
            String written = read.orElseThrow().written();
            if (!made.compare(gold, rules.executed(gold, written)).isRight()) {
                isMisread = true;
                left = List.of();
                neighbours = 0;
                return false;
            }
            int before = left.size();
            left.removeIf(sql -> made.compare(gold, sql).equals(Verdict.Wrong.DIFFERENT));
            if (left.size() < before && isOpen()) {
                inVain = 0;
            }
            return left.size() < before;
        }

        Statement statement() {
            return new Statement(gold, neighbours, left, note());
        }

        private String note() {
            if (read.isEmpty()) {
                return "gold cannot be read";
            }
            if (isMisread) {
                return MISREAD;
            }
            if (left.isEmpty()) {
                return "";
            }
            if (!knownNote.isEmpty()) {
                return knownNote;
            }
            if (!isDecidedSomewhere) {
                return "gold leaves its result to the engine in every database";
            }
            return hasRowsSomewhere
                    ? "the same result in every database"
                    : "gold returns no row in any database";
        }
    }

    private void read(List<String> golds) {
        golds.forEach(gold -> candidates.add(new Candidate(gold)));
    }

    private SchemaSuite distilled(Runnable done) {
        int closed = 0;
        for (Optional<Candidate> next = next(); next.isPresent(); next = next()) {
            Candidate focus = next.get();
            int size = SIZES[focus.inVain % SIZES.length];
            focus.inVain++;
            made(new Recipe(seedOf(database + tried), size, candidates.indexOf(focus)), true);
            tried++;
            long nowClosed = candidates.stream().filter(candidate -> !candidate.isOpen()).count();
            for (; closed < nowClosed; closed++) {
                done.run();
            }
        }
        for (; closed < candidates.size(); closed++) {
            done.run();
        }
        return new SchemaSuite(
                database,
                rules.printed(),
                FileEngine.title(),
                seed,
                tries,
                profile,
                candidates.stream().map(Candidate::statement).toList(),
                kept,
                tried);
    }

    /** The open statement that the fewest databases were made for in vain. */
    private Optional<Candidate> next() {
        return candidates.stream()
                .filter(Candidate::isOpen)
                .min(Comparator.comparingInt(candidate -> candidate.inVain));
    }

    /** Keeps a database whatever it tells apart. */
    private void keep(Kept known) {
        made(known.recipe(), false);
    }

    private void made(Recipe recipe, boolean onlyIfItTells) {
        StatementValues values = candidates.get(recipe.focus()).values;
        List<DatabaseGenerator.Rows> rows = databases.rows(recipe, values);
        RandomDatabases.fill(made, rows);
        boolean tells = false;
        for (Candidate candidate : candidates) {
            tells |= candidate.isOpen() && candidate.isToldApart();
        }
        if (tells || !onlyIfItTells) {
            candidates.stream()
                    .filter(candidate -> !candidate.isOpen() && !candidate.left.isEmpty())
                    .forEach(Candidate::isToldApart);
            kept.add(
                    new Kept(
                            recipe,
                            rows.stream().mapToInt(table -> table.rows().size()).sum(),
                            RandomDatabases.digest(rows),
                            undecided()));
        }
    }

    private List<Integer> undecided() {
        var places = new ArrayList<Integer>();
        for (int i = 0; i < candidates.size(); i++) {
            if (!candidates.get(i).isDecided()) {
                places.add(i);
            }
        }
        return places;
    }

    private long seedOf(String text) {
        byte[] digest = Sha256.of(seed + " " + text).getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.wrap(digest).getLong();
    }

    @Override
    public void close() {
        made.close();
    }
}
