/**
 * Comparing statements without executing them: exact set match as Spider scores it, its repair
 * ESM+, and the partial component match of SEDE. Uses the schema's facts, never its rows.
 */
@NullMarked
package org.demur.evaluation.compare.sql;

import org.jspecify.annotations.NullMarked;
