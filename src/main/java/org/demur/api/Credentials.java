package org.demur.api;

import java.util.Optional;

/** Whom callers' keys belong to. Thread-safe. */
public interface Credentials {
    /** What every key begins with, unlike other tokens. */
    String KEY_PREFIX = "demur_";

    /** Who asks without a key; empty where callers have to sign in. */
    Optional<Caller> withoutKey();

    /** Whose key this is; empty for one that nobody made, that was revoked or has expired. */
    Optional<Caller> ofKey(String key);
}
