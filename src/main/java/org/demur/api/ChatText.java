package org.demur.api;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.demur.api.AnswerBody.AbstainedBody;
import org.demur.api.AnswerBody.AnsweredBody;
import org.jspecify.annotations.Nullable;

/** Answers and abstentions in Markdown; what comes from data cannot become markup of its own. */
final class ChatText {
    /** As many as one looks through in a chat; the answer itself has the others. */
    private static final int ROWS = 20;

    private static final int COLUMNS = 12;
    private static final int LONGEST_CELL = 200;

    private static final Pattern MARKUP = Pattern.compile("[\\\\`*_{}\\[\\]<>()#+!|~&$:-]");
    private static final Pattern BREAKS = Pattern.compile("[\\p{Cntrl}\\u2028\\u2029]+");
    private static final Pattern BACKTICKS = Pattern.compile("`+");

    private ChatText() {}

    /** In paragraphs, which follow each other. */
    static List<String> of(AnswerBody body) {
        return switch (body) {
            case AnsweredBody answered -> answered(answered);
            case AbstainedBody abstained -> abstained(abstained);
        };
    }

    private static List<String> answered(AnsweredBody answer) {
        var text = new ArrayList<String>();
        if (answer.rows().isEmpty()) {
            text.add("There are no such rows.\n\n");
        } else if (answer.rows().size() == 1 && answer.columns().size() == 1) {
            text.add("**%s**%n%n".formatted(cell(answer.rows().getFirst().getFirst())));
        } else {
            text.add(table(answer));
        }
        var fence = fence(answer.sql());
        text.add("%ssql%n%s%n%s".formatted(fence, answer.sql(), fence));
        return text;
    }

    private static String table(AnsweredBody answer) {
        var lines = new ArrayList<String>();
        lines.add(row(answer.columns().stream().map(c -> cell(c.name())).toList()));
        lines.add(row(answer.columns().stream().map(_ -> "---").toList()));
        answer.rows().stream()
                .limit(ROWS)
                .forEach(cells -> lines.add(row(cells.stream().map(ChatText::cell).toList())));
        var shown = Math.min(ROWS, answer.rows().size());
        if (shown < answer.rows().size() || answer.truncated()) {
            lines.add("");
            lines.add(
                    "The first %d of %s%d rows."
                            .formatted(
                                    shown,
                                    answer.truncated() ? "more than " : "",
                                    answer.rows().size()));
        }
        if (answer.columns().size() > COLUMNS) {
            lines.add("");
            lines.add("The first %d of %d columns.".formatted(COLUMNS, answer.columns().size()));
        }
        return String.join("\n", lines) + "\n\n";
    }

    private static String row(List<String> cells) {
        return cells.stream().limit(COLUMNS).collect(Collectors.joining(" | ", "| ", " |"));
    }

    private static List<String> abstained(AbstainedBody abstention) {
        var reason = abstention.reason();
        var text = new ArrayList<String>();
        text.add("I do not answer this. " + escaped(reason.message()));
        if ("ambiguous-reference".equals(reason.kind())) {
            text.add(
                    "\n\nEach question is read by itself, without those before it: please ask it"
                            + " again as a whole question.");
        }
        if (!abstention.suggestions().isEmpty()) {
            text.add(
                    abstention.suggestions().stream()
                            .map(ChatText::escaped)
                            .collect(
                                    Collectors.joining(
                                            "\n- ", "\n\nWhat could be asked instead:\n\n- ", "")));
        }
        return text;
    }

    private static String cell(@Nullable Object value) {
        if (value == null) {
            return "";
        }
        var text = String.valueOf(value);
        return escaped(text.length() > LONGEST_CELL ? text.substring(0, LONGEST_CELL) + "…" : text);
    }

    private static String escaped(String text) {
        return MARKUP.matcher(BREAKS.matcher(text).replaceAll(" ")).replaceAll("\\\\$0");
    }

    /** Longer than any in the text, so that the text cannot end it. */
    private static String fence(String text) {
        int longest =
                BACKTICKS.matcher(text).results().mapToInt(r -> r.group().length()).max().orElse(0);
        return "`".repeat(Math.max(3, longest + 1));
    }
}
