package org.demur.evaluation.dataset;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;

/**
 * One of the parts that a data set is worked on in: every {@code count}-th item, so that all parts
 * are alike. Together they are the whole.
 *
 * @param index from 1 to {@code count}
 * @param count of parts
 */
public record Shard(int index, int count) {
    public static final Shard WHOLE = new Shard(1, 1);

    private static final Pattern WRITTEN = Pattern.compile("(\\d{1,6})/(\\d{1,6})");

    /**
     * Reads {@code 2/8}.
     *
     * @throws GatewayException {@code MALFORMED_REQUEST} where it is none
     */
    public static Shard parse(String written) {
        Matcher matcher = WRITTEN.matcher(written);
        if (matcher.matches()) {
            int index = Integer.parseInt(matcher.group(1));
            int count = Integer.parseInt(matcher.group(2));
            if (index >= 1 && index <= count) {
                return new Shard(index, count);
            }
        }
        throw new GatewayException(
                FailureCode.MALFORMED_REQUEST,
                "a shard is i/n, such as 2/8, with i from 1 to n, not " + written);
    }

    /** The samples of this part, in their order. */
    public DataSet of(DataSet whole) {
        var part = new ArrayList<Sample>();
        for (int i = index - 1; i < whole.samples().size(); i += count) {
            part.add(whole.samples().get(i));
        }
        return new DataSet(whole.name(), part);
    }

    /** How many samples this part has of a whole with that many. */
    public int size(int whole) {
        return Math.max(0, (whole - index + count) / count);
    }

    /** Where the i-th of this part, from 0 on, stands in the whole. */
    public int position(int i) {
        return index - 1 + i * count;
    }

    /**
     * The whole, item by item from each part in turn.
     *
     * @param parts in the order of their shards
     */
    public static <T> List<T> together(List<List<T>> parts) {
        var whole = new ArrayList<T>();
        int longest = parts.stream().mapToInt(List::size).max().orElse(0);
        for (int i = 0; i < longest; i++) {
            for (List<T> part : parts) {
                if (i < part.size()) {
                    whole.add(part.get(i));
                }
            }
        }
        return whole;
    }

    @Override
    public String toString() {
        return index + "/" + count;
    }
}
