package org.demur.api;

import static java.util.stream.Collectors.joining;

import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.core.HttpHeaders;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jboss.resteasy.reactive.server.ServerResponseFilter;

/**
 * Says which methods a path takes, to who asks and to who used another. The framework says it to
 * the former alone, of all paths of a class together, and counts HEAD in where nothing can be got;
 * where another class has a shorter path, it says to the latter that there is none.
 */
final class AllowedMethods {
    private static final int NOT_FOUND = 404;
    private static final int NOT_ALLOWED = 405;

    private final List<Operation> operations;

    /**
     * A method of a path.
     *
     * @param fixed letters of the path that no name stands for; of several paths the one with most
     *     is meant
     */
    private record Operation(Pattern path, int fixed, String method) {}

    AllowedMethods(BeanManager beans) {
        operations =
                beans.getBeans(Object.class, Any.Literal.INSTANCE).stream()
                        .<Class<?>>map(Bean::getBeanClass)
                        .filter(resource -> resource.isAnnotationPresent(Path.class))
                        .flatMap(AllowedMethods::operations)
                        .toList();
    }

    private static Stream<Operation> operations(Class<?> resource) {
        return Arrays.stream(resource.getMethods())
                .flatMap(method ->
                        Arrays.stream(method.getAnnotations())
                                .map(a -> a.annotationType().getAnnotation(HttpMethod.class))
                                .flatMap(Stream::ofNullable)
                                .map(http ->
                                        operation(
                                                http.value(),
                                                resource.getAnnotation(Path.class),
                                                method.getAnnotation(Path.class))));
    }

    private static Operation operation(String method, Path... parts) {
        var template =
                Arrays.stream(parts)
                        .flatMap(Stream::ofNullable)
                        .map(part -> part.value().replaceFirst("^/?", "/"))
                        .collect(joining());
        return new Operation(
                Pattern.compile(template.replaceAll("\\{[^}]*}", "[^/]+")),
                template.replaceAll("\\{[^}]*}", "").length(),
                method);
    }

    @ServerResponseFilter
    public void tell(ContainerRequestContext request, ContainerResponseContext response) {
        var methods = methods(request.getUriInfo().getPath());
        if (response.getStatus() == NOT_FOUND
                && methods.size() > 1
                && !methods.contains(request.getMethod())) {
            response.setStatus(NOT_ALLOWED);
            response.setEntity(Problems.NOT_TAKEN);
        }
        if (response.getStatus() == NOT_ALLOWED
                || (request.getMethod().equals(HttpMethod.OPTIONS)
                        && response.getHeaders().containsKey(HttpHeaders.ALLOW))) {
            response.getHeaders().putSingle(HttpHeaders.ALLOW, String.join(", ", methods));
        }
    }

    /** In ascending order; OPTIONS alone where there is no such path. */
    private Set<String> methods(String path) {
        var methods = new TreeSet<>(Set.of(HttpMethod.OPTIONS));
        var found = operations.stream().filter(o -> o.path().matcher(path).matches()).toList();
        int most = found.stream().mapToInt(Operation::fixed).max().orElse(0);
        found.stream().filter(o -> o.fixed() == most).forEach(o -> methods.add(o.method()));
        if (methods.contains(HttpMethod.GET)) {
            methods.add(HttpMethod.HEAD);
        }
        return methods;
    }
}
