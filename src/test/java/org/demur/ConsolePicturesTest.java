package org.demur;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import org.demur.Browser.Device;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The pictures of docs/console.md, of a service that runs: the address is told by the property. */
@EnabledIfSystemProperty(named = "demur.pictures", matches = "http.*")
class ConsolePicturesTest {
    private static final int LARGEST = 100_000;

    private final String address = System.getProperty("demur.pictures", "");

    @Test
    void picturesAreMade() throws IOException {
        try (var browser = Browser.open()) {
            take(
                    browser,
                    "ask",
                    "/",
                    page -> ask(page, "How many growers are there per legal form?"));
            take(
                    browser,
                    "abstention",
                    "/",
                    page -> ask(page, "What will the weather be tomorrow?"));
            take(browser, "databases", "/databases.html", page -> page.waitForSelector(".schema"));
            take(
                    browser,
                    "pairs",
                    "/databases.html",
                    page -> {
                        page.waitForSelector(".schema");
                        page.locator("button:has-text('Verified queries')").click();
                        page.waitForSelector("article");
                    });
            take(
                    browser,
                    "experiments",
                    "/experiments.html",
                    page -> {
                        page.locator("#experiments a").first().click();
                        page.waitForSelector("#results figure");
                    });
            take(browser, "review", "/review.html", page -> page.waitForSelector("#queue .card"));
            take(
                    browser,
                    "evaluations",
                    "/evaluations.html",
                    page -> {
                        page.waitForSelector("#start .card, #start .quiet");
                        page.waitForSelector("#runs .card, #runs .table");
                        var runs = page.locator("#runs input:enabled");
                        for (int i = 0; i < Math.min(2, runs.count()); i++) {
                            runs.nth(i).check();
                            page.waitForSelector("#figures figure");
                        }
                    });
        }
    }

    private static void ask(Page page, String question) {
        page.waitForSelector("#example-list button");
        page.locator("#question").fill(question);
        page.locator("#send").click();
        page.waitForSelector("#result .columns");
    }

    private void take(Browser browser, String name, String path, Consumer<Page> steps)
            throws IOException {
        for (var device : new Device[] {Device.DESKTOP, Device.DESKTOP_DARK, Device.PHONE}) {
            try (var visit = browser.visit(address + path, device)) {
                steps.accept(visit.page());
                var file =
                        Path.of(
                                "docs/console",
                                switch (device) {
                                    case DESKTOP -> name + ".png";
                                    case DESKTOP_DARK -> name + "-dark.png";
                                    case PHONE, PHONE_DARK -> name + "-phone.png";
                                });
                write(visit.page().screenshot(), file);
                assertThat(Files.size(file)).as("%s", file).isLessThan(LARGEST);
                assertThat(visit.barriers()).as("%s", file).isEmpty();
                assertThat(visit.isTooWide()).as("%s", file).isFalse();
            }
        }
    }

    /** The browser presses for speed. */
    private static void write(byte[] picture, Path file) throws IOException {
        var pressed = ImageIO.getImageWritersByFormatName("png").next();
        var hard = pressed.getDefaultWriteParam();
        hard.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
        hard.setCompressionQuality(0);
        Files.createDirectories(file.getParent());
        Files.deleteIfExists(file);
        try (var out = ImageIO.createImageOutputStream(file.toFile())) {
            pressed.setOutput(out);
            var image = ImageIO.read(new ByteArrayInputStream(picture));
            pressed.write(null, new IIOImage(image, null, null), hard);
        } finally {
            pressed.dispose();
        }
    }
}
