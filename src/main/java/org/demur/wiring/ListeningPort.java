package org.demur.wiring;

import io.smallrye.config.SmallRyeConfig;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;

/**
 * Where the service is to listen, tried before the framework starts, whose own words name no
 * remedy.
 */
final class ListeningPort {
    private static final String HOST = "quarkus.http.host";
    private static final String PORT = "quarkus.http.port";
    private static final String REMEDY = "correct quarkus.http.host or set QUARKUS_HTTP_PORT";

    private ListeningPort() {}

    /**
     * Listens there for a moment.
     *
     * @throws GatewayException INVALID_CONFIGURATION where that cannot be done
     */
    static void requireFree(SmallRyeConfig config) {
        var signIn = config.getConfigMapping(Settings.class).signIn();
        String host = config.getOptionalValue(HOST, String.class).orElse(signIn.host());
        String port = config.getOptionalValue(PORT, String.class).orElse("8080");
        try (var socket = new ServerSocket()) {
            var address = new InetSocketAddress(host, Integer.parseInt(port.strip()));
            requireLoopback(signIn, host, address);
            socket.bind(address);
        } catch (BindException taken) {
            throw invalid(
                    String.valueOf(taken.getMessage()).contains("in use")
                            ? "another process listens on port %s: stop it or set QUARKUS_HTTP_PORT"
                                    .formatted(port)
                            : unusable(host, port, taken),
                    taken);
        } catch (IOException unusable) {
            throw invalid(unusable(host, port, unusable), unusable);
        } catch (IllegalArgumentException noNumber) { // or one that is too large
            throw invalid(
                    "%s is \"%s\", not a number from 0 to 65535; correct it".formatted(PORT, port),
                    noNumber);
        }
    }

    private static void requireLoopback(
            Settings.SignIn signIn, String host, InetSocketAddress address) {
        if (signIn == Settings.SignIn.OFF
                && !address.isUnresolved()
                && !address.getAddress().isLoopbackAddress()) {
            throw new GatewayException(
                    FailureCode.INVALID_CONFIGURATION,
                    ("%s is %s, which other machines reach, and nobody has to sign in:"
                                    + " set demur.sign-in=open to let anyone ask who reaches it")
                            .formatted(HOST, host));
        }
    }

    private static String unusable(String host, String port, IOException reason) {
        return "cannot listen on %s, port %s: %s; %s"
                .formatted(host, port, reason.getMessage(), REMEDY);
    }

    private static GatewayException invalid(String message, Exception cause) {
        return new GatewayException(FailureCode.INVALID_CONFIGURATION, message, cause);
    }
}
