package org.demur.api;

import java.util.Optional;

/** Whom callers' keys belong to. Thread-safe. */
public interface Credentials {
    /** What every key begins with, unlike other tokens. */
    String KEY_PREFIX = "demur_";

    /** Whether callers have to sign in at all. */
    boolean required();

    /** Whose key this is; empty for one that nobody made, that was revoked or has expired. */
    Optional<Caller> ofKey(String key);
}
