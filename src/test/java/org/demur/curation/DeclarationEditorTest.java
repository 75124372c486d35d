package org.demur.curation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.demur.curation.DeclarationEditor.Reach;
import org.demur.failure.GatewayException;
import org.demur.schema.Database;
import org.demur.schema.TestDatabase;
import org.demur.schema.catalog.DeclaredCatalog;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What may be written where declarations are texts that come over the network. */
final class DeclarationEditorTest {
    private static final String OWN = "file: library.sqlite\ntables: {exclude: [loan]}\n";

    @TempDir Path home;
    private final List<String> renewed = new ArrayList<>();
    private DeclarationEditor editor;

    @BeforeEach
    void declare() throws IOException {
        TestDatabase.of(
                home.resolve("library.sqlite"),
                "CREATE TABLE book (id INTEGER, title TEXT)",
                "CREATE TABLE loan (id INTEGER)");
        TestDatabase.of(home.resolve("other.sqlite"), "CREATE TABLE secret (id INTEGER)");
        var folder = Files.createDirectory(home.resolve("databases"));
        Files.writeString(folder.resolve("library.yaml"), OWN);
        Files.writeString(folder.resolve("other.yaml"), "file: ${FILES:-.}/other.sqlite\n");
        editor =
                new DeclarationEditor(
                        home,
                        folder,
                        trial -> DeclaredCatalog.of(home, trial, Map.of("HOME", "/root")),
                        _ -> List.of(),
                        renewed::add);
    }

    private void recorded() {
        renewed.add("recorded");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "description: Books.\n" + OWN,
                OWN + "assumptions: [A book is lent once.]\n",
                OWN + "semantics: {entities: [{table: book, words: [volumes]}]}\n",
                "file: library.sqlite\ntables: {exclude: [loan], describe: {book: What is lent.}}\n",
                OWN + "columns: {describe: {book.title: Its name.}}\n",
            })
    void whoeverOperatesSomeDatabasesChangesWhatTheirDataMean(String text) {
        // when
        boolean written = editor.write("library", text, Reach.MEANING, OWN, this::recorded);

        // then
        assertThat(written).isTrue();
        assertThat(editor.read("library")).isEqualTo(text);
        assertThat(renewed).containsExactly("recorded", "library");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "file: other.sqlite\ntables: {exclude: [loan]}\n",
                "generator: demo\n",
                "file: library.sqlite\n",
                OWN + "columns: {exclude: [book.title]}\n",
                OWN + "verified: {files: [{path: /etc/passwd}]}\n",
                OWN + "journal: {questions: true}\n",
                "url: jdbc:postgresql://127.0.0.1/x\nuser: a\n",
                "not: [YAML",
            })
    void whoeverOperatesSomeDatabasesLeavesWhereTheyAre(String text) {
        assertThatThrownBy(() -> editor.write("library", text, Reach.MEANING, null, this::recorded))
                .isInstanceOf(GatewayException.class)
                .hasMessageContaining("operates some databases only");
        assertThatThrownBy(() -> editor.tried("library", text, Reach.MEANING, Database::id))
                .isInstanceOf(GatewayException.class);
        assertThat(editor.read("library")).isEqualTo(OWN);
    }

    @Test
    void whoeverOperatesSomeDatabasesDeclaresNoOther() {
        assertThatThrownBy(() -> editor.write("new", OWN, Reach.MEANING, null, this::recorded))
                .isInstanceOf(GatewayException.class);
        assertThat(editor.read("new")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "url: jdbc:postgresql://elsewhere.example/x\nuser: \"${HOME}\"\n",
                "url: jdbc:postgresql://elsewhere.example/x\nuser: \"\\u0024{HOME}\"\n",
                "url: jdbc:postgresql://elsewhere.example/x\nuser: a\npassword: ${FILES}${HOME:-b}\n",
                "file: ${HOME}/library.sqlite\n",
            })
    void noEnvironmentVariableIsReadThatNoDeclarationReadsYet(String text) {
        assertThatThrownBy(() -> editor.tried("library", text, Reach.ALL, Database::id))
                .isInstanceOf(GatewayException.class)
                .hasMessageContaining("environment variable HOME")
                .hasMessageNotContaining("/root");
    }

    @ParameterizedTest
    @ValueSource(strings = {"${FILES:-.}", "${DATABASE_FILES:-.}"})
    void variablesOfDeclarationsAndThoseForThemAreRead(String place) {
        assertThat(
                        editor.tried(
                                "library",
                                "file: %s/library.sqlite\n".formatted(place),
                                Reach.ALL,
                                Database::id))
                .isEqualTo("library");
    }

    @Test
    void aTextThatIsAnotherByNowIsNotOverwritten() {
        // given
        boolean before =
                editor.write(
                        "library", "description: First.\n" + OWN, Reach.ALL, OWN, this::recorded);

        // when
        boolean written =
                editor.write(
                        "library", "description: Second.\n" + OWN, Reach.ALL, OWN, this::recorded);

        // then
        assertThat(before).isTrue();
        assertThat(written).isFalse();
        assertThat(editor.read("library")).contains("First");
    }

    @Test
    void ofSeveralDocumentsNoneIsLeftUnread() {
        assertThatThrownBy(() ->
                        editor.tried(
                                "library",
                                OWN + "---\ndescription: Another.\n",
                                Reach.ALL,
                                Database::id))
                .isInstanceOf(GatewayException.class)
                .hasMessageContaining("second document");
    }
}
