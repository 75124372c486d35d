package org.demur.wiring.cli;

import org.demur.evaluation.dataset.Shard;
import org.demur.failure.GatewayException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code --shard i/n}. */
final class ShardOption implements ITypeConverter<Shard> {
    @Override
    public Shard convert(String text) {
        try {
            return Shard.parse(text);
        } catch (GatewayException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }
}
