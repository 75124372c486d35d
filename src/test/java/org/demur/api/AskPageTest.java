package org.demur.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.WaitForSelectorState;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URI;
import java.util.List;
import org.demur.Browser;
import org.demur.Browser.Device;
import org.demur.Browser.Visit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The page Ask, as people meet it, in a real browser. */
@QuarkusTest
class AskPageTest {
    @AutoClose private static Browser browser;

    @TestHTTPResource("/")
    URI address = URI.create("http://localhost");

    @BeforeAll
    static void open() {
        browser = Browser.open();
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
                            "SELECT reader\nFROM (",
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
                    .contains(
                            "Answered",
                            "Of 50 answers as sure as this, about 1 is wrong",
                            "It follows the verified query “How many books are there?”.")
                    .doesNotContain("Is this what you mean?");
        }
    }

    @Test
    void resultAndSqlAndReasonAreSeenWithoutScrolling() {
        for (var question : List.of("Which books are there?", "Who is unsure?")) {
            try (var visit = ask(question, Device.DESKTOP)) {
                for (var part : visit.page().locator("#result .part").all()) {
                    var box = part.boundingBox();
                    assertThat(box.y + box.height).isLessThan(900);
                }
                assertThat(visit.page().locator("#example-list").isVisible()).isFalse();
            }
        }
    }

    @Test
    void theWayThroughTheStagesIsDrawn() {
        try (var answered = ask("Which books are there?", Device.PHONE_DARK);
                var abstained = ask("What about the weather?", Device.DESKTOP_DARK)) {
            assertThat(answered.page().locator(".pipeline .done").count()).isEqualTo(6);
            assertThat(abstained.page().locator(".pipeline .stopped").innerText())
                    .contains("decision");
            assertThat(abstained.page().locator("#result mark").innerText()).isEqualTo("weather");
            assertThat(abstained.barriers()).isEmpty();
            assertThat(answered.barriers()).isEmpty();
            assertThat(answered.isTooWide()).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource
    void oneCategoryAndOneNumberMakeAChart(Device device) {
        try (var visit = ask("How many books are there of each year?", device)) {
            assertThat(visit.page().locator("#result .bar").count()).isEqualTo(2);
            assertThat(visit.page().locator("#result figure").innerText())
                    .contains("year by title", "Middlemarch: 1,871");
            assertThat(visit.barriers()).isEmpty();
            assertThat(visit.isTooWide()).isFalse();
        }
    }

    @Test
    void aBreakdownIsSaidAndTheQuestionCanBeAskedAgain() {
        try (var visit = ask("Fail with DATABASE_UNAVAILABLE", Device.DESKTOP)) {
            assertThat(visit.page().locator("#result").innerText())
                    .contains("That did not work", "the database cannot be read", "Try again");
            assertThat(visit.page().locator("#result").innerText()).contains("broke down");
            assertThat(visit.page().locator("#send").innerText()).isEqualTo("Ask");
            assertThat(visit.barriers()).isEmpty();
        }
    }

    @Test
    void aServiceThatIsGoneIsSaidToo() {
        try (var visit = browser.visit(address.toString(), Device.DESKTOP)) {
            // given
            visit.page().waitForSelector("#example-list button");
            visit.page().route("**/v1/query/events", Route::abort);

            // when
            visit.page().locator("#question").fill("How many books are there?");
            visit.page().locator("#send").click();

            // then
            visit.page().waitForSelector("#result .verdict.bad");
            assertThat(visit.page().locator("#result").innerText())
                    .contains("The service does not answer");
        }
    }

    @Test
    void whatIsHostileInQuestionAndCellsStaysText() {
        try (var asked = ask("<img src=x onerror=document.title=1> weather", Device.DESKTOP);
                var answered = ask("What is hostile?", Device.DESKTOP)) {
            assertThat(asked.page().locator("blockquote").innerText())
                    .isEqualTo("<img src=x onerror=document.title=1> weather");
            assertThat(answered.page().locator("#result td").innerText()).startsWith("<img");
            assertThat(answered.page().locator("#result th").innerText()).isEqualTo("<b>cell</b>");
            assertThat(asked.page().title()).isEqualTo(answered.page().title());
            assertThat(answered.complaints()).isEmpty();
        }
    }

    @Test
    void whatASpreadsheetWouldTakeForAFormulaIsNeutralised() {
        try (var visit = ask("What is a formula?", Device.DESKTOP)) {
            var file =
                    visit.page()
                            .waitForDownload(() -> visit.page().getByText("Download CSV").click());
            assertThat(file.path()).content().contains("'=1+1").doesNotStartWith("=");
        }
    }

    @Test
    void onlyPenaltiesThatTheServiceTakesAreOffered() {
        try (var visit = ask("How many books are there?", Device.DESKTOP)) {
            // given
            visit.page().getByText("Options", new Page.GetByTextOptions().setExact(true)).click();
            assertThat(visit.page().locator("#penalty").innerText())
                    .startsWith("10 right ones (as configured)\n20 right ones");

            // when
            visit.page().locator("#penalty").selectOption("1000");
            var request =
                    visit.page()
                            .waitForRequest(
                                    "**/v1/query/events",
                                    () -> visit.page().locator("#send").click());

            // then
            assertThat(request.postData()).contains("\"penalty\":1000");
            visit.page().waitForSelector("#result .no");
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
        visit.page().waitForSelector("#result .yes, #result .no, #result .bad");
        return visit;
    }
}
