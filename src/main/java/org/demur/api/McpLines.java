package org.demur.api;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.Objects;

/**
 * The lines of standard input that are messages of the Model Context Protocol. Others are answered
 * here: the library stops reading at the first that is not JSON.
 */
public final class McpLines extends InputStream {
    private final InputStream lines;
    private final PrintStream answers;
    private ByteArrayInputStream line = new ByteArrayInputStream(new byte[0]);

    public McpLines(InputStream lines, PrintStream answers) {
        this.lines = lines;
        this.answers = answers;
    }

    @Override
    public int read() throws IOException {
        return hasLine() ? line.read() : -1;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        Objects.checkFromIndexSize(from, length, into.length);
        if (length == 0) {
            return 0;
        }
        return hasLine() ? line.read(into, from, length) : -1;
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }

    /** Whether something is left to read, once there is something or the input has ended. */
    private boolean hasLine() throws IOException {
        while (line.available() == 0) {
            var next = new ByteArrayOutputStream();
            int read = lines.read();
            if (read < 0) {
                return false;
            }
            while (read >= 0 && read != '\n') {
                if (next.size() <= RequestReader.MAX_BYTES) { // one more says that it is too long
                    next.write(read);
                }
                read = lines.read();
            }
            var refusal = McpMessage.refusal(next.toByteArray());
            if (refusal.isPresent()) {
                answers.println(refusal.get());
                answers.flush();
            } else {
                next.write('\n');
                line = new ByteArrayInputStream(next.toByteArray());
            }
        }
        return true;
    }
}
