package org.demur.evaluation.dataset;

import java.util.Locale;
import java.util.Optional;

/** The forms that data sets come in. */
public enum DataSetForm {
    EHRSQL_2024,
    TRUSTSQL,
    SPIDER,
    BIRD,
    TEXT2SQL_DATA,
    SEDE,
    TRIAGESQL,
    DEMUR;

    /** As written on the command line, such as {@code ehrsql-2024}. */
    public String printed() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    @Override
    public String toString() {
        return printed();
    }

    /** The reader of this form, of questions that all name their database. */
    public DataSetReader reader(Optional<String> split) {
        return reader(split, Optional.empty());
    }

    /**
     * The reader of this form.
     *
     * @param split of a file that holds several; forms with one split a file ignore it
     * @param database of items that name none, in the form that lets them
     */
    public DataSetReader reader(Optional<String> split, Optional<String> database) {
        return switch (this) {
            case EHRSQL_2024 -> new EhrSql2024Reader();
            case TRUSTSQL -> new TrustSqlReader();
            case SPIDER -> new SpiderReader();
            case BIRD -> new BirdReader();
            case TEXT2SQL_DATA -> new Text2SqlDataReader(split);
            case SEDE -> new SedeReader();
            case TRIAGESQL -> new TriageSqlReader();
            case DEMUR -> new DemurReader(split, database);
        };
    }
}
