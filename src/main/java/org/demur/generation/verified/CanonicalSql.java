package org.demur.generation.verified;

import java.util.Optional;
import org.demur.generation.verified.template.AliasRemoval;
import org.demur.schema.DatabaseSchema;
import org.demur.sql.KeyPaths;
import org.demur.sql.SqlTreeReader;
import org.demur.sql.SqlTreeWriter;
import org.demur.sql.TokenBag;

/** A statement as this package would write it, so that statements that say the same compare. */
public final class CanonicalSql {
    private CanonicalSql() {}

    /**
     * Its tokens, without names of its own for tables and with look-ups along keys folded; empty
     * where it is not a single SELECT that the tree reader understands.
     */
    public static Optional<TokenBag> of(String sql, DatabaseSchema schema) {
        return SqlTreeReader.read(sql, schema)
                .map(tree -> new KeyPaths(schema).fold(AliasRemoval.plain(tree)))
                .flatMap(SqlTreeWriter::write)
                .flatMap(TokenBag::of);
    }
}
