package org.demur.uncertainty;

import java.util.ArrayList;
import java.util.List;
import org.demur.detection.InspectedDraft;
import org.demur.generation.SecondOpinion;
import org.jspecify.annotations.Nullable;

/**
 * How the result of a draft compares with those of the other drafts for the same question.
 *
 * @param others how many of them have the same result
 * @param withFirst whether the generator's first draft has it too
 * @param withOpinion whether the draft of a second generator has it too; null without one
 */
public record Agreement(int others, boolean withFirst, @Nullable Boolean withOpinion) {
    /** Of each draft; where nobody looked at a result it agrees with none. */
    public static List<Agreement> of(List<InspectedDraft> drafts) {
        var opinion = drafts.stream().filter(d -> SecondOpinion.isOpinion(d.draft())).findFirst();
        List<Agreement> agreements = new ArrayList<>();
        for (InspectedDraft draft : drafts) {
            long agreeing = drafts.stream().filter(draft::agreesWith).count();
            boolean known = draft.agreesWith(draft);
            agreements.add(
                    new Agreement(
                            (int) (known ? agreeing - 1 : 0),
                            draft.agreesWith(drafts.getFirst()),
                            opinion.map(draft::agreesWith).orElse(null)));
        }
        return agreements;
    }
}
