/** What is asked, and of which database. */
@NullMarked
package org.demur.question;

import org.jspecify.annotations.NullMarked;
