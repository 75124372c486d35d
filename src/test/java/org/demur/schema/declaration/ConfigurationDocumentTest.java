package org.demur.schema.declaration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigurationDocumentTest {
    private static final Path DOCUMENT = Path.of("docs", "configuration.md");
    private static final Pattern YAML_BLOCK = Pattern.compile("```yaml\n((?s:.*?))```");

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

    @Test
    void everyExampleOfADatabaseIsADeclaration(@TempDir Path home) throws IOException {
        // given
        List<String> examples = yamlBlocks(databasesSection());
        Path directory = Files.createDirectories(home.resolve("config/databases"));
        for (int i = 0; i < examples.size(); i++) {
            String example = examples.get(i);
            boolean whole = example.contains("file: ") || example.contains("url: ");
            String declaration = whole ? example : "file: x.sqlite\n" + example;
            Files.writeString(directory.resolve("example-" + (i + 1) + ".yaml"), declaration);
        }
        // when
        var environment =
                Map.of("DATABASE_SHOP_USER", "demur_shop", "DATABASE_SHOP_PASSWORD", "secret");
        var loaded = new DatabaseDeclarations(home, environment).load(directory);
        // then
        assertThat(loaded.problems()).isEmpty();
        assertThat(loaded.declarations()).hasSize(5);
        assertThat(loaded.declarations().get(1).verified().inline())
                .extracting(DeclaredPairs.Inline::questions)
                .containsExactly(
                        List.of("How many books are lent out?", "How many loans are open?"),
                        List.of("Will it rain tomorrow?"));
    }

    @Test
    void everyExampleInTheDocumentsIsYaml() throws IOException {
        // given
        var documents = new ArrayList<>(List.of(Path.of("README.md")));
        try (var files = Files.list(Path.of("docs"))) {
            files.filter(file -> file.toString().endsWith(".md")).forEach(documents::add);
        }
        // then
        for (Path document : documents) {
            for (String example : yamlBlocks(Files.readString(document))) {
                assertThatCode(() -> new YAMLMapper().readTree(example))
                        .as(document + ":\n" + example)
                        .doesNotThrowAnyException();
            }
        }
    }

    private static List<String> yamlBlocks(String text) {
        return YAML_BLOCK.matcher(text).results().map(block -> block.group(1)).toList();
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
        keys.addAll(names("journal.", WrittenDeclaration.Journal.class));
        keys.addAll(names("", WrittenDeclaration.Pair.class));
        keys.addAll(names("", WrittenDeclaration.File.class));
        keys.addAll(names("select.", WrittenDeclaration.Select.class));
        keys.addAll(names("", WrittenDeclaration.Semantics.class));
        keys.addAll(names("", WrittenDeclaration.Entity.class));
        keys.addAll(names("", WrittenDeclaration.Event.class));
        keys.addAll(names("", WrittenDeclaration.Synonym.class));
        keys.addAll(names("", WrittenDeclaration.Filter.class));
        keys.addAll(names("", WrittenDeclaration.Licence.class));
        assertThat(WrittenDeclaration.class.getDeclaredClasses()).hasSize(14);
        return keys;
    }

    private static List<String> names(String prefix, Class<?> group) {
        return Arrays.stream(group.getRecordComponents())
                .map(RecordComponent::getName)
                .map(name -> prefix + name)
                .toList();
    }
}
