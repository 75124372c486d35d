package org.demur.inference.http;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The interfaces that a model can be spoken to through. */
public enum Provider {
    /** OpenAI's own service. */
    OPENAI,
    /** OpenAI's models at Azure: the same interface, another header for the key. */
    AZURE,
    /** Servers that speak as OpenAI once did: vLLM, llama.cpp, and many others. */
    OPENAI_COMPATIBLE,
    ANTHROPIC,
    OLLAMA;

    /** As written in files, such as {@code openai-compatible}. */
    public String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public static List<String> keys() {
        return Arrays.stream(values()).map(Provider::key).toList();
    }
}
