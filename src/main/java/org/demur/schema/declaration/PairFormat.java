package org.demur.schema.declaration;

import java.util.Locale;

/** The forms in which question-SQL pairs are kept. */
public enum PairFormat {
    /** A list of {@code {id?, question | questions, sql}}, in JSON or YAML. */
    DEMUR,
    /** {@code data.json} with questions and {@code label.json} with SQL by id, as EHRSQL-2024. */
    EHRSQL,
    /** A list of {@code {db_id, question, query}}, as Spider. */
    SPIDER,
    /** An object with a list {@code questions} of {@code {id, db_id, question, gold_query}}. */
    TRUSTSQL,
    /** Templates with variables and the sentences that fill them, as text2sql-data. */
    TEXT2SQL;

    /** The name in configuration files. */
    public String written() {
        return name().toLowerCase(Locale.ROOT);
    }
}
