package org.demur.evaluation.compare.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class ExactSetMatchPlusTest {
    private static final int DATABASES = 100;

    private static final List<Connection> databases = new ArrayList<>();

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void appliesTheRulesWhereTheSchemaVerifiesThem(VerdictCases.Case pair, VerdictCases file) {
        // when
        SqlVerdict verdict =
                ExactSetMatchPlus.compare(
                        ExactSetMatchPlus.Forms.of(pair.gold(), file.schema()),
                        pair.prediction(),
                        file.schema());

        // then
        assertThat(verdict).isEqualTo(pair.verdict());
    }

    @ParameterizedTest(name = "{0}, seeds 0 to 99")
    @MethodSource("cases")
    void saysWhatRandomDatabasesSay(VerdictCases.Case pair, VerdictCases file) throws SQLException {
        // given
        assumeThat(pair.notExecuted()).isEmpty();

        // when
        int toldApart = 0;
        for (Connection database : databases) {
            toldApart +=
                    RandomDatabase.tellsApart(database, pair.gold(), pair.prediction()) ? 1 : 0;
        }

        // then
        if (pair.verdict() == SqlVerdict.EQUAL) {
            assertThat(toldApart).isZero();
        } else {
            assertThat(toldApart).isPositive();
        }
    }

    @BeforeAll
    static void fillDatabases() throws Exception {
        VerdictCases file = VerdictCases.of("exact-set-match-plus.yaml");
        for (long seed = 0; seed < DATABASES; seed++) {
            databases.add(RandomDatabase.of(file.script(), file.schema(), new Random(seed)));
        }
    }

    @AfterAll
    static void closeDatabases() throws SQLException {
        for (Connection database : databases) {
            database.close();
        }
    }

    static Stream<Arguments> cases() throws Exception {
        VerdictCases file = VerdictCases.of("exact-set-match-plus.yaml");
        return file.cases().stream().map(pair -> Arguments.of(pair, file));
    }
}
