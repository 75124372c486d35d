package org.demur.generation.verified.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.demur.generation.verified.template.SqlTemplate.Tally;
import org.demur.generation.verified.template.SqlTemplate.TimePattern;
import org.junit.jupiter.api.Test;

final class SqlTemplateTest {
    @Test
    void timesGoWhereTheirTextSortsWhereThatTellsBetterThanTheOrderInQuestions() {
        // given ten pairs, "today compared to yesterday" and "compared to yesterday, today" alike
        var pattern = new TimePattern(List.of(), 10, new Tally(6, 4), new Tally(10, 0));
        // then
        assertThat(pattern.log(false, true)).isCloseTo(Math.log(10.3 / 10.6), within(1e-9));
        assertThat(pattern.log(true, false)).isCloseTo(Math.log(0.3 / 10.6), within(1e-9));
    }

    @Test
    void timesGoInTheOrderOfQuestionsWhereThatTellsBetter() {
        // given
        var pattern = new TimePattern(List.of(), 10, new Tally(9, 1), new Tally(5, 5));
        // then
        assertThat(pattern.log(true, false)).isCloseTo(Math.log(9.3 / 10.6), within(1e-9));
        assertThat(pattern.log(false, true)).isCloseTo(Math.log(1.3 / 10.6), within(1e-9));
    }
}
