package org.demur.detection;

/**
 * One defect of a draft.
 *
 * @param code what kind of defect
 * @param subject the name or literal concerned, as it stands in the draft, or the choice that it
 *     made; possibly empty
 * @param explanation one sentence for a person
 */
public record Finding(FindingCode code, String subject, String explanation) {}
