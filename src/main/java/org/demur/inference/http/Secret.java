package org.demur.inference.http;

/** A key that is sent and never shown. */
public final class Secret {
    private final String text;

    public Secret(String text) {
        this.text = text;
    }

    String reveal() {
        return text;
    }

    @Override
    public String toString() {
        return "(not shown)";
    }
}
