package org.demur.generation.neural;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.demur.generation.Measurement;
import org.demur.inference.onnx.PointerModel;

/** A model that writes statements for questions to one database. Thread-safe. */
public interface DraftingModel {
    /** How many pieces it knows; a larger choice is a copy of what it read. */
    int pieces();

    /** The most choices of a statement. */
    int places();

    /** Reads a question. */
    Read read(String question);

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
