package org.demur.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ListeningPortTest {
    @TempDir private Path home = Path.of("");

    @Test
    void aPortThatAnotherProcessListensOnIsToldBeforeAnythingIsOpened() throws IOException {
        try (var other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            // given
            int port = other.getLocalPort();
            write("quarkus.http.port=" + port + "\nquarkus.management.port=0");
            // then
            assertRefused(
                    "another process listens on port %d: stop it or set QUARKUS_HTTP_PORT"
                            .formatted(port));
        }
    }

    @Test
    void soIsThePortOfThoseWhoRunTheService() throws IOException {
        try (var other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            // given
            int port = other.getLocalPort();
            write("quarkus.http.port=0\nquarkus.management.port=" + port);
            // then
            assertRefused(
                    "another process listens on port %d: stop it or set QUARKUS_MANAGEMENT_PORT"
                            .formatted(port));
        }
    }

    @Test
    void aPortThatIsFreeStaysFree() throws IOException {
        // given
        int port;
        try (var other = new ServerSocket(0)) {
            port = other.getLocalPort();
        }
        write("quarkus.http.port=" + port + "\nquarkus.management.port=0");
        // when
        ListeningPort.requireFree(SettingsFile.config(home));
        // then
        try (var other = new ServerSocket(port)) {
            assertThat(other.isBound()).isTrue();
        }
    }

    @Test
    void aPortThatIsNoneIsNamed() throws IOException {
        // given
        write("quarkus.http.port=80800");
        // then
        assertRefused("quarkus.http.port is \"80800\", not a number from 0 to 65535; correct it");
    }

    @Test
    void aHostThatIsNotThisMachineIsNamed() throws IOException {
        // given
        write("quarkus.http.port=0\nquarkus.http.host=192.0.2.1\ndemur.sign-in=open");
        // then
        assertThatThrownBy(() -> EarlyStart.begin(home))
                .isInstanceOf(GatewayException.class)
                .hasMessageStartingWith("cannot listen on 192.0.2.1, port 0: ")
                .hasMessageEndingWith("; correct quarkus.http.host or set QUARKUS_HTTP_PORT");
    }

    @Test
    void withoutSignInOtherMachinesAreNotLetIn() throws IOException {
        // given
        write("quarkus.http.port=0\nquarkus.http.host=0.0.0.0");
        // then
        assertRefused(
                "quarkus.http.host is 0.0.0.0, which other machines reach, and nobody has to sign"
                        + " in: set demur.sign-in=required and make keys by ./demur key make, or set"
                        + " demur.sign-in=open to let anyone ask who reaches it");
    }

    private void write(String settings) throws IOException {
        var config = Files.createDirectories(home.resolve("config"));
        Files.writeString(config.resolve("application.properties"), settings);
    }

    private void assertRefused(String message) {
        assertThatThrownBy(() -> EarlyStart.begin(home))
                .isInstanceOfSatisfying(
                        GatewayException.class,
                        e -> assertThat(e.code()).isEqualTo(FailureCode.INVALID_CONFIGURATION))
                .hasMessage(message);
    }
}
