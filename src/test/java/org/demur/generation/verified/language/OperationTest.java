package org.demur.generation.verified.language;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import org.demur.sql.StatementTokens;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Words that turn a question's meaning round, and the statements that heed them. */
final class OperationTest {
    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "which bikes are not red | SELECT id FROM bike WHERE colour <> 'x' | NEGATION | true",
                "which bikes are not red | SELECT id FROM bike WHERE colour = 'x' AND sold IS NOT NULL | NEGATION | false",
                "which bikes weren t sold | SELECT id FROM bike WHERE id NOT IN (SELECT bike_id FROM sale) | NEGATION | true",
                "which bikes weren't sold | SELECT id FROM bike | NEGATION | false",
                "which bikes don ’ t sell | SELECT id FROM bike | NEGATION | false",
                "customers without a bike | SELECT name FROM customer EXCEPT SELECT name FROM sale | NEGATION | true",
                "customers without an address | SELECT name FROM customer WHERE address IS NULL | NEGATION | true",
                "no bikes | SELECT id FROM bike | NEGATION | false",
                "bikes from largest to smallest | SELECT id FROM bike ORDER BY size DESC | SORTED | true",
                "bikes from largest to smallest | SELECT id FROM bike | SORTED | false",
                "bikes of no more than 5 kg | SELECT id FROM bike WHERE weight > 5 | AT_MOST | false",
                "bikes of no more than 5 kg | SELECT id FROM bike WHERE weight <= 5 | AT_MOST | true",
                "bikes of at least 5 kg | SELECT id FROM bike WHERE weight < 5 | AT_LEAST | false",
                "the least sold bike | SELECT id FROM sale GROUP BY id ORDER BY COUNT(*) DESC LIMIT 1 | LEAST | false",
                "the least sold bike | SELECT id FROM sale GROUP BY id ORDER BY COUNT(*) LIMIT 1 | LEAST | true",
                "the least sold bike | SELECT id FROM sale GROUP BY id ORDER BY COUNT(*) DESC, id ASC LIMIT 1 | LEAST | false",
                "the last bike sold | SELECT bike_id FROM sale ORDER BY day ASC LIMIT 1 | LAST | false",
                "the last bike sold | SELECT bike_id FROM sale ORDER BY day DESC LIMIT 1 | LAST | true",
                "the second bike sold | SELECT bike_id FROM sale ORDER BY day ASC LIMIT 1 | NEXT | false",
                "bikes that are not new | SELECT id FROM bike WHERE price = 0.99 | NEGATION | false",
                "the second ride | SELECT AVG(milliseconds) FROM ride | NEXT | false",
                "the third ride | SELECT day FROM ride LIMIT 2, 1 | NEXT | true",
                "bikes of no more than 5 kg | SELECT id FROM bike WHERE weight <> 5 | AT_MOST | false",
                "the lowest price | SELECT MIN(price) FROM bike | LEAST | true",
                "the most sold bike | SELECT id FROM sale GROUP BY id ORDER BY COUNT(*) LIMIT 1 | MOST | false",
                "the second largest bike | SELECT id FROM bike ORDER BY size DESC LIMIT 1 | NEXT | false",
                "the second largest bike | SELECT id FROM bike ORDER BY size DESC LIMIT 1 OFFSET 1 | NEXT | true",
                "the difference between the prices | SELECT MAX(price) - MIN(price) FROM bike | DIFFERENCE | true",
                "the difference between the prices | SELECT MAX(price) FROM bike | DIFFERENCE | false",
                "who bought two or more times | SELECT name FROM sale GROUP BY name HAVING COUNT(*) >= 2 | REPETITION | true",
                "who bought two or more times | SELECT name FROM sale WHERE shop = 27 | REPETITION | false",
                "what share of the bikes is red | SELECT SUM(red) * 1.0 / COUNT(*) FROM bike | SHARE | true",
                "what percentage of bikes is red | SELECT COUNT(*) FROM bike WHERE red | SHARE | false",
                "the average price | SELECT SUM(price) FROM bike | AVERAGE | false",
                "bikes that cost more than 20 | SELECT id FROM bike WHERE price < 20 | MORE | false",
                "bikes that cost more than 20 | SELECT id FROM bike WHERE price > 20 | MORE | true",
                "bikes that cost more than a car | SELECT id FROM bike JOIN car WHERE car.price < bike.price | MORE | true",
                "bikes that cost less than 20 | SELECT id FROM bike WHERE price > 20 | LESS | false",
                "bikes lighter than 5 kg | SELECT id FROM bike WHERE weight <= 5 | LESS | true",
                "how many bikes has each shop | SELECT COUNT(*) FROM bike | EACH | false",
                "for each shop the number of bikes | SELECT shop, COUNT(*) FROM bike GROUP BY shop | EACH | true",
                "the average price per shop | SELECT AVG(price) FROM bike | EACH | false",
                "shops with both red and blue bikes | SELECT shop FROM bike WHERE colour = 'x' | BOTH | false",
                "both the name and the price | SELECT name, price FROM bike | BOTH | true",
                "bikes either red or blue | SELECT id FROM bike WHERE colour = 'x' AND price = 2 | EITHER | false",
                "bikes either red or blue | SELECT id FROM bike WHERE colour IN ('x', 'x') | EITHER | true"
            })
    void aStatementDoesWhatIsSaid(String question, String sql, Operation operation, boolean does) {
        assertThat(said(question)).contains(operation);
        assertThat(operation.isIn(StatementTokens.of(sql))).isEqualTo(does);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "how many times was it sold",
                "what does the patient want",
                "is there another one",
                "bikes of at least one customer", // a minimum, but not the least of them
                "bikes that took 5 seconds",
                "bikes of no more than 5 kg", // a bound of its own
                "bikes that weigh more than or equal to 5 kg",
                "the colour of each bike",
                "bikes from largest to smallest", // all of them, in an order
                "bikes by weight largest first please"
            })
    void otherWordsTurnNothingRound(String question) {
        assertThat(said(question))
                .doesNotContain(
                        Operation.NEGATION,
                        Operation.LEAST,
                        Operation.NEXT,
                        Operation.MOST,
                        Operation.MORE,
                        Operation.EACH);
    }

    @Test
    void whatIsNoLongerSoIsNoBound() {
        assertThat(said("which bikes are no longer sold")).doesNotContain(Operation.AT_MOST);
    }

    private static Set<Operation> said(String question) {
        return Operation.saidIn(Arrays.asList(question.toLowerCase(Locale.ROOT).split(" ", -1)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sale no . ‹id›",
                "bikes sold or not",
                "first and last name of customers",
                "names ( first , last ) of customers",
                "customer no + name",
                "customer no and name",
                "customers in cork , no duplicates",
                "does a hire last longer in cork"
            })
    void wordsThatSoundLikeOneAreNone(String words) {
        assertThat(Operation.saidIn(Arrays.asList(words.split(" ", -1)))).isEmpty();
    }

    @Test
    void noSecondOneIsNoOneAndNotTheSecond() {
        assertThat(Operation.saidIn(Arrays.asList("bikes", "with", "no", "second", "key")))
                .containsExactly(Operation.NEGATION);
    }
}
