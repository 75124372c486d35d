package org.demur.wiring;

import io.quarkus.oidc.Oidc;
import io.quarkus.oidc.OidcTenantConfig;
import io.quarkus.oidc.runtime.OidcTenantConfig.ApplicationType;
import io.quarkus.security.identity.AuthenticationRequestContext;
import io.quarkus.security.identity.SecurityIdentity;
import io.quarkus.security.identity.SecurityIdentityAugmentor;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import org.demur.api.Callers;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;

/**
 * Lets callers sign in by a token of a provider of identities, where one is named. What they may do
 * stands in the files of their groups.
 */
@Singleton
final class OpenIdConnect implements SecurityIdentityAugmentor {
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
        if (settings.oidc().issuer().isPresent() && settings.oidc().audience().isEmpty()) {
            throw new GatewayException(
                    FailureCode.INVALID_CONFIGURATION,
                    "demur.oidc.issuer needs demur.oidc.audience, so that tokens made for other"
                            + " services are not taken");
        }
    }

    void configure(@Observes Oidc framework, Settings settings) {
        check(settings);
        var issuer = settings.oidc().issuer();
        if (issuer.isPresent()) {
            framework.create(
                    OidcTenantConfig.authServerUrl(issuer.get())
                            .applicationType(ApplicationType.SERVICE)
                            .token()
                            .audience(settings.oidc().audience().orElseThrow())
                            .end()
                            .roles()
                            .roleClaimPath(settings.oidc().groups())
                            .end()
                            .build());
        }
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
