/** What a model is shown: a schema as text, demonstrations, and no more than it can take. */
@NullMarked
package org.demur.prompt;

import org.jspecify.annotations.NullMarked;
