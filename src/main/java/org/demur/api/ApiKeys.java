package org.demur.api;

import io.quarkus.security.AuthenticationFailedException;
import io.quarkus.security.identity.IdentityProviderManager;
import io.quarkus.security.identity.SecurityIdentity;
import io.quarkus.vertx.http.runtime.security.ChallengeData;
import io.quarkus.vertx.http.runtime.security.HttpAuthenticationMechanism;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import java.util.Optional;

/** Signs callers in by the key in {@code Authorization: Bearer}; where none has to, all are. */
@Singleton
final class ApiKeys implements HttpAuthenticationMechanism {
    private static final String SCHEME = "Bearer ";

    private final Credentials credentials;
    private final Optional<SecurityIdentity> withoutKey;

    ApiKeys(Credentials credentials) {
        this.credentials = credentials;
        this.withoutKey = credentials.withoutKey().map(Callers::identity);
    }

    @Override
    public Uni<SecurityIdentity> authenticate(
            RoutingContext exchange, IdentityProviderManager providers) {
        if (withoutKey.isPresent()) {
            return Uni.createFrom().item(withoutKey.get());
        }
        var sent = exchange.request().getHeader(HttpHeaders.AUTHORIZATION);
        if (sent == null
                || !sent.regionMatches(true, 0, SCHEME, 0, SCHEME.length()) // RFC 9110, 11.1
                || !sent.startsWith(Credentials.KEY_PREFIX, SCHEME.length())) {
            return Uni.createFrom().nullItem(); // another mechanism may know what it is
        }
        return credentials
                .ofKey(sent.substring(SCHEME.length()).strip())
                .map(caller -> Uni.createFrom().item(Callers.identity(caller)))
                .orElseGet(() -> Uni.createFrom().failure(new AuthenticationFailedException()));
    }

    /** Before those who would take a key for a broken token of theirs. */
    @Override
    public int getPriority() {
        return 2 * DEFAULT_PRIORITY;
    }

    /** None: {@link Problems} tell what is missing. */
    @Override
    public Uni<ChallengeData> getChallenge(RoutingContext exchange) {
        return Uni.createFrom().nullItem();
    }
}
