package org.demur.schema.pairs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.FileSchema;
import org.demur.schema.StatementJudge;
import org.demur.schema.TestDatabase;
import org.demur.schema.ValueIndex;
import org.demur.schema.jdbc.Cache;
import org.demur.schema.jdbc.DatabaseFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckedStatementsTest {
    private static final String SOUND = "SELECT title FROM book";
    private static final String FAULTY = "SELECT titel FROM book";

    @TempDir Path home;

    @Test
    void aSoundStatementIsNotCheckedAgain() throws IOException {
        // given
        DatabaseFile database = library();
        checked(database).faults(Set.of(SOUND));
        Files.delete(database.path());
        // when
        Map<String, String> faults = checked(database).faults(Set.of(SOUND));
        // then
        assertThat(faults).isEmpty();
    }

    @Test
    void aFaultyStatementIsCheckedEachTime() throws IOException {
        // given
        DatabaseFile database = library();
        // when
        Map<String, String> first = checked(database).faults(Set.of(SOUND, FAULTY));
        Map<String, String> second = checked(database).faults(Set.of(SOUND, FAULTY));
        // then
        assertThat(first).containsOnlyKeys(FAULTY);
        assertThat(second).isEqualTo(first);
    }

    @Test
    void anotherDatabaseJudgesForItself() throws IOException {
        // given
        checked(library()).faults(Set.of(SOUND));
        DatabaseFile other =
                located(TestDatabase.of(home.resolve("y.sqlite"), "CREATE TABLE shop (id)"));
        // when
        Map<String, String> faults = checked(other).faults(Set.of(SOUND));
        // then
        assertThat(faults).containsOnlyKeys(SOUND);
    }

    @Test
    void whatWasSoundIsJudgedAnewByAnotherGuard() {
        // given
        DatabaseFile database = library();
        checked(database).faults(Set.of(SOUND));
        var stern = new Stern("a stern guard");
        // when
        Map<String, String> faults = checked(database, stern).faults(Set.of(SOUND, FAULTY));
        // then
        assertThat(faults).containsEntry(SOUND, "is refused by a stern guard");
        assertThat(faults.get(FAULTY)).startsWith("is rejected by the database");
        assertThat(stern.asked).isEqualTo(1);
    }

    @Test
    void aBrokenCacheIsRebuiltSilently() throws IOException {
        // given
        DatabaseFile database = library();
        checked(database).faults(Set.of(SOUND));
        try (Stream<Path> entries = Files.list(home.resolve("cache/checked"))) {
            Files.write(entries.findFirst().orElseThrow(), new byte[] {(byte) 0xff, 0, 1});
        }
        // when
        Map<String, String> faults = checked(database).faults(Set.of(SOUND));
        // then
        assertThat(faults).isEmpty();
    }

    private DatabaseFile library() {
        return located(TestDatabase.library(home.resolve("x.sqlite")));
    }

    private DatabaseFile located(Path file) {
        return DatabaseFile.locate(file, "x.yaml:1", cache());
    }

    private Cache cache() {
        return new Cache(home.resolve("cache"));
    }

    private CheckedStatements checked(DatabaseFile database) {
        return checked(database, StatementJudge.LENIENT);
    }

    private CheckedStatements checked(DatabaseFile database, StatementJudge guard) {
        var schema = FileSchema.of("x", "", List.of(), null, List.of(), ValueIndex.EMPTY);
        return new CheckedStatements(schema, database.location(false), guard, cache());
    }

    /** Refuses everything, and counts what it is asked. */
    private static final class Stern implements StatementJudge {
        private final String identity;
        private int asked;

        Stern(String identity) {
            this.identity = identity;
        }

        @Override
        public Optional<String> fault(String sql) {
            return Optional.empty();
        }

        @Override
        public Optional<String> objection(String sql, DatabaseSchema schema) {
            asked++;
            return Optional.of("is refused by " + identity);
        }

        @Override
        public String identity() {
            return identity;
        }
    }
}
