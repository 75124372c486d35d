/** Calling a model, remote or local; knows no SQL. */
@NullMarked
package org.demur.inference;

import org.jspecify.annotations.NullMarked;
