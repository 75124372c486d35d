/** What the caller gets, with its evidence. */
@NullMarked
package org.demur.answer;

import org.jspecify.annotations.NullMarked;
