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
                    "nice",
                    "readlink",
                    "rm",
                    "sed",
                    "sleep",
                    "sort",
                    "tail",
                    "touch"
                }) {
            for (var place : new String[] {"/usr/bin", "/bin"}) {
                var program = Path.of(place, tool);
                if (Files.exists(program) && !Files.exists(bin.resolve(tool))) {
                    script(bin.resolve(tool), "exec " + program + " \"$@\"");
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

    @Test
    void aStartIsRehearsedAgainForOtherOptionsOrAnotherJavaRuntime() throws Exception {
        // given
        var jdk =
                jdkWhoseJava(
                        "for option; do case $option in -XX:AOTCacheOutput=*) echo record >\"${option#*=}\"; echo once >>\"$HOME/rehearsals\" ;; esac; done");
        var release = jdk.resolve("release");
        var launcher = folder.resolve("demur");

        // when
        launch(jdk, "prepare");
        launch(jdk, "prepare");
        int first = rehearsals();
        Files.writeString(
                launcher, Files.readString(launcher).replace("+UseSerialGC", "+UseParallelGC"));
        launch(jdk, "prepare");
        int otherOptions = rehearsals();
        Files.writeString(release, "JAVA_VERSION=\"25.0.2\"\n");
        launch(jdk, "prepare");

        // then
        assertThat(first).isEqualTo(1);
        assertThat(otherOptions).isEqualTo(2);
        assertThat(rehearsals()).isEqualTo(3);
    }

    @Test
    void aCommandDoesNotWaitForTheRehearsalAndItFollowsByItself() throws Exception {
        // given
        var jdk =
                jdkWhoseJava(
                        "for option; do case $option in -XX:AOTCacheOutput=*) echo record >\"${option#*=}\"; echo rehearsed >>\"$HOME/rehearsals\"; exit ;; esac; done; echo answered >>\"$HOME/rehearsals\"");

        // when
        launch(jdk, List.of("DEMUR_REHEARSAL=on"), "ask", "How many?");

        // then
        var record = folder.resolve("target/demur.aot.for");
        for (int tries = 0; tries < 600 && !Files.exists(record); tries++) {
            Thread.sleep(100);
        }
        assertThat(record).exists();
        assertThat(folder.resolve("rehearsals")).hasContent("answered\nrehearsed\n");
    }

    @Test
    void librariesAreToldNotToReportToTheirMakers() throws Exception {
        // given
        var jdk = jdkWhoseJava("echo \"telemetry off: $ORT_DISABLE_TELEMETRY $OPT_OUT_TRACKING\"");

        // when
        var outcome = launch(jdk, "--help");

        // then
        assertThat(outcome.said).contains("telemetry off: 1 true");
    }

    /** A JDK that runs this for Java, and Maven that builds a program of nothing for it. */
    private Path jdkWhoseJava(String does) throws IOException {
        mavenThat(
                "[ \"$1\" = -v ] && echo 'Apache Maven 3.9.9 (abc)' && exit; mkdir -p target/quarkus-app; touch target/quarkus-app/quarkus-run.jar");
        var jdk = folder.resolve("jdk");
        var tools = Files.createDirectories(jdk.resolve("bin"));
        script(tools.resolve("javac"), "exit 1");
        script(tools.resolve("java"), does);
        Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"25.0.1\"\n");
        return jdk;
    }

    private int rehearsals() throws IOException {
        return Files.readAllLines(folder.resolve("rehearsals")).size();
    }

    private void mavenThat(String does) throws IOException {
        script(bin.resolve("mvn"), does);
    }

    private static void script(Path place, String does) throws IOException {
        var script = Files.writeString(place, "#!/bin/bash\n" + does + "\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
    }

    private Outcome launch(String... arguments) throws Exception {
        return launch(Path.of(System.getProperty("java.home")), arguments);
    }

    private Outcome launch(Path jdk, String... arguments) throws Exception {
        boolean prepares = arguments[0].equals("prepare");
        return launch(jdk, List.of(prepares ? "" : "DEMUR_REHEARSAL=off"), arguments);
    }

    /** Rehearses nothing behind the test's back unless it says so. */
    private Outcome launch(Path jdk, List<String> variables, String... arguments) throws Exception {
        var command = new ArrayList<String>();
        command.add("/bin/bash");
        command.add(folder.resolve("demur").toString());
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        var environment = builder.environment();
        environment.clear();
        environment.put("PATH", bin.toString());
        environment.put("HOME", folder.toString());
        environment.put("JAVA_HOME", jdk.toString());
        variables.stream()
                .map(variable -> variable.split("=", 2))
                .filter(parts -> parts.length == 2)
                .forEach(parts -> environment.put(parts[0], parts[1]));
        var output = folder.resolve("output").toFile();
        var process = builder.redirectOutput(output).start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Outcome(
                process.exitValue(), Files.readString(output.toPath(), StandardCharsets.UTF_8));
    }
}
