package org.demur.generation.verified.accounting;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.demur.generation.BicycleShop;
import org.demur.generation.verified.accounting.Contradictions.Sort;
import org.demur.generation.verified.language.Gazetteer;
import org.demur.generation.verified.language.QuestionReader;
import org.demur.generation.verified.template.ParsedStatement;
import org.demur.schema.ColumnRef;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where a statement does the opposite of what a question says. */
final class ContradictionsTest {
    private static final String MOVE =
            "CREATE TABLE move (id INTEGER PRIMARY KEY, from_brand_id INTEGER REFERENCES brand(id),"
                    + " to_brand_id INTEGER REFERENCES brand(id), phn_no TEXT, rslv_on DATE, sent_on DATE,"
                    + " annual_rent INTEGER, hourly_rate INTEGER)";

    private static final String HIRE =
            "CREATE TABLE hire (id INTEGER PRIMARY KEY, length_minutes INTEGER, price_cents INTEGER,"
                    + " lock_count INTEGER, cork_insured INTEGER, due_on TEXT, returned_on TEXT)";

    @TempDir Path home;

    /** Knows two values, and times and numbers. */
    private static final QuestionReader READER = reader();

    private static QuestionReader reader() {
        var values = new Gazetteer.Builder();
        values.addUnlessKnown(new ColumnRef("customer", "city"), "Cork");
        values.addUnlessKnown(new ColumnRef("brand", "name"), "Kestrel");
        return QuestionReader.fit(values.build(), List.of(), List.of());
    }

    private static Licences.Pair pair(BicycleShop shop, String question, String sql) {
        return new Licences.Pair(
                READER.read(question), ParsedStatement.of(sql, shop.schema()).orElseThrow());
    }

    private static Set<Sort> between(
            BicycleShop shop, List<Licences.Pair> pairs, String question, String sql) {
        var asked = pair(shop, question, sql);
        var contradictions = new Contradictions(shop.schema(), pairs);
        return contradictions
                .between(contradictions.asked(asked.question()), asked.statement())
                .keySet();
    }

    /** The one sort that is expected, or none. */
    private static Set<Sort> only(@Nullable Sort expected) {
        return expected == null ? Set.of() : Set.of(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "Which repairs are done? | SELECT id FROM repair WHERE done_at IS NULL | NEGATION",
                "Which repairs are not done yet? | SELECT id FROM repair WHERE done_at IS NULL |",
                "Which repairs are undone? | SELECT id FROM repair WHERE done_at IS NULL |",
                "Which customers live in Cork? | SELECT COUNT(*) FROM customer WHERE city = 'Cork' | COUNT",
                "Customers in Cork? | SELECT COUNT(*) FROM customer WHERE city = 'Cork' |",
                "Which customers have zero repairs? | SELECT name FROM customer WHERE NOT EXISTS (SELECT 1 FROM repair WHERE repair.customer_id = customer.id) |",
                "Count the customers in Cork. | SELECT COUNT(*) FROM customer WHERE city = 'Cork' |",
                "How many customers live in Cork? | SELECT name FROM customer WHERE city = 'Cork' | LIST",
                "How many customers are there? | SELECT city, COUNT(*) FROM customer GROUP BY city | LIST",
                "How many customers are there in each city? | SELECT city, COUNT(*) FROM customer GROUP BY city |",
                "Which bikes cost at least 500? | SELECT model FROM bike WHERE price > 500 | COMPARISON",
                "Which bikes cost at least 500? | SELECT model FROM bike WHERE price >= 500 |",
                "Which bikes cost exactly 500? | SELECT model FROM bike WHERE price > 500 | COMPARISON",
                "What is the price of each bike? | SELECT model FROM bike | COLUMN",
                "What is the price of each bike? | SELECT model, price FROM bike |",
                "Which customers had a repair? | SELECT name FROM customer | TABLE",
                "Which bikes are of the kind city? | SELECT model FROM bike WHERE kind <> 'city' | NEGATION",
                "Which hires were charged? | SELECT id FROM hire WHERE price_cents = 0 | NEGATION",
                "Which hires were free? | SELECT id FROM hire WHERE price_cents = 0 |",
                "Which hires took 0 minutes? | SELECT id FROM hire WHERE length_minutes = 0 |",
                "What are the total minutes of all hires? | SELECT SUM(length_minutes) / 60.0 FROM hire | UNIT",
                "What are the total hours of all hires? | SELECT SUM(length_minutes) / 60.0 FROM hire |",
                "Which hires are in operation? | SELECT id FROM hire WHERE returned_on IS NULL |",
                "Which moves resolved in 2024 are not yet sent? | SELECT id FROM move WHERE rslv_on >= '2024-01-01' AND rslv_on < '2025-01-01' AND sent_on IS NULL |",
                "Which moves were sent in 2024? | SELECT id FROM move WHERE rslv_on >= '2024-01-01' AND rslv_on < '2025-01-01' | TIME",
                "Which hires were due by the end of 2024? | SELECT id FROM hire WHERE due_on <= '2024-12-31' |",
                "Which hires were due by the end of 2024? | SELECT id FROM hire WHERE due_on >= '2024-01-01' AND due_on < '2025-01-01' | TIME",
                "Which hires were due at the end of 2024? | SELECT id FROM hire WHERE due_on <= '2024-12-31' | TIME",
                "Whom was the sale 3 made to? | SELECT customer_id FROM sale WHERE id = 3 | ANSWER",
                "Whom was the sale 3 made to? | SELECT customer.name FROM sale JOIN customer ON customer.id = sale.customer_id WHERE sale.id = 3 |",
                "Which hires cost more than 500? | SELECT id FROM hire WHERE price_cents > 500 | UNIT",
                "Which hires cost more than 500 cents? | SELECT id FROM hire WHERE price_cents > 500 |",
                "Where is the Canal Star going next? | SELECT model FROM bike WHERE model = 'Canal Star' | FUTURE",
                "Who did the repairs? | SELECT task_code FROM repair | ANSWER",
                "Who did the repairs? | SELECT bike_id FROM repair |",
                "How many sales are there? | SELECT id FROM sale | LIST",
                "How many locks were hired? | SELECT COUNT(*) FROM hire | COUNT",
                "How many locks were hired? | SELECT SUM(lock_count) FROM hire |",
                "How many lock hires were there? | SELECT COUNT(*) FROM hire |",
                "Which moves were made on other dates? | SELECT id FROM move WHERE sent_on = '2023-05-01' |",
                "Which repairs are there, done ones excluded? | SELECT id FROM repair WHERE done_at IS NULL |",
                "What does a repair cost? | SELECT AVG(cost) FROM repair | UNASKED",
                "What does a repair cost on average? | SELECT AVG(cost) FROM repair |",
                "Which bikes are there? | SELECT model FROM bike ORDER BY price LIMIT 1 | UNASKED",
                "Which bike is the cheapest? | SELECT model FROM bike ORDER BY price LIMIT 1 |",
                "Who lives in Cork or Lyon? | SELECT name FROM customer WHERE city = 'Cork' INTERSECT SELECT name FROM customer WHERE city = 'Lyon' | UNASKED",
                "Which bikes have Star in their model? | SELECT model FROM bike WHERE model LIKE 'Star' | COMPARISON",
                "Which bikes are of the model Limit 5? | SELECT id FROM bike WHERE model = 'Limit 5' |",
                "Which bikes are called Avg (new)? | SELECT id FROM bike WHERE model = 'Avg (new)' |",
                "Which bikes have Star in their model? | SELECT model FROM bike WHERE model LIKE '%Star%' |",
                "How many sales will there be? | SELECT COUNT(*) FROM sale | FUTURE",
                "How many sales are we going to have? | SELECT COUNT(*) FROM sale | FUTURE",
                "Which bike is going to leave us next? | SELECT model FROM bike | FUTURE",
                "Which moves are going to Kestrel? | SELECT id FROM move JOIN brand ON brand.id = move.to_brand_id WHERE brand.name = 'Kestrel' |",
                "Please cancel the sale 3. | SELECT sold_at FROM sale WHERE id = 3 | COMMAND",
                "Send the customers in Cork a letter | SELECT name FROM customer WHERE city = 'Cork' | COMMAND",
                "Send me the customers in Cork | SELECT name FROM customer WHERE city = 'Cork' |",
                "Why was the Canal Star sold? | SELECT sold_at FROM sale | CAUSE",
                "Which hires took longer than 2 hours? | SELECT id FROM hire WHERE length_minutes > 2 | UNIT",
                "Which hires took longer than 2 hours? | SELECT id FROM hire WHERE length_minutes > 2 * 60 |",
                "Which hires took longer than 2 hours? | SELECT id FROM hire WHERE length_minutes > 120 |",
                "Which hires took longer than 90 minutes? | SELECT id FROM hire WHERE length_minutes > 90 * 60 | UNIT",
                "What did each hire cost in cents? | SELECT price_cents / 100.0 FROM hire | UNIT",
                "What did each hire cost in euros? | SELECT price_cents / 100.0 FROM hire |",
                "Which hires have been returned? | SELECT id FROM hire WHERE returned_on > due_on | COMPARISON",
                "Which hires were returned before they were due? | SELECT id FROM hire WHERE returned_on > due_on | COMPARISON",
                "Which hires were returned more than a day late? | SELECT id FROM hire WHERE returned_on > due_on | TIME",
                "Which hires were returned more than a day late? | SELECT id FROM hire WHERE returned_on > date(due_on, '+1 day') |",
                "Of the hires with insurance, what percentage came back late? | SELECT 100.0 * SUM(returned_on > due_on) / COUNT(*) FROM hire | COUNT",
                "Of the hires with insurance, what percentage came back late? | SELECT 100.0 * SUM(returned_on > due_on) / COUNT(*) FROM hire WHERE cork_insured = 1 |",
                "What is the salary on move 3? | SELECT hourly_rate FROM move WHERE id = 3 | UNIT",
                "What is the rate on move 3? | SELECT hourly_rate FROM move WHERE id = 3 |",
                "Which hires were returned too late? | SELECT id FROM hire WHERE returned_on > due_on |",
                "When was hire 1 returned? | SELECT due_on FROM hire WHERE id = 1 | TIME",
                "When was hire 1 due? | SELECT due_on FROM hire WHERE id = 1 |",
                "Who had the repair 3? | SELECT done_at FROM repair WHERE id = 3 | ANSWER",
                "Who's had the repair 3? | SELECT cost FROM repair WHERE id = 3 | ANSWER",
                "Who bought the sale 3? | SELECT customer.name FROM sale JOIN customer ON customer.id = sale.customer_id WHERE sale.id = 3 |",
                "When was the Canal Star sold? | SELECT model FROM bike WHERE model = 'Canal Star' | ANSWER",
                "On what date was sale 3? | SELECT customer_id FROM sale WHERE id = 3 | ANSWER",
                "How old is the customer Clara Voss? | SELECT name FROM customer WHERE name = 'Clara Voss' | ANSWER",
                "Which hires cost more than 3.5 cents each? | SELECT id FROM hire WHERE price_cents < 3.5 | COMPARISON",
                "Which hires took 30 minutes of time or less? | SELECT id FROM hire WHERE length_minutes = 30 | COMPARISON",
                "Which hires took more than 40 minutes? | SELECT id FROM hire ORDER BY length_minutes DESC LIMIT 40 | COMPARISON",
                "Which hires were returned before they were due? | SELECT id FROM hire WHERE date(returned_on) > due_on | COMPARISON",
                "How many hires were there per year? | SELECT strftime('%m', due_on), COUNT(*) FROM hire GROUP BY strftime('%m', due_on) | UNIT",
                "How many hires were there per month? | SELECT strftime('%m', due_on), COUNT(*) FROM hire GROUP BY strftime('%m', due_on) |",
                "How many seconds too late is a hire returned on average? | SELECT AVG((julianday(returned_on) - julianday(due_on)) * 1440) FROM hire | UNIT",
                "How many minutes too late is a hire returned on average? | SELECT AVG((julianday(returned_on) - julianday(due_on)) * 24 * 60) FROM hire |",
                "How many days too late is a hire returned on average? | SELECT AVG(unixepoch(returned_on) - unixepoch(due_on)) / 3600 FROM hire | UNIT",
                "How many hires are there per bike? | SELECT COUNT(*) FROM hire | GROUPS",
                "How many hires are there, open ones too? | SELECT COUNT(*) FROM hire WHERE returned_on IS NOT NULL | INCLUSION",
                "How many hires are not yet returned? | SELECT COUNT(*) FROM hire WHERE returned_on IS NOT NULL | NEGATION",
                "Which hires are returned? | SELECT id FROM hire WHERE returned_on IS NOT NULL |",
                "Which customers live outside Cork? | SELECT name FROM customer WHERE city = 'Cork' | NEGATION",
                "Which customers live outside Cork? | SELECT name FROM customer WHERE city <> 'Cork' |",
                "Which hires are not Cork insured? | SELECT id FROM hire WHERE cork_insured = 0 |",
                "How many moves went to Kestrel? | SELECT COUNT(*) FROM move JOIN brand ON brand.id = move.from_brand_id WHERE brand.name = 'Kestrel' | DIRECTION",
                "How many moves went to Kestrel? | SELECT COUNT(*) FROM move JOIN brand ON brand.id = move.to_brand_id WHERE brand.name = 'Kestrel' |",
                "How many moves were resolved in 2023? | SELECT COUNT(*) FROM move WHERE strftime('%Y', sent_on) = '2023' | TIME",
                "How many moves were resolved in 2023? | SELECT COUNT(*) FROM move WHERE strftime('%Y', rslv_on) = '2023' |",
                "How many bikes were sold in May 2023? | SELECT COUNT(*) FROM sale WHERE sold_at BETWEEN '2023-01-01' AND '2023-05-31' | TIME",
                "How many bikes were sold in May 2023? | SELECT COUNT(*) FROM sale WHERE sold_at BETWEEN '2023-05-01' AND '2023-05-31' |",
                "Which hires were out on 2023-05-01? | SELECT id FROM hire WHERE due_on >= '2023-05-01' AND returned_on <= '2023-05-01' |",
                "Which hires were out on 2023-05-01? | SELECT id FROM hire WHERE due_on >= '2023-05-01' AND returned_on <= '2022-03-31' | TIME",
                "How many customers are from Cork? | SELECT COUNT(*) FROM customer | VALUE",
                "How many customers have no city? | SELECT COUNT(*) FROM customer | NEGATION",
                "How many customers have no city? | SELECT COUNT(*) FROM customer WHERE city IS NULL |",
                "How many bikes were sold in early 2023? | SELECT COUNT(*) FROM sale WHERE strftime('%Y', sold_at) = '2023' | TIME",
                "How many bikes were sold in the first half of 2023? | SELECT COUNT(*) FROM sale WHERE sold_at >= '2023-01-01' AND sold_at < '2023-07-01' |",
                "How many bikes were sold in the first half of 2023? | SELECT COUNT(*) FROM sale WHERE sold_at >= '2023-01-01' AND sold_at < '2024-01-01' | TIME",
                "Which customers are there? Names with numbers. | SELECT COUNT(*) FROM customer | COUNT",
                "How much were repairs in 2023? | SELECT cost FROM repair WHERE strftime('%Y', done_at) = '2023' | LIST",
                "How much is the repair 3? | SELECT cost FROM repair WHERE id = 3 |",
                "How many repairs are there? | SELECT SUM(cost) FROM repair | COUNT",
                "How many sales has each bike? | SELECT bike.model, COUNT(*) FROM bike JOIN sale ON sale.bike_id = bike.id GROUP BY bike.id |",
                "How many bikes had each sale? | SELECT sale.id, COUNT(*) FROM sale JOIN bike ON sale.bike_id = bike.id GROUP BY sale.id | COUNT",
                "How many customers had something done? | SELECT COUNT(*) FROM repair JOIN customer ON customer.id = repair.customer_id | COUNT",
                "What is the phone number of move 3? | SELECT sent_on FROM move WHERE id = 3 | COLUMN",
                "How old is the sale 3? | SELECT sold_at FROM sale WHERE id = 3 |",
                "How many hires do we still have? | SELECT COUNT(*) FROM hire | STATE",
                "How many hires are there at the moment? | SELECT COUNT(*) FROM hire | STATE",
                "How many hires are there at the moment? | SELECT COUNT(*) FROM hire WHERE returned_on IS NULL |",
                "How many of our current hires took 30 minutes? | SELECT COUNT(*) FROM hire WHERE length_minutes = 30 | STATE",
                "What is the current length of hire 1 in minutes? | SELECT length_minutes FROM hire WHERE id = 1 |",
                "How many customers are there at the moment? | SELECT COUNT(*) FROM customer |",
                "How many customers used to live in Cork? | SELECT COUNT(*) FROM customer WHERE city = 'Cork' | STATE",
                "How many customers might live in Cork? | SELECT COUNT(*) FROM customer WHERE city = 'Cork' | STATE",
                "How many customers should be in Cork? | SELECT COUNT(*) FROM customer WHERE city = 'Cork' | STATE",
                "Could you tell me how many customers live in Cork? | SELECT COUNT(*) FROM customer WHERE city = 'Cork' |",
                "I'd like the customers in Cork, names would do. | SELECT name FROM customer WHERE city = 'Cork' |",
                "What did all hires cost in thousands of euros? | SELECT SUM(price_cents) / 100.0 FROM hire | UNIT",
                "What did all hires cost in thousands of euros? | SELECT SUM(price_cents) / 100000.0 FROM hire |",
                "What is the monthly rent of each move? | SELECT id, annual_rent FROM move | UNIT",
                "What is the monthly rent of each move? | SELECT id, annual_rent / 12.0 FROM move |",
                "What is the yearly rent of each move? | SELECT id, annual_rent FROM move |",
                "Which customers never had a task other than BR1? | SELECT DISTINCT customer_id FROM repair WHERE task_code <> 'BR1' | NEGATION",
                "Which repairs were never of the task BR1? | SELECT id FROM repair WHERE task_code <> 'BR1' |",
                "Does customer 3 live in a city? | SELECT city FROM customer WHERE id = 3 | ANSWER",
                "Does customer 3 live in a city? | SELECT city IS NOT NULL FROM customer WHERE id = 3 |",
                "Is there a city for customer 3? | SELECT city FROM customer WHERE id = 3 | ANSWER",
                "Do we have any city bikes? | SELECT model FROM bike WHERE kind = 'city' | ANSWER",
                "Are there city bikes, and which? | SELECT model FROM bike WHERE kind = 'city' |",
                "Which hires were returned on time? | SELECT id FROM hire WHERE returned_on IS NOT NULL | TIME",
                "Which hires were returned on time? | SELECT id FROM hire WHERE returned_on <= due_on |",
                "How many customers own their bicycle? | SELECT COUNT(*) FROM customer | DIRECTION",
                "How many customers own a bike? | SELECT COUNT(DISTINCT customer_id) FROM sale |",
                "How many of our own customers live in Cork? | SELECT COUNT(*) FROM customer WHERE city = 'Cork' |",
                "Which hires are already over? | SELECT id FROM hire | STATE",
                "Which hires are over? | SELECT id FROM hire WHERE returned_on IS NOT NULL |",
                "Which hires went over their length? | SELECT id FROM hire WHERE length_minutes > 30 | COMPARISON",
                "Which hires are above the length of 30 minutes? | SELECT id FROM hire WHERE length_minutes > 30 |",
                "What is the longest hire by minutes? | SELECT MAX(length_minutes) FROM hire | ANSWER",
                "What is the longest hire by minutes? | SELECT id FROM hire ORDER BY length_minutes DESC LIMIT 1 |",
                "How many bikes do the customers have? | SELECT COUNT(*) FROM customer | COUNT",
                "How many helmets do the customers have? | SELECT COUNT(*) FROM customer | COUNT",
                "How many times did customers buy? | SELECT COUNT(*) FROM customer |",
                "Which bike cost the most? | SELECT model FROM bike ORDER BY price DESC LIMIT 1 | ANSWER",
                "Which bike has the highest price? | SELECT model FROM bike ORDER BY price DESC LIMIT 1 |",
                "How many loads of minutes did a hire take on average? | SELECT AVG(length_minutes) FROM hire |",
                "How many kinds of hires are there on average? | SELECT AVG(length_minutes) FROM hire | UNIT",
                "How many customers that ever had a phone lack one? | SELECT COUNT(*) FROM move WHERE phn_no IS NULL | INCLUSION",
                "Count the hires. | SELECT COUNT(*) FROM hire |",
                "Which repairs are done by now? | SELECT id FROM repair WHERE done_at IS NULL | NEGATION",
                "Which repairs are to be done now? | SELECT id FROM repair WHERE done_at IS NULL |",
                "What is the rent of move 3 over a whole month? | SELECT annual_rent FROM move WHERE id = 3 | UNIT",
                "What is the rent of move 3 per year? | SELECT annual_rent FROM move WHERE id = 3 |",
                "Which hires were due in the last 7 weeks? | SELECT id FROM hire WHERE due_on >= date('now', '-7 weeks') | TIME",
                "Which moves were sent in the last 7 weeks? | SELECT id FROM move WHERE sent_on >= date('now', '-7 weeks') | TIME",
                "Which hires were due in the last 49 days? | SELECT id FROM hire WHERE due_on >= date('now', '-49 days') |",
                "Where did customer 3 move to? | SELECT name AS full_name FROM customer WHERE id = 3 |",
                "Where does customer 3 live? | SELECT city FROM customer WHERE id = 3 |",
                "Which customers bought the brand Kestrel only? | SELECT DISTINCT sale.customer_id FROM sale JOIN bike ON bike.id = sale.bike_id JOIN brand ON brand.id = bike.brand_id WHERE brand.name = 'Kestrel' | COMPARISON",
                "Which customers live in Cork only? | SELECT name FROM customer WHERE city = 'Cork' |",
                "Which customers have only ever bought Kestrel? | SELECT DISTINCT sale.customer_id FROM sale JOIN bike ON bike.id = sale.bike_id JOIN brand ON brand.id = bike.brand_id WHERE brand.name = 'Kestrel' | COMPARISON",
                "Give me only customers of Kestrel. | SELECT DISTINCT sale.customer_id FROM sale JOIN bike ON bike.id = sale.bike_id JOIN brand ON brand.id = bike.brand_id WHERE brand.name = 'Kestrel' |",
                "Which hires took more than twice as long as hire 3? | SELECT id FROM hire WHERE length_minutes > (SELECT length_minutes FROM hire WHERE id = 3) | COMPARISON",
                "Which hires took more than twice as long as hire 3? | SELECT id FROM hire WHERE length_minutes > 2 * (SELECT length_minutes FROM hire WHERE id = 3) |",
                "Which hires took three and a half times the length of hire 3? | SELECT id FROM hire WHERE length_minutes = 3.5 * (SELECT length_minutes FROM hire WHERE id = 3) |",
                "Which customers bought the tandem twice the same year? | SELECT customer_id FROM sale GROUP BY customer_id HAVING COUNT(*) > 1 |",
                "Which different cities do customers in Cork only have? | SELECT DISTINCT city FROM customer WHERE city = 'Cork' |",
                "Which task was done more often than anyone else's? | SELECT task_code FROM repair GROUP BY task_code ORDER BY COUNT(*) DESC LIMIT 1 |",
                "What did repairs cost in all cities? | SELECT customer_id, SUM(cost) FROM repair GROUP BY customer_id |",
                "How old is the sale 3, bought by someone born 1980? | SELECT sold_at FROM sale WHERE id = 3 |",
                "Where was the tandem built? | SELECT kind FROM bike |",
                "Show me again the hires. | SELECT id FROM hire |",
                "Which hires took more than 1.5 times the length of hire 3? | SELECT id FROM hire WHERE length_minutes > (SELECT length_minutes FROM hire WHERE id = 3) | COMPARISON",
                "Which hires took more than three times the length of hire 3? | SELECT id FROM hire WHERE length_minutes > 3 * (SELECT length_minutes FROM hire WHERE id = 3) |",
                "Who has the same city as Cork? | SELECT name FROM customer WHERE city = 'Cork' | COMPARISON",
                "Who has the same city as Cork? | SELECT name FROM customer WHERE city IN (SELECT city FROM customer WHERE city = 'Cork') |",
                "Which repairs did somebody else do? | SELECT id FROM repair WHERE task_code = 'BR1' | NEGATION",
                "Which repairs did somebody else do? | SELECT id FROM repair WHERE task_code <> 'BR1' |",
                "Which repairs had to be done over again by us? | SELECT id FROM repair | STATE",
                "Which moves are unsubscribed? | SELECT id FROM move WHERE phn_no IS NULL | NEGATION",
                "Which moves are of an unknown phone number? | SELECT id FROM move WHERE phn_no IS NULL |",
                "Which moves are unfinished? | SELECT id FROM move WHERE rslv_on IS NULL |",
                "Which repairs were unnoticed and never done? | SELECT id FROM repair WHERE done_at IS NULL |",
                "What did all customers together spend, all together now? | SELECT customer_id, SUM(cost) FROM repair GROUP BY customer_id | GROUPS",
                "What did all customers spend, all together now? | SELECT SUM(cost) FROM repair |",
                "Which bike is the longest hired? | SELECT model FROM bike JOIN sale ON sale.bike_id = bike.id GROUP BY bike.id ORDER BY COUNT(*) DESC LIMIT 1 | ANSWER",
                "What did the customer pay for the Canal Star? | SELECT kind FROM bike WHERE model = 'Canal Star' | ANSWER",
                "What did the customer pay for the Canal Star? | SELECT price FROM bike WHERE model = 'Canal Star' |",
                "Which hires came back late? | SELECT id FROM hire WHERE returned_on IS NOT NULL | TIME",
                "Which hires came back late? | SELECT id FROM hire WHERE returned_on > due_on |",
                "Which of the 30 hires are out of service? | SELECT id FROM hire WHERE id = 30 | STATE",
                "Which of the 30 hires are out of service? | SELECT id FROM hire WHERE id = 30 AND returned_on IS NOT NULL |",
                "Which customers of 2020 are gone by now? | SELECT id FROM hire WHERE due_on < '2021-01-01' AND due_on >= '2020-01-01' | STATE",
            })
    void whatAQuestionSaysContradictsAStatement(String question, String sql, Sort expected) {
        try (var shop = new BicycleShop(home, "", List.of(HIRE, MOVE))) {
            var decisive =
                    between(shop, List.of(), question, sql).stream()
                            .filter(sort -> sort.isDecisive() || sort == expected)
                            .toList();

            assertThat(decisive).isEqualTo(expected == null ? List.of() : List.of(expected));
        }
    }

    private static final String TRIP =
            "CREATE TABLE trip (id INTEGER PRIMARY KEY, state TEXT, depart_on DATE, left_on DATE)";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "How many trips ended in 2024? | SELECT COUNT(*) FROM trip WHERE depart_on >= '2024-01-01' AND depart_on < '2025-01-01' | TIME",
                "How many trips departed in 2024? | SELECT COUNT(*) FROM trip WHERE depart_on >= '2024-01-01' AND depart_on < '2025-01-01' |",
                "How many trips did we have in 2024? | SELECT COUNT(*) FROM trip WHERE depart_on >= '2024-01-01' AND depart_on < '2025-01-01' | TIME",
                "How many trips set off in 2024? | SELECT COUNT(*) FROM trip WHERE depart_on >= '2024-01-01' AND depart_on < '2025-01-01' |",
                "How many trips were donated in 2024? | SELECT COUNT(*) FROM trip WHERE depart_on >= '2024-01-01' AND depart_on < '2025-01-01' | TIME",
                "How many trips are on leave? | SELECT COUNT(*) FROM trip WHERE left_on IS NOT NULL | TIME",
                "How many trips were cancelled? | SELECT COUNT(*) FROM trip | VALUE",
                "How many trips were cancelled? | SELECT COUNT(*) FROM trip WHERE state = 'cancelled' |",
            })
    void whatAllPairsSayOrLookForIsAsked(String question, String sql, Sort expected) {
        try (var shop =
                new BicycleShop(home, "", List.of(TRIP, "CREATE TABLE donation (id INTEGER)"))) {
            // given
            var pairs =
                    List.of(
                            pair(
                                    shop,
                                    "How many trips departed in 2023?",
                                    "SELECT COUNT(*) FROM trip WHERE depart_on >= '2023-01-01' AND depart_on < '2024-01-01'"),
                            pair(
                                    shop,
                                    "Which trips were cancelled?",
                                    "SELECT id FROM trip WHERE state = 'cancelled'"));

            // then
            assertThat(between(shop, pairs, question, sql)).isEqualTo(only(expected));
        }
    }

    @ParameterizedTest
    @CsvSource({"Who owns job 3?, DIRECTION", "Who is in charge of job 3?,"})
    void anOwnerIsNoOtherRole(String question, Sort expected) {
        try (var shop = new BicycleShop(home, "", List.of(WORKER, JOB))) {
            String sql =
                    "SELECT worker.name FROM worker JOIN job ON job.assigned_worker_id = worker.id"
                            + " WHERE job.id = ";
            var pairs = List.of(pair(shop, "Who is assigned to job 4?", sql + 4));

            assertThat(between(shop, pairs, question, sql + 3)).isEqualTo(only(expected));
        }
    }

    private static final String CRATE =
            "CREATE TABLE crate (id INTEGER PRIMARY KEY, brand_id INTEGER REFERENCES brand(id), load_kg"
                    + " INTEGER, fee_cents INTEGER, left_count INTEGER, tare_g INTEGER)";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Which crate has the smallest load? | SELECT id FROM crate ORDER BY load_kg LIMIT 1 | NEGATION",
                "Which crate has the largest load? | SELECT id FROM crate ORDER BY load_kg DESC LIMIT 1 |",
                "Which crate has the smallest load? | SELECT id FROM crate ORDER BY load_kg ASC NULLS LAST LIMIT 1 |",
                "Which crate has the smallest load? | SELECT id FROM crate WHERE load_kg IS NOT NULL ORDER BY load_kg LIMIT 1 |",
                "Which crate has the smallest load above 3? | SELECT id FROM crate WHERE load_kg > 3 ORDER BY load_kg LIMIT 1 |",
                "Which crate has the smallest fee? | SELECT id FROM crate ORDER BY fee_cents LIMIT 1 |",
                "How many crates have none left? | SELECT COUNT(*) FROM crate WHERE left_count IS NULL | NEGATION",
                "How many crates have no load? | SELECT COUNT(*) FROM crate WHERE load_kg IS NULL |",
            })
    void whatNoRowLacksIsNotLackedAndWhatSomeLackIsNotTheLeast(
            String question, String sql, Sort expected) {
        String rows = "INSERT INTO crate VALUES (1, 1, NULL, 3, 0, 8), (2, 1, 7, 4, 1, 9)";
        try (var shop = new BicycleShop(home, "", List.of(CRATE, rows))) {
            assertThat(between(shop, List.of(), question, sql)).isEqualTo(only(expected));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "How many crates has each brand? | SELECT brand.name, COUNT(*) FROM crate JOIN brand ON brand.id = crate.brand_id GROUP BY brand.id | GROUPS",
                "How many crates has each brand? | SELECT brand.name, COUNT(crate.id) FROM brand LEFT JOIN crate ON brand.id = crate.brand_id GROUP BY brand.id |",
                "How many crates above 5 kg has each brand? | SELECT brand.name, COUNT(*) FROM crate JOIN brand ON brand.id = crate.brand_id WHERE crate.load_kg > 5 GROUP BY brand.id |",
                "Which brand has the most crates? | SELECT brand.name FROM crate JOIN brand ON brand.id = crate.brand_id GROUP BY brand.id ORDER BY COUNT(*) DESC LIMIT 1 |",
                "What is the fee of crate 1 in euros? | SELECT fee_cents / 100.0 FROM crate WHERE id = 1 | UNIT",
                "What is the fee of crate 1 in dollars? | SELECT fee_cents / 100.0 FROM crate WHERE id = 1 |",
                "Which crates have a tare of more than 8 kg? | SELECT id FROM crate WHERE tare_g > 8 | UNIT",
                "Which crates have a tare of more than 8 kg? | SELECT id FROM crate WHERE tare_g > 8000 |",
                "Which crates loaded more than 8 kg? | SELECT id FROM crate WHERE load_kg > 8 | STATE",
                "Which crates can load more than 8 kg? | SELECT id FROM crate WHERE load_kg > 8 |",
            })
    void whatPairsCountPayOrCanIsNotDoneOtherwise(String question, String sql, Sort expected) {
        try (var shop = new BicycleShop(home, "", List.of(CRATE))) {
            // given
            var pairs =
                    List.of(
                            pair(
                                    shop,
                                    "How many bikes has each brand?",
                                    "SELECT brand.name, COUNT(bike.id) FROM brand LEFT JOIN bike ON bike.brand_id = brand.id GROUP BY brand.id"),
                            pair(
                                    shop,
                                    "How many bikes below 50 dollars has each brand?",
                                    "SELECT brand.name, COUNT(*) FROM bike JOIN brand ON bike.brand_id = brand.id WHERE bike.price < 50 GROUP BY brand.id"),
                            pair(
                                    shop,
                                    "Which crates can load more than 5 kg?",
                                    "SELECT id FROM crate WHERE load_kg > 5"));

            // then
            assertThat(between(shop, pairs, question, sql)).isEqualTo(only(expected));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "Who trained Kestrel?, Who did Kestrel train?, DIRECTION",
        "Who trained Kestrel?, Who was trained by Kestrel?, DIRECTION",
        "Who trained Kestrel?, By whom was Kestrel trained?,",
        "Who trained Kestrel?, Who has trained our Kestrel?,",
        "Who was trained by Kestrel?, Whom has Kestrel trained?,",
        "Who was trained by Kestrel?, Who trained Kestrel?, DIRECTION",
    })
    void whoDoesItIsNotToWhomItIsDone(String known, String question, Sort expected) {
        String worker =
                "CREATE TABLE worker (id INTEGER PRIMARY KEY, name TEXT, trained_by INTEGER REFERENCES"
                        + " worker(id))";
        try (var shop = new BicycleShop(home, "", List.of(worker))) {
            // given
            String sql =
                    "SELECT o.name FROM worker o JOIN worker m ON m.trained_by = o.id"
                            + " WHERE m.name = 'Kestrel'";
            var pairs = List.of(pair(shop, known, sql));

            // then
            assertThat(between(shop, pairs, question, sql)).isEqualTo(only(expected));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "Which customers live in Cork and in Cork East?, Cork East, VALUE",
        "Which customers live in Cork East?, Cork East,",
        "Which customers live in Cork?, Cork,",
    })
    void aValueWithinAnotherIsAskedForToo(String question, String value, Sort expected) {
        var values = new Gazetteer.Builder();
        var city = new ColumnRef("customer", "city");
        values.addUnlessKnown(city, "Cork");
        values.addUnlessKnown(city, "Cork East");
        var reader = QuestionReader.fit(values.build(), List.of(), List.of());
        try (var shop = new BicycleShop(home, "")) {
            // given
            var statement =
                    ParsedStatement.of(
                                    "SELECT name FROM customer WHERE city = '" + value + "'",
                                    shop.schema())
                            .orElseThrow();

            // when
            var contradictions = new Contradictions(shop.schema(), List.of());
            var between =
                    contradictions.between(contradictions.asked(reader.read(question)), statement);

            // then
            assertThat(between.keySet()).isEqualTo(only(expected));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Which staff joined in 2024? | SELECT id FROM staff WHERE left_on >= '2024-01-01' AND left_on < '2025-01-01' | TIME",
                "How many staff were working in 2024? | SELECT COUNT(*) FROM staff WHERE left_on >= '2024-01-01' AND left_on < '2025-01-01' | TIME",
                "Where did the staff that left in 2024 go? | SELECT full_name FROM staff WHERE left_on >= '2024-01-01' AND left_on < '2025-01-01' | ANSWER",
                "Which of the staff we still have joined in 2024? | SELECT id FROM staff WHERE hired_on >= '2024-01-01' AND hired_on < '2025-01-01' AND left_on IS NULL |",
                "Who joined as staff in 2024? | SELECT id FROM staff WHERE hired_on >= '2024-01-01' AND hired_on < '2025-01-01' |",
                "Which staff quit in 2024? | SELECT id FROM staff WHERE left_on >= '2024-01-01' AND left_on < '2025-01-01' |",
                "How old are the staff on average when they leave? | SELECT AVG(julianday(left_on) - julianday(hired_on)) FROM staff | ANSWER",
                "How old are the staff on average when they leave? | SELECT AVG(julianday(left_on) - julianday(birth_date)) FROM staff |",
            })
    void aLifeHasABirthAndAJobABeginning(String question, String sql, Sort expected) {
        String staff =
                "CREATE TABLE staff (id INTEGER PRIMARY KEY, full_name TEXT, birth_date DATE, hired_on DATE, left_on DATE)";
        try (var shop = new BicycleShop(home, "", List.of(staff))) {
            assertThat(between(shop, List.of(), question, sql))
                    .filteredOn(Sort::isDecisive)
                    .isEqualTo(expected == null ? List.of() : List.of(expected));
        }
    }

    private static final String WORKER =
            "CREATE TABLE worker (id INTEGER PRIMARY KEY, name TEXT, line_manager_id INTEGER REFERENCES"
                    + " worker(id))";

    private static final String JOB =
            "CREATE TABLE job (id INTEGER PRIMARY KEY, assigned_worker_id INTEGER REFERENCES worker(id),"
                    + " logged_by_worker_id INTEGER REFERENCES worker(id))";

    @ParameterizedTest
    @CsvSource({
        "Whose manager is Kestrel?, Who is the manager of Kestrel?, DIRECTION",
        "Whose manager is Kestrel?, Give the name of Kestrel's own line manager., DIRECTION",
        "Whose manager is Kestrel?, Which workers report to Kestrel?,",
        "Whose manager is Kestrel?, Names of all whose line manager is Kestrel,",
        "Who reports directly to Kestrel?, Kestrel's direct reports,",
        "Who reports directly to Kestrel?, Whom does Kestrel report to?, DIRECTION",
        "Who is the manager of Kestrel?, Whom does Kestrel manage?, DIRECTION",
        "Whose manager is Kestrel?, Whom does Kestrel manage?,",
    })
    void theManagerOfOneIsNotWhoOneManages(String known, String question, Sort expected) {
        try (var shop = new BicycleShop(home, "", List.of(WORKER))) {
            // given
            String sql =
                    "SELECT o.name FROM worker o JOIN worker m ON m.id = o.line_manager_id"
                            + " WHERE m.name = 'Kestrel'";
            var pairs = List.of(pair(shop, known, sql));

            // then
            assertThat(between(shop, pairs, question, sql)).isEqualTo(only(expected));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "How many jobs are assigned to Kestrel?, true",
        "How many jobs were logged by Kestrel?, false",
        "How many jobs does Kestrel have?, false",
    })
    void whatIsReferredToInOneWayIsNotInTheOther(String question, boolean isOther) {
        try (var shop = new BicycleShop(home, "", List.of(WORKER, JOB))) {
            var sorts =
                    between(
                            shop,
                            List.of(),
                            question,
                            "SELECT COUNT(*) FROM job JOIN worker ON worker.id ="
                                    + " job.logged_by_worker_id WHERE worker.name = 'Kestrel'");

            assertThat(sorts.contains(Sort.DIRECTION)).isEqualTo(isOther);
        }
    }

    @Test
    void aCodeThatPairsLookForIsAskedForByTheWordThatItIsShortFor() {
        try (var shop = new BicycleShop(home, "", List.of(MOVE))) {
            // given
            var pairs =
                    List.of(
                            pair(
                                    shop,
                                    "Which moves went well?",
                                    "SELECT id FROM move WHERE phn_no = 'appr'"));

            // when
            var sorts =
                    between(
                            shop,
                            pairs,
                            "How many moves were approved?",
                            "SELECT COUNT(*) FROM move");

            // then
            assertThat(sorts).containsExactly(Sort.VALUE);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "How many customers work in Cork?, DIRECTION",
        "How many customers are employed in Cork?, DIRECTION",
        "How many customers reside in Cork?,",
        "How many customers live and work in Cork?,",
        "How many customers are there in Cork?,",
    })
    void theSameStatementDoesNotAnswerTheOppositeOfWhatItsPairsAsk(String question, Sort expected) {
        try (var shop = new BicycleShop(home, "")) {
            var pairs =
                    List.of(
                            pair(
                                    shop,
                                    "How many customers live in Kestrel?",
                                    "SELECT COUNT(*) FROM customer WHERE city = 'Kestrel'"));

            var sorts =
                    between(
                            shop,
                            pairs,
                            question,
                            "SELECT COUNT(*) FROM customer WHERE city = 'Cork'");

            assertThat(sorts).isEqualTo(only(expected));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "How many jobs has Kestrel logged?, How many jobs are about Kestrel?, DIRECTION",
        "How many jobs has Kestrel logged?, How many jobs were logged against the worker Kestrel?, DIRECTION",
        "How many jobs has Kestrel logged?, How many jobs do we have because of Kestrel?, DIRECTION",
        "How many jobs has Kestrel logged?, How many jobs were logged by Kestrel?,",
        "How many jobs were logged by Kestrel?, How many jobs were logged to Kestrel?, DIRECTION",
        "How many jobs were logged by Kestrel?, How many jobs has Kestrel logged?,",
        "How many jobs were logged at Kestrel?, How many jobs were logged by Kestrel?, DIRECTION",
        "How many jobs are about Kestrel?, How many logged jobs were about the worker Kestrel?,",
    })
    void aWordBeforeAValueMayTellWhatItIs(String known, String question, Sort expected) {
        try (var shop = new BicycleShop(home, "", List.of(WORKER, JOB))) {
            String sql =
                    "SELECT COUNT(*) FROM job JOIN worker ON worker.id = job.logged_by_worker_id"
                            + " WHERE worker.name = 'Kestrel'";
            var pairs = List.of(pair(shop, known, sql));

            assertThat(between(shop, pairs, question, sql)).isEqualTo(only(expected));
        }
    }

    @Test
    void whatAPairDoesItselfIsNoContradiction() {
        try (var shop = new BicycleShop(home, "")) {
            // given: here waiting means that nothing is done
            var pairs =
                    List.of(
                            pair(
                                    shop,
                                    "Which repairs wait?",
                                    "SELECT id FROM repair WHERE done_at IS NULL"));

            // when
            var sorts =
                    between(
                            shop,
                            pairs,
                            "Show me repairs that wait",
                            "SELECT id FROM repair WHERE done_at IS NULL");

            // then
            assertThat(sorts).isEmpty();
        }
    }
}
