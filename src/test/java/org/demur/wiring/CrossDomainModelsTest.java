package org.demur.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Optional;
import org.demur.failure.GatewayException;
import org.demur.generation.BicycleShop;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CrossDomainModelsTest {
    @Test
    void whereNoneShipsThereIsNone(@TempDir Path home) {
        try (var shop = new BicycleShop(home, "")) {
            // given
            var models = new CrossDomainModels(home, Optional.empty());

            // then
            assertThat(models.reader(shop.open())).isEmpty();
            assertThat(models.generator(shop.open())).isEmpty();
        }
    }

    @Test
    void aFolderWithoutCrossFittedModelsIsNoneOfThem(@TempDir Path home, @TempDir Path empty) {
        try (var shop = new BicycleShop(home, "")) {
            // given
            var models = new CrossDomainModels(home, Optional.of(empty));

            // then: not what has learnt from the database instead
            assertThatThrownBy(() -> models.reader(shop.open()))
                    .isInstanceOf(GatewayException.class)
                    .hasMessageContaining("has no reader-0.onnx");
            assertThatThrownBy(() -> models.generator(shop.open()))
                    .isInstanceOf(GatewayException.class)
                    .hasMessageContaining("has no generator-cross-0-encoder.onnx");
        }
    }
}
