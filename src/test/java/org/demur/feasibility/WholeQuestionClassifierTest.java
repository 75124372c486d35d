package org.demur.feasibility;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.demur.question.Question;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.FileSchema;
import org.demur.schema.ValueIndex;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class WholeQuestionClassifierTest {
    private static final DatabaseSchema SCHEMA =
            FileSchema.of("demo", "", List.of(), null, List.of(), ValueIndex.EMPTY);
    private static final Feasibility JUDGED = new Feasibility(0.125, null, List.of());
    private static final WholeQuestionClassifier CLASSIFIER =
            new WholeQuestionClassifier((_, _) -> JUDGED);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "How many farms are there?",
                "How many growers are in East Plateau?",
                "Which sites can store more than 100 tonnes?",
                "In which region do most growers live?",
                "In 2020, how many plots were planted with barley?",
                "List all regions",
                "Please list every plot above 5 hectares.",
                "Show growers",
                "What was harvested this year?",
                "Which plots are larger than that of the oldest grower?",
                "Is there a plot without a crop?",
                "Who grows sugar beet on more than one plot?",
                "Which farm grows wheat?",
                "What is the average area of plots that grow wheat?"
            })
    void aWholeQuestionIsJudgedAsEver(String question) {
        assertThat(classify(question)).isEqualTo(JUDGED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "and in 2020?",
                "And how many growers are in West Plateau?",
                "What about West Plateau?",
                "how about last year",
                "in 2020?",
                "West Plateau?",
                "by region",
                "only the largest ones",
                "How many of them grow wheat?",
                "List their names.",
                "Who owns it?",
                "What is the average of that?",
                "Which of those are in East Plateau?",
                "The same for barley",
                "Do the growers there have plots?",
                "How many are in East Plateau?",
                "How many in 2020?",
                "Which one?",
                "Why?",
                "Who?",
                "Show all",
                "Show more",
                "But without barley",
                "Sort by name instead",
                "Without those of 2020, how many are there?",
                "the largest",
                "?",
                "Is this right?",
                "Thanks!",
                "last year",
                "now for wheat",
                "What else is there?",
                "Ok, and now per region",
                "Give me more",
                "Which region in 2020?"
            })
    void aQuestionThatLeansOnEarlierOnesRefersToWhatItDoesNotName(String question) {
        var found = classify(question);

        assertThat(found.kind()).isEqualTo(InfeasibleKind.AMBIGUOUS_REFERENCE);
        assertThat(found.infeasibleProbability()).isEqualTo(1);
    }

    @Test
    void theWordsToBlameAreNamed() {
        assertThat(classify("And how many of them grow wheat there?").words())
                .containsExactly("and", "them", "there");
    }

    private static Feasibility classify(String question) {
        return CLASSIFIER.classify(new Question("q", "demo", question), SCHEMA);
    }
}
