package org.demur.api;

import io.quarkus.security.identity.CurrentIdentityAssociation;
import io.quarkus.security.identity.SecurityIdentity;
import io.quarkus.security.runtime.QuarkusPrincipal;
import io.quarkus.security.runtime.QuarkusSecurityIdentity;
import jakarta.inject.Singleton;
import org.demur.failure.GatewayException;
import org.demur.pipeline.Gateway;
import org.demur.pipeline.OpenDatabase;
import org.demur.schema.DatabaseCatalog;

/** Tells who asks, and keeps from them what they may not see. */
@Singleton
public final class Callers {
    private static final String ATTRIBUTE = "demur.caller";

    private final CurrentIdentityAssociation identities;
    private final Credentials credentials;
    private final Gateway gateway;
    private final Allowance allowance;

    Callers(
            CurrentIdentityAssociation identities,
            Credentials credentials,
            Gateway gateway,
            Allowance allowance) {
        this.identities = identities;
        this.credentials = credentials;
        this.gateway = gateway;
        this.allowance = allowance;
    }

    /** Who sent the request that is being answered; for requests that a role is required for. */
    public Caller current() {
        Caller caller = identities.getIdentity().getAttribute(ATTRIBUTE);
        if (caller != null) {
            return caller;
        }
        // over standard input there is nothing to sign in with
        return credentials
                .withoutKey()
                .orElseThrow(() -> new IllegalStateException("nobody has signed in"));
    }

    /**
     * Takes one question from what the caller has left; for whatever takes a database or the
     * journal as much work as a question does.
     *
     * @throws jakarta.ws.rs.WebApplicationException with status 429 where nothing is left
     */
    void requireAllowance() {
        allowance
                .take(current())
                .ifPresent(wait -> {
                    throw Problems.tooManyQuestions(wait);
                });
    }

    /**
     * Nothing where the caller may ask the database and there is one.
     *
     * @throws GatewayException UNKNOWN_DATABASE, in the same words whether it is not there or not
     *     for this caller
     */
    void requireVisible(String database) {
        var caller = current();
        if (caller.maySeeAll()) {
            return; // whoever may see all of them is told by the gateway what is wrong with one
        }
        var visible = gateway.databases().declared().stream().filter(caller::maySee).toList();
        if (!visible.contains(database)) {
            throw DatabaseCatalog.unknown(database, visible);
        }
    }

    /**
     * A database that the path names.
     *
     * @throws RuntimeException a problem of status 404 where {@link #requireVisible} refuses it;
     *     GatewayException for what else is wrong with it
     */
    OpenDatabase open(String id) {
        try {
            requireVisible(id);
            return gateway.database(id);
        } catch (GatewayException e) {
            throw Problems.named(e);
        }
    }

    /** Of the container, for a caller whose sign-in was checked. */
    public static SecurityIdentity identity(Caller caller) {
        return QuarkusSecurityIdentity.builder()
                .setPrincipal(new QuarkusPrincipal(caller.name()))
                .addRoles(caller.roles())
                .addAttribute(ATTRIBUTE, caller)
                .build();
    }
}
