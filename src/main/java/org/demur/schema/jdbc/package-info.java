/** Reads tables, columns and values from a live database, once per content. */
@NullMarked
package org.demur.schema.jdbc;

import org.jspecify.annotations.NullMarked;
