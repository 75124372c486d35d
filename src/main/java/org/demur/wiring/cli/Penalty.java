package org.demur.wiring.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the c of RS(c): a finite number from 0. */
final class Penalty implements ITypeConverter<Double> {
    @Override
    public Double convert(String text) {
        try {
            double penalty = Double.parseDouble(text);
            if (penalty >= 0 && Double.isFinite(penalty)) {
                return penalty;
            }
        } catch (NumberFormatException e) {
            throw new TypeConversionException("'%s' is no number".formatted(text));
        }
        throw new TypeConversionException(
                "a penalty is a finite number from 0, not %s".formatted(text));
    }
}
