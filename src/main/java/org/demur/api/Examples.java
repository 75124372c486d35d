package org.demur.api;

/** What the OpenAPI document shows. */
final class Examples {
    static final String QUESTION =
            """
            {"database": "demo", "question": "How many members joined in 2023?"}\
            """;
    static final String STRICT_QUESTION =
            """
            {"database": "demo", "question": "How many members joined in 2023?", "penalty": 100, "maxRows": 10, "timeLimit": "PT1S", "trace": true}\
            """;
    static final String ANSWERED =
            """
            {"decision": "answered", "id": "6f1c0f5e-8f0e-4d3c-9d55-3f1d8c8e1a11", "database": "demo",
             "question": "How many members joined in 2023?", "strategy": "verified", "penalty": 10.0,
             "sql": "SELECT count(*) FROM member WHERE strftime('%Y', joined_on) = '2023'",
             "columns": [{"name": "count(*)", "type": "integer"}], "rows": [[41]], "truncated": false,
             "confidence": 0.982, "groundedBy": {"id": "members-joined-in-year", "question": "How many members joined in 2021?"},
             "timings": {"feasibility": 1.2, "generation": 3.4, "detection": 0.8, "uncertainty": 0.1, "decision": 0.0, "execution": 0.9, "total": 6.4}}\
            """;
    static final String ABSTAINED =
            """
            {"decision": "abstained", "id": "0b0a6f0e-51b5-4a3e-8a2e-0c4f6a9f7c21", "database": "demo",
             "question": "What will the weather be tomorrow?", "strategy": "verified", "penalty": 10.0,
             "reason": {"code": "infeasible", "message": "The question is about something that this database does not cover (weather).",
                        "kind": "column-unrelated", "words": ["weather"], "score": 0.99},
             "suggestions": [], "timings": {"feasibility": 1.1, "decision": 0.0, "total": 1.1}}\
            """;
    static final String PROBLEM =
            """
            {"type": "urn:demur:failure:malformed-request", "title": "Malformed request", "status": 400,
             "detail": "unknown field \\"databse\\"; did you mean \\"database\\"?", "code": "malformed-request", "owner": "caller"}\
            """;

    private Examples() {}
}
