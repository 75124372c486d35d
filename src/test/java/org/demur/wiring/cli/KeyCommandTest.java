package org.demur.wiring.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.demur.wiring.ApiKey;
import org.demur.wiring.CallerFolder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class KeyCommandTest {
    @TempDir private Path home = Path.of("");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void beAtHome() {
        System.setProperty("demur.home", home.toString());
    }

    @AfterEach
    void leave() {
        System.clearProperty("demur.home");
    }

    @Test
    void aKeyIsShownOnceAndOnlyItsDigestIsKept() throws IOException {
        // when
        int code = run("make", "ward-7", "--database", "demo", "--expires", "2999-12-31");

        // then
        var key = Objects.requireNonNull(ApiKey.read(out.toString().strip()));
        var file = Files.readString(home.resolve("config/callers/ward-7.yaml"));
        assertThat(code).isZero();
        assertThat(file).contains(key.digest()).doesNotContain(key.text());
        assertThat(CallerFolder.read(home.resolve("config/callers")).get("ward-7"))
                .satisfies(caller -> {
                    assertThat(caller.caller().roles()).containsExactly("ask");
                    assertThat(caller.caller().databases()).containsExactly("demo");
                    assertThat(caller.expires()).isEqualTo("2999-12-31");
                });
    }

    @Test
    void theListSaysWhichKeysAreGood() {
        // given
        run("make", "ward-7", "--database", "*", "--expires", "2999-12-31");
        run("make", "audit", "--role", "review", "--database", "demo", "--expires", "2020-01-01");
        run("make", "gone", "--database", "demo", "--expires", "2999-12-31");
        run("revoke", "gone");
        out.getBuffer().setLength(0);

        // when
        run("list");

        // then
        assertThat(out.toString().lines().map(line -> line.replaceAll(" +", " ")))
                .satisfiesExactly(
                        line ->
                                assertThat(line)
                                        .isEqualTo("audit review demo expired on 2020-01-01"),
                        line -> assertThat(line).startsWith("gone ask demo revoked on "),
                        line ->
                                assertThat(line)
                                        .isEqualTo(
                                                "ward-7 ask every database good until 2999-12-31"));
    }

    @Test
    void aDatabaseThatIsNotDeclaredIsNamedAndTheKeyMadeAllTheSame() throws IOException {
        // given
        Files.createDirectories(home.resolve("config/databases"));
        Files.writeString(home.resolve("config/databases/demo.yaml"), "file: demo.sqlite");

        // when
        int code = run("make", "a", "--database", "demo", "--database", "nowhere");

        // then
        assertThat(code).isZero();
        assertThat(err.toString())
                .contains("No database \"nowhere\" is declared")
                .doesNotContain("\"demo\"");
        assertThat(home.resolve("config/callers/a.yaml")).exists();

        // when
        err.getBuffer().setLength(0);
        run("make", "b", "--database", "*");

        // then
        assertThat(err.toString()).doesNotContain("No database");
    }

    @Test
    void mistakesAreToldInOneLine() {
        assertThat(run("make", "Ward 7", "--database", "demo")).isEqualTo(ExitCode.USAGE);
        assertThat(run("make", "a", "--database", "demo", "--role", "aks"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(run("revoke", "nobody")).isEqualTo(ExitCode.USAGE);
        run("make", "a", "--database", "demo");
        assertThat(run("make", "a", "--database", "demo")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString())
                .contains(
                        "is no name of a caller",
                        "there is no role \"aks\"; did you mean \"ask\"?",
                        "there is no caller \"nobody\"",
                        "is there already");
    }

    private int run(String... arguments) {
        var all = new String[arguments.length + 1];
        all[0] = "key";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        return Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(all);
    }
}
