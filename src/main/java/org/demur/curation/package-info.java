/** What people add to a database's verified queries, and what that changes. */
@NullMarked
package org.demur.curation;

import org.jspecify.annotations.NullMarked;
