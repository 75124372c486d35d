package org.demur.generation.llm;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.demur.inference.Completion;
import org.demur.prompt.DemonstrationText;

/** What a model that was asked for SQL answered; read strictly, nothing is guessed. */
sealed interface SqlAnswer {
    /**
     * One statement.
     *
     * @param text without fences and final semicolon; untrusted
     */
    record Sql(String text) implements SqlAnswer {}

    /** The model says that no statement answers the question. */
    record NotAnswerable() implements SqlAnswer {}

    /** Neither: prose, several statements in blocks, or nothing. */
    record Unreadable() implements SqlAnswer {}

    /** A block between fences, whatever language it names. */
    Pattern BLOCK = Pattern.compile("```[A-Za-z]*[ \\t]*\\R?(.*?)```", Pattern.DOTALL);

    /** How a statement begins. */
    Pattern STATEMENT =
            Pattern.compile(
                    "\\(*\\s*(?:SELECT|WITH)\\b.*", Pattern.DOTALL | Pattern.CASE_INSENSITIVE);

    /** A completion that is a statement and nothing else, be it in a block. */
    static SqlAnswer whole(Completion completion) {
        var text = completion.text().strip();
        var blocks = blocks(text);
        if (blocks.size() > 1) {
            return new Unreadable();
        }
        return of(blocks.isEmpty() ? text : blocks.getFirst());
    }

    /** A completion that reasons and ends with a line {@code SQL:}, which may go over several. */
    static SqlAnswer afterLabel(Completion completion) {
        var text = completion.text().strip();
        var matcher = Pattern.compile("(?m)^SQL:").matcher(text);
        int start = -1;
        while (matcher.find()) {
            start = matcher.end();
        }
        return start < 0 ? new Unreadable() : whole(Completion.of(text.substring(start)));
    }

    /** A completion whose last block is the statement; nothing comes after it. */
    static SqlAnswer lastBlock(Completion completion) {
        var text = completion.text().strip();
        if (isNotAnswerable(text)) {
            return new NotAnswerable();
        }
        var blocks = blocks(text);
        return blocks.isEmpty() || !text.endsWith("```") ? new Unreadable() : of(blocks.getLast());
    }

    private static SqlAnswer of(String text) {
        var statement = text.strip();
        while (statement.endsWith(";")) {
            statement = statement.substring(0, statement.length() - 1).strip();
        }
        if (isNotAnswerable(statement)) {
            return new NotAnswerable();
        }
        return STATEMENT.matcher(statement).matches() && !statement.contains("```")
                ? new Sql(statement)
                : new Unreadable();
    }

    private static boolean isNotAnswerable(String text) {
        var word = text.toLowerCase(Locale.ROOT).replaceAll("^['\"`]|['\"`.]+$", "");
        return word.equals(DemonstrationText.NOT_ANSWERABLE);
    }

    private static List<String> blocks(String text) {
        var blocks = new ArrayList<String>();
        var matcher = BLOCK.matcher(text);
        while (matcher.find()) {
            blocks.add(matcher.group(1));
        }
        return blocks;
    }
}
