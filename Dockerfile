# Build with: docker build -t demur .
# Make a key: docker run --rm -u "$(id -u)" -v "$PWD/config/callers:/app/config/callers" demur key make NAME --database demo
# Run with:   docker run -p 8080:8080 -e DEMUR_SIGN_IN=required -v "$PWD/config/callers:/app/config/callers:ro" -v "$PWD/config/databases:/app/config/databases" -v demur-cache:/cache -v demur-journal:/journal -v demur-runs:/runs demur
# To try it:  docker run -p 127.0.0.1:8080:8080 -e DEMUR_SIGN_IN=open -v demur-cache:/cache -v demur-journal:/journal demur
# In a container the service must listen for others, so it starts only once DEMUR_SIGN_IN says who may ask. Probes from
# outside of it need -e QUARKUS_MANAGEMENT_HOST=0.0.0.0 and port 9000.
FROM maven:3.9-eclipse-temurin-25 AS build
WORKDIR /src
COPY pom.xml ./
COPY .mvn .mvn
RUN mvn -B -ntp -q dependency:go-offline || true
COPY . .
RUN mkdir -p models prompts && mvn -B -ntp -Dmaven.test.skip=true -Dspotless.check.skip verify

FROM eclipse-temurin:25-jre
RUN apt-get update && apt-get install -y --no-install-recommends curl && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --home-dir /app demur \
    && mkdir -p /app /cache /journal /runs && chown demur /cache /journal /runs
WORKDIR /app
COPY --from=build /src/target/quarkus-app ./
# people add pairs and declarations in the console
COPY --from=build --chown=demur /src/config config
COPY --from=build /src/models models
COPY --from=build /src/prompts prompts
USER demur
ENV QUARKUS_HTTP_HOST=0.0.0.0 XDG_CACHE_HOME=/cache DEMUR_JOURNAL_FILE=/journal/journal.sqlite DEMUR_RUNS=/runs MALLOC_ARENA_MAX=2 ORT_DISABLE_TELEMETRY=1 OPT_OUT_TRACKING=true
VOLUME /cache /journal /runs
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
    CMD curl -fs http://127.0.0.1:9000/q/health/ready || exit 1
ENTRYPOINT ["java", "-XX:+ExitOnOutOfMemoryError", "-XX:+UseSerialGC", "-XX:+UseCompactObjectHeaders", "-Xmx1g", "-Xmn96m", "-XX:MinHeapFreeRatio=10", "-XX:MaxHeapFreeRatio=20", \
    "-XX:FreqInlineSize=80", "-XX:InlineSmallCode=600", "-XX:Tier4InvocationThreshold=15000", "-XX:Tier4MinInvocationThreshold=1800", \
    "-XX:Tier4CompileThreshold=45000", "-XX:Tier4BackEdgeThreshold=120000", "--enable-native-access=ALL-UNNAMED", \
    "--sun-misc-unsafe-memory-access=allow", "-Ddemur.home=/app", "-jar", "/app/quarkus-run.jar"]
CMD ["serve"]
