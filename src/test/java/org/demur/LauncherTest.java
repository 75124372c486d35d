package org.demur;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher on a machine that lacks something: a copy of it, with a PATH made for the test. */
final class LauncherTest {
    @TempDir private Path folder = Path.of("");
    private Path bin = Path.of("");

    private record Outcome(int code, String said) {}

    @BeforeEach
    void makeAPathOfTheBareTools() throws IOException {
        bin = Files.createDirectories(folder.resolve("bin"));
        for (var tool :
                new String[] {
                    "bash",
                    "cat",
                    "dirname",
                    "find",
                    "grep",
                    "head",
                    "mkdir",
                    "mv",
                    "readlink",
                    "sed",
                    "sleep",
                    "sort",
                    "tail",
                    "touch"
                }) {
            for (var place : new String[] {"/usr/bin", "/bin"}) {
                var program = Path.of(place, tool);
                if (Files.exists(program) && !Files.exists(bin.resolve(tool))) {
                    script(tool, "exec " + program + " \"$@\"");
                }
            }
        }
        Files.copy(Path.of("demur"), folder.resolve("demur"));
        Files.createDirectories(folder.resolve("src/main"));
        Files.writeString(folder.resolve("pom.xml"), "<project/>");
    }

    @Test
    void aMissingMavenIsToldInOneLineWithTheRemedy() throws Exception {
        // when
        var outcome = launch("ask", "How many?");

        // then
        assertThat(outcome.code).isEqualTo(69);
        assertThat(outcome.said)
                .isEqualTo(
                        "demur: Maven is missing: install Maven 3.8.6 or newer so that mvn is on the PATH\n");
    }

    @Test
    void aMavenThatIsTooOldIsToldInOneLineWithTheRemedy() throws Exception {
        // given
        mavenThat("echo 'Apache Maven 3.8.5 (abc)'");

        // when
        var outcome = launch("test");

        // then
        assertThat(outcome.code).isEqualTo(69);
        assertThat(outcome.said)
                .isEqualTo(
                        "demur: Maven 3.8.5 is too old: put Maven 3.8.6 or newer first on the PATH\n");
    }

    @Test
    void aBuildThatFailsShowsWhatMavenSaysAndEndsInFailure() throws Exception {
        // given
        mavenThat(
                "[ \"$1\" = -v ] && echo 'Apache Maven 3.9.9 (abc)' && exit; echo '[ERROR] no such symbol'; exit 1");

        // when
        var outcome = launch("serve");

        // then
        assertThat(outcome.code).isEqualTo(69);
        assertThat(outcome.said).contains("[ERROR] no such symbol", "the build failed");
    }

    @Test
    void testRunsMavensVerifyAndHandsItsExitCodeOn() throws Exception {
        // given
        mavenThat(
                "[ \"$1\" = -v ] && echo 'Apache Maven 3.10.0 (abc)' && exit; echo \"mvn $*\"; exit 7");

        // when
        var outcome = launch("test", "-Dtest=One");

        // then
        assertThat(outcome.code).isEqualTo(7);
        assertThat(outcome.said).isEqualTo("mvn -B -ntp verify -Dtest=One\n");
    }

    private void mavenThat(String does) throws IOException {
        script("mvn", does);
    }

    private void script(String name, String does) throws IOException {
        var script = Files.writeString(bin.resolve(name), "#!/bin/bash\n" + does + "\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
    }

    private Outcome launch(String... arguments) throws Exception {
        var command = new ArrayList<String>();
        command.add("/bin/bash");
        command.add(folder.resolve("demur").toString());
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        var environment = builder.environment();
        environment.clear();
        environment.put("PATH", bin.toString());
        environment.put("HOME", folder.toString());
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        var output = folder.resolve("output").toFile();
        var process = builder.redirectOutput(output).start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Outcome(
                process.exitValue(), Files.readString(output.toPath(), StandardCharsets.UTF_8));
    }
}
