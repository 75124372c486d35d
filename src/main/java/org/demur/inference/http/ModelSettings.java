package org.demur.inference.http;

import java.net.URI;
import java.util.Map;
import org.demur.inference.Price;
import org.jspecify.annotations.Nullable;

/**
 * How to reach a model, what to ask of it, and how much.
 *
 * @param name under which strategies know it
 * @param file that declares it, for messages
 * @param provider whose interface it has
 * @param url where requests go, without the path that the interface itself adds
 * @param model its name as the server knows it
 * @param key null for servers without keys
 * @param keyVariable the environment variable that the key comes from, for messages; null as above
 * @param query parameters added to the URL
 * @param temperature of one completion; null leaves it to the server
 * @param sampleTemperature of several samples; null as above
 * @param maxTokens longest completion
 * @param topTokens alternatives asked for at each token; 0 asks for no log-probabilities
 * @param contextTokens that prompt and completion may have together
 * @param limits of waiting and trying
 */
public record ModelSettings(
        String name,
        String file,
        Provider provider,
        URI url,
        String model,
        @Nullable Secret key,
        @Nullable String keyVariable,
        Map<String, String> query,
        @Nullable Double temperature,
        @Nullable Double sampleTemperature,
        int maxTokens,
        int topTokens,
        int contextTokens,
        Price price,
        ModelLimits limits) {
    public ModelSettings {
        query = Map.copyOf(query);
    }

    /** For messages, which callers see: where a model runs is none of their business. */
    @Override
    public String toString() {
        return "%s (%s)".formatted(name, model);
    }
}
