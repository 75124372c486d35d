/** Statements read into templates, and templates put together anew: what pairs say of SQL. */
@NullMarked
package org.demur.generation.verified.template;

import org.jspecify.annotations.NullMarked;
