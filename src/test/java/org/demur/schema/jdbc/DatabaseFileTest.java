package org.demur.schema.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.sql.DriverManager;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.schema.TestDatabase;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DatabaseFileTest {
    private static final FileTime LONG_AGO = FileTime.from(Instant.parse("2024-01-01T00:00:00Z"));

    @TempDir Path home;

    @Test
    void aPackedDatabaseIsUnpackedOnce() throws IOException {
        // given
        Path plain = TestDatabase.library(home.resolve("x.sqlite"));
        Path packed = TestDatabase.packed(plain);
        // when
        DatabaseFile first = locate(packed);
        Files.setLastModifiedTime(first.path(), LONG_AGO);
        DatabaseFile second = locate(packed);
        // then
        assertThat(first.path()).hasSameBinaryContentAs(plain);
        assertThat(second).isEqualTo(first);
        assertThat(Files.getLastModifiedTime(second.path())).isEqualTo(LONG_AGO);
    }

    @Test
    void anUnpackedCopyThatWasCutShortIsMadeAnew() throws IOException {
        // given
        Path plain = TestDatabase.library(home.resolve("x.sqlite"));
        Path packed = TestDatabase.packed(plain);
        Path copy = locate(packed).path();
        Files.write(copy, Arrays.copyOf(Files.readAllBytes(copy), 5_000));
        // when
        DatabaseFile again = locate(packed);
        // then
        assertThat(again.path()).hasSameBinaryContentAs(plain);
    }

    @ParameterizedTest(name = "byte {0}")
    @ValueSource(ints = {0, 20, 100, 4_096, 8_000})
    void anUnpackedCopyWithOneOtherByteIsMadeAnew(int at) throws IOException {
        // given
        Path plain = TestDatabase.library(home.resolve("x.sqlite"));
        Path packed = TestDatabase.packed(plain);
        Path copy = locate(packed).path();
        byte[] bytes = Files.readAllBytes(copy);
        bytes[at] ^= 1;
        FileTime made = Files.getLastModifiedTime(copy);
        Files.write(copy, bytes);
        Files.setLastModifiedTime(copy, made);
        // when
        DatabaseFile again = locate(packed);
        // then
        assertThat(again.path()).isEqualTo(copy).hasSameBinaryContentAs(plain);
    }

    @Test
    void aChangedCellOfAnUnpackedCopyIsGoneAfterARestart() throws Exception {
        // given
        Path packed = TestDatabase.packed(TestDatabase.library(home.resolve("x.sqlite")));
        TestDatabase.of(locate(packed).path(), "UPDATE book SET title = 'Emmo' WHERE id = 1");
        // when
        Path again = locate(packed).path();
        // then
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + again);
                var statement = connection.createStatement();
                var row = statement.executeQuery("SELECT title FROM book WHERE id = 1")) {
            assertThat(row.getString(1)).isEqualTo("Emma");
        }
    }

    @Test
    void noDraftStaysBehindWhereUnpackingFails() throws IOException {
        // given
        Path packed = TestDatabase.packed(TestDatabase.library(home.resolve("x.sqlite")));
        Files.write(packed, Arrays.copyOf(Files.readAllBytes(packed), 200));
        // when
        assertThatThrownBy(() -> locate(packed)).isInstanceOf(GatewayException.class);
        // then
        try (Stream<Path> left = Files.list(home.resolve("cache/unpacked"))) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void anUnchangedFileIsNotReadAgain() throws IOException {
        // given
        Path file = TestDatabase.library(home.resolve("x.sqlite"));
        Files.setLastModifiedTime(file, LONG_AGO);
        DatabaseFile first = locate(file);
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length - 1] ^= 1;
        Files.write(file, bytes);
        Files.setLastModifiedTime(file, LONG_AGO);
        // when
        DatabaseFile trusted = locate(file);
        Files.setLastModifiedTime(file, FileTime.from(LONG_AGO.toInstant().plusSeconds(1)));
        DatabaseFile changed = locate(file);
        // then
        assertThat(trusted).isEqualTo(first);
        assertThat(changed.digest()).isNotEqualTo(first.digest());
    }

    @Test
    void aFileChangedAMomentAgoIsReadAgain() throws IOException {
        // given
        Path file = TestDatabase.library(home.resolve("x.sqlite"));
        FileTime now = FileTime.from(Instant.now().plusSeconds(60));
        Files.setLastModifiedTime(file, now);
        DatabaseFile first = locate(file);
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length - 1] ^= 1;
        Files.write(file, bytes);
        Files.setLastModifiedTime(file, now);
        // when
        DatabaseFile second = locate(file);
        // then
        assertThat(second.digest()).isNotEqualTo(first.digest());
    }

    @Test
    void aBrokenMemoryOfADigestIsIgnored() throws IOException {
        // given
        Path file = TestDatabase.library(home.resolve("x.sqlite"));
        Files.setLastModifiedTime(file, LONG_AGO);
        DatabaseFile first = locate(file);
        try (Stream<Path> remembered = Files.list(home.resolve("cache/digests"))) {
            Files.writeString(remembered.findFirst().orElseThrow(), "nonsense");
        }
        // when
        DatabaseFile second = locate(file);
        // then
        assertThat(second).isEqualTo(first);
    }

    @ParameterizedTest(name = "{0} of {1} {2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "missing | | does not exist; correct the path or put the file there",
                "x.sqlite | '' | is empty; put a SQLite database there",
                "x.sqlite | 69642c7469746c650a312c456d6d610a0a | is not a SQLite 3 database; check what the file is",
                "x.sqlite | 1f8b0800 | is a gzip file; let its name end in .gz",
                "x.sqlite.gz | 53514c697465 | is not a sound gzip file (Not in GZIP format); fetch it again, or take .gz off its name if it is not packed",
                "x.sqlite.gz | 1f8b080000 | is cut short; fetch it again"
            })
    void aFileThatIsNoDatabaseIsRefusedWithTheRemedy(
            String name, @Nullable String content, String message) throws IOException {
        // given
        Path file = home.resolve(name);
        if (content != null) {
            Files.write(file, HexFormat.of().parseHex(content));
        }
        // then
        assertThatThrownBy(() -> locate(file))
                .isInstanceOfSatisfying(
                        GatewayException.class,
                        e -> {
                            assertThat(e.code()).isEqualTo(FailureCode.DATABASE_UNAVAILABLE);
                            assertThat(e.getMessage())
                                    .isEqualTo(
                                            "x.yaml:1: the database file " + file + " " + message);
                        });
    }

    @Test
    void whereNothingCanBeCachedAPlainFileIsServedAndAPackedOneIsNot() throws IOException {
        // given
        Path plain = TestDatabase.library(home.resolve("x.sqlite"));
        Files.setLastModifiedTime(plain, LONG_AGO);
        Path packed = TestDatabase.packed(plain);
        Files.writeString(home.resolve("cache"), "a file where the folder should be");
        // when
        DatabaseFile served = locate(plain);
        // then
        assertThat(served.path()).isEqualTo(plain);
        assertThatThrownBy(() -> locate(packed))
                .isInstanceOf(GatewayException.class)
                .hasMessageContaining(
                        "cannot be unpacked to %s (DEMUR_CACHE names another folder)",
                        home.resolve("cache"));
    }

    @Test
    void aFolderIsNoDatabase() {
        // then
        assertThatThrownBy(() -> locate(home))
                .isInstanceOf(GatewayException.class)
                .hasMessageContaining("is not a readable file");
    }

    private DatabaseFile locate(Path file) {
        return DatabaseFile.locate(file, "x.yaml:1", new Cache(home.resolve("cache")));
    }
}
