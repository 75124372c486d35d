package org.demur.schema.declaration;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import org.demur.schema.DatabaseLimits;
import org.jspecify.annotations.Nullable;

/**
 * What one YAML file says about a database; nothing of the database itself has been read.
 *
 * @param id the file's name without its ending
 * @param declaredIn the YAML file
 * @param description one sentence for people; possibly empty
 * @param place where the database is named, for messages
 * @param optional whether missing files are a notice instead of an error
 * @param assumptions how questions are to be read in SQL, one sentence each
 * @param now the data's present; null means the clock's
 * @param constants numbers that statements may use by name
 * @param selection tables and columns to show
 * @param limits the defaults where the file is silent
 * @param verified pairs that generation may build on
 * @param validation held-out pairs
 * @param keepsQuestions whether the journal may keep what was asked in words
 * @param semantics the semantic layer as written
 */
public record DatabaseDeclaration(
        String id,
        Path declaredIn,
        String description,
        DeclaredLocation location,
        String place,
        boolean optional,
        List<String> assumptions,
        @Nullable LocalDateTime now,
        Map<String, BigDecimal> constants,
        Selection selection,
        DatabaseLimits limits,
        DeclaredPairs verified,
        DeclaredPairs validation,
        boolean keepsQuestions,
        DeclaredSemantics semantics) {
    /** How the names of files end that hold the verified queries that came of feedback. */
    public static final String REVIEWED = "-reviewed.json";

    public DatabaseDeclaration {
        assumptions = List.copyOf(assumptions);
        constants = Map.copyOf(constants);
    }

    /** Where the verified queries lie that came of feedback, there or not. */
    public static Path reviewedPairs(Path declaredIn) {
        var name = declaredIn.getFileName().toString();
        return declaredIn.resolveSibling(name.substring(0, name.lastIndexOf('.')) + REVIEWED);
    }
}
