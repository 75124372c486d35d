package org.demur.evaluation.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.demur.Browser;
import org.demur.Browser.Device;
import org.demur.Browser.Visit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The page as people meet it, in a real browser. */
final class ReportInBrowserTest {
    @TempDir private static Path folder = Path.of("");
    @AutoClose private static Browser browser;
    private static String one = "";
    private static String two = "";
    private static String twins = "";
    private static String judged = "";

    @BeforeAll
    static void makeReports() throws SQLException {
        browser = Browser.open();
        Path first = GeneratedRun.write(folder.resolve("before"), 240, 1, 0.7);
        Path second = GeneratedRun.write(folder.resolve("after"), 240, 1, 0.8);
        one = report("one.html", first);
        two = report("two.html", first, second);
        Path copy = GeneratedRun.write(folder.resolve("copy"), 240, 1, 0.7);
        twins = report("twins.html", first, copy);
        Path file = folder.resolve("judged.html");
        var suite = GeneratedRun.suite(folder.resolve("suite"));
        ReportPage.of(List.of(ScoredRun.read(first).withSuite(suite, 1))).write(file);
        judged = file.toUri().toString();
    }

    private static String report(String name, Path... runs) {
        Path file = folder.resolve(name);
        ReportPage.of(List.of(runs).stream().map(ScoredRun::read).toList()).write(file);
        return file.toUri().toString();
    }

    private static Visit open(String address, Device device) {
        Visit visit = browser.visit(address, device);
        visit.page().waitForSelector("body[data-ready]");
        return visit;
    }

    @Test
    void nothingIsFetchedAndNothingComplains() {
        try (var visit = open(two, Device.DESKTOP)) {
            // when
            visit.page().locator("#list summary").first().click();
            // then
            assertThat(visit.requests()).containsExactly(two);
            assertThat(visit.complaints()).isEmpty();
        }
    }

    @Test
    void wrongAnswersComeFirstTheSurestOfThemAtTheTop() {
        try (var visit = open(one, Device.DESKTOP)) {
            assertThat(outcomes(visit.page()).getFirst())
                    .isIn("wrong answer", "infeasible, answered");
            assertThat(visit.page().locator("#count").textContent()).isEqualTo("240 items of 240");
            assertThat(visit.page().locator("#list > li").count()).isEqualTo(50);
        }
    }

    @Test
    void filtersNarrowTheListAndCanBeTakenBack() {
        try (var visit = open(one, Device.DESKTOP)) {
            Page page = visit.page();
            // when, then
            page.locator("#outcome").selectOption("missed");
            assertThat(outcomes(page)).isNotEmpty().containsOnly("missed");
            page.locator("#stage").selectOption("uncertainty");
            int missed = page.locator("#list > li").count();
            page.locator("#search").fill("quince");
            assertThat(page.locator("#list > li").count()).isPositive().isLessThan(missed);
            assertThat(page.locator("#list .asked").allTextContents())
                    .allMatch(asked -> asked.contains("quince"));
            page.locator("#search").fill("no such words");
            assertThat(page.locator("#count").textContent()).isEqualTo("0 items of 240");
            page.locator("#reset").click();
            page.waitForFunction(
                    "() => document.getElementById('count').textContent.startsWith('240 ')");
        }
    }

    @Test
    void anItemShowsBothStatementsBothResultsAndTheEvidenceOfEachStage() {
        try (var visit = open(one, Device.DESKTOP)) {
            Page page = visit.page();
            page.locator("#outcome").selectOption("wrong answer");
            // when
            page.locator("#list summary").first().click();
            // then
            Locator item = page.locator("#list .item");
            item.locator(".sides pre").first().waitFor();
            assertThat(item.locator(".sides pre").allTextContents())
                    .hasSize(2)
                    .allMatch(sql -> sql.startsWith("SELECT"));
            assertThat(item.locator("caption").allTextContents())
                    .containsExactly("Result of gold", "Result of the prediction");
            assertThat(item.locator("dt").allTextContents())
                    .containsExactly(
                            "question",
                            "feasibility",
                            "generation",
                            "detection",
                            "uncertainty",
                            "decision",
                            "score");
        }
    }

    @Test
    void hostileTextIsShownAsTextAndDoesNothing() {
        try (var visit = open(one, Device.DESKTOP)) {
            Page page = visit.page();
            // when
            page.locator("#search").fill("</script>");
            page.locator("#list summary").first().click();
            // then
            assertThat(page.locator("#list .asked").first().textContent())
                    .startsWith(GeneratedRun.HOSTILE);
            assertThat(page.locator("#list td").first().textContent())
                    .isEqualTo(GeneratedRun.HOSTILE);
            assertThat(page.locator("#list img, #list b, #list script").count()).isZero();
            assertThat((Boolean) page.evaluate("() => 'harmed' in window")).isFalse();
            assertThat(visit.complaints()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(Device.class)
    void aDraftThatIsRightByChanceShowsTheRowsThatTellItFromGold(Device device) {
        try (var visit = open(judged, device)) {
            Page page = visit.page();
            assertThat(page.locator("#headline tbody th").allTextContents())
                    .containsSequence("EX", "TS");
            // when
            page.locator("#outcome").selectOption("lucky");
            page.locator("#list summary").first().click();
            // then
            assertThat(page.locator("#list > li").count()).isEqualTo(1);
            Locator rows = page.locator("#list .rows");
            rows.locator("td").first().waitFor();
            assertThat(rows.locator("caption").allTextContents()).containsExactly("tree");
            assertThat(rows.locator("td").last().textContent()).isEqualTo("3");
            Locator results = page.locator("#list .pair > div");
            assertThat(results.locator("caption").allTextContents())
                    .containsExactly("Gold returns", "The prediction returns");
            assertThat(results.locator("p").allTextContents()).containsExactly("No row.", "1 row");
            // side by side on a phone too
            assertThat(results.last().boundingBox().x)
                    .isGreaterThan(results.first().boundingBox().x + 100);
            assertThat(results.last().boundingBox().y).isEqualTo(results.first().boundingBox().y);
            assertThat(visit.isTooWide()).isFalse();
            assertThat(visit.barriers()).isEmpty();
            assertThat((Boolean) page.evaluate("() => 'harmed' in window")).isFalse();
        }
    }

    @Test
    void theKeyboardReachesAndOpensAnItem() {
        try (var visit = open(one, Device.DESKTOP)) {
            Page page = visit.page();
            // when the link that skips to the items is taken, and all filters are passed
            page.keyboard().press("Tab");
            assertThat(focused(page)).isEqualTo("Skip to the items");
            page.keyboard().press("Enter");
            for (String next : List.of("search", "outcome", "stage", "group", "order", "reset")) {
                page.keyboard().press("Tab");
                assertThat((String) page.evaluate("() => document.activeElement.id"))
                        .isEqualTo(next);
            }
            page.keyboard().press("Tab");
            page.keyboard().press("Enter");
            // then
            page.waitForSelector("#list details[open] .item");
            assertThat((String) page.evaluate("() => document.activeElement.tagName"))
                    .isEqualTo("SUMMARY");
            assertThat(
                            (String)
                                    page.evaluate(
                                            "() => getComputedStyle(document.activeElement).outlineStyle"))
                    .isEqualTo("solid");
        }
    }

    @Test
    void showingMoreMovesTheFocusToWhatIsNew() {
        try (var visit = open(one, Device.DESKTOP)) {
            Page page = visit.page();
            // when
            page.locator("#more").press("Enter");
            // then
            assertThat(page.locator("#list > li").count()).isEqualTo(100);
            assertThat(
                            (Integer)
                                    page.evaluate(
                                            "() => [...document.querySelectorAll('#list summary')].indexOf(document.activeElement)"))
                    .isEqualTo(50);
        }
    }

    @ParameterizedTest
    @EnumSource(Device.class)
    void thePageFitsAndHasNoBarriers(Device device) {
        for (String address : List.of(one, two)) {
            try (var visit = open(address, device)) {
                // when everything that can be opened is
                visit.page().locator("#list summary").first().click();
                visit.page()
                        .evaluate(
                                "() => document.querySelectorAll('details.plain').forEach(d => { d.open = true; })");
                // then
                assertThat(visit.isTooWide()).isFalse();
                assertThat(visit.barriers()).isEmpty();
            }
        }
    }

    @Test
    void chartsHaveTextAndNumbersAndFollowDarkMode() {
        try (var visit = open(one, Device.DESKTOP)) {
            Page page = visit.page();
            assertThat(page.locator("figure canvas[role=img]").count()).isEqualTo(3);
            assertThat(page.locator("figure canvas").first().getAttribute("aria-label"))
                    .startsWith("Reliability by penalty. before: at penalty 1 ")
                    .contains("abstaining on everything gives");
            assertThat(page.locator("figure table").count()).isEqualTo(3);
            String light =
                    (String) page.evaluate("() => document.querySelector('canvas').toDataURL()");
            // when
            page.emulateMedia(
                    new Page.EmulateMediaOptions()
                            .setColorScheme(com.microsoft.playwright.options.ColorScheme.DARK));
            // then
            page.waitForFunction(
                    "light => document.querySelector('canvas').toDataURL() !== light", light);
            assertThat(page.locator("figure canvas").count()).isEqualTo(3);
        }
    }

    @Test
    void whatOtherVersionsOfTheEngineMayJudgeOtherwiseIsCounted() {
        try (var visit = open(one, Device.DESKTOP)) {
            Page page = visit.page();
            assertThat(page.locator("#made-with caption").allTextContents())
                    .containsExactly(
                            "What other versions than SQLite 3.54.1 may judge otherwise in before");
            assertThat(page.locator("#made-with tbody tr").allTextContents())
                    .containsExactly("round to decimals1");
            // when
            page.locator("#search").fill(GeneratedRun.ROUNDED);
            page.locator("[data-id='%s'] summary".formatted(GeneratedRun.ROUNDED)).first().click();
            // then
            page.locator("#list .item dt").first().waitFor();
            assertThat(page.locator("#list .item dt").allTextContents())
                    .contains("other versions of SQLite may judge otherwise");
        }
    }

    @Test
    void twoRunsAreComparedAndChangedItemsFound() {
        try (var visit = open(two, Device.DESKTOP)) {
            Page page = visit.page();
            assertThat(page.locator("#comparison caption").allTextContents())
                    .containsExactly(
                            "Paired differences, after less before",
                            "Items that changed from before to after");
            assertThat(page.locator("#comparison p").allTextContents())
                    .anyMatch(text ->
                            text.matches(
                                    "Right decisions that only before made: \\d+, only after: \\d+;"
                                            + " McNemar's exact test over items gives p = [01]\\.\\d{4}\\."));
            assertThat(page.locator("#comparison thead th").allTextContents())
                    .contains("Difference", "McNemar’s p");
            // when
            page.locator("#change").selectOption("1\n");
            // then
            assertThat(page.locator("#list .asked small").allTextContents())
                    .isNotEmpty()
                    .allMatch(text -> text.contains("after: "));
            assertThat(page.locator("#count").textContent()).doesNotStartWith("240 ");
        }
    }

    @Test
    void runsStandSideBySide() {
        try (var visit = open(two, Device.DESKTOP)) {
            Page page = visit.page();
            // when
            Locator figures = page.locator("#headline table").first();
            // then
            assertThat(figures.locator("thead th").allTextContents())
                    .containsExactly("Figure", "before", "after", "What it is");
            assertThat(figures.locator("tbody tr").first().locator("td.number").count())
                    .isEqualTo(2);
            assertThat(page.locator("#breakdown thead").first().locator("th").allTextContents())
                    .endsWith("before", "after");
        }
    }

    @Test
    void aCurveThatAnotherCoversIsSaidToBeTheSame() {
        try (var visit = open(twins, Device.DESKTOP)) {
            assertThat(visit.page().locator(".legend li").allTextContents())
                    .contains(
                            "before: as decided",
                            "copy: as decided (same as before: as decided)",
                            "copy (same as before)");
        }
        try (var visit = open(two, Device.DESKTOP)) {
            assertThat(visit.page().locator(".legend").allTextContents())
                    .noneMatch(text -> text.contains("same as"));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {320, 420, 600})
    void chartsKeepTheirHeightOnNarrowScreens(int width) {
        try (var visit = open(twins, Device.PHONE)) {
            Page page = visit.page();
            // when
            page.setViewportSize(width, 800);
            page.reload();
            page.waitForSelector("body[data-ready]");
            // then the curves have most of each canvas, whatever the legend says
            assertThat(
                            (Double)
                                    page.evaluate(
                                            "() => Math.min(...Object.values(Chart.instances).map(c => (c.chartArea.bottom - c.chartArea.top) / c.height))"))
                    .isGreaterThan(0.6);
            assertThat(visit.isTooWide()).isFalse();
        }
    }

    private static List<String> outcomes(Page page) {
        return page.locator("#list .outcome").allTextContents();
    }

    private static String focused(Page page) {
        return (String) page.evaluate("() => document.activeElement.textContent");
    }
}
