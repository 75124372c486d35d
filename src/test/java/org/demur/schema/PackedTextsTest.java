package org.demur.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PackedTextsTest {
    private static final List<String> TEXTS =
            List.of("tyre", "", "Tyre", "tyre", "\ud83d\udeb2", "\uff21", "ty", "\u00e9tape");

    @Test
    void textsAreKnownByTheirPlaceInTheOrderOfCodePoints() {
        // when
        var packed = PackedTexts.of(TEXTS);

        // then
        assertThat(packed.all())
                .containsExactly("", "Tyre", "ty", "tyre", "\u00e9tape", "\uff21", "\ud83d\udeb2");
        for (int place = 0; place < packed.size(); place++) {
            assertThat(packed.placeOf(packed.get(place))).isEqualTo(place);
        }
        assertThat(packed.placeOf("tyr")).isEqualTo(-1);
        assertThat(PackedTexts.of(List.of()).placeOf("")).isEqualTo(-1);
    }

    @Test
    void whatWasWrittenIsReadWithNothingLeftOver() throws IOException {
        // given
        var bytes = new ByteArrayOutputStream();
        try (var out = new DataOutputStream(bytes)) {
            PackedTexts.of(TEXTS).write(out);
            PackedTexts.of(List.of()).write(out);
        }

        // when
        var in = ByteBuffer.wrap(bytes.toByteArray());
        var texts = PackedTexts.read(in);
        var none = PackedTexts.read(in);

        // then
        assertThat(texts.all()).containsExactlyElementsOf(PackedTexts.of(TEXTS).all().toList());
        assertThat(none.size()).isZero();
        assertThat(in.hasRemaining()).isFalse();
    }
}
