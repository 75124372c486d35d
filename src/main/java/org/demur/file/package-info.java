/** Files that appear whole or not at all, digests, and where what can be made again is kept. */
@NullMarked
package org.demur.file;

import org.jspecify.annotations.NullMarked;
