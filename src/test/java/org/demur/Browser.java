package org.demur;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/**
 * A real browser for tests: the Chromium of this machine, nothing is downloaded. A test is skipped
 * where there is none, but fails where {@code CI} is set.
 */
public final class Browser implements AutoCloseable {
    private static final List<String> NAMES =
            List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");
    private static final double PATIENCE_MS = 120_000;

    /** What a page is looked at with. */
    public enum Device {
        DESKTOP(1280, 900, ColorScheme.LIGHT),
        DESKTOP_DARK(1280, 900, ColorScheme.DARK),
        PHONE(360, 740, ColorScheme.LIGHT),
        PHONE_DARK(360, 740, ColorScheme.DARK);

        private final int width;
        private final int height;
        private final ColorScheme scheme;

        Device(int width, int height, ColorScheme scheme) {
            this.width = width;
            this.height = height;
            this.scheme = scheme;
        }
    }

    /**
     * A page that was opened.
     *
     * @param complaints errors and warnings of the console, and exceptions of scripts
     * @param requests addresses that were asked for, the page's own included
     */
    public record Visit(Page page, List<String> complaints, List<String> requests)
            implements AutoCloseable {
        /** Whether the page as a whole can be scrolled sideways. */
        public boolean isTooWide() {
            return (Boolean)
                    page.evaluate(
                            "() => document.scrollingElement.scrollWidth > document.scrollingElement.clientWidth");
        }

        /** What the axe engine finds against WCAG 2.2 A and AA, contrast included. */
        public List<String> barriers() {
            return new AxeBuilder(page)
                            .setLegacyMode(true)
                            .withTags(
                                    List.of("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"))
                            .analyze()
                            .getViolations()
                            .stream()
                            .map(rule -> rule.getId() + ": " + rule.getNodes().getFirst().getHtml())
                            .toList();
        }

        @Override
        public void close() {
            page.context().close();
        }
    }

    private final Playwright playwright;
    private final com.microsoft.playwright.Browser chromium;

    private Browser(Playwright playwright, com.microsoft.playwright.Browser chromium) {
        this.playwright = playwright;
        this.chromium = chromium;
    }

    /** Starts the browser, or skips the test. */
    public static Browser open() {
        Optional<Path> program = find();
        if (program.isEmpty()) {
            String message = "no browser: install chromium, or put it on the PATH";
            if (System.getenv("CI") != null) {
                Assertions.fail(message);
            }
            Assumptions.abort(message);
        }
        var playwright =
                Playwright.create(
                        new Playwright.CreateOptions()
                                .setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        var options =
                new BrowserType.LaunchOptions()
                        .setExecutablePath(program.orElseThrow())
                        .setTimeout(PATIENCE_MS);
        return new Browser(playwright, playwright.chromium().launch(options));
    }

    private static Optional<Path> find() {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("/usr/bin");
        return Stream.of(path.split(File.pathSeparator))
                .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Opens a page in a window of its own. */
    public Visit visit(String address, Device device) {
        BrowserContext window =
                chromium.newContext(
                        new com.microsoft.playwright.Browser.NewContextOptions()
                                .setViewportSize(device.width, device.height)
                                .setColorScheme(device.scheme));
        window.setDefaultTimeout(PATIENCE_MS);
        Page page = window.newPage();
        var complaints = new ArrayList<String>();
        var requests = new ArrayList<String>();
        page.onConsoleMessage(message -> {
            if (message.type().equals("error") || message.type().equals("warning")) {
                complaints.add(message.text());
            }
        });
        page.onPageError(complaints::add);
        page.onRequest(request -> requests.add(request.url()));
        page.navigate(address);
        return new Visit(page, complaints, requests);
    }

    @Override
    public void close() {
        chromium.close();
        playwright.close();
    }
}
