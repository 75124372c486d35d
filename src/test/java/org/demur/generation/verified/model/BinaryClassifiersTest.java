package org.demur.generation.verified.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import de.bwaldvogel.liblinear.Feature;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class BinaryClassifiersTest {
    private static final int WORDS = 30;
    private static final int ROWS = 40;

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void togetherModelsSayWhatEachSaysAlone(long seed) {
        // given
        var random = new Random(seed);
        List<List<String>> questions =
                IntStream.range(0, ROWS).mapToObj(i -> words(random)).toList();
        var text = FeatureVectorizer.fit(questions, 2);
        List<Feature[]> rows = questions.stream().map(text::row).toList();
        List<@Nullable LabelClassifier> models = new ArrayList<>();
        models.add(LabelClassifier.fit(rows, answers(i -> i % 2 == 0), text, 10));
        models.add(LabelClassifier.fit(rows, answers(i -> i > 30), text, 10));
        models.add(null);
        models.add(LabelClassifier.fit(rows, answers(i -> true), text, 10));
        models.add(LabelClassifier.fit(rows, answers(i -> false), text, 10));
        models.add(LabelClassifier.fit(rows, answers(i -> random.nextInt(9) > 4), text, 10));
        var together = new BinaryClassifiers(models, text.size());
        var row = text.row(words(random));

        // when
        double[] logits = together.logits(row);

        // then
        for (int m = 0; m < models.size(); m++) {
            var model = models.get(m);
            if (model == null) {
                assertThat(logits[m]).isNaN();
            } else {
                double p = Math.clamp(model.probability(row, "yes"), 1e-4, 1 - 1e-4);
                assertThat(logits[m]).isCloseTo(Math.log(p / (1 - p)), within(1e-12));
            }
        }
    }

    private static List<String> words(Random random) {
        return random.ints(12, 0, WORDS).mapToObj(w -> "w" + w).toList();
    }

    private static List<String> answers(IntPredicate yes) {
        return IntStream.range(0, ROWS).mapToObj(i -> yes.test(i) ? "yes" : "no").toList();
    }
}
