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

/** Signs callers in by the key in {@code Authorization: Bearer}; where none has to, all are. */
@Singleton
final class ApiKeys implements HttpAuthenticationMechanism {
    private static final String SCHEME = "Bearer ";

    private final Credentials credentials;

    ApiKeys(Credentials credentials) {
        this.credentials = credentials;
    }

    @Override
    public Uni<SecurityIdentity> authenticate(
            RoutingContext exchange, IdentityProviderManager providers) {
        var unknown = credentials.withoutKey();
        if (unknown.isPresent()) {
            return Uni.createFrom().item(Callers.identity(unknown.get()));
        }
        var sent = exchange.request().getHeader(HttpHeaders.AUTHORIZATION);
        if (sent == null || !sent.startsWith(SCHEME + Credentials.KEY_PREFIX)) {
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
