/** Reads what people write in {@code config/databases/*.yaml}, strictly. */
@NullMarked
package org.demur.schema.declaration;

import org.jspecify.annotations.NullMarked;
