package org.demur.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
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
import org.junit.jupiter.params.provider.EnumSource;

/** The page at / as people meet it, in a real browser. */
@QuarkusTest
class PageInBrowserTest {
    private static Browser browser;

    @TestHTTPResource("/")
    URI address = URI.create("/");

    @BeforeAll
    static void openBrowser() {
        browser = Browser.open();
    }

    @AfterAll
    static void close() {
        if (browser != null) {
            browser.close();
        }
    }

    @Test
    void aQuestionTypedAndSentByKeyboardIsAnswered() {
        try (var visit = open(Device.DESKTOP)) {
            // when
            visit.page().locator("#question").fill("Which books are there?");
            visit.page().locator("#question").press("Enter");
            // then
            visit.page().waitForSelector("#result .verdict.yes");
            assertThat(visit.page().locator("#result table th").allTextContents())
                    .containsExactly("title", "year");
            assertThat(visit.page().locator("#result pre").textContent()).contains("FROM book");
            assertThat(visit.complaints()).isEmpty();
            assertThat(visit.requests()).allMatch(url -> url.startsWith(address.toString()));
        }
    }

    @Test
    void anAbstentionMarksTheWordsToBlame() {
        try (var visit = open(Device.DESKTOP)) {
            // when
            ask(visit.page(), "What will the weather be tomorrow?");
            // then
            visit.page().waitForSelector("#result .verdict.no");
            assertThat(visit.page().locator("#result mark").textContent()).isEqualTo("weather");
        }
    }

    @Test
    void aQuestionIsShownAsTextWhateverItHolds() {
        try (var visit = open(Device.DESKTOP)) {
            // when
            String hostile = "<img src=x onerror=\"window.harmed = true\"></script><b>weather</b>";
            ask(visit.page(), hostile);
            // then
            visit.page().waitForSelector("#result blockquote");
            assertThat(visit.page().locator("#result blockquote").textContent()).isEqualTo(hostile);
            assertThat((Boolean) visit.page().evaluate("() => 'harmed' in window")).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource(Device.class)
    void thePageFitsAndHasNoBarriers(Device device) {
        try (var visit = open(device)) {
            assertThat(visit.barriers()).isEmpty();
            // when
            ask(visit.page(), "Which books are there?");
            visit.page().waitForSelector("#result table");
            // then
            assertThat(visit.isTooWide()).isFalse();
            assertThat(visit.barriers()).isEmpty();
        }
    }

    private Visit open(Device device) {
        Visit visit = browser.visit(address.toString(), device);
        visit.page()
                .waitForFunction("() => document.getElementById('database').options.length > 0");
        visit.page().locator("#database").selectOption("library");
        return visit;
    }

    private static void ask(Page page, String question) {
        page.locator("#question").fill(question);
        page.locator("#send").click();
    }
}
