package org.demur.feasibility;

/**
 * What one word says for or against a question's feasibility.
 *
 * @param word as written
 * @param kind what it is to the database
 * @param weight log-odds that a question with it is infeasible, natural logarithm; above 0 speaks
 *     for infeasible, 0 says nothing
 */
public record WordEvidence(String word, WordKind kind, double weight) {}
