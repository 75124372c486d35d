package org.demur.evaluation.compare;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.demur.evaluation.Benchmarks;
import org.demur.evaluation.dataset.DataFile;
import org.demur.evaluation.dataset.EhrSql2024Reader;
import org.demur.evaluation.dataset.Gold;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Our execution of EHRSQL-2024's gold beside the answers that its authors published. */
final class GoldAnswersTest {
    private static final Pattern CELL = Pattern.compile("'([^']*)'|\"([^\"]*)\"");
    private static final Pattern ROW = Pattern.compile("\\[((?:'[^']*'|\"[^\"]*\"|, )+)\\]");

    @Test
    void everyPublishedAnswerIsReproduced() {
        // given
        var folder = Benchmarks.require("ehrsql-2024/valid");
        var packed = Benchmarks.require("ehrsql-2024/mimic_iv.sqlite.gz");
        Map<String, JsonNode> answers = DataFile.byId(folder.resolve("answer.json"));
        var data = new EhrSql2024Reader().read(folder);
        var rules = ScoringRules.EHRSQL_2024;
        var different = new ArrayList<String>();
        try (var database =
                RawDatabase.open(
                        Benchmarks.cache().unpacked(packed),
                        ExecutionLimits.STANDARD,
                        new LongAdder())) {
            for (var sample : data.samples()) {
                if (sample.gold() instanceof Gold.FeasibleBy(String sql)) {
                    // when
                    var rows = new FirstRows();
                    database.execute(rules.gold(sql), cells -> add(rows, cells));
                    // then
                    String published = requireNonNull(answers.get(sample.id())).asText();
                    if (!rows.sorted().equals(rowsOf(published))) {
                        different.add(sample.id() + ": " + rows.sorted() + " for " + published);
                    }
                }
            }
        }
        assertThat(data.samples()).hasSize(1163);
        assertThat(different).isEmpty();
    }

    private static boolean add(FirstRows rows, @Nullable Object[] cells) {
        rows.add(TextRow.of(cells, ScoringRules.EHRSQL_2024));
        return true;
    }

    /** The published text of rows, each cell as scored. */
    private static List<TextRow> rowsOf(String published) {
        var rows = new FirstRows();
        ROW.matcher(published.substring(1, published.length() - 1))
                .results()
                .forEach(row -> add(rows, cellsOf(row.group(1)).toArray()));
        return rows.sorted();
    }

    private static Stream<String> cellsOf(String row) {
        return CELL.matcher(row)
                .results()
                .map(cell -> cell.group(1) != null ? cell.group(1) : cell.group(2));
    }
}
