/** What a database offers: tables, columns, values, its verified queries and its semantic layer. */
@NullMarked
package org.demur.schema;

import org.jspecify.annotations.NullMarked;
