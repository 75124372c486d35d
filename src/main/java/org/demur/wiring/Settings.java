package org.demur.wiring;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.demur.schema.jdbc.FileEngine;

/**
 * Everything that can be set under {@code demur.}, in {@code config/application.properties}, by
 * system property or by environment variable. Relative paths are below {@link #home()}.
 */
@ConfigMapping(prefix = "demur")
public interface Settings {
    /** Folder that holds {@code config/}; the launcher sets it. */
    @WithDefault(".")
    Path home();

    /** Folder of evaluations, each in a folder of its own. */
    @WithDefault("runs")
    Path runs();

    /** Folder of database declarations. */
    @WithDefault("config/databases")
    Path databases();

    /** Folder of strategies. */
    @WithDefault("config/strategies")
    Path strategies();

    /**
     * Folder of models for any database that were cross-fitted, each of which serves the databases
     * that it has not learnt from; for fitting.
     */
    Optional<Path> crossFitted();

    /** Folder of fitted thresholds. */
    @WithDefault("config/thresholds")
    Path thresholds();

    /** Folder of experiments. */
    @WithDefault("config/experiments")
    Path experiments();

    /** Folder of language models. */
    @WithDefault("config/models")
    Path models();

    /**
     * Folder that every prompt and completion of language models is written to; none by default.
     */
    Optional<Path> recording();

    /** Whether drafts are looked at on indexed copies of the databases, kept in the cache. */
    @WithDefault("true")
    boolean indexedCopies();

    /** Processes that run what language models wrote on database files. */
    @WithDefault("2")
    int queryWorkers();

    /** Who may ask over HTTP. */
    @WithDefault("off")
    SignIn signIn();

    /** Folder of those who may sign in. */
    @WithDefault("config/callers")
    Path callers();

    /** Provider of identities whose tokens are as good as keys. */
    Oidc oidc();

    /**
     * Names that requests may call the service by, with commas between them; by default any, but
     * without sign-in only this machine's own.
     */
    Optional<String> hosts();

    /** Defaults of a question. */
    Ask ask();

    /** What language models may use; 0 is no bound. */
    Budget budget();

    /** Bounds of the service. */
    Service service();

    /** The journal of what the service decides. */
    Journal journal();

    /** Spans of questions and stages. */
    Traces traces();

    /** OpenID Connect. */
    interface Oidc {
        /** The provider's address, as its tokens name it; none by default. */
        Optional<String> issuer();

        /** What its tokens for this service are made out to. */
        Optional<String> audience();

        /** The claim that names the groups of a caller. */
        @WithDefault("groups")
        String groups();

        /** As what the provider knows this service; people can sign in to its pages then. */
        Optional<String> client();

        /** What the client shows that it is one, 16 characters or more. */
        Optional<String> secret();

        /** Scopes asked for beside {@code openid} when a person signs in, with spaces between. */
        @WithDefault("profile")
        String scopes();
    }

    /** Who may ask over HTTP. */
    enum SignIn {
        /** Whoever is on this machine may do all. */
        OFF,

        /** Whoever reaches the service may ask. */
        OPEN,

        /** Whoever has a key, from wherever, may do what is said of it. */
        REQUIRED;

        /** Where the service listens if nothing else is said. */
        String host() {
            return this == OFF ? "127.0.0.1" : "0.0.0.0";
        }
    }

    /** What a question is asked with when it does not say. */
    interface Ask {
        /** Database of `demur ask` and of the page at /. */
        @WithDefault("demo")
        String database();

        /** Strategy that answers. */
        @WithDefault("verified")
        String strategy();

        /** Language model of strategies that name none. */
        @WithDefault("openai")
        String model();

        /**
         * Cost of a wrong answer in right decisions; a question may ask for more, never for less.
         */
        @WithDefault("10")
        double penalty();
    }

    /** How much the service takes on. */
    interface Service {
        /** Questions worked on at the same time; more are refused with 503. */
        @WithDefault("64")
        int maxConcurrent();

        /** Longest that a question may take altogether. */
        @WithDefault("PT30S")
        Duration timeLimit();

        /** Longest that a request may take to arrive in whole. */
        @WithDefault("PT10S")
        Duration arrivalLimit();
    }

    /** Where decisions are written down. */
    interface Journal {
        /** Whether they are; nothing is answered then that cannot be written. */
        @WithDefault("true")
        boolean enabled();

        /** Database file, where no address is given. */
        @WithDefault("journal/journal" + FileEngine.SUFFIX)
        Path file();

        /** Address of a PostgreSQL database to use instead, {@code jdbc:postgresql:}. */
        Optional<String> url();

        /** User there. */
        Optional<String> user();

        /** The user's password. */
        Optional<String> password();
    }

    /** Where traces go. */
    interface Traces {
        /** Address of a collector of OpenTelemetry, OTLP over HTTP; none by default. */
        Optional<String> endpoint();

        /** Whether they hold questions. */
        @WithDefault("false")
        boolean questions();
    }

    /** Bounds of tokens and cost. */
    interface Budget {
        /** Tokens for one question, prompts and completions together. */
        @WithDefault("200000")
        long questionTokens();

        /** Cost of one question in the currency of the models' prices. */
        @WithDefault("0")
        double questionCost();

        /** Tokens on one day in UTC. */
        @WithDefault("0")
        long dayTokens();

        /** Cost on one day in UTC. */
        @WithDefault("0")
        double dayCost();
    }
}
