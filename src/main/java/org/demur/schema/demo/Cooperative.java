package org.demur.schema.demo;

import static org.demur.schema.demo.Dice.rounded;

import java.io.IOException;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The cooperative's life from 2027 until {@link DemoDatabase#NOW}, drawn with a fixed seed. */
final class Cooperative {
    private static final long SEED = 20310930;
    private static final int GROWERS = 420;
    private static final int FIRST_SEASON = 2027;
    private static final int LAST_SEASON = 2031;
    private static final LocalDate FIRST_DAY = LocalDate.of(FIRST_SEASON, 1, 1);
    private static final LocalDate TODAY = DemoDatabase.NOW.toLocalDate();

    /** Shares of a year's trade by month, January first. */
    private static final int[] PURCHASE_MONTHS = {4, 9, 16, 18, 13, 8, 5, 7, 9, 6, 3, 2};

    private static final int[] SAMPLING_MONTHS = {2, 10, 18, 15, 11, 9, 6, 7, 12, 6, 3, 1};
    private static final int[] SPRAYING_MONTHS = {1, 4, 14, 19, 20, 15, 9, 4, 6, 5, 2, 1};
    private static final int[] VISIT_MONTHS = {8, 9, 11, 10, 9, 8, 5, 5, 8, 10, 9, 8};

    /** Good and bad harvests: factors on the yield, by season. */
    private static final Map<Integer, Double> SEASON =
            Map.of(2027, 1.02, 2028, 0.86, 2029, 1.09, 2030, 0.97, 2031, 1.04);

    private final RowWriter rows;
    private final Dice dice = new Dice(SEED);
    private final List<Map<String, String>> regions;
    private final List<Map<String, String>> sites;
    private final List<Map<String, String>> advisors;
    private final List<Map<String, String>> crops;
    private final List<Map<String, String>> products;
    private final List<Map<String, String>> tests;
    private final List<Map<String, String>> topics;
    private final List<Map<String, String>> certificates;

    private int plots;
    private int plantings;
    private int deliveries;
    private int purchases;
    private int applications;
    private int measurements;
    private int visits;

    /** What the events of a grower depend on; `size` is 1 on average, and skewed. */
    private record Grower(
            int id, String region, double size, LocalDate from, LocalDate until, boolean left) {}

    private record Plot(int id, Grower grower, double area, boolean irrigated, double fertility) {}

    Cooperative(RowWriter rows) throws IOException {
        this.rows = rows;
        regions = Resources.table("region.csv");
        sites = Resources.table("site.csv");
        advisors = Resources.table("advisor.csv");
        crops = Resources.table("crop.csv");
        products = Resources.table("product.csv");
        tests = Resources.table("lab_test.csv");
        topics = Resources.table("topic.csv");
        certificates = Resources.table("certificate.csv");
    }

    void write() throws IOException, SQLException {
        writeCodes();
        for (var grower : growers()) {
            var mainCrops = mainCrops();
            for (var plot : plotsOf(grower)) {
                plant(plot, mainCrops);
                apply(plot);
                measure(plot);
            }
            purchase(grower);
            visit(grower);
            certify(grower);
        }
    }

    private void writeCodes() throws SQLException {
        for (var r : regions) {
            rows.insert("region", r.get("region_code"), r.get("region_name"), r.get("climate"));
        }
        for (var s : sites) {
            rows.insert(
                    "site",
                    s.get("site_code"),
                    s.get("site_name"),
                    s.get("region_code"),
                    whole(s, "capacity_t"),
                    s.get("opened_on"));
        }
        for (var a : advisors) {
            rows.insert(
                    "advisor",
                    whole(a, "advisor_id"),
                    a.get("advisor_name"),
                    a.get("region_code"),
                    a.get("hired_on"),
                    a.get("phone"));
        }
        for (var c : crops) {
            rows.insert("crop", c.get("crop_code"), c.get("crop_name"), c.get("crop_group"));
        }
        for (var p : products) {
            rows.insert(
                    "product",
                    p.get("product_code"),
                    p.get("product_name"),
                    p.get("category"),
                    p.get("unit"),
                    number(p, "list_price_eur"));
        }
        for (var t : tests) {
            rows.insert(
                    "lab_test",
                    t.get("test_code"),
                    t.get("test_name"),
                    t.get("sample_kind"),
                    t.get("unit"),
                    cell(t, "low_limit").isEmpty() ? null : number(t, "low_limit"),
                    cell(t, "high_limit").isEmpty() ? null : number(t, "high_limit"));
        }
        for (var t : topics) rows.insert("topic", t.get("topic_code"), t.get("topic_name"));
        for (var c : certificates) {
            rows.insert("certificate", c.get("certificate_code"), c.get("certificate_name"));
        }
    }

    private List<Grower> growers() throws IOException, SQLException {
        var growers = new ArrayList<Grower>();
        var names = farmNames();
        for (int i = 0; i < GROWERS; i++) {
            int id = 1001 + i;
            var region = dice.weighted(regions, r -> 30.0 - 3 * regions.indexOf(r));
            double size = Math.min(6, 0.35 / (1.02 - dice.between(0.0, 1.0)));
            var form =
                    dice.weighted(
                            List.of("sole proprietor", "family partnership", "limited company"),
                            f -> f.startsWith("sole") ? 6 : f.startsWith("family") ? 3 : 1.5);
            var joined = dice.day(LocalDate.of(1996, 1, 8), LocalDate.of(2030, 11, 20));
            var left =
                    dice.chance(0.11)
                            ? dice.day(
                                    joined.isBefore(FIRST_DAY)
                                            ? FIRST_DAY.plusDays(200)
                                            : joined.plusDays(150),
                                    TODAY)
                            : null;
            rows.insert(
                    "grower",
                    id,
                    names.get(i),
                    form,
                    region.get("region_code"),
                    dice.chance(0.14) ? null : Math.min(joined.getYear(), dice.between(1890, 2026)),
                    dice.chance(0.22) ? null : email(names.get(i)),
                    joined.toString(),
                    left == null ? null : left.toString());
            growers.add(
                    new Grower(
                            id,
                            cell(region, "region_code"),
                            size,
                            joined.isBefore(FIRST_DAY) ? FIRST_DAY : joined,
                            left == null ? TODAY : left,
                            left != null));
        }
        return growers;
    }

    private static List<String> farmNames() throws IOException {
        var words = Resources.table("farm_words.csv");
        var names = new ArrayList<String>();
        for (var first : words) {
            for (var second : words) {
                if (!cell(second, "second").isEmpty()) {
                    names.add(cell(first, "first") + " " + cell(second, "second") + " Farm");
                }
            }
        }
        Collections.shuffle(names, new Random(SEED));
        return names;
    }

    private static String email(String farmName) {
        var name = farmName.substring(0, farmName.length() - " Farm".length());
        return "office@" + name.toLowerCase(Locale.ROOT).replace(' ', '-') + ".example";
    }

    /** The five crops that a grower keeps to. */
    private List<Map<String, String>> mainCrops() {
        Set<Map<String, String>> chosen = new HashSet<>();
        var ordered = new ArrayList<Map<String, String>>();
        while (ordered.size() < 5) {
            var crop = dice.weighted(crops, c -> number(c, "popularity"));
            if (chosen.add(crop)) ordered.add(crop);
        }
        return ordered;
    }

    private List<Plot> plotsOf(Grower grower) throws SQLException {
        var soils = List.of("clay", "loam", "sandy loam", "silt", "peat", "sand", "chalk");
        int favourite = dice.between(0, soils.size() - 1);
        var owned = new ArrayList<Plot>();
        int count = 1 + Math.min(11, dice.count(1.7 * grower.size()));
        for (int i = 0; i < count; i++) {
            var plot =
                    new Plot(
                            20001 + plots++,
                            grower,
                            rounded(0.8 + 11 * grower.size() * dice.between(0.1, 0.9), 1),
                            dice.chance(0.28),
                            1 + 0.22 * dice.wobble());
            var soil = dice.chance(0.6) ? soils.get(favourite) : dice.of(soils);
            rows.insert(
                    "plot",
                    plot.id(),
                    grower.id(),
                    plot.area(),
                    soil,
                    plot.irrigated() ? "yes" : "no",
                    elevation());
            owned.add(plot);
        }
        return owned;
    }

    /** Metres above the sea: much low ground, some hills. */
    private int elevation() {
        double height = dice.between(0.0, 1.0);
        return 2 + (int) (430 * height * height);
    }

    private void plant(Plot plot, List<Map<String, String>> mainCrops) throws SQLException {
        var grower = plot.grower();
        for (int season = FIRST_SEASON; season <= LAST_SEASON + 1; season++) {
            if (dice.chance(0.07)) continue;
            var crop = dice.of(mainCrops);
            int month = whole(crop, "sow_month");
            int days = whole(crop, "days");
            var sown =
                    LocalDate.of(days > 200 ? season - 1 : season, month, 1)
                            .plusDays(dice.between(2, 26));
            if (sown.isBefore(grower.from()) || sown.isAfter(grower.until())) continue;
            var harvested = sown.plusDays(days + dice.between(-9, 12));
            if (harvested.isAfter(grower.until())) {
                if (!grower.left()) writePlanting(plot, crop, sown, null, null);
                continue;
            }
            double yield =
                    rounded(
                            plot.area()
                                    * number(crop, "yield_t_ha")
                                    * plot.fertility()
                                    * SEASON.getOrDefault(season, 1.0)
                                    * (plot.irrigated() ? 1.08 : 1)
                                    * (1 + 0.18 * dice.wobble()),
                            2);
            writePlanting(plot, crop, sown, harvested, yield);
            deliver(grower, crop, harvested, yield);
        }
    }

    private void writePlanting(
            Plot plot,
            Map<String, String> crop,
            LocalDate sown,
            @Nullable LocalDate harvested,
            @Nullable Double yield)
            throws SQLException {
        rows.insert(
                "planting",
                ++plantings,
                plot.id(),
                crop.get("crop_code"),
                sown.toString(),
                harvested == null ? null : harvested.toString(),
                yield);
    }

    private void deliver(Grower grower, Map<String, String> crop, LocalDate harvested, double yield)
            throws SQLException {
        boolean stored = Set.of("cereal", "oilseed", "legume").contains(cell(crop, "crop_group"));
        int loads = 1 + dice.between(0, yield > 40 ? 4 : 2);
        double rest = yield * dice.between(0.72, 0.98);
        for (int i = 0; i < loads; i++) {
            double weight = rounded(i == loads - 1 ? rest : rest * dice.between(0.25, 0.6), 2);
            rest -= weight;
            var day =
                    harvested.plusDays(
                            dice.between(0, 9)
                                    + (stored && dice.chance(0.3) ? dice.between(20, 190) : 0));
            if (weight < 0.05 || day.isAfter(grower.until())) continue;
            var local =
                    sites.stream()
                            .filter(s -> grower.region().equals(s.get("region_code")))
                            .filter(s -> cell(s, "opened_on").compareTo(day.toString()) < 0)
                            .toList();
            var site = dice.chance(0.82) && !local.isEmpty() ? dice.of(local) : openSite(day);
            var moisture = cell(crop, "moisture_pct");
            double price =
                    number(crop, "price_eur_t")
                            * (1 + 0.03 * (day.getYear() - FIRST_SEASON))
                            * (1 + 0.12 * dice.wobble());
            rows.insert(
                    "delivery",
                    ++deliveries,
                    grower.id(),
                    site.get("site_code"),
                    crop.get("crop_code"),
                    dice.stamp(day),
                    weight,
                    moisture.isEmpty() || dice.chance(0.04)
                            ? null
                            : rounded(Double.parseDouble(moisture) * (1 + 0.2 * dice.wobble()), 1),
                    rounded(weight * price, 2));
        }
    }

    private Map<String, String> openSite(LocalDate day) {
        return dice.weighted(
                sites.stream()
                        .filter(s -> cell(s, "opened_on").compareTo(day.toString()) < 0)
                        .toList(),
                s -> number(s, "capacity_t"));
    }

    private void apply(Plot plot) throws SQLException {
        var applicable = products.stream().filter(p -> !cell(p, "dose_unit").isEmpty()).toList();
        for (int year = FIRST_SEASON; year <= LAST_SEASON; year++) {
            for (int i = dice.count(1.9); i > 0; i--) {
                var day = day(year, SPRAYING_MONTHS);
                if (outside(plot.grower(), day)) continue;
                var product = dice.weighted(applicable, p -> number(p, "popularity"));
                rows.insert(
                        "application",
                        ++applications,
                        plot.id(),
                        product.get("product_code"),
                        dice.stamp(day),
                        rounded(number(product, "dose_per_ha") * (1 + 0.35 * dice.wobble()), 2),
                        product.get("dose_unit"));
            }
        }
    }

    private void measure(Plot plot) throws SQLException {
        for (int year = FIRST_SEASON; year <= LAST_SEASON; year++) {
            for (int i = dice.count(1.2); i > 0; i--) {
                var day = day(year, SAMPLING_MONTHS);
                if (outside(plot.grower(), day)) continue;
                var done = new HashSet<String>();
                for (int j = dice.between(2, 5); j > 0; j--) {
                    var test = dice.weighted(tests, t -> number(t, "popularity"));
                    if (!done.add(cell(test, "test_code"))) continue;
                    double typical = number(test, "typical");
                    double value =
                            typical
                                    * (1 + 0.25 * (plot.fertility() - 1))
                                    * (1 + 2 * number(test, "spread") * dice.wobble());
                    rows.insert(
                            "measurement",
                            ++measurements,
                            plot.id(),
                            test.get("test_code"),
                            dice.stamp(day),
                            dice.chance(0.015) ? null : rounded(value, typical < 10 ? 2 : 1));
                }
            }
        }
    }

    private void purchase(Grower grower) throws SQLException {
        for (int year = FIRST_SEASON; year <= LAST_SEASON; year++) {
            for (int i = dice.between(1, 4) + dice.count(3.4 * grower.size()); i > 0; i--) {
                var day = day(year, PURCHASE_MONTHS);
                if (outside(grower, day)) continue;
                var product = dice.weighted(products, p -> number(p, "popularity"));
                int quantity = 1 + dice.count(4 + 5 * grower.size());
                double price =
                        number(product, "list_price_eur")
                                * (1 + 0.04 * (year - LAST_SEASON))
                                * (1 - (quantity > 20 ? 0.06 : 0));
                rows.insert(
                        "purchase",
                        ++purchases,
                        grower.id(),
                        openSite(day).get("site_code"),
                        product.get("product_code"),
                        dice.stamp(day),
                        quantity,
                        rounded(quantity * price, 2));
            }
        }
    }

    private void visit(Grower grower) throws SQLException {
        for (int year = FIRST_SEASON; year <= LAST_SEASON; year++) {
            for (int i = dice.count(2.3); i > 0; i--) {
                var day = day(year, VISIT_MONTHS);
                if (outside(grower, day)) continue;
                var hired =
                        advisors.stream()
                                .filter(a -> cell(a, "hired_on").compareTo(day.toString()) < 0)
                                .toList();
                var advisor =
                        dice.weighted(
                                hired,
                                a -> grower.region().equals(a.get("region_code")) ? 12.0 : 0.5);
                var topic = dice.weighted(topics, t -> number(t, "popularity"));
                rows.insert(
                        "visit",
                        ++visits,
                        grower.id(),
                        whole(advisor, "advisor_id"),
                        topic.get("topic_code"),
                        dice.stamp(day),
                        15 * dice.between(1, 4) + 5 * dice.count(4));
            }
        }
    }

    private void certify(Grower grower) throws SQLException {
        for (var certificate : certificates) {
            if (!dice.chance(number(certificate, "popularity") / 100)) continue;
            var issued = dice.day(grower.from(), grower.until());
            var years = cell(certificate, "validity_years");
            rows.insert(
                    "grower_certificate",
                    grower.id(),
                    certificate.get("certificate_code"),
                    issued.toString(),
                    years.isEmpty() ? null : issued.plusYears(Integer.parseInt(years)).toString());
        }
    }

    /** A working day of this year, the months drawn by their shares. */
    private LocalDate day(int year, int[] monthShares) {
        int month =
                dice.weighted(
                        List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12), m -> monthShares[m - 1]);
        var day = LocalDate.of(year, month, dice.between(1, 28));
        return switch (day.getDayOfWeek()) {
            case SATURDAY -> day.minusDays(day.getDayOfMonth() > 1 ? 1 : -2);
            case SUNDAY -> day.plusDays(1);
            case MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY -> day;
        };
    }

    private static boolean outside(Grower grower, LocalDate day) {
        return day.isBefore(grower.from()) || day.isAfter(grower.until());
    }

    private static String cell(Map<String, String> row, String column) {
        var value = row.get(column);
        if (value == null) throw new IllegalStateException("No column " + column);
        return value;
    }

    private static double number(Map<String, String> row, String column) {
        return Double.parseDouble(cell(row, column));
    }

    private static int whole(Map<String, String> row, String column) {
        return Integer.parseInt(cell(row, column));
    }
}
