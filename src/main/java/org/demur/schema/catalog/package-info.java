/** Joins declarations, schemas and pairs into databases that can be asked. */
@NullMarked
package org.demur.schema.catalog;

import org.jspecify.annotations.NullMarked;
