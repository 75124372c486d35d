package org.demur.wiring.cli;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.demur.evaluation.dataset.DataSetForm;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code --form ehrsql-2024}, in whatever case, also with the underscore of a constant. */
final class FormOption implements ITypeConverter<DataSetForm> {
    @Override
    public DataSetForm convert(String text) {
        String printed = text.toLowerCase(Locale.ROOT).replace('_', '-');
        return Arrays.stream(DataSetForm.values())
                .filter(form -> form.printed().equals(printed))
                .findFirst()
                .orElseThrow(() ->
                        new TypeConversionException(
                                "there is no form %s, there are %s"
                                        .formatted(
                                                text,
                                                Arrays.stream(DataSetForm.values())
                                                        .map(DataSetForm::printed)
                                                        .collect(Collectors.joining(", ")))));
    }
}
