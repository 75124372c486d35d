package org.demur.wiring;

/** What a model writes that goes along with every step, told from a step's instructions. */
final class StepCompletions {
    private StepCompletions() {}

    /** A completion of the form asked for; every verdict is good. */
    static String of(String instructions, String sql) {
        if (instructions.contains("Schema_links:")) {
            return "Schema_links: []";
        }
        if (instructions.contains("Label: EASY")) {
            return "Label: NESTED [\"Which?\"]";
        }
        if (instructions.contains("keep_all")) {
            return "{}";
        }
        if (instructions.contains("Sub-question 1:")) {
            return "```sql\n" + sql + "\n```";
        }
        if (instructions.contains("begins with SQL:")) {
            return "SQL: " + sql;
        }
        if (instructions.contains("\"reasoning\"")) {
            return "{\"reasoning\": \"\", \"answer\": \"feasible\"}";
        }
        if (instructions.contains("\nincorrect")) {
            return "correct";
        }
        if (instructions.contains("True or False")) {
            return "True";
        }
        return instructions.contains("You decide whether") ? "answerable" : sql;
    }
}
