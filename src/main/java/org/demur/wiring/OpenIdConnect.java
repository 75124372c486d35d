package org.demur.wiring;

import io.quarkus.oidc.Oidc;
import io.quarkus.oidc.OidcTenantConfig;
import io.quarkus.oidc.OidcTenantConfigBuilder;
import io.quarkus.oidc.runtime.OidcTenantConfig.ApplicationType;
import io.quarkus.security.identity.AuthenticationRequestContext;
import io.quarkus.security.identity.SecurityIdentity;
import io.quarkus.security.identity.SecurityIdentityAugmentor;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.demur.api.Callers;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;

/**
 * Lets callers sign in by a token of a provider of identities, where one is named, and people by a
 * session of the pages, where the provider knows the service as its client. What they may do stands
 * in the files of their groups.
 */
@Singleton
final class OpenIdConnect implements SecurityIdentityAugmentor {
    static final String SECRET = "demur.oidc.secret";

    /** Of a secret, which cookies are encrypted with; the framework takes no shorter one. */
    private static final int LEAST_CHARACTERS = 16;

    private final CallerFolder callers;

    OpenIdConnect(CallerFolder callers) {
        this.callers = callers;
    }

    /**
     * Nothing where the settings go together.
     *
     * @throws GatewayException INVALID_CONFIGURATION
     */
    static void check(Settings settings) {
        var oidc = settings.oidc();
        if (oidc.issuer().isPresent() && audiences(oidc).isEmpty()) {
            throw mistake(
                    "demur.oidc.issuer needs demur.oidc.audience or demur.oidc.client, so that"
                            + " tokens made for other services are not taken");
        }
        if (oidc.client().isPresent() && oidc.issuer().isEmpty()) {
            throw mistake("demur.oidc.client needs demur.oidc.issuer, whose client it is");
        }
        if (oidc.client().isPresent()
                && oidc.secret().filter(s -> s.length() >= LEAST_CHARACTERS).isEmpty()) {
            throw mistake(
                    "demur.oidc.client needs its secret, %d characters or more, in the environment variable DEMUR_OIDC_SECRET"
                            .formatted(LEAST_CHARACTERS));
        }
    }

    private static GatewayException mistake(String message) {
        return new GatewayException(FailureCode.INVALID_CONFIGURATION, message);
    }

    /** What tokens may be made out to: the service, or the client that a person's session is of. */
    private static List<String> audiences(Settings.Oidc oidc) {
        return Stream.of(oidc.audience(), oidc.client()).flatMap(Optional::stream).toList();
    }

    void configure(@Observes Oidc framework, Settings settings) {
        check(settings);
        var oidc = settings.oidc();
        if (oidc.issuer().isPresent()) {
            var tenant = tenant(oidc.issuer().get(), oidc);
            if (oidc.client().isPresent()) {
                ConsoleSessions.offer(tenant, oidc);
            }
            framework.create(tenant.build());
        }
    }

    private static OidcTenantConfigBuilder tenant(String issuer, Settings.Oidc oidc) {
        return OidcTenantConfig.authServerUrl(issuer)
                .applicationType(ApplicationType.SERVICE)
                .token()
                .audience(audiences(oidc))
                // what the provider calls good need not be made out to this service
                .allowOpaqueTokenIntrospection(false)
                .allowJwtIntrospection(false)
                .end()
                .roles()
                .roleClaimPath(oidc.groups())
                .end();
    }

    @Override
    public Uni<SecurityIdentity> augment(
            SecurityIdentity identity, AuthenticationRequestContext context) {
        return Uni.createFrom()
                .item(
                        identity.isAnonymous()
                                ? identity
                                : Callers.identity(
                                        callers.ofGroups(
                                                identity.getPrincipal().getName(),
                                                identity.getRoles())));
    }
}
