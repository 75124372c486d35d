package org.demur.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.WaitForSelectorState;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URI;
import org.demur.Browser;
import org.demur.Browser.Device;
import org.demur.Browser.Visit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The page to ask from, as people meet it, in a real browser. */
@QuarkusTest
class PageInBrowserTest {
    private static Browser browser;

    @TestHTTPResource("/")
    URI address = URI.create("http://localhost");

    @BeforeAll
    static void open() {
        browser = Browser.open();
    }

    @AfterAll
    static void close() {
        if (browser != null) {
            browser.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatWasWithheldIsOfferedWithWhatSpeaksAgainstIt(Device device) {
        try (var visit = ask("Who is unsure?", device)) {
            // then
            assertThat(visit.page().locator("#result").innerText())
                    .contains(
                            "No answer",
                            "Is this what you mean?",
                            "nobody verified it",
                            "SELECT reader FROM (",
                            "The chance that it is wrong is put at 50 %");
            assertThat(visit.page().locator("#result table").count()).isZero();
            assertThat(visit.barriers()).isEmpty();
            assertThat(visit.isTooWide()).isFalse();
            assertThat(visit.complaints()).isEmpty();
        }
    }

    @Test
    void anAnswerSaysHowSureItIsAndOffersNoDraft() {
        try (var visit = ask("How many books are there?", Device.DESKTOP)) {
            // then
            assertThat(visit.page().locator("#result").innerText())
                    .contains("Answered, 98 % sure")
                    .doesNotContain("Is this what you mean?");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "How many books are there?, Right, noted as right, correct",
        "How many books are there?, Wrong, noted as wrong, wrong",
        "Who is unsure?, 'Yes, this is what I mean', noted for review, should have answered",
        "Who is unsure?, No, noted, rightly abstained"
    })
    void whatOneThinksOfItIsNoted(String question, String button, String thanks, String verdict) {
        try (var visit = ask(question, Device.PHONE)) {
            // given
            assertThat(visit.barriers()).isEmpty();
            assertThat(visit.isTooWide()).isFalse();

            // when
            var response =
                    visit.page()
                            .waitForResponse(
                                    "**/v1/feedback",
                                    () ->
                                            visit.page()
                                                    .getByRole(
                                                            AriaRole.BUTTON,
                                                            new Page.GetByRoleOptions()
                                                                    .setName(button)
                                                                    .setExact(true))
                                                    .click());

            // then
            assertThat(response.text()).contains('"' + verdict + '"');
            assertThat(visit.page().locator(".opinion").innerText()).contains(thanks);
            assertThat(visit.page().locator(".opinion button").count()).isZero();
            assertThat(visit.barriers()).isEmpty();
            assertThat(visit.complaints()).isEmpty();
        }
    }

    private Visit ask(String question, Device device) {
        var visit = browser.visit(address.toString(), device);
        visit.page()
                .waitForSelector(
                        "#database option[value=library]",
                        new Page.WaitForSelectorOptions().setState(WaitForSelectorState.ATTACHED));
        visit.page().locator("#question").fill(question);
        visit.page().locator("#send").click();
        visit.page().waitForSelector("#result .verdict");
        return visit;
    }
}
