package org.demur.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
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
    void aFolderWithoutCrossFittedModelsIsNoneOfThem(@TempDir Path home, @TempDir Path folder)
            throws IOException {
        Files.createFile(folder.resolve("notes.txt"));
        try (var shop = new BicycleShop(home, "")) {
            // given
            var models = new CrossDomainModels(home, Optional.of(folder));

            // then: not what has learnt from the database instead
            assertThatThrownBy(() -> models.reader(shop.open()))
                    .isInstanceOf(GatewayException.class)
                    .hasMessageContaining("has no reader-0.onnx");
            assertThatThrownBy(() -> models.generator(shop.open()))
                    .isInstanceOf(GatewayException.class)
                    .hasMessageContaining("has no generator-cross-0-encoder.onnx");
        }
    }

    @Test
    void ofAnEmptyFolderNoneServes(@TempDir Path home, @TempDir Path empty) {
        try (var shop = new BicycleShop(home, "")) {
            // given: a program whose models ship
            var models = new CrossDomainModels(Path.of(""), Optional.of(empty));

            // then
            assertThat(models.reader(shop.open())).isEmpty();
            assertThat(models.generator(shop.open())).isEmpty();
        }
    }
}
