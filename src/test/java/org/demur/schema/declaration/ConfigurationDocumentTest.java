package org.demur.schema.declaration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConfigurationDocumentTest {
    private static final Path DOCUMENT = Path.of("docs", "configuration.md");

    @Test
    void everyKeyOfADatabaseIsDocumented() throws IOException {
        // given
        String section = databasesSection();
        // when
        List<String> undocumented =
                keys().stream().filter(key -> !section.contains("`" + key + "`")).toList();
        // then
        assertThat(undocumented).as("keys without a line in %s", DOCUMENT).isEmpty();
    }

    @Test
    void everyFormatOfPairsIsDocumented() throws IOException {
        // given
        String section = databasesSection();
        // when
        List<String> undocumented =
                Arrays.stream(PairFormat.values())
                        .map(PairFormat::written)
                        .filter(format -> !section.contains("`" + format + "`"))
                        .toList();
        // then
        assertThat(undocumented).as("formats without a line in %s", DOCUMENT).isEmpty();
    }

    private static String databasesSection() throws IOException {
        String text = Files.readString(DOCUMENT);
        int start = text.indexOf("## Databases");
        assertThat(start).as("section 'Databases' of %s", DOCUMENT).isNotNegative();
        int end = text.indexOf("\n## ", start + 1);
        return text.substring(start, end < 0 ? text.length() : end);
    }

    /**
     * As documented: keys of a group are prefixed by the group, keys of list entries stand alone.
     */
    private static List<String> keys() {
        var keys = new ArrayList<String>();
        keys.addAll(names("", WrittenDeclaration.class));
        keys.addAll(names("tables.", WrittenDeclaration.Tables.class));
        keys.addAll(names("columns.", WrittenDeclaration.Columns.class));
        keys.addAll(names("limits.", WrittenDeclaration.Limits.class));
        keys.addAll(names("verified.", WrittenDeclaration.Pairs.class));
        keys.addAll(names("", WrittenDeclaration.Pair.class));
        keys.addAll(names("", WrittenDeclaration.File.class));
        keys.addAll(names("select.", WrittenDeclaration.Select.class));
        keys.addAll(names("", WrittenDeclaration.Semantics.class));
        keys.addAll(names("", WrittenDeclaration.Entity.class));
        keys.addAll(names("", WrittenDeclaration.Event.class));
        keys.addAll(names("", WrittenDeclaration.Synonym.class));
        keys.addAll(names("", WrittenDeclaration.Filter.class));
        assertThat(WrittenDeclaration.class.getDeclaredClasses()).hasSize(12);
        return keys;
    }

    private static List<String> names(String prefix, Class<?> group) {
        return Arrays.stream(group.getRecordComponents())
                .map(RecordComponent::getName)
                .map(name -> prefix + name)
                .toList();
    }
}
