/** Models that run in this process, by ONNX Runtime. */
@NullMarked
package org.demur.inference.onnx;

import org.jspecify.annotations.NullMarked;
