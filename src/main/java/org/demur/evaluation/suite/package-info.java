/** Suites of small random databases that tell a gold statement from those that say less or more. */
@NullMarked
package org.demur.evaluation.suite;

import org.jspecify.annotations.NullMarked;
