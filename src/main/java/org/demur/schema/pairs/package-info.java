/** Question-SQL pairs: their file formats, their check, and following their files. */
@NullMarked
package org.demur.schema.pairs;

import org.jspecify.annotations.NullMarked;
