/** What is wrong with a draft; finds, never decides. */
@NullMarked
package org.demur.detection;

import org.jspecify.annotations.NullMarked;
