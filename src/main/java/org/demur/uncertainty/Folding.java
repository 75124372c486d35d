package org.demur.uncertainty;

import java.nio.ByteBuffer;
import org.demur.file.Sha256;

/** Which examples are kept from a model that decides one of them. */
public enum Folding {
    /** All of the same database: nothing of a database is known when it is decided. */
    DATABASE {
        @Override
        String fold(FusedExample example) {
            return example.database();
        }
    },
    /** All of a tenth of the templates: no statement like the right one is known. */
    TEMPLATE {
        @Override
        String fold(FusedExample example) {
            int number = ByteBuffer.wrap(Sha256.bytesOf(example.template())).getInt();
            return "templates " + Integer.remainderUnsigned(number, FOLDS);
        }
    };

    private static final int FOLDS = 10;

    abstract String fold(FusedExample example);
}
