package org.demur.api;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executors;
import org.demur.journal.Journal;
import org.demur.journal.JournalPlace;
import org.demur.pipeline.Ask;
import org.demur.pipeline.Gateway;
import org.demur.pipeline.Library;
import org.demur.pipeline.Pipeline;
import org.demur.pipeline.PipelineListener;
import org.demur.question.Question;

/**
 * A process to be killed: gateway and journal behind the JDK's HTTP server, which starts faster
 * than the whole service. Its port is the first line that it prints.
 */
final class JournalledService {
    private JournalledService() {}

    public static void main(String... arguments) throws IOException {
        var place =
                arguments.length == 1
                        ? new JournalPlace.InFile(Path.of(arguments[0]))
                        : new JournalPlace.OnServer(arguments[0], arguments[1], arguments[2]);
        var journal =
                new ServiceJournal(
                        Optional.of(new Journal(place, InstantSource.system())), () -> "ada");
        var library = new Library();
        var gateway =
                new Gateway(
                        library.catalog(),
                        library::open,
                        new ScriptedGateway.Scripted(),
                        "scripted",
                        new Pipeline(PipelineListener.NOP));
        var server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext(
                QueryResource.PATH,
                exchange -> {
                    var request = RequestReader.read(exchange.getRequestBody().readAllBytes());
                    var answer =
                            gateway.ask(
                                    Ask.of(
                                            new Question(
                                                    UUID.randomUUID().toString(),
                                                    request.database(),
                                                    request.question())));
                    var database = gateway.database(request.database()).database();
                    journal.write(answer, database, null);
                    byte[] body =
                            JsonMapper.builder()
                                    .build()
                                    .writeValueAsBytes(
                                            AnswerBodies.of(answer, database.verified(), false));
                    exchange.sendResponseHeaders(200, body.length);
                    exchange.getResponseBody().write(body);
                    exchange.close();
                });
        server.start();
        System.out.println(server.getAddress().getPort());
    }
}
