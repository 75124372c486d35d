package org.demur.wiring.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a whole number from 1. */
final class AtLeastOne implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
        try {
            int number = Integer.parseInt(text);
            if (number >= 1) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new TypeConversionException("'%s' is no whole number".formatted(text));
        }
        throw new TypeConversionException("it is 1 or more, not " + text);
    }
}
