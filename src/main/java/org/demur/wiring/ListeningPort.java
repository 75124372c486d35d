package org.demur.wiring;

import io.smallrye.config.SmallRyeConfig;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Locale;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;

/**
 * Where the service is to listen, tried before the framework starts, whose own words name no
 * remedy.
 *
 * @param prefix of its settings
 * @param host where none is set
 * @param port where none is set
 */
record ListeningPort(String prefix, String host, String port) {
    /**
     * Listens there for a moment, and where those who run the service ask for its health.
     *
     * @throws GatewayException INVALID_CONFIGURATION where that cannot be done
     */
    static void requireFree(SmallRyeConfig config) {
        var signIn = config.getConfigMapping(Settings.class).signIn();
        var service = new ListeningPort("quarkus.http", signIn.host(), "8080").asSet(config);
        if (signIn == Settings.SignIn.OFF) {
            service.requireLoopback();
        }
        service.requireFree();
        new ListeningPort("quarkus.management", "127.0.0.1", "9000").asSet(config).requireFree();
    }

    private ListeningPort asSet(SmallRyeConfig config) {
        return new ListeningPort(
                prefix,
                config.getOptionalValue(prefix + ".host", String.class).orElse(host),
                config.getOptionalValue(prefix + ".port", String.class).orElse(port));
    }

    private void requireFree() {
        try (var socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(host, Integer.parseInt(port.strip())));
        } catch (BindException taken) {
            throw invalid(
                    String.valueOf(taken.getMessage()).contains("in use")
                            ? "another process listens on port %s: stop it or set %s"
                                    .formatted(port, variable())
                            : unusable(taken),
                    taken);
        } catch (IOException unusable) {
            throw invalid(unusable(unusable), unusable);
        } catch (IllegalArgumentException noNumber) { // or one that is too large
            throw invalid(
                    "%s.port is \"%s\", not a number from 0 to 65535; correct it"
                            .formatted(prefix, port),
                    noNumber);
        }
    }

    private void requireLoopback() {
        var address = new InetSocketAddress(host, 0);
        if (!address.isUnresolved() && !address.getAddress().isLoopbackAddress()) {
            throw new GatewayException(
                    FailureCode.INVALID_CONFIGURATION,
                    ("%s.host is %s, which other machines reach, and nobody has to sign in: set"
                                    + " demur.sign-in=required and make keys by ./demur key make, or set"
                                    + " demur.sign-in=open to let anyone ask who reaches it")
                            .formatted(prefix, host));
        }
    }

    private String unusable(IOException reason) {
        return "cannot listen on %s, port %s: %s; correct %s.host or set %s"
                .formatted(host, port, reason.getMessage(), prefix, variable());
    }

    private String variable() {
        return prefix.toUpperCase(Locale.ROOT).replace('.', '_') + "_PORT";
    }

    private static GatewayException invalid(String message, Exception cause) {
        return new GatewayException(FailureCode.INVALID_CONFIGURATION, message, cause);
    }
}
