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

    private record Operation(Pattern path, String method) {}

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
                                        new Operation(
                                                path(
                                                        resource.getAnnotation(Path.class),
                                                        method.getAnnotation(Path.class)),
                                                http.value())));
    }

    private static Pattern path(Path... parts) {
        var template =
                Arrays.stream(parts)
                        .flatMap(Stream::ofNullable)
                        .map(part -> part.value().replaceFirst("^/?", "/"))
                        .collect(joining());
        return Pattern.compile(template.replaceAll("\\{[^}]*}", "[^/]+"));
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
        for (var operation : operations) {
            if (operation.path().matcher(path).matches()) {
                methods.add(operation.method());
            }
        }
        if (methods.contains(HttpMethod.GET)) {
            methods.add(HttpMethod.HEAD);
        }
        return methods;
    }
}
