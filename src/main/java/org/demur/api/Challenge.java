package org.demur.api;

/**
 * What whoever has not signed in is told to do it with, in {@code WWW-Authenticate}.
 *
 * @param bySession whether people may sign in at {@code /sign-in}, by a provider of identities
 */
public record Challenge(boolean bySession) {
    String text() {
        return "Bearer realm=\"demur\"" + (bySession ? ", OIDC" : "");
    }
}
