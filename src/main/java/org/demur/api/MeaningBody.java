package org.demur.api;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.demur.schema.SemanticLayer;
import org.demur.schema.SemanticLayer.Event;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * An entry of a database's semantic layer, as sent over HTTP.
 *
 * @param kind the key of the declaration that it stands under
 * @param words none where it holds whatever is asked
 * @param meaning what they stand for, in names of the schema
 */
@Schema(name = "Meaning", description = "An entry of the semantic layer.")
record MeaningBody(
        @Schema(description = "entities, events, synonyms, units, filters, licences or neutral")
                String kind,
        @Schema(description = "Words of questions; none where it holds whatever is asked.")
                List<String> words,
        @Schema(description = "What they stand for, in names of the schema.") String meaning) {
    /** All of a layer, in the order of the declaration's keys. */
    static List<MeaningBody> of(SemanticLayer layer) {
        var all = new ArrayList<MeaningBody>();
        for (var entity : layer.entities()) {
            var name = entity.name() == null ? "" : ", named by " + entity.name();
            all.add(new MeaningBody("entities", entity.words(), entity.table() + name));
        }
        for (var event : layer.events()) {
            all.add(new MeaningBody("events", List.of(), event.table() + ": " + roles(event)));
        }
        for (var synonym : layer.synonyms()) {
            var meaning = "%s = '%s'".formatted(synonym.column(), synonym.value());
            all.add(new MeaningBody("synonyms", synonym.words(), meaning));
        }
        for (var unit : layer.units()) {
            all.add(new MeaningBody("units", List.of(unit.words()), unit.column().toString()));
        }
        for (var filter : layer.filters()) {
            var meaning = "only %s = '%s'".formatted(filter.column(), filter.value());
            all.add(new MeaningBody("filters", List.of(), meaning));
        }
        for (var licence : layer.licences()) {
            var words = Stream.concat(licence.words().stream(), licence.also().stream()).toList();
            all.add(new MeaningBody("licences", words, String.join(", ", licence.elements())));
        }
        if (!layer.neutral().isEmpty()) {
            all.add(new MeaningBody("neutral", layer.neutral(), "nothing"));
        }
        return List.copyOf(all);
    }

    private static String roles(Event event) {
        return Stream.of(
                        role("time", event.time()),
                        role("item", event.item()),
                        role("scope", event.scope()),
                        role("value", event.value()))
                .flatMap(Stream::ofNullable)
                .collect(Collectors.joining("; "));
    }

    private static @Nullable String role(String name, @Nullable Object path) {
        return path == null ? null : name + " " + path;
    }
}
