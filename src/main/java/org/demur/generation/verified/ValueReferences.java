package org.demur.generation.verified;

import com.esotericsoftware.kryo.util.MapReferenceResolver;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;

/** Writes equal texts and equal records once, and every other object once as itself. */
final class ValueReferences extends MapReferenceResolver {
    private final Map<Object, Integer> values = new HashMap<>();
    private final IdentityHashMap<Object, Integer> objects = new IdentityHashMap<>();

    private static boolean isValue(Object object) {
        return object instanceof String || object instanceof Record;
    }

    @Override
    public int addWrittenObject(Object object) {
        int id = values.size() + objects.size();
        if (isValue(object)) {
            values.put(object, id);
        } else {
            objects.put(object, id);
        }
        return id;
    }

    @Override
    public int getWrittenId(Object object) {
        return isValue(object) ? values.getOrDefault(object, -1) : objects.getOrDefault(object, -1);
    }

    @Override
    public void reset() {
        super.reset();
        values.clear();
        objects.clear();
    }
}
