/** Models behind the HTTP interface that OpenAI defined, called or replayed. */
@NullMarked
package org.demur.inference.http;

import org.jspecify.annotations.NullMarked;
