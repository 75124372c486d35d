package org.demur.wiring;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.demur.wiring.IdentityProvider.claims;
import static org.demur.wiring.IdentityProvider.token;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.Cookie;
import com.microsoft.playwright.options.SameSiteAttribute;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.restassured.config.EncoderConfig;
import io.restassured.config.RestAssuredConfig;
import io.restassured.http.ContentType;
import io.restassured.http.Method;
import io.restassured.specification.RequestSpecification;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.demur.Browser;
import org.demur.Browser.Device;
import org.demur.Browser.Visit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** People sign in to the pages at a provider on another site, in a real browser. */
@QuarkusTest
@TestProfile(ConsoleSessionsTest.WithClient.class)
class ConsoleSessionsTest {
    private static final String SESSION = "q_session";
    private static final String INTRANET = "https://intranet.example";

    @AutoClose private static Browser browser;

    @TestHTTPResource("/")
    URI address = URI.create("http://localhost");

    @TestHTTPResource(value = "/", management = true)
    URI management = URI.create("http://localhost");

    /** As a client of the provider, behind a proxy, with a page elsewhere that is let in. */
    public static final class WithClient implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of(
                    "demur.oidc.client",
                    IdentityProvider.CLIENT,
                    "demur.oidc.secret",
                    IdentityProvider.SECRET,
                    "quarkus.http.proxy.proxy-address-forwarding",
                    "true",
                    "quarkus.http.cors.origins",
                    INTRANET);
        }

        @Override
        public List<TestResourceEntry> testResources() {
            return List.of(new TestResourceEntry(IdentityProvider.class));
        }
    }

    @BeforeAll
    static void open() {
        browser = Browser.open();
    }

    @ParameterizedTest
    @EnumSource
    void signInIsOfferedBesideKeys(Device device) {
        try (var visit = visit("", device)) {
            // when
            var page = visit.page();
            page.getByText("I have a key").click();

            // then
            assertThat(page.locator("#sign-in").innerText())
                    .startsWith("Sign in")
                    .contains("Key", "Sign in with this key");
            assertThat(visit.barriers()).isEmpty();
            assertThat(visit.isTooWide()).isFalse();
        }
    }

    @Test
    void whoSignsInAsksUntilTheySignOut() {
        var asking = "?question=How%20many%20books%20are%20there%3F";
        try (var visit = visit(asking)) {
            var page = visit.page();

            // when
            signIn(page, "IRIS");

            // then
            page.waitForURL(address + asking);
            page.waitForSelector("#example-list button");
            page.locator("#send").click();
            page.waitForSelector("#result .yes");
            var session = session(page);
            assertThat(session.httpOnly).isTrue();
            assertThat(session.sameSite).isEqualTo(SameSiteAttribute.LAX);
            assertThat(page.evaluate("document.cookie")).isEqualTo("demur-session=open");

            // when in another tab
            var other = page.context().newPage();
            other.navigate(address.resolve("databases.html").toString());

            // then what the group may see is there
            other.waitForSelector("#list a");
            assertThat(other.locator("#list a").allInnerTexts()).containsExactly("library");

            // when
            press(page, "Sign out");

            // then neither Demur nor the provider remembers
            page.waitForURL(address.toString());
            page.waitForSelector("#sign-in");
            assertThat(page.locator("#sign-in h2").innerText()).isEqualTo("Sign in");
            assertThat(page.context().cookies(address.toString())).isEmpty();
            press(page, "Sign in");
            page.waitForSelector("[name=person]");
        }
    }

    @Test
    void aSessionThatEndsIsSaidAndTheNextLeadsBackToThePage() throws InterruptedException {
        try (var visit = visit("databases.html#library")) {
            // given
            var page = visit.page();
            signIn(page, "GIL");
            page.waitForSelector("#list [data-id=library]");
            var session = session(page).value;

            // when
            awaitEnd(session);
            page.reload();

            // then
            page.waitForSelector("#sign-in");
            assertThat(page.locator("#sign-in h2").innerText()).isEqualTo("Your session has ended");
            assertThat(visit.barriers()).isEmpty();

            // when the provider still knows who it is
            press(page, "Sign in");

            // then
            page.waitForURL(address + "databases.html#library");
            page.waitForSelector("#list [data-id=library]");

            // and a script that keeps the old session is told, one that wants a new one is not
            with(session)
                    .redirects()
                    .follow(false)
                    .get("/v1/session")
                    .then()
                    .statusCode(401)
                    .contentType("application/problem+json");
            with(session)
                    .contentType("application/json")
                    .body("{}")
                    .post("/mcp")
                    .then()
                    .statusCode(401)
                    .contentType("application/problem+json");
            var again = with(session).redirects().follow(false).get("/sign-in");
            assertThat(again.statusCode()).isEqualTo(302);
            assertThat(again.header("Location")).contains("/authorize?");
            assertThat(again.detailedCookie(SESSION).getMaxAge()).isZero();
        }
    }

    private static void awaitEnd(String session) throws InterruptedException {
        long deadline = System.nanoTime() + 60_000_000_000L;
        while (with(session).get("/v1/session").statusCode() != 401) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            Thread.sleep(100);
        }
    }

    @Test
    void aSessionThatTheProviderProlongsGoesOn() throws InterruptedException {
        try (var visit = visit("databases.html")) {
            // given
            var page = visit.page();
            signIn(page, "HAL");
            page.waitForSelector("#list [data-id=library]");
            var first = session(page).value;
            int before = IdentityProvider.REFRESHED.get();

            // when
            long deadline = System.nanoTime() + 60_000_000_000L;
            while (IdentityProvider.REFRESHED.get() == before) {
                assertThat(System.nanoTime()).isLessThan(deadline);
                Thread.sleep(500);
                page.reload();
                page.waitForSelector("#list [data-id=library]");
            }

            // then
            assertThat(page.locator("#sign-in").count()).isZero();
            assertThat(session(page).value).isNotEqualTo(first);
        }
    }

    @Test
    void whoIsInNoGroupIsToldAndCanSignOut() {
        try (var visit = visit("review.html")) {
            // when
            var page = visit.page();
            signIn(page, "EDDA");

            // then
            page.waitForSelector("text=You do not have the role");
            press(page, "Sign out");
            page.waitForSelector("#sign-in");
        }
    }

    @Test
    void whomTheProviderTurnsAwayCanTryAgain() {
        try (var visit = visit("review.html")) {
            // given
            var page = visit.page();
            press(page, "Sign in");

            // when
            page.getByText("Refuse").click();

            // then
            page.waitForURL(address.toString());
            page.waitForSelector("#sign-in");
            assertThat(page.locator("#sign-in h2").innerText())
                    .isEqualTo("That sign-in did not succeed");
            assertThat(page.getByText("Sign out").count()).isZero();
            signIn(page, "EDDA");
            page.waitForSelector("text=You do not have the role");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/sign-in?code=a&state=b",
                "/sign-in?error=access_denied&state=b",
                "/sign-in?state=b"
            })
    void whoComesBackWithoutHavingGoneIsNotLedInCircles(String path) {
        var response = given().redirects().follow(false).get(path);
        assertThat(response.statusCode()).isEqualTo(302);
        assertThat(response.header("Location")).isEqualTo("/");
        assertThat(response.cookie("demur-session")).isEqualTo("refused");
    }

    @Test
    void noPageElsewhereIsLedTo() {
        try (var visit = visit("")) {
            // given
            signIn(visit.page(), "EDDA");
            visit.page().waitForSelector("text=Sign out");
            var session = session(visit.page()).value;
            for (var page :
                    List.of(
                            "//elsewhere.example",
                            "https://elsewhere.example/",
                            "/\\elsewhere.example",
                            "databases.html:8080",
                            "databases.html\r\nSet-Cookie: a=b",
                            "databases.html#\r\nSet-Cookie: a=b",
                            "javascript:alert(1)")) {
                // when
                var response =
                        with(session)
                                .queryParam("page", page)
                                .redirects()
                                .follow(false)
                                .get("/sign-in");

                // then
                assertThat(response.statusCode()).isEqualTo(302);
                assertThat(response.header("Location")).isEqualTo("/");
                assertThat(response.detailedCookies().asList()).hasSize(1);
            }
        }
    }

    @Test
    void behindTlsCookiesNeverLeaveIt() {
        // when
        var response =
                given().header("X-Forwarded-Proto", "https")
                        .redirects()
                        .follow(false)
                        .get("/sign-in");

        // then
        assertThat(response.header("Location")).contains("redirect_uri=https%3A%2F%2Flocalhost");
        assertThat(response.detailedCookies().asList()).isNotEmpty().allMatch(c -> c.isSecured());
    }

    @Test
    void noPathButSignInLeadsToTheProvider() throws IOException {
        for (var operation : Operation.all(management)) {
            // when
            var response = operation.ask(given().redirects().follow(false));

            // then
            assertThat(response.statusCode()).as("%s", operation).isEqualTo(401);
            assertThat(response.contentType()).startsWith("application/problem+json");
            assertThat(response.header("WWW-Authenticate"))
                    .isEqualTo("Bearer realm=\"demur\", OIDC");
        }
        given().redirects().follow(false).get("/").then().statusCode(200);
    }

    @Test
    void nothingIsChangedByASessionButByThePagesThemselves() throws IOException {
        try (var visit = visit("")) {
            // given somebody who may everything
            signIn(visit.page(), "OLGA");
            visit.page().waitForSelector("#example-list button");
            var session = session(visit.page()).value;
            for (var operation : Operation.all(management)) {
                if (operation.method() == Method.GET) {
                    continue;
                }

                // when a page elsewhere has the browser send what it may without asking first
                for (var type :
                        List.of(
                                "text/plain",
                                "application/x-www-form-urlencoded",
                                "multipart/form-data")) {
                    // then
                    assertThat(operation.ask(with(session), "library", type).statusCode())
                            .as("%s %s", type, operation)
                            .isEqualTo(415);
                }

                // when it asks first, or is a neighbour for whom cookies are no obstacle
                var response =
                        operation.ask(with(session).header("Origin", "http://wiki.localhost"));

                // then
                assertThat(response.statusCode()).as("%s", operation).isEqualTo(403);
            }
        }
    }

    @Test
    void aPageElsewhereThatIsLetInHasNoSession() {
        given().header("Origin", INTRANET)
                .header("Access-Control-Request-Method", "POST")
                .options("/v1/query")
                .then()
                .header("Access-Control-Allow-Origin", INTRANET)
                .header("Access-Control-Allow-Credentials", "false");
    }

    @Test
    void aTokenSaysWhoAsksWhateverTheSession() {
        try (var visit = visit("")) {
            signIn(visit.page(), "IRIS");
            visit.page().waitForSelector("#example-list button");
            var session = session(visit.page()).value;
            String bySession = with(session).get("/v1/session").path("caller");
            String byToken =
                    with(session)
                            .header(
                                    "Authorization",
                                    "Bearer " + token(claims("lea", List.of("auditors"))))
                            .get("/v1/session")
                            .path("caller");
            assertThat(bySession).isEqualTo("iris");
            assertThat(byToken).isEqualTo("lea");
        }
    }

    private Visit visit(String page) {
        return visit(page, Device.DESKTOP);
    }

    private Visit visit(String page, Device device) {
        var visit = browser.visit(address.resolve(page).toString(), device);
        visit.page().waitForSelector("#sign-in");
        return visit;
    }

    private static void signIn(Page page, String person) {
        press(page, "Sign in");
        page.locator("[name=person]").fill(person);
        press(page, "Log in");
    }

    private static void press(Page page, String button) {
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(button).setExact(true))
                .click();
    }

    private Cookie session(Page page) {
        return page.context().cookies(address.toString()).stream()
                .filter(cookie -> cookie.name.equals(SESSION))
                .findFirst()
                .orElseThrow();
    }

    private static RequestSpecification with(String session) {
        return given().config(
                        RestAssuredConfig.config()
                                .encoderConfig(
                                        EncoderConfig.encoderConfig()
                                                .encodeContentTypeAs(
                                                        "multipart/form-data", ContentType.TEXT)))
                .cookie(SESSION, session);
    }
}
