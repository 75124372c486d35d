package org.demur.schema;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class RecentTest {
    private final Recent<String, Integer> recent = new Recent<>(10);

    @Test
    void whatNobodyAskedForTheLongestGoes() {
        // given
        recent.put("a", "12345", 1);
        recent.put("b", "12345", 2);

        // when
        recent.get("a");
        recent.put("c", "1", 3);

        // then
        assertThat(recent.get("a")).isEqualTo(1);
        assertThat(recent.get("b")).isNull();
        assertThat(recent.get("c")).isEqualTo(3);
    }

    @Test
    void aValueInPlaceOfAnotherTakesNoMoreRoom() {
        // when
        for (int i = 0; i < 5; i++) {
            recent.put("a", "12345", i);
        }
        recent.put("b", "12345", 9);

        // then
        assertThat(recent.get("a")).isEqualTo(4);
        assertThat(recent.get("b")).isEqualTo(9);
    }

    @Test
    void aTextThatIsLargerThanTheRoomIsForgotten() {
        // when
        recent.put("b", "12345", 2);
        recent.put("a", "12345678901", 1);

        // then
        assertThat(recent.get("b")).isEqualTo(2);
        assertThat(recent.get("a")).isNull();
    }
}
