package org.demur.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SettingsTest {
    @TempDir private Path home = Path.of("");

    @Test
    void withoutAFileEverySettingHasItsDefault() {
        // when
        var settings = SettingsFile.read(home);

        // then
        assertThat(settings.home()).isEqualTo(home);
        assertThat(settings.databases()).isEqualTo(Path.of("config/databases"));
        assertThat(settings.strategies()).isEqualTo(Path.of("config/strategies"));
        assertThat(settings.thresholds()).isEqualTo(Path.of("config/thresholds"));
        assertThat(settings.models()).isEqualTo(Path.of("config/models"));
        assertThat(settings.recording()).isEmpty();
        assertThat(settings.signIn()).isEqualTo(Settings.SignIn.OFF);
        assertThat(settings.hosts()).isEmpty();
        assertThat(settings.callers()).isEqualTo(Path.of("config/callers"));
        assertThat(settings.oidc().issuer()).isEmpty();
        assertThat(settings.oidc().audience()).isEmpty();
        assertThat(settings.oidc().groups()).isEqualTo("groups");
        assertThat(settings.oidc().client()).isEmpty();
        assertThat(settings.oidc().secret()).isEmpty();
        assertThat(settings.oidc().scopes()).isEqualTo("profile");
        assertThat(settings.indexedCopies()).isTrue();
        assertThat(settings.ask().model()).isEqualTo("openai");
        assertThat(settings.budget().questionTokens()).isEqualTo(200_000);
        assertThat(settings.budget().questionCost()).isZero();
        assertThat(settings.budget().dayTokens()).isZero();
        assertThat(settings.budget().dayCost()).isZero();
        assertThat(settings.ask().database()).isEqualTo("demo");
        assertThat(settings.ask().strategy()).isEqualTo("verified");
        assertThat(settings.ask().penalty()).isEqualTo(10);
        assertThat(settings.service().maxConcurrent()).isEqualTo(64);
        assertThat(settings.service().timeLimit()).isEqualTo(Duration.ofSeconds(30));
        assertThat(settings.service().arrivalLimit()).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void aFileSetsWhatItNames() throws IOException {
        // given
        write("demur.ask.penalty=25\ndemur.service.time-limit=PT5S\nquarkus.http.port=9000\n");

        // when
        var settings = SettingsFile.read(home);

        // then
        assertThat(settings.ask().penalty()).isEqualTo(25);
        assertThat(settings.service().timeLimit()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void aTypoIsRefusedWithWhatWasMeant() throws IOException {
        // given
        write("demur.ask.penality=25\n");

        // then
        assertThatThrownBy(() -> SettingsFile.read(home))
                .isInstanceOf(GatewayException.class)
                .hasMessageContaining("config/application.properties")
                .hasMessageContaining(
                        "unknown setting demur.ask.penality; did you mean \"demur.ask.penalty\"?");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "demur.ask.penalty | much | a number of at least 0",
                "demur.ask.penalty | -5 | a number of at least 0",
                "demur.ask.penalty | NaN | a number of at least 0",
                "demur.ask.penalty | Infinity | a number of at least 0",
                "demur.ask.penalty | '' | a number of at least 0",
                "demur.ask.database | '' | something",
                "demur.query-workers | 0 | a whole number of at least 1",
                "demur.query-workers | 1.5 | a whole number of at least 1",
                "demur.service.max-concurrent | 0 | a whole number of at least 1",
                "demur.service.time-limit | 5 | a duration from PT0.001S to PT24H, such as PT5S for five seconds",
                "demur.service.time-limit | PT0S | a duration from PT0.001S to PT24H, such as PT5S for five seconds",
                "demur.service.arrival-limit | P900000D | a duration from PT0.001S to PT24H, such as PT5S for five seconds",
                "demur.budget.question-tokens | -1 | a whole number of at least 0",
                "demur.budget.question-cost | -1 | a number of at least 0",
                "demur.budget.day-tokens | -1 | a whole number of at least 0",
                "demur.budget.day-cost | NaN | a number of at least 0",
                "demur.sign-in | maybe | one of off, open, required",
                "demur.journal.enabled | ture | true or false"
            })
    void whatASettingCannotBeIsRefusedWithWhatItCan(String key, String value, String instead)
            throws IOException {
        // given
        write(key + "=" + value + "\n");

        // then
        assertThatThrownBy(() -> SettingsFile.read(home))
                .isInstanceOfSatisfying(
                        GatewayException.class,
                        e -> assertThat(e.code()).isEqualTo(FailureCode.INVALID_CONFIGURATION))
                .hasMessage("%s must be %s, not \"%s\"", key, instead, value);
    }

    @Test
    void everyNumberHasABound() {
        assertThat(SettingValues.known())
                .allSatisfy((key, property) -> {
                    var type = property.getMethod().getReturnType();
                    if (type.isPrimitive() && type != boolean.class) {
                        assertThatThrownBy(() -> SettingsFile.read(home, Map.of(key, "-1")))
                                .as(key)
                                .hasMessageContaining("at least");
                    }
                });
    }

    @Test
    void aSecretInAFileIsRefused() throws IOException {
        // given
        write("demur.oidc.secret=written for all to read\n");

        // then
        assertThatThrownBy(() -> SettingsFile.read(home))
                .isInstanceOf(GatewayException.class)
                .hasMessageContaining("config/application.properties")
                .hasMessageContaining("DEMUR_OIDC_SECRET");
    }

    @ParameterizedTest
    @CsvSource({
        "'demur.oidc.issuer=https://login.example', demur.oidc.audience",
        "'demur.oidc.client=demur', demur.oidc.issuer",
        "'demur.oidc.issuer=https://login.example\ndemur.oidc.client=demur', DEMUR_OIDC_SECRET"
    })
    void settingsOfOpenIdConnectThatDoNotGoTogetherAreRefused(String properties, String missing)
            throws IOException {
        // given
        write(properties);
        var settings = SettingsFile.read(home);

        // then
        assertThatThrownBy(() -> OpenIdConnect.check(settings))
                .isInstanceOf(GatewayException.class)
                .hasMessageContaining(missing);
    }

    @Test
    void everySettingIsDocumented() throws IOException {
        // given
        var documented = Files.readString(Path.of("docs/configuration.md"));

        // then
        assertThat(SettingsFile.knownKeys())
                .isNotEmpty()
                .allSatisfy(key -> assertThat(documented).contains("`" + key + "`"));
    }

    private void write(String properties) throws IOException {
        var file = home.resolve("config/application.properties");
        Files.createDirectories(home.resolve("config"));
        Files.writeString(file, properties);
    }
}
