package org.demur.generation.verified.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.demur.generation.verified.model.DiscriminativeWords.Doubt;
import org.demur.generation.verified.model.DiscriminativeWords.Doubts;
import org.demur.generation.verified.template.SqlStructure.Intent;
import org.junit.jupiter.api.Test;

final class DiscriminativeWordsTest {
    private static final Intent RETURNED = new Intent("c of TIMESTAMP", "loan.returned", "DESC");
    private static final Intent PUBLISHED = new Intent("c of TIMESTAMP", "book.published", "DESC");
    private static final Intent TITLE = new Intent("c of TEXT", "book.title", "DESC");

    /** Ten questions for when a book came back, ten for when one appeared, twenty for titles. */
    private static DiscriminativeWords library() {
        List<Set<String>> questions = new ArrayList<>();
        List<Intent> asked = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            questions.add(Set.of("when", "was", "the", "last", i < 6 ? "returned" : "back"));
            asked.add(RETURNED);
            questions.add(Set.of("when", "was", "the", "last", "published"));
            asked.add(PUBLISHED);
            questions.add(Set.of("which", "was", "the", "last", "book"));
            asked.add(TITLE);
            questions.add(Set.of("name", "the", "last", "book"));
            asked.add(TITLE);
        }
        return new DiscriminativeWords(questions, asked);
    }

    @Test
    void aQuestionWithoutAnyWordThatQuestionsForAColumnHaveSpeaksAgainstIt() {
        // when
        var doubts =
                library().asked(Set.of("when", "was", "the", "last", "borrowed")).doubts(RETURNED);
        // then
        assertThat(doubts.things().silence()).isCloseTo(-Math.log(0.5 / 11), within(1e-6));
        assertThat(doubts.kind()).isEqualTo(Doubt.NONE);
    }

    @Test
    void aQuestionWithOneOfThemDoesNot() {
        // when
        var doubts = library().asked(Set.of("when", "is", "it", "back")).doubts(RETURNED);
        // then
        assertThat(doubts.things()).isEqualTo(Doubt.NONE);
        assertThat(doubts.kind()).isEqualTo(Doubt.NONE);
    }

    @Test
    void aWordThatManyQuestionsForAColumnHaveTellsOfItEvenWhereOthersWouldDo() {
        // given
        List<Set<String>> questions = new ArrayList<>();
        List<Intent> asked = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            questions.add(i < 10 ? Set.of("returned", "back") : Set.of("returned"));
            asked.add(RETURNED);
            questions.add(Set.of("published"));
            asked.add(PUBLISHED);
        }
        // when
        var doubts =
                new DiscriminativeWords(questions, asked).asked(Set.of("back")).doubts(RETURNED);
        // then
        assertThat(doubts.things()).isEqualTo(Doubt.NONE);
    }

    @Test
    void aQuestionThatDoesNotAskWhenSpeaksAgainstATime() {
        // when
        var doubts = library().asked(Set.of("which", "was", "returned", "last")).doubts(RETURNED);
        // then
        assertThat(doubts.kind().silence()).isCloseTo(-Math.log(0.5 / 21), within(1e-6));
        assertThat(doubts.things()).isEqualTo(Doubt.NONE);
    }

    @Test
    void aWordThatTellsOfSomethingElseSpeaksAgainstWhatItNeverCameWith() {
        // when
        var doubts = library().asked(Set.of("when", "published", "back")).doubts(RETURNED);
        // then
        assertThat(doubts.things())
                .as("10 of 20 questions for times say it, 10 are for this time")
                .isEqualTo(new Doubt(0, 10.0 * 10 / 20));
    }

    @Test
    void whatNoPairAsksForIsNotDoubted() {
        // when
        var doubts =
                library()
                        .asked(Set.of("why"))
                        .doubts(new Intent("AVG ( c ) REAL", "loan.fee", "ASC"));
        // then
        assertThat(doubts).isEqualTo(new Doubts(Doubt.NONE, Doubt.NONE, Doubt.NONE));
    }
}
