package org.demur.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.demur.decision.Thresholds;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.uncertainty.Calibration;
import org.demur.uncertainty.CalibrationSource;
import org.demur.uncertainty.UncertaintyScore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CalibrationFileTest {
    private static final CalibrationFile FITTED =
            new CalibrationFile(
                    Map.of("estimator", "evidence", "items", "4"),
                    new Calibration(List.of(0.1, 0.9), List.of(0.05, 0.8)),
                    List.of(new Thresholds(0, 0.5, 1), new Thresholds(10, 0.1, 0.07)));

    private static final CalibrationFile BACKGROUND =
            new CalibrationFile(
                    Map.of("of", "all"),
                    new Calibration(List.of(0.0), List.of(0.5)),
                    List.of(new Thresholds(10, 0.5, -1)));

    @TempDir Path folder;

    @Test
    void whatIsWrittenIsReadAgain() {
        // given
        var file = CalibrationFile.of(folder, "shop", "verified");

        // when
        FITTED.write(file);

        // then
        assertThat(file.getFileName()).hasToString("shop-verified.json");
        assertThat(CalibrationFile.read(file)).isEqualTo(FITTED);
        assertThat(folder.toFile().list()).containsExactly("shop-verified.json");
    }

    @Test
    void writingAgainReplacesTheFile() {
        // given
        var file = folder.resolve("fitted.json");
        FITTED.write(file);

        // when
        BACKGROUND.write(file);

        // then
        assertThat(CalibrationFile.read(file)).isEqualTo(BACKGROUND);
    }

    @Test
    void aDatabaseIsServedByItsOwnFileElseByThatOfAllElseByNone() {
        // given
        var own = CalibrationFile.of(folder, "shop", "verified");
        var background = folder.resolve("verified.json");

        // then
        var none = CalibrationFile.nearest(own, background);
        assertThat(none.thresholds()).isEmpty();
        assertThat(none.calibrator().calibrated(0.3)).isEqualTo(new UncertaintyScore(0.3));

        // given
        BACKGROUND.write(background);

        // then
        var common = CalibrationFile.nearest(own, background);
        assertThat(common.file()).isEqualTo(BACKGROUND);
        assertThat(common.calibrator().calibrated(0.3).calibration())
                .isEqualTo(CalibrationSource.BACKGROUND);

        // given
        FITTED.write(own);

        // then
        var fitted = CalibrationFile.nearest(own, background);
        assertThat(fitted.file()).isEqualTo(FITTED);
        assertThat(fitted.calibrator().calibrated(0.1).calibration())
                .isEqualTo(CalibrationSource.OWN);
    }

    @Test
    void aFileThatWasFittedOnNothingVouchesForNothing() {
        // given
        var own = CalibrationFile.of(folder, "shop", "verified");
        new CalibrationFile(Map.of(), Calibration.IDENTITY, List.of(new Thresholds(10, 1, 1)))
                .write(own);

        // when
        var fitted = CalibrationFile.nearest(own, folder.resolve("verified.json"));

        // then
        assertThat(fitted.calibrator().calibrated(0.1).isCalibrated()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "nothing of the kind",
                "{}",
                "{\"provenance\": {}, \"thresholds\": []}",
                "{\"provenance\": {}, \"calibration\": {\"scores\": [], \"errors\": []}}",
                "{\"provenance\": {}, \"calibration\": {\"scores\": [0.1], \"errors\": []}, \"thresholds\": []}",
                "{\"provenance\": {}, \"calibration\": {\"scores\": [], \"errors\": []}, \"thresholds\": [{\"penalty\": -1, \"feasibility\": 1, \"uncertainty\": 1}]}",
                "{\"provenance\": {}, \"calibration\": {\"scores\": [], \"errors\": []}, \"thresholds\": [], \"surplus\": 1}"
            })
    void aFileOfAnotherFormIsRefusedWithItsNameAndARemedy(String content) throws IOException {
        // given
        var file = Files.writeString(folder.resolve("fitted.json"), content);

        // then
        assertThatThrownBy(() -> CalibrationFile.read(file))
                .isInstanceOfSatisfying(
                        GatewayException.class,
                        e -> assertThat(e.code()).isEqualTo(FailureCode.INVALID_THRESHOLDS))
                .hasMessage(
                        file
                                + " holds no fitted thresholds: remove it, or make it again by `demur calibrate`");
    }
}
