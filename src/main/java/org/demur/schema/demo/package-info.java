/**
 * The database that Demur brings along: an invented growers' cooperative, the same rows on every
 * machine. May use {@code schema} and {@code failure}.
 */
@NullMarked
package org.demur.schema.demo;

import org.jspecify.annotations.NullMarked;
