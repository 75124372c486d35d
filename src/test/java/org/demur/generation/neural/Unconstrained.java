package org.demur.generation.neural;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.demur.generation.Measurement;
import org.demur.generation.neural.StatementPrefix.Verdict;
import org.demur.inference.onnx.PointerModel;

/** A model that may write anything, as the Python references do. */
public record Unconstrained(DraftingModel model) implements DraftingModel {
    @Override
    public int pieces() {
        return model.pieces();
    }

    @Override
    public int places() {
        return model.places();
    }

    @Override
    public Read read(String question) {
        return model.read(question) instanceof Opened opened
                ? new Free(opened)
                : model.read(question);
    }

    private record Free(Opened opened) implements Opened {
        @Override
        public PointerModel.Reading reading() {
            return opened.reading();
        }

        @Override
        public Verdict verdict(List<Integer> choices) {
            return Verdict.WHOLE;
        }

        @Override
        public boolean mayEnd(List<Integer> choices) {
            return true;
        }

        @Override
        public Optional<String> statement(List<Integer> choices) {
            return opened.statement(choices);
        }

        @Override
        public Map<Measurement, Double> evidence(List<Integer> choices) {
            return opened.evidence(choices);
        }

        @Override
        public void close() {
            opened.close();
        }
    }
}
