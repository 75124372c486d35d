package org.demur.schema;

/**
 * The SQL of one kind of database: what its engine makes of names, and what it is called. What a
 * draft may hold in it, the guard knows; how it is read and executed, the packages that speak to
 * databases.
 */
public sealed interface Dialect {
    /** The engine's name, as prompts and messages say it. */
    String title();

    /** The name that a word without quotes stands for. */
    String named(String word);

    /**
     * Whether a word in double quotes that names nothing is a text.
     *
     * @see <a href="https://sqlite.org/quirks.html#dblquote">SQLite takes it for one</a>
     */
    boolean readsQuotedTexts();

    /** Whether NULL comes before all values where the least comes first. */
    boolean sortsNullsFirst();

    /** A text as LIKE compares it: what it takes for one another is the same there. */
    String seenByLike(String text);

    /** The name in the quotes that standard SQL has for names. */
    default String quoted(String name) {
        return SqlNames.quoted(name);
    }

    /** That of databases in files. */
    static Dialect ofFiles() {
        return new Sqlite();
    }

    /** Names are compared without regard to the case of A to Z, in quotes too. */
    record Sqlite() implements Dialect {
        @Override
        public String title() {
            return "SQLite";
        }

        @Override
        public String named(String word) {
            return word;
        }

        @Override
        public boolean readsQuotedTexts() {
            return true;
        }

        @Override
        public boolean sortsNullsFirst() {
            return true;
        }

        /** Without regard to the case of A to Z. */
        @Override
        public String seenByLike(String text) {
            return SqlNames.folded(text);
        }
    }

    /**
     * A name without quotes is folded to lower case, one in quotes stands for itself.
     *
     * @param namespace the schema, in PostgreSQL's sense, whose tables are shown
     */
    record Postgres(String namespace) implements Dialect {
        @Override
        public String title() {
            return "PostgreSQL";
        }

        @Override
        public String named(String word) {
            return SqlNames.folded(word);
        }

        @Override
        public boolean readsQuotedTexts() {
            return false;
        }

        @Override
        public boolean sortsNullsFirst() {
            return false;
        }

        @Override
        public String seenByLike(String text) {
            return text;
        }
    }
}
