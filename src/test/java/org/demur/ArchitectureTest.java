package org.demur;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.Architectures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The package map of docs/architecture.md, as rules. */
final class ArchitectureTest {
    private static final String ROOT = "org.demur";
    private static final String VERIFIED = ROOT + ".generation.verified";

    /** In flow order: package, and what it may use. */
    static final Map<String, String> MAY_USE = new LinkedHashMap<>();

    static {
        MAY_USE.put("failure", "");
        MAY_USE.put("file", "");
        MAY_USE.put("question", "failure");
        MAY_USE.put("schema", "failure file question");
        MAY_USE.put("sql", "schema");
        MAY_USE.put("inference", "failure file");
        MAY_USE.put("prompt", "failure file question schema inference");
        MAY_USE.put("feasibility", "failure question schema inference prompt");
        MAY_USE.put("generation", "failure file question schema sql inference prompt");
        MAY_USE.put("detection", "failure question schema sql inference prompt generation");
        MAY_USE.put(
                "uncertainty",
                "failure file question schema sql inference prompt feasibility generation detection");
        MAY_USE.put("decision", "failure feasibility detection uncertainty");
        MAY_USE.put("execution", "failure question schema sql generation detection");
        MAY_USE.put(
                "answer",
                "failure question feasibility generation detection uncertainty decision execution");
        MAY_USE.put(
                "pipeline",
                "failure question schema inference feasibility generation detection uncertainty"
                        + " decision execution answer");
        MAY_USE.put(
                "journal",
                "failure file question schema feasibility generation detection uncertainty decision"
                        + " execution answer");
        MAY_USE.put(
                "curation",
                "failure file question schema generation detection execution answer pipeline journal");
        MAY_USE.put(
                "evaluation",
                "failure file question schema sql feasibility generation detection uncertainty decision"
                        + " execution answer pipeline");
        MAY_USE.put("experiment", "failure file journal evaluation");
        MAY_USE.put(
                "api",
                "failure question schema feasibility generation detection uncertainty decision"
                        + " execution answer pipeline journal curation experiment");
        MAY_USE.put(
                "wiring",
                "failure file question schema sql inference prompt feasibility generation detection"
                        + " uncertainty decision execution answer pipeline journal curation evaluation"
                        + " experiment api");
    }

    /** The same of the packages below {@code generation.verified}. */
    static final Map<String, String> VERIFIED_MAY_USE = new LinkedHashMap<>();

    static {
        VERIFIED_MAY_USE.put("language", "");
        VERIFIED_MAY_USE.put("template", "language");
        VERIFIED_MAY_USE.put("parsing", "language template");
        VERIFIED_MAY_USE.put("accounting", "language template");
        VERIFIED_MAY_USE.put("model", "language template accounting");
        VERIFIED_MAY_USE.put("filling", "language template model");
        VERIFIED_MAY_USE.put("ranking", "language template model filling");
    }

    private static JavaClasses classes;

    @BeforeAll
    static void importClasses() {
        classes =
                new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages(ROOT);
    }

    @Test
    void theRulesLookAtTheWholeProgram() {
        assertThat(classes).hasSizeGreaterThan(40);
    }

    @Test
    void aPackageUsesOnlyWhatTheMapAllows() {
        layers(ROOT, MAY_USE).check(classes);
    }

    @Test
    void arrowsBetweenThePackagesOfVerifiedQueriesGoOneWay() {
        layers(VERIFIED, VERIFIED_MAY_USE).check(classes.that(resideInAPackage(VERIFIED + ".*..")));
        noClasses()
                .that()
                .resideInAPackage(VERIFIED + ".*..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(VERIFIED)
                .check(classes);
    }

    @Test
    void verifiedQueriesAreReachedByTheirOwnPackageOnly() {
        noClasses()
                .that()
                .resideOutsideOfPackage(VERIFIED + "..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(VERIFIED + ".*..")
                .check(classes);
    }

    private static Architectures.LayeredArchitecture layers(
            String root, Map<String, String> mayUse) {
        var layers =
                layeredArchitecture()
                        .consideringOnlyDependenciesInLayers()
                        .ensureAllClassesAreContainedInArchitecture();
        for (var name : mayUse.keySet()) {
            layers = layers.optionalLayer(name).definedBy(root + "." + name + "..");
        }
        for (var entry : mayUse.entrySet()) {
            var layer = layers.whereLayer(entry.getKey());
            layers =
                    entry.getValue().isEmpty()
                            ? layer.mayNotAccessAnyLayer()
                            : layer.mayOnlyAccessLayers(entry.getValue().split(" "));
        }
        return layers;
    }

    @Test
    void packagesFormNoCycle() {
        slices().matching(ROOT + ".(*)..").should().beFreeOfCycles().check(classes);
    }

    @Test
    void onlySchemaExecutionJournalAndEvaluationSpeakToDatabases() {
        noClasses()
                .that()
                .resideOutsideOfPackages(
                        ROOT + ".schema..",
                        ROOT + ".execution..",
                        ROOT + ".journal..",
                        ROOT + ".evaluation..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.sql..", "javax.sql..", "org.sqlite..")
                .check(classes);
    }

    @Test
    void onlyTheBordersKnowTheFramework() {
        noClasses()
                .that()
                .resideOutsideOfPackages(ROOT + ".api..", ROOT + ".wiring..", ROOT + ".inference..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("jakarta..", "io.quarkus..", "io.smallrye..")
                .check(classes);
    }

    @Test
    void onlyInferenceRunsModels() {
        noClasses()
                .that()
                .resideOutsideOfPackages(ROOT + ".inference..", ROOT + ".wiring..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("ai.onnxruntime..", "java.net.http..", "dev.langchain4j..")
                .check(classes);
    }

    @Test
    void onlyTheCommandLineWritesToTheConsole() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".wiring.cli..")
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .check(classes);
    }

    @Test
    void noPackageIsNamedAfterNothing() {
        noClasses()
                .should()
                .resideInAnyPackage(
                        "..utils..",
                        "..util..",
                        "..common..",
                        "..impl..",
                        "..manager..",
                        "..helper..",
                        "..misc..")
                .check(classes);
    }

    @Test
    void everyPackageIsNullMarkedAndExplained() throws IOException {
        // given
        var sources = Path.of("src/main/java");

        // when
        var withoutInfo = new TreeSet<String>();
        try (var files = Files.walk(sources)) {
            for (var folder :
                    files.filter(f -> f.toString().endsWith(".java"))
                            .map(Path::getParent)
                            .collect(Collectors.toSet())) {
                var info = folder.resolve("package-info.java");
                if (!Files.exists(info)
                        || !Files.readString(info).contains("@NullMarked")
                        || !Files.readString(info).startsWith("/**")) {
                    withoutInfo.add(sources.relativize(folder).toString());
                }
            }
        }

        // then
        assertThat(withoutInfo).isEmpty();
    }

    /** So that another engine is a few files more, and not a search. */
    @Test
    void fewFilesKnowOneEngineByName() throws IOException {
        try (var files = Files.walk(Path.of("src/main/java"))) {
            var knowing = new ArrayList<Path>();
            for (var file : files.filter(Files::isRegularFile).toList()) {
                if (Files.readString(file).toLowerCase(Locale.ROOT).contains("sqlite")) {
                    knowing.add(file);
                }
            }
            assertThat(knowing).hasSizeBetween(1, 25);
        }
    }

    @Test
    void theDocumentationListsThePackagesInTheirOrder() throws IOException {
        assertThat(documented("")).containsExactlyElementsOf(MAY_USE.keySet());
        assertThat(documented("verified\\.")).containsExactlyElementsOf(VERIFIED_MAY_USE.keySet());
    }

    /** The packages that begin with a prefix, without it, from top to bottom. */
    private static List<String> documented(String prefix) throws IOException {
        return Pattern.compile("(?m)^- `" + prefix + "(\\w+)`:")
                .matcher(Files.readString(Path.of("docs/architecture.md")))
                .results()
                .map(row -> row.group(1))
                .toList();
    }
}
