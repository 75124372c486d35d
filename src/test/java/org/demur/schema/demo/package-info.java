@NullMarked
package org.demur.schema.demo;

import org.jspecify.annotations.NullMarked;
