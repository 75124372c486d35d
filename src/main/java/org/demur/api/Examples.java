package org.demur.api;

/** What the OpenAPI document shows. */
final class Examples {
    static final String QUESTION =
            """
            {"database": "demo", "question": "How many growers are in East Plateau?"}\
            """;
    static final String STRICT_QUESTION =
            """
            {"database": "demo", "question": "How many growers are in East Plateau?", "penalty": 100, "maxRows": 10, "timeLimit": "PT1S", "trace": true}\
            """;
    static final String ANSWERED =
            """
            {"decision": "answered", "id": "6f1c0f5e-8f0e-4d3c-9d55-3f1d8c8e1a11", "database": "demo",
             "question": "How many growers are in East Plateau?", "strategy": "verified", "penalty": 10.0,
             "sql": "SELECT COUNT(*) FROM grower JOIN region ON grower.region_code = region.region_code WHERE region.region_name = 'East Plateau'",
             "columns": [{"name": "COUNT(*)", "type": "integer"}], "rows": [[30]], "truncated": false,
             "confidence": 1.0, "calibration": "own", "groundedBy": {"id": "farms-in-region-1", "question": "How many growers are in East Plateau?"},
             "timings": {"feasibility": 1.2, "generation": 3.4, "detection": 0.8, "uncertainty": 0.1, "decision": 0.0, "execution": 0.9, "total": 6.4}}\
            """;
    static final String ABSTAINED =
            """
            {"decision": "abstained", "id": "0b0a6f0e-51b5-4a3e-8a2e-0c4f6a9f7c21", "database": "demo",
             "question": "What will the weather be tomorrow?", "strategy": "verified", "penalty": 10.0,
             "reason": {"code": "infeasible", "message": "The question asks for something that this database does not record (weather, tomorrow).",
                        "kind": "column-surface", "words": ["weather", "tomorrow"], "score": 0.999},
             "suggestions": ["How many tonnes can be stored at Canal Wharf?", "At which site can the most be stored?",
                             "For how many days did the last sugar beet to be harvested grow on plot 20549?"],
             "timings": {"feasibility": 1.1, "generation": 12.3, "detection": 2.9, "uncertainty": 0.1, "decision": 0.0, "total": 16.4}}\
            """;
    static final String PROBLEM =
            """
            {"type": "urn:demur:failure:malformed-request", "title": "Malformed request", "status": 400,
             "detail": "unknown field \\"databse\\"; did you mean \\"database\\"?", "code": "malformed-request", "owner": "caller"}\
            """;

    private Examples() {}
}
