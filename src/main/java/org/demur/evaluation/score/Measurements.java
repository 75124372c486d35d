package org.demur.evaluation.score;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.demur.evaluation.dataset.DataFile;

/**
 * Numbers that something gave beside its predictions, by id.
 *
 * @param numbers no entry where the file says {@code null}
 */
record Measurements(Map<String, Double> numbers) {
    static final List<String> UNCERTAINTY = List.of("uncertainty", "value", "score");
    static final List<String> INFEASIBILITY =
            List.of("infeasibility", "infeasible", "value", "score");

    private static final Measurements NONE = new Measurements(Map.of());

    /**
     * Reads numbers in any of the forms of predictions.
     *
     * @param file empty for no numbers at all
     * @param fields names of the fields and columns that may hold them
     * @param ids of gold, in its order
     * @param measured the ids that must be in the file
     */
    static Measurements read(
            Optional<Path> file,
            List<String> fields,
            List<String> ids,
            Collection<String> measured) {
        return file.map(path -> read(path, fields, ids, measured)).orElse(NONE);
    }

    private static Measurements read(
            Path file, List<String> fields, List<String> ids, Collection<String> measured) {
        var form = Predictions.Form.ofNumbers(fields);
        Map<String, List<String>> written =
                Predictions.read(file, form, ids.size()).under(ids).texts();
        var unknown = new ArrayList<>(written.keySet());
        unknown.removeAll(ids);
        var missing = new ArrayList<>(measured);
        missing.removeAll(written.keySet());
        var strange = new ArrayList<String>();
        var numbers = new LinkedHashMap<String, Double>();
        written.forEach((id, texts) -> {
            OptionalDouble number = number(texts);
            if (number.isPresent()) {
                numbers.put(id, number.getAsDouble());
            } else if (!texts.equals(List.of("null")) && !texts.equals(List.of(""))) {
                strange.add(id);
            }
        });
        var faults = new ArrayList<String>();
        add(faults, "ids that gold does not have", unknown);
        add(faults, "ids without a number", missing);
        add(faults, "ids whose value is no finite number", strange);
        if (!faults.isEmpty()) {
            throw DataFile.invalid(file, String.join("; ", faults));
        }
        return new Measurements(numbers);
    }

    private static void add(List<String> faults, String because, List<String> offenders) {
        if (!offenders.isEmpty()) {
            faults.add(DataFile.counted(because, offenders));
        }
    }

    private static OptionalDouble number(List<String> texts) {
        if (texts.size() > 1) {
            return OptionalDouble.empty();
        }
        try {
            double number = Double.parseDouble(texts.getFirst());
            return Double.isFinite(number) ? OptionalDouble.of(number) : OptionalDouble.empty();
        } catch (NumberFormatException e) {
            return OptionalDouble.empty(); // told with the others, by its id
        }
    }

    OptionalDouble of(String id) {
        Double number = numbers.get(id);
        return number == null ? OptionalDouble.empty() : OptionalDouble.of(number);
    }
}
