package org.demur.question;

/**
 * A question in plain words.
 *
 * @param id identifies the question in traces and result files
 * @param database the database asked about, never inferred from the text
 * @param text the words as asked, untrimmed; untrusted
 */
public record Question(String id, String database, String text) {
    /** The same with amounts in words, as those read it that work without a language model. */
    public Question spoken() {
        return new Question(id, database, SpokenAmounts.in(text));
    }
}
