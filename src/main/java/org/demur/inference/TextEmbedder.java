package org.demur.inference;

/** Turns a sentence into a vector of unit length; near vectors mean alike. Thread-safe. */
@FunctionalInterface
public interface TextEmbedder {
    float[] embed(String sentence);
}
