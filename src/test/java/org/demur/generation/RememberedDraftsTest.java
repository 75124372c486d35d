package org.demur.generation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.demur.question.Question;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.FileSchema;
import org.demur.schema.ValueIndex;
import org.junit.jupiter.api.Test;

final class RememberedDraftsTest {
    private static final DatabaseSchema SCHEMA =
            FileSchema.of("shop", "", List.of(), null, Map.of(), List.of(), ValueIndex.EMPTY);

    private final List<String> asked = new ArrayList<>();
    private final RememberedDrafts generator =
            new RememberedDrafts((question, schema) -> {
                asked.add(question.text());
                return new Generation.Declined(question.text());
            });

    private Generation ask(String text) {
        return generator.generate(new Question("q", "shop", text), SCHEMA);
    }

    @Test
    void whatIsAskedAgainIsNotDraftedAgain() {
        // when
        var drafted =
                List.of("Which bikes are cheap?", "Which are dear?", "Which bikes are cheap?")
                        .stream()
                        .map(this::ask)
                        .toList();

        // then
        assertThat(asked).containsExactly("Which bikes are cheap?", "Which are dear?");
        assertThat(drafted.getLast()).isSameAs(drafted.getFirst());
    }

    @Test
    void whatWasInterruptedIsDraftedAgain() {
        // given
        Thread.currentThread().interrupt();
        ask("Which are dear?");
        assertThat(Thread.interrupted()).isTrue();

        // when
        ask("Which are dear?");

        // then
        assertThat(asked).hasSize(2);
    }
}
