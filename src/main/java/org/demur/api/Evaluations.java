package org.demur.api;

import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** Runs of strategies over data sets, as the console shows them. Thread-safe. */
public interface Evaluations extends AutoCloseable {
    /**
     * A run in its folder.
     *
     * @param asked questions that are done
     * @param of questions that there are
     * @param scored whether its figures can be had
     * @param running whether it was started here and goes on
     * @param failed why it ended early, in a line; null where it did not
     */
    @Schema(name = "Run")
    record Listed(
            String name,
            String dataSet,
            String strategy,
            double penalty,
            int asked,
            int of,
            boolean scored,
            boolean running,
            @Nullable String failed) {}

    /** What can be run: a data set with its splits. */
    @Schema(name = "DataSet")
    record DataSetBody(String name, List<String> splits) {}

    /** What to run. */
    @Schema(
            name = "RunRequest",
            requiredProperties = {"name", "dataSet", "split", "strategy"})
    record Start(
            @Schema(description = "A name for its folder that no run has.") String name,
            String dataSet,
            String split,
            String strategy,
            @Nullable Double penalty,
            @Schema(description = "How many questions, drawn at random; all where it is absent.")
                    @Nullable Integer limit) {}

    /** All of the folder's, by name. */
    List<Listed> runs();

    /** What a run can be started over. */
    List<DataSetBody> dataSets();

    /**
     * Figures with intervals, curves and stages of runs, and each further one compared with the
     * first, as the report has them.
     *
     * @throws org.demur.failure.GatewayException INVALID_INPUT_FILE where a run was not scored, or
     *     they share no question
     */
    Map<String, Object> summaries(List<String> names);

    /** The report of the same runs, one HTML page. */
    String report(List<String> names);

    /**
     * Begins a run in a process of its own.
     *
     * @throws org.demur.failure.GatewayException MALFORMED_REQUEST; OVERLOADED while another one
     *     that was started here goes on
     */
    void start(Start wanted);

    /** Ends what goes on. */
    @Override
    void close();
}
