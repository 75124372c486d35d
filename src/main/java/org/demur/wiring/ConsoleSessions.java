package org.demur.wiring;

import static java.util.Objects.requireNonNull;

import io.quarkus.oidc.AuthorizationCodeTokens;
import io.quarkus.oidc.OidcTenantConfigBuilder;
import io.quarkus.oidc.runtime.OidcTenantConfig.ApplicationType;
import io.quarkus.oidc.runtime.OidcTenantConfig.TokenStateManager.Strategy;
import io.quarkus.oidc.runtime.OidcUtils;
import io.quarkus.oidc.runtime.TenantConfigContext;
import io.quarkus.security.AuthenticationFailedException;
import io.quarkus.security.AuthenticationRedirectException;
import io.quarkus.security.identity.SecurityIdentity;
import io.quarkus.vertx.http.runtime.security.HttpAuthenticator;
import io.quarkus.vertx.http.runtime.security.QuarkusHttpUser;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.Cookie;
import io.vertx.core.http.CookieSameSite;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import jakarta.ws.rs.core.UriBuilder;
import java.time.Duration;

/**
 * Sessions of people at the console. {@code /sign-in} leads to the provider of identities and back
 * to the page that asked for it, {@code /sign-out} ends the session here and there. A session is an
 * encrypted cookie that scripts cannot read; no other path ever leads to the provider.
 */
@Singleton
final class ConsoleSessions {
    private static final String SIGN_IN = "/sign-in";
    private static final String SIGN_OUT = "/sign-out";

    /**
     * Tells the pages' script, which cannot see the session, how sign-in went. Secret to nobody.
     */
    private static final String MARK = "demur-session";

    /** Longer than any session, and until the page that tells of a refusal is there. */
    private static final Duration OPEN = Duration.ofDays(365);

    private static final Duration REFUSED = Duration.ofMinutes(1);

    /** How long a browser keeps a session that the provider may still prolong. */
    private static final Duration LONGEST_PAUSE = Duration.ofHours(12);

    /** After the framework knows what the request came with, before resources and pages. */
    private static final int BEFORE_ROUTES = -50;

    /** Pages of this service alone: nothing that a browser takes for another address. */
    private static final String PAGE = "([a-z]+\\.html)?([?#].*)?";

    /** Makes sessions possible, beside bearer tokens. */
    static void offer(OidcTenantConfigBuilder tenant, Settings.Oidc oidc) {
        tenant.applicationType(ApplicationType.HYBRID)
                .clientId(oidc.client().orElseThrow())
                .credentials(oidc.secret().orElseThrow())
                .authentication()
                .scopes(oidc.scopes().split(" ", -1))
                .pkceRequired()
                .nonceRequired()
                .redirectPath(SIGN_IN)
                .restorePathAfterRedirect()
                .sessionAgeExtension(LONGEST_PAUSE)
                .end()
                .token()
                .refreshExpired()
                .end()
                .tokenStateManager()
                .strategy(Strategy.ID_REFRESH_TOKENS)
                .end();
    }

    void open(@Observes Router router, Settings settings) {
        if (settings.oidc().client().isPresent()) {
            router.get(SIGN_IN).order(BEFORE_ROUTES).handler(this::signIn);
            router.get(SIGN_OUT).order(BEFORE_ROUTES).handler(this::signOut);
        }
    }

    private void signIn(RoutingContext exchange) {
        caller(exchange)
                .subscribe()
                .with(
                        caller -> {
                            if (!caller.isAnonymous()) {
                                welcome(exchange);
                            } else if (exchange.queryParam("state").isEmpty()) {
                                askProvider(exchange);
                            } else { // back from there, without the cookie of who went
                                refuse(exchange);
                            }
                        },
                        failure -> {
                            if (failure instanceof AuthenticationRedirectException onward) {
                                exchange.redirect(onward.getRedirectUri());
                            } else if (failure instanceof AuthenticationFailedException) {
                                askProvider(exchange);
                            } else {
                                refuse(exchange);
                            }
                        });
    }

    /** Who asks; a failure is this class's alone to answer. */
    private static Uni<SecurityIdentity> caller(RoutingContext exchange) {
        exchange.remove(QuarkusHttpUser.AUTH_FAILURE_HANDLER);
        return QuarkusHttpUser.getSecurityIdentity(exchange, null);
    }

    private static void askProvider(RoutingContext exchange) {
        HttpAuthenticator authenticator = exchange.get(HttpAuthenticator.class.getName());
        requireNonNull(authenticator)
                .sendChallenge(exchange)
                .subscribe()
                .with(_ -> exchange.end(), _ -> refuse(exchange));
    }

    private static void welcome(RoutingContext exchange) {
        mark(exchange, "open", OPEN);
        var page = exchange.queryParam("page").stream().findFirst().orElse("");
        exchange.redirect("/" + (page.matches(PAGE) ? page : ""));
    }

    private static void refuse(RoutingContext exchange) {
        mark(exchange, "refused", REFUSED);
        exchange.redirect("/");
    }

    private static void mark(RoutingContext exchange, String how, Duration age) {
        exchange.response()
                .addCookie(
                        Cookie.cookie(MARK, how)
                                .setMaxAge(age.toSeconds())
                                .setPath("/")
                                .setSameSite(CookieSameSite.LAX)
                                .setSecure(exchange.request().isSSL()));
    }

    private void signOut(RoutingContext exchange) {
        caller(exchange).subscribe().with(_ -> end(exchange), _ -> end(exchange));
    }

    private static void end(RoutingContext exchange) {
        for (var cookie : exchange.request().cookies()) {
            var name = cookie.getName();
            if (name.equals(MARK) || name.startsWith(OidcUtils.SESSION_COOKIE_NAME)) {
                exchange.response().addCookie(Cookie.cookie(name, "").setPath("/").setMaxAge(0));
            }
        }
        exchange.redirect(afterwards(exchange));
    }

    /** Where the provider ends its own session and leads back, if it does. */
    private static String afterwards(RoutingContext exchange) {
        TenantConfigContext provider = exchange.get(TenantConfigContext.class.getName());
        AuthorizationCodeTokens session = exchange.get(AuthorizationCodeTokens.class.getName());
        if (provider == null
                || session == null
                || provider.getOidcMetadata().getEndSessionUri() == null) {
            return "/";
        }
        var request = exchange.request();
        return UriBuilder.fromUri(provider.getOidcMetadata().getEndSessionUri())
                .queryParam("id_token_hint", session.getIdToken())
                .queryParam(
                        "post_logout_redirect_uri",
                        "%s://%s/".formatted(request.scheme(), request.authority()))
                .build()
                .toString();
    }
}
