package org.demur.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.demur.schema.SchemaLinks.ValueMention;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SchemaLinkerTest {
    private static final ColumnRef CITY = new ColumnRef("shop", "city");

    private static final DatabaseSchema SHOPS =
            FileSchema.of(
                    "shops",
                    "",
                    List.of(),
                    null,
                    List.of(
                            new Table(
                                    "shop",
                                    "",
                                    List.of(
                                            column("city", ""),
                                            column("openingHours", "when it is open")),
                                    List.of(),
                                    List.of(),
                                    3)),
                    new Cities());

    private final SchemaLinker linker = SchemaLinker.of(SHOPS);

    @Test
    void theLongestValueIsMentioned() {
        // given
        var question = "Shops in new york-city, or York?";
        // when
        var links = linker.link(question);
        // then
        assertThat(links.mentions())
                .containsExactly(new ValueMention(2, 5, CITY), new ValueMention(6, 7, CITY));
    }

    @Test
    void theLastWordOfAValueMayBeInThePlural() {
        // when
        var links = linker.link("How many Yorks and New Yorks are there?");
        // then
        assertThat(links.mentions())
                .containsExactly(new ValueMention(2, 3, CITY), new ValueMention(4, 6, CITY));
    }

    @Test
    void wordsNameTablesAndColumnsWhateverTheirEnding() {
        // given
        var question = "opening hour of the shops";
        // when
        var links = linker.link(question);
        // then
        assertThat(links.names())
                .extracting(n -> n.word() + " " + n.column())
                .contains("0 shop.openingHours", "1 shop.openingHours", "4 shop.");
    }

    @Test
    void wordsThatAreDeclaredForAValueNameItsColumn() {
        // given
        var declared =
                new SemanticLayer(
                        List.of(),
                        List.of(),
                        List.of(
                                new SemanticLayer.Synonym(
                                        List.of("big apple", "gotham"), CITY, "New York")),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of());
        var shops =
                FileSchema.of(
                        SHOPS.id(),
                        SHOPS.description(),
                        SHOPS.assumptions(),
                        SHOPS.now(),
                        SHOPS.constants(),
                        SHOPS.tables(),
                        SHOPS.values(),
                        declared);

        // when
        var links = SchemaLinker.of(shops).link("Which shops are in the big apple?");

        // then
        assertThat(links.names())
                .extracting(n -> n.word() + " " + n.column())
                .contains("5 shop.city", "6 shop.city");
    }

    @Test
    void wordsOfValuesAreKnownWithoutBeingMentioned() {
        // given
        var question = "the new ones";
        // when
        var links = linker.link(question);
        // then
        assertThat(links.mentions()).isEmpty();
        assertThat(linker.isWordOfValue("new")).isTrue();
    }

    @Test
    void whatIsKeptOfValuesLinksAsWhatIsDerived() {
        // given
        var artifacts = new ArtifactsInMemory();
        var question = "Shops in new york-city, or York?";
        SchemaLinker.of(SHOPS, "digest", artifacts);

        // when
        var read = SchemaLinker.of(SHOPS, "digest", artifacts);

        // then
        assertThat(artifacts.derived()).isEqualTo(1);
        assertThat(read.link(question)).isEqualTo(linker.link(question));
        assertThat(read.wordsOfValues()).isEqualTo(linker.wordsOfValues());
        assertThat(read.isWordOfValue("new")).isTrue();
    }

    @Test
    void valuesOfAnotherContentOrBrokenOnesAreDerivedAnew() {
        // given
        var artifacts = new ArtifactsInMemory();
        SchemaLinker.of(SHOPS, "digest", artifacts);

        // when
        SchemaLinker.of(SHOPS, "other", artifacts);
        artifacts.cut();
        var read = SchemaLinker.of(SHOPS, "digest", artifacts);

        // then
        assertThat(artifacts.derived()).isEqualTo(3);
        assertThat(read.wordsOfValues()).isEqualTo(linker.wordsOfValues());
    }

    @ParameterizedTest
    @CsvSource({
        "cities,city",
        "city,city",
        "stopped,stop",
        "stops,stop",
        "named,nam",
        "name,nam",
        "studies,study",
        "studied,study",
        "address,address",
        "status,status",
        "classes,class",
        "boxes,box",
        "running,run",
        "called,call",
        "gas,gas"
    })
    void stemsLoseTheirEndings(String word, String stem) {
        assertThat(WordStem.of(word)).isEqualTo(stem);
    }

    private static Column column(String name, String description) {
        return new Column(name, ColumnType.TEXT, "text", true, false, description);
    }

    private static final class Cities implements ValueIndex {
        @Override
        public Set<ColumnRef> columns() {
            return Set.of(CITY);
        }

        @Override
        public List<String> values(ColumnRef column) {
            return List.of("New York", "New York City", "York");
        }

        @Override
        public boolean complete(ColumnRef column) {
            return true;
        }

        @Override
        public boolean contains(ColumnRef column, String value) {
            return values(column).contains(value);
        }
    }
}
