package org.demur.generation.neural;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.demur.generation.Generation;
import org.demur.generation.Measurement;
import org.demur.inference.onnx.PointerModel;
import org.demur.question.Question;

/** A model that writes statements for questions to one database. Thread-safe. */
public interface DraftingModel {
    /** How many pieces it knows; a larger choice is a copy of what it read. */
    int pieces();

    /** The most choices of a statement. */
    int places();

    Read read(String question);

    /** Reads a question and drafts for it; declines what it cannot read. */
    default Generation drafted(Question question, Function<Opened, Generation> drafting) {
        return switch (read(question.spoken().text())) {
            case Unreadable(var because) -> new Generation.Declined(because);
            case Opened opened -> {
                try (opened) {
                    yield drafting.apply(opened);
                }
            }
        };
    }

    /** What came of reading a question. */
    sealed interface Read {}

    /**
     * It cannot read the question.
     *
     * @param because a sentence for people
     */
    record Unreadable(String because) implements Read {}

    /** A question as the model read it; for one thread. */
    non-sealed interface Opened extends Read, AutoCloseable {
        PointerModel.Reading reading();

        /** Whether a statement can begin with choices. */
        StatementPrefix.Verdict verdict(List<Integer> choices);

        /** Whether choices are a whole statement. */
        default boolean mayEnd(List<Integer> choices) {
            return verdict(choices) == StatementPrefix.Verdict.WHOLE
                    && statement(choices).isPresent();
        }

        /**
         * What choices mean.
         *
         * @return a statement, untrusted; empty where they make none
         */
        Optional<String> statement(List<Integer> choices);

        /** What the model tells of a draft beside the distributions that it is drawn from. */
        Map<Measurement, Double> evidence(List<Integer> choices);

        @Override
        void close();
    }
}
