package org.demur.schema;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.demur.schema.SchemaLinks.NameLink;
import org.demur.schema.SchemaLinks.ValueMention;

/**
 * Finds the words of a question that name a table, a column or a value. Built once per schema;
 * immutable and thread-safe.
 */
public final class SchemaLinker {
    /** To be raised when the layout of what is kept changes. */
    private static final String FORMAT = "demur-values-1";

    /** A change of this code makes kept values useless. */
    private static final List<Class<?>> PROGRAM =
            List.of(
                    SchemaLinker.class,
                    ValueHashes.class,
                    ValueHashes.Builder.class,
                    PackedTexts.class,
                    QuestionWord.class,
                    WordStem.class);

    /** Between the words of a name such as {@code orderDate}. */
    private static final Pattern CAMEL =
            Pattern.compile("(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])");

    private final Map<String, Set<ColumnRef>> namedBy = new HashMap<>();
    private final List<ColumnRef> valueColumns;
    private final ValueHashes values;

    private SchemaLinker(DatabaseSchema schema, String digest, ArtifactCache artifacts) {
        for (var table : schema.tables()) {
            name(new ColumnRef(table.name(), ""), table.name() + " " + table.description());
            for (var column : table.columns()) {
                name(
                        new ColumnRef(table.name(), column.name()),
                        column.name() + " " + column.description());
            }
        }
        for (var entity : schema.semantics().entities()) {
            name(new ColumnRef(entity.table(), ""), String.join(" ", entity.words()));
        }
        for (var synonym : schema.semantics().synonyms()) {
            name(synonym.column(), String.join(" ", synonym.words()));
        }
        for (var unit : schema.semantics().units()) {
            name(unit.column(), unit.words());
        }
        this.valueColumns = schema.values().columns().stream().sorted().toList();
        this.values = values(schema, digest, artifacts);
    }

    /** A linker that derives everything from the schema. */
    public static SchemaLinker of(DatabaseSchema schema) {
        return of(schema, "", ArtifactCache.NONE);
    }

    /**
     * The same, except that what is known of the values is not derived again.
     *
     * @param digest of the database's content
     */
    public static SchemaLinker of(DatabaseSchema schema, String digest, ArtifactCache artifacts) {
        return new SchemaLinker(schema, digest, artifacts);
    }

    private ValueHashes values(DatabaseSchema schema, String digest, ArtifactCache artifacts) {
        var key = ContentKey.of(FORMAT).withCode(PROGRAM).with(digest);
        for (var column : valueColumns) {
            key.with(column + " " + schema.values().values(column).size());
        }
        return artifacts.orDerived(
                "values", key.hex(), ValueHashes::read, () -> values(schema), ValueHashes::bytes);
    }

    private ValueHashes values(DatabaseSchema schema) {
        var values = new ValueHashes.Builder();
        for (int i = 0; i < valueColumns.size(); i++) {
            for (var value : schema.values().values(valueColumns.get(i))) {
                values.add(QuestionWord.folded(value), i);
            }
        }
        return values.build();
    }

    private void name(ColumnRef named, String text) {
        for (var word : QuestionWord.of(CAMEL.matcher(text).replaceAll(" "))) {
            namedBy.computeIfAbsent(word.stem(), _ -> new LinkedHashSet<>()).add(named);
        }
    }

    public SchemaLinks link(String question) {
        return link(QuestionWord.of(question));
    }

    /** The same for a question that is in words already. */
    public SchemaLinks link(List<QuestionWord> words) {
        var names = new ArrayList<NameLink>();
        for (int i = 0; i < words.size(); i++) {
            for (var column : namedBy.getOrDefault(words.get(i).stem(), Set.of())) {
                names.add(new NameLink(i, column));
            }
        }
        return new SchemaLinks(words, names, mentions(words));
    }

    /** Whether a word stands in a table's or column's name or description. */
    public boolean isName(String stem) {
        return namedBy.containsKey(stem);
    }

    /** The stems of all words of names and descriptions. */
    public Set<String> names() {
        return Set.copyOf(namedBy.keySet());
    }

    /** Whether a word stands in some value, be it only as a part of it. */
    public boolean isWordOfValue(String stem) {
        return values.holdsWord(stem);
    }

    /** The stems of all words that stand in values, in ascending order. */
    public List<String> wordsOfValues() {
        return values.stems().all().sorted().toList();
    }

    private List<ValueMention> mentions(List<QuestionWord> words) {
        var mentions = new ArrayList<ValueMention>();
        for (int from = 0; from < words.size(); from++) {
            int longest = values.longestFrom(words.get(from).folded());
            int one = isPlural(words.get(from)) ? 1 : 0;
            int last = Math.min(words.size(), from + Math.max(longest, one));
            for (int to = last; to > from; to--) {
                int column = column(words, from, to);
                if (column >= 0) {
                    mentions.add(new ValueMention(from, to, valueColumns.get(column)));
                    from = to - 1;
                    break;
                }
            }
        }
        return mentions;
    }

    /** The column that holds the value of these words, be it in the plural; -1 if there is none. */
    private int column(List<QuestionWord> words, int from, int to) {
        int column = values.columnOf(words, from, to);
        if (column >= 0 || !isPlural(words.get(to - 1))) {
            return column;
        }
        var singular = new ArrayList<>(words.subList(from, to));
        singular.set(to - from - 1, singular(singular.getLast()));
        return values.columnOf(singular, 0, to - from);
    }

    /** Not of a name, which is what is asked for and no value. */
    private boolean isPlural(QuestionWord word) {
        return !isName(word.stem()) && !WordStem.singular(word.folded()).equals(word.folded());
    }

    private static QuestionWord singular(QuestionWord word) {
        return new QuestionWord(
                word.text(), WordStem.singular(word.folded()), word.stem(), word.start());
    }
}
