package org.demur.api;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.Base64;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.eclipse.microprofile.config.ConfigProvider;
import org.junit.jupiter.api.Test;

/** The service behind a certificate of its own making. */
@QuarkusTest
@TestProfile(TlsTest.WithCertificate.class)
class TlsTest {
    private static final String CERTIFICATE = "quarkus.http.ssl.certificate.files";

    private static final char[] PASSWORD = "changeit".toCharArray();

    /** Two settings. */
    public static final class WithCertificate implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            try {
                var keys = keys();
                var folder = Files.createTempDirectory("tls");
                var certificate =
                        pem(
                                folder.resolve("certificate.pem"),
                                "CERTIFICATE",
                                keys.getCertificate("demur").getEncoded());
                var key =
                        pem(
                                folder.resolve("key.pem"),
                                "PRIVATE KEY",
                                keys.getKey("demur", PASSWORD).getEncoded());
                return Map.of(
                        CERTIFICATE,
                        certificate,
                        "quarkus.http.ssl.certificate.key-files",
                        key,
                        "quarkus.http.test-ssl-port",
                        "0",
                        "demur.service.arrival-limit",
                        "PT1S");
            } catch (GeneralSecurityException | IOException e) {
                throw new IllegalStateException(e);
            }
        }

        private static String pem(Path file, String what, byte[] content) throws IOException {
            return Files.writeString(
                            file,
                            "-----BEGIN %s-----\n%s\n-----END %s-----\n"
                                    .formatted(
                                            what,
                                            Base64.getMimeEncoder().encodeToString(content),
                                            what))
                    .toString();
        }
    }

    @TestHTTPResource(value = "/", tls = true)
    URI address = URI.create("https://localhost");

    @Test
    void whoTrustsTheCertificateIsAnswered() throws Exception {
        assertThat(
                        exchange(
                                "GET /v1/strategies HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 200")
                .contains("scripted");
    }

    @Test
    void aRequestThatSaysItsLengthInTwoWaysIsRefusedBehindTlsToo() throws Exception {
        assertThat(
                        exchange(
                                "POST /v1/query HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"))
                .startsWith("HTTP/1.1 400")
                .doesNotContain("malformed-request");
    }

    @Test
    void aConnectionThatNeverAgreesOnTlsIsClosed() throws IOException {
        try (var socket = new Socket("localhost", address.getPort())) {
            socket.setSoTimeout(60_000);
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
    }

    private String exchange(String request) throws Exception {
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        var trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        var file = Path.of(ConfigProvider.getConfig().getValue(CERTIFICATE, String.class));
        try (var certificate = Files.newInputStream(file)) {
            trusted.setCertificateEntry(
                    "demur",
                    CertificateFactory.getInstance("X.509").generateCertificate(certificate));
        }
        trust.init(trusted);
        var context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        try (var socket = context.getSocketFactory().createSocket("localhost", address.getPort())) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream().write(request.getBytes(US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), US_ASCII);
        }
    }

    /** Made by the Java runtime's own tool. */
    private static KeyStore keys() {
        try {
            var file = Files.createTempDirectory("keys").resolve("keys.p12");
            var made =
                    new ProcessBuilder(
                                    Path.of(System.getProperty("java.home"), "bin", "keytool")
                                            .toString(),
                                    "-genkeypair",
                                    "-alias",
                                    "demur",
                                    "-keyalg",
                                    "EC",
                                    "-dname",
                                    "CN=localhost",
                                    "-storetype",
                                    "PKCS12",
                                    "-storepass",
                                    new String(PASSWORD),
                                    "-keystore",
                                    file.toString())
                            .start();
            assertThat(made.waitFor()).isZero();
            return KeyStore.getInstance(file.toFile(), PASSWORD);
        } catch (GeneralSecurityException | IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
