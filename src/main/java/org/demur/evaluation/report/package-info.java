/**
 * What runs look like to people: a page about whole runs, and the way of one item. Reads only the
 * folders of runs; nothing is asked or executed.
 */
@NullMarked
package org.demur.evaluation.report;

import org.jspecify.annotations.NullMarked;
