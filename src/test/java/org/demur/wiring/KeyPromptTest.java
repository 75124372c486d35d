package org.demur.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.net.URI;
import org.demur.Browser;
import org.demur.Browser.Device;
import org.demur.Browser.Visit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** People sign in to the pages by keys, in a real browser. */
@QuarkusTest
@TestProfile(SignInTest.Required.class)
class KeyPromptTest {
    @AutoClose private static Browser browser;

    @TestHTTPResource("/")
    URI address = URI.create("http://localhost");

    @BeforeAll
    static void open() {
        browser = Browser.open();
    }

    @ParameterizedTest
    @EnumSource
    void aKeyIsAskedForAndNothingElse(Device device) {
        try (var visit = visit("", device)) {
            var form = visit.page().locator("#sign-in");
            assertThat(form.innerText()).startsWith("Sign in").contains("./demur key make");
            assertThat(form.locator("button").allInnerTexts()).containsExactly("Sign in");
            assertThat(visit.page().evaluate("document.activeElement.id")).isEqualTo("key");
            assertThat(visit.page().getByText("Sign out").count()).isZero();
            assertThat(visit.barriers()).isEmpty();
            assertThat(visit.isTooWide()).isFalse();
        }
    }

    @Test
    void aWrongKeyIsSaidToBeWrongAndARightOneWorksUntilSignOut() {
        try (var visit = visit("", Device.DESKTOP)) {
            var page = visit.page();

            // when
            enter(page, "demur_library_nonsense");

            // then
            page.waitForSelector("text=This key is not good (any more)");
            assertThat(page.getByText("Sign out").count()).isZero();
            assertThat(page.getByText("That did not work").count()).isZero();
            assertThat(visit.barriers()).isEmpty();

            // when
            enter(page, SignInTest.LIBRARY.text());

            // then
            page.waitForSelector("#example-list button");
            assertThat(page.locator("#sign-in").count()).isZero();
            page.locator("#question").fill("How many books are there?");
            page.locator("#send").click();
            page.waitForSelector("#result .yes");

            // when on another page of the same tab
            page.getByText("Databases").click();

            // then
            page.waitForSelector("#list [data-id=library]");

            // when
            page.getByText("Sign out").click();

            // then
            page.waitForSelector("#sign-in h2:text-is('Sign in')");
            assertThat(page.evaluate("Object.keys(sessionStorage).join() + document.cookie"))
                    .isEqualTo("demur.tab");
        }
    }

    @Test
    void aKeyIsOfOneTabAlone() {
        try (var visit = visit("databases.html", Device.DESKTOP)) {
            // given
            enter(visit.page(), SignInTest.LIBRARY.text());
            visit.page().waitForSelector("#list [data-id=library]");

            // when
            var other = visit.page().context().newPage();
            other.navigate(address.toString());

            // then
            other.waitForSelector("#sign-in");
        }
    }

    @Test
    void aKeyWithoutTheRoleIsSaidToLackIt() {
        try (var visit = visit("experiments.html", Device.DESKTOP)) {
            enter(visit.page(), SignInTest.LIBRARY.text());
            visit.page().waitForSelector("text=You do not have the role");
        }
    }

    private Visit visit(String page, Device device) {
        var visit = browser.visit(address.resolve(page).toString(), device);
        visit.page().waitForSelector("#sign-in");
        return visit;
    }

    private static void enter(Page page, String key) {
        page.locator("#key").fill(key);
        page.getByRole(
                        AriaRole.BUTTON,
                        new Page.GetByRoleOptions().setName("Sign in").setExact(true))
                .click();
    }
}
