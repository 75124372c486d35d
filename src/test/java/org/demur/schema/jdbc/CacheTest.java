package org.demur.schema.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CacheTest {
    @Test
    void theMostSpecificVariableSaysWhereTheCacheLies() {
        // given
        Path home = Path.of(System.getProperty("user.home"));
        // when
        Cache own = Cache.of(Map.of("DEMUR_CACHE", "/a", "XDG_CACHE_HOME", "/b"));
        Cache shared = Cache.of(Map.of("DEMUR_CACHE", "", "XDG_CACHE_HOME", "/b"));
        Cache byDefault = Cache.of(Map.of());
        // then
        assertThat(own.directory()).isEqualTo(Path.of("/a"));
        assertThat(shared.directory()).isEqualTo(Path.of("/b/demur"));
        assertThat(byDefault.directory()).isEqualTo(home.resolve(".cache/demur"));
    }
}
