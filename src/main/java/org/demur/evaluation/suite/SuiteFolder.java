package org.demur.evaluation.suite;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.demur.evaluation.compare.ScoringRules;
import org.demur.evaluation.dataset.DataFile;
import org.demur.file.JsonFault;

/** The folder of a suite: a file for every schema, and one more while it is built. */
record SuiteFolder(Path folder) {
    private static final String ENDING = ".suite.json";
    private static final String UNFINISHED = ".unfinished.json";

    private static final ObjectMapper MAPPER =
            JsonMapper.builder()
                    // the values of a column are whole numbers, decimals or texts
                    .enable(DeserializationFeature.USE_LONG_FOR_INTS)
                    .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
                    .visibility(PropertyAccessor.FIELD, JsonAutoDetect.Visibility.ANY)
                    .build();

    /** The schemas that it has a suite for, sorted. */
    List<String> databases() {
        var names = new TreeSet<String>();
        if (!Files.isDirectory(folder)) {
            throw DataFile.invalid(folder, "there is no such folder of a suite");
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + ENDING)) {
            for (Path file : files) {
                String name = String.valueOf(file.getFileName());
                names.add(name.substring(0, name.length() - ENDING.length()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return List.copyOf(names);
    }

    /**
     * Any of them.
     *
     * @throws org.demur.failure.GatewayException {@code INVALID_INPUT_FILE} where there is none
     */
    SchemaSuite first() {
        return databases().stream()
                .findFirst()
                .flatMap(this::read)
                .orElseThrow(() -> DataFile.invalid(folder, "it holds no suite"));
    }

    /** Empty where there is none for this schema. */
    Optional<SchemaSuite> read(String database) {
        Path file = file(database, ENDING);
        Optional<SchemaSuite> suite = read(file, SchemaSuite.class);
        suite.filter(known -> ScoringRules.named(known.rules()).isEmpty())
                .ifPresent(known -> {
                    throw DataFile.invalid(file, "there are no rules " + known.rules());
                });
        return suite;
    }

    /** How far a build of this schema's came that was interrupted; empty where none was. */
    Optional<UnfinishedSuite> unfinished(String database) {
        return read(file(database, UNFINISHED), UnfinishedSuite.class);
    }

    private static <T> Optional<T> read(Path file, Class<T> type) {
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try {
            return Optional.of(MAPPER.readValue(DataFile.text(file), type));
        } catch (JsonProcessingException e) {
            throw DataFile.invalid(
                    file,
                    "it is no suite, or of another version%s: %s; delete it and build it again"
                            .formatted(JsonFault.place(e), JsonFault.of(e)));
        }
    }

    /** Writes a suite, which is unfinished no longer; the file appears when it is complete. */
    void write(SchemaSuite suite) {
        write(file(suite.database(), ENDING), suite);
        try {
            Files.deleteIfExists(file(suite.database(), UNFINISHED));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes how far a suite is, likewise. */
    void write(UnfinishedSuite suite) {
        write(file(suite.suite().database(), UNFINISHED), suite);
    }

    private static void write(Path file, Object content) {
        try {
            String text = MAPPER.writeValueAsString(content) + "\n";
            DataFile.write(file, text.getBytes(StandardCharsets.UTF_8));
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    long bytes(String database) {
        try {
            return Files.size(file(database, ENDING));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path file(String database, String ending) {
        // a name is never a way out of the folder
        return folder.resolve(database.replaceAll("[^\\p{L}\\p{N}_.-]|^\\.", "_") + ending);
    }
}
