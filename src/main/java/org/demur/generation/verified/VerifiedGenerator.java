package org.demur.generation.verified;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.demur.generation.Generation;
import org.demur.generation.Measurement;
import org.demur.generation.SqlCandidate;
import org.demur.generation.SqlGenerator;
import org.demur.generation.SqlOrigin;
import org.demur.generation.Suggester;
import org.demur.generation.Unaccounted;
import org.demur.generation.verified.DraftAccounting.Account;
import org.demur.generation.verified.accounting.DeclaredLicences;
import org.demur.generation.verified.model.LexicalSubstitution.Substituted;
import org.demur.generation.verified.model.VerifiedModel;
import org.demur.generation.verified.parsing.SemanticParser;
import org.demur.generation.verified.parsing.SemanticParser.Parse;
import org.demur.generation.verified.ranking.Draft;
import org.demur.generation.verified.ranking.DraftRanking;
import org.demur.generation.verified.template.DefaultFilters;
import org.demur.generation.verified.template.ParsedStatement;
import org.demur.generation.verified.template.SqlTemplate;
import org.demur.inference.SentenceEncoder;
import org.demur.question.Question;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.ReachableValues;
import org.demur.schema.VerifiedQueries;
import org.demur.schema.VerifiedQuery;
import org.demur.sql.StatementTokens;
import org.demur.sql.TokenBag;
import org.jspecify.annotations.Nullable;

/**
 * Drafts SQL from a database's verified queries. When the pairs change, the model is fitted anew
 * beside the one in force, which goes on serving until the new one is ready; the first question
 * after a change waits up to a second for it. Thread-safe.
 */
public final class VerifiedGenerator implements SqlGenerator, Suggester, AutoCloseable {
    private static final int DRAFTS = 8;

    /** Nobody inspects more drafts of a question, and to account for one it is parsed. */
    private static final int ACCOUNTED = 5;

    /** Above every score of a model. */
    private static final double VOUCHED = 1e6;

    /** What a question waits for changed pairs. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private static final System.Logger LOG = System.getLogger(VerifiedGenerator.class.getName());

    /** Drafts that go before those which are put together from a question's words alone. */
    private static final int BEFORE_PARSES = 3;

    /** A text that is no time, whose conditions can be written in many ways, nor a pattern. */
    private static final Pattern NAME = Pattern.compile("'[^%]*\\p{L}[^%]*'");

    private static final Pattern END = Pattern.compile("[\\s?.!]+$");

    /**
     * What was learned from pairs.
     *
     * @param parser null where pairs are many and have most statements that are asked for
     */
    private record Fitted(
            long version,
            @Nullable VerifiedModel model,
            @Nullable SemanticParser parser,
            Map<String, VerifiedQuery> byQuestion) {}

    private final DatabaseSchema schema;
    private final VerifiedQueries queries;
    private final ReachableValues values;
    private final @Nullable SentenceEncoder encoder;
    private final ModelCache cache;
    private final DeclaredLicences declared;
    private final ExecutorService refitting =
            Executors.newSingleThreadExecutor(task -> {
                var thread = new Thread(task, "verified-queries-fitting");
                thread.setDaemon(true);
                return thread;
            });
    private final AtomicBoolean fitting = new AtomicBoolean();
    private volatile Fitted fitted;

    /** Fits the current pairs before it returns; seconds for thousands of pairs. */
    public VerifiedGenerator(
            DatabaseSchema schema,
            VerifiedQueries queries,
            ReachableValues values,
            @Nullable SentenceEncoder encoder) {
        this(schema, queries, values, encoder, ModelCache.NONE);
    }

    /** As the other constructor, except that a model kept in the cache is not fitted again. */
    public VerifiedGenerator(
            DatabaseSchema schema,
            VerifiedQueries queries,
            ReachableValues values,
            @Nullable SentenceEncoder encoder,
            ModelCache cache) {
        this.schema = schema;
        this.queries = queries;
        this.values = values;
        this.encoder = encoder;
        this.cache = cache;
        this.declared = new DeclaredLicences(schema.semantics());
        this.fitted = fit(queries.snapshot());
    }

    /**
     * A generator over a fixed set of pairs, for cross-fitting.
     *
     * @param encoder null for one that goes without, however few the pairs are
     */
    public static VerifiedGenerator over(
            DatabaseSchema schema,
            List<VerifiedQuery> pairs,
            ReachableValues values,
            @Nullable SentenceEncoder encoder) {
        var snapshot = new VerifiedQueries.Snapshot(1, pairs);
        return new VerifiedGenerator(schema, () -> snapshot, values, encoder);
    }

    private Fitted fit(VerifiedQueries.Snapshot snapshot) {
        var pairs = snapshot.queries().stream().map(VerifiedQuery::spoken).toList();
        var model = cache.model(schema, pairs, () -> fitted(pairs));
        Map<String, VerifiedQuery> byQuestion = new HashMap<>();
        pairs.forEach(q -> byQuestion.putIfAbsent(VerifiedQuery.normal(q.question()), q));
        pairs.forEach(q -> byQuestion.putIfAbsent(withoutEnd(q.question()), q));
        return new Fitted(
                snapshot.version(),
                model.orElse(null),
                model.filter(VerifiedModel::isOfFewPairs)
                        .map(few -> new SemanticParser(schema, pairs))
                        .orElse(null),
                Map.copyOf(byQuestion));
    }

    /** People leave a question mark out, or set two. */
    private static String withoutEnd(String question) {
        return END.matcher(VerifiedQuery.normal(question)).replaceFirst("");
    }

    /** Empty where no pair has a statement that can be read. */
    private Optional<VerifiedModel> fitted(List<VerifiedQuery> pairs) {
        var statements = ParsedStatement.ofPairs(pairs, schema);
        return statements.isEmpty()
                ? Optional.empty()
                : Optional.of(VerifiedModel.fit(schema, pairs, statements, values, encoder));
    }

    private @Nullable VerifiedModel model() {
        var snapshot = queries.snapshot();
        if (snapshot.version() != fitted.version() && fitting.compareAndSet(false, true)) {
            await(
                    refitting.submit(() -> {
                        try {
                            fitted = fit(snapshot);
                        } catch (RuntimeException e) {
                            LOG.log(
                                    System.Logger.Level.WARNING,
                                    "The changed verified queries could not be fitted",
                                    e);
                        } finally {
                            fitting.set(false);
                        }
                    }));
        }
        return fitted.model();
    }

    /** Whoever asks first after a change gets the new pairs, unless they are many. */
    private static void await(Future<?> refitted) {
        try {
            refitted.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            // the old ones serve until it is done; why it failed was logged
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public Generation generate(Question asked, DatabaseSchema ignored) {
        return generate(asked.spoken());
    }

    /**
     * Whether a question says the opposite of what somebody's statement does; never where pairs are
     * many, since these say themselves what is meant.
     */
    public boolean contradicts(Question asked, String sql) {
        var model = model();
        if (model == null) {
            return false;
        }
        var contradictions = model.contradictions();
        if (contradictions == null) {
            return false;
        }
        var said = contradictions.asked(model.induction().reader.read(asked.spoken().text()));
        return ParsedStatement.of(sql, schema)
                .flatMap(statement -> contradictions.decisive(said, statement))
                .isPresent();
    }

    private Generation generate(Question question) {
        var model = model();
        if (model == null) {
            return new Generation.Declined("This database has no verified queries to go by.");
        }
        var reader = model.induction().reader;
        var asked = reader.read(question.text());
        var substitution = model.substitution();
        var known =
                substitution == null ? new Substituted(asked.text(), 0) : substitution.of(asked);
        var reading = known.substituted() == 0 ? asked : reader.read(known.text());
        List<SqlCandidate> candidates = new ArrayList<>();
        var byQuestion = fitted.byQuestion();
        var vouched =
                byQuestion.getOrDefault(
                        VerifiedQuery.normal(question.text()),
                        byQuestion.get(withoutEnd(question.text())));
        if (vouched != null && vouched.sql() != null) {
            candidates.add(
                    new SqlCandidate(
                            vouched.sql(),
                            SqlOrigin.PROGRAM,
                            VOUCHED,
                            vouched.id(),
                            Map.of(Measurement.VERBATIM, 1.0),
                            List.of(),
                            List.of()));
        }
        record Kin(int template, List<String> tables) {}
        Map<Kin, String> groundedBy = new HashMap<>();
        var grounding = model.examples().asked(reading);
        var accounting = new DraftAccounting(model, declared, reading, asked, grounding);
        Optional<Unaccounted> contradicted = Optional.empty();
        for (Draft draft : DraftRanking.of(model, reading, DRAFTS, encoder)) {
            var kin = new Kin(draft.template().origin.id, draft.instantiation().binding().tables());
            var sql = DefaultFilters.added(draft.sql(), model.schema());
            if (sql.isEmpty()) {
                continue;
            }
            var account = candidates.size() < ACCOUNTED ? accounting.account(draft) : Account.NONE;
            if (account.decisive().isPresent()) {
                contradicted = contradicted.or(account::decisive);
                continue;
            }
            draft.features().put(Measurement.REWORDED, (double) known.substituted());
            candidates.add(
                    new SqlCandidate(
                            sql.get(),
                            SqlOrigin.PROGRAM,
                            draft.score(),
                            groundedBy.computeIfAbsent(
                                    kin,
                                    k -> grounding.pair(draft.template().origin, kin.tables())),
                            Collections.unmodifiableMap(draft.features()),
                            account.left(),
                            account.differences()));
        }
        var against = parsed(question, known, accounting, candidates);
        contradicted = contradicted.or(() -> against);
        return candidates.isEmpty()
                ? new Generation.Declined(
                        contradicted
                                .map(Unaccounted::explanation)
                                .orElse(
                                        "No verified query has the shape that this question"
                                                + " needs."))
                : new Generation.Drafts(candidates);
    }

    /**
     * Adds what the question's words alone can mean, or notes where a draft says the same.
     *
     * @return what contradicts such a statement decisively, where none is left
     */
    private Optional<Unaccounted> parsed(
            Question question,
            Substituted known,
            DraftAccounting accounting,
            List<SqlCandidate> candidates) {
        var parser = fitted.parser();
        if (parser == null) {
            return Optional.empty();
        }
        var parses = parser.parse(question.text());
        boolean isSubstituted = parses.isEmpty() && known.substituted() > 0;
        if (isSubstituted) {
            parses = parser.parse(known.text());
        }
        Optional<Unaccounted> decisive = Optional.empty();
        int place = Math.min(BEFORE_PARSES, candidates.size());
        if (parses.isEmpty()) {
            return decisive;
        }
        List<SqlCandidate> others = List.copyOf(candidates);
        List<Optional<TokenBag>> canonical = new ArrayList<>();
        candidates.forEach(draft -> canonical.add(CanonicalSql.of(draft.sql(), schema)));
        for (Parse parse : parses) {
            var sql = DefaultFilters.added(parse.sql(), schema);
            Map<Measurement, Double> features = new HashMap<>(parse.evidence());
            features.put(
                    Measurement.PARSE_REWORDED, isSubstituted ? (double) known.substituted() : 0.0);
            var account = accounting.account(parse, features);
            if (sql.isEmpty() || account.decisive().isPresent()) {
                decisive = decisive.or(account::decisive);
                continue;
            }
            var written = CanonicalSql.of(sql.get(), schema);
            int same = written.isPresent() ? canonical.indexOf(written) : -1;
            if (same >= 0) {
                features.putAll(candidates.get(same).evidence());
                candidates.set(same, candidates.get(same).with(features));
            } else {
                candidates.add(
                        place,
                        new SqlCandidate(
                                sql.get(),
                                SqlOrigin.PROGRAM,
                                0,
                                null,
                                features,
                                account.left(),
                                List.of()));
                canonical.add(place++, written);
            }
        }
        var values = sureValues(parses);
        for (SqlCandidate other : others) {
            int at = candidates.indexOf(other);
            boolean isVouched = other.evidence().containsKey(Measurement.VERBATIM);
            if (at >= 0 && !isVouched && !values.stream().allMatch(other.sql()::contains)) {
                candidates.remove(at);
            } else if (at >= 0) { // else a parse says the same
                Map<Measurement, Double> features = new HashMap<>(other.evidence());
                features.put(Measurement.PARSED_OTHERWISE, 1.0);
                candidates.set(at, other.with(features));
            }
        }
        return decisive;
    }

    /** The texts of all statements that every word of the question was heard in, as SQL. */
    private static Set<String> sureValues(List<Parse> parses) {
        if (parses.stream().anyMatch(Parse::leavesWords)) {
            return Set.of();
        }
        var values = names(parses.getFirst());
        parses.forEach(parse -> values.retainAll(names(parse)));
        return values;
    }

    private static Set<String> names(Parse parse) {
        return StatementTokens.of(parse.sql())
                .texts()
                .filter(text -> NAME.matcher(text).matches())
                .collect(Collectors.toCollection(HashSet::new));
    }

    @Override
    public List<String> nearest(Question question, DatabaseSchema ignored, int limit) {
        var model = model();
        if (model == null) {
            return List.of();
        }
        Set<String> found = new LinkedHashSet<>();
        Set<Integer> templates = new LinkedHashSet<>();
        for (var near :
                model.neighbours().nearest(model.induction().reader.read(question.text()), 40)) {
            SqlTemplate template = near.known().template();
            if (template != null && (templates.add(template.id) || templates.size() > 10)) {
                found.add(near.known().question());
            }
            if (found.size() == limit) {
                break;
            }
        }
        return List.copyOf(found);
    }

    @Override
    public void close() {
        refitting.shutdownNow();
    }
}
