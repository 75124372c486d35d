package org.demur.wiring;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.demur.file.UserCache;
import org.demur.generation.Generation;
import org.demur.pipeline.PipelineListener;
import org.demur.question.Question;
import org.demur.schema.TestDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AssemblyTest {
    private static final String QUESTION = "How many books are there?";

    @TempDir private Path home = Path.of("");

    @Test
    void eachHasTheGeneratorsOfItsOwnPairs() throws IOException {
        // given
        for (var folder : new String[] {"config/databases", "config/strategies"}) {
            Files.createDirectories(home.resolve(folder));
        }
        Files.writeString(
                home.resolve("config/strategies/simple.yaml"),
                """
                feasibility: assume-feasible
                generator: verified-queries
                suggester: verified-queries
                detector: none
                estimator: first-draft
                policy: thresholds
                """);
        TestDatabase.library(home.resolve("library.sqlite"));

        // when
        var first = firstDraft("SELECT count(*) FROM book");
        var second = firstDraft("SELECT count(title) FROM book");

        // then
        assertThat(first).isEqualTo("SELECT count(*) FROM book");
        assertThat(second).isEqualTo("SELECT count(title) FROM book");
    }

    @ParameterizedTest(name = "folder made beforehand: {0}")
    @ValueSource(booleans = {false, true})
    void nobodyElseMayReadWhatTheCacheHolds(boolean looser) throws Exception {
        // given
        assumeTrue(Files.getFileStore(home).supportsFileAttributeView("posix"));
        var cache = home.resolve("cache");
        declareShop();
        System.setProperty(UserCache.PROPERTY, cache.toString());
        try {
            if (looser) { // as an earlier version left it
                serveOnce();
                setAll(cache, "rw-r--r--", "rwxr-xr-x");
            }

            // when
            serveOnce();

            // then
            assertThat(permissions(cache))
                    .containsOnlyKeys("rw-------", "rwx------")
                    .extractingByKey("rw-------", as(InstanceOfAssertFactories.LIST))
                    .extracting(Object::toString)
                    .map(name -> name.substring(0, name.indexOf('/')))
                    .contains("checked", "derived", "indexed-1", "models", "schemas", "unpacked");
            if (!looser) { // a folder that is there and was named may be for other things too
                assertThat(Files.getPosixFilePermissions(cache))
                        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
            }
        } finally {
            System.clearProperty(UserCache.PROPERTY);
        }
    }

    @Test
    void whatElseLiesInANamedFolderStaysAsItIs() throws Exception {
        // given
        assumeTrue(Files.getFileStore(home).supportsFileAttributeView("posix"));
        declareShop();
        var other = Files.writeString(home.resolve("other.txt"), "another program's");
        setAll(other, "rw-r--r--", "");
        var before = Files.getPosixFilePermissions(home);
        System.setProperty(UserCache.PROPERTY, home.toString());
        try {
            // when
            serveOnce();

            // then
            assertThat(Files.getPosixFilePermissions(other))
                    .isEqualTo(PosixFilePermissions.fromString("rw-r--r--"));
            assertThat(Files.getPosixFilePermissions(home)).isEqualTo(before);
        } finally {
            System.clearProperty(UserCache.PROPERTY);
        }
    }

    /** A packed database with a table that is large enough for an indexed copy. */
    private void declareShop() throws IOException {
        for (var folder : new String[] {"config/databases", "config/strategies"}) {
            Files.createDirectories(home.resolve(folder));
        }
        Files.copy(
                Path.of("config/strategies/verified.yaml"),
                home.resolve("config/strategies/verified.yaml"));
        TestDatabase.packed(
                TestDatabase.of(
                        home.resolve("shop.sqlite"),
                        "CREATE TABLE sale (id INTEGER PRIMARY KEY, town TEXT, note TEXT)",
                        """
                        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1500)
                        INSERT INTO sale SELECT i, 'town ' || (i % 30), 'note ' || i FROM n\
                        """));
        Files.writeString(
                home.resolve("config/databases/shop.yaml"),
                "file: shop.sqlite.gz\nverified: [{question: 'How many sales are there?', sql: 'SELECT count(*) FROM sale'}]\n");
    }

    private void serveOnce() {
        try (var assembly = new Assembly(SettingsFile.read(home), Map.of(), PipelineListener.NOP)) {
            var gateway = assembly.gateway();
            gateway.strategies().prepare("verified", gateway.database("shop"));
        }
    }

    private static void setAll(Path root, String ofFiles, String ofFolders) throws IOException {
        try (var all = Files.walk(root)) {
            for (var path : all.toList()) {
                Files.setPosixFilePermissions(
                        path,
                        PosixFilePermissions.fromString(
                                Files.isDirectory(path) ? ofFolders : ofFiles));
            }
        }
    }

    /** Names below a folder by permissions. */
    private static Map<String, List<String>> permissions(Path root) throws IOException {
        var found = new TreeMap<String, List<String>>();
        try (var all = Files.walk(root)) {
            for (var path : all.skip(1).toList()) {
                found.computeIfAbsent(
                                PosixFilePermissions.toString(Files.getPosixFilePermissions(path)),
                                _ -> new ArrayList<>())
                        .add(root.relativize(path).toString());
            }
        }
        return found;
    }

    /** Of the one pair that is declared, after the programs before have ended. */
    private String firstDraft(String sql) throws IOException {
        Files.writeString(
                home.resolve("config/databases/library.yaml"),
                "file: library.sqlite\nverified: [{question: '%s', sql: '%s'}]\n"
                        .formatted(QUESTION, sql));
        try (var assembly = new Assembly(SettingsFile.read(home), Map.of(), PipelineListener.NOP)) {
            var database = assembly.gateway().database("library");
            var generation =
                    assembly.gateway()
                            .strategies()
                            .strategy("simple", database)
                            .generator()
                            .generate(new Question("q", "library", QUESTION), database.schema());
            return ((Generation.Drafts) generation).best().sql();
        }
    }
}
