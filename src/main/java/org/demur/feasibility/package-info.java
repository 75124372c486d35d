/** Whether a question can be answered from a schema at all; measured before any SQL is written. */
@NullMarked
package org.demur.feasibility;

import org.jspecify.annotations.NullMarked;
