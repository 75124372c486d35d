package org.demur.api;

import io.quarkus.smallrye.openapi.OpenApiFilter;
import org.eclipse.microprofile.openapi.OASFactory;
import org.eclipse.microprofile.openapi.OASFilter;
import org.eclipse.microprofile.openapi.models.Operation;
import org.eclipse.microprofile.openapi.models.responses.APIResponse;

/**
 * What the descriptions of all operations have in common: a body is needed where one is read, and a
 * status from 400 on comes with a {@link Problem}.
 */
@OpenApiFilter(stages = OpenApiFilter.RunStage.BUILD)
public final class DescribedOperations implements OASFilter {
    static final String TOO_MANY =
            "The caller has asked as many questions as it may (rate-limited), or language models"
                    + " have taken what they may for it today (budget-exhausted); Retry-After says"
                    + " how many seconds to wait.";

    @Override
    public Operation filterOperation(Operation operation) {
        if (operation.getRequestBody() != null) {
            operation.getRequestBody().setRequired(true);
        }
        operation
                .getResponses()
                .getAPIResponses()
                .forEach((status, response) -> {
                    if (status.compareTo("400") >= 0 && response.getContent() == null) {
                        describe(response);
                    }
                });
        return operation;
    }

    private static void describe(APIResponse response) {
        var problem = OASFactory.createSchema().ref(Problem.class.getSimpleName());
        response.content(
                OASFactory.createContent()
                        .addMediaType(
                                Problem.MEDIA_TYPE, OASFactory.createMediaType().schema(problem)));
    }
}
