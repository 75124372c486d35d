import org.demur.client.AnswersApi;
import org.demur.client.ApiClient;
import org.demur.client.ApiException;
import org.demur.client.DatabasesApi;
import org.demur.client.QuestionsApi;
import org.demur.client.model.Abstained;
import org.demur.client.model.Answered;
import org.demur.client.model.Query;

/** Asks by the client that is made of the interface's description. */
final class AskInJava {
    private static final String COUNT = "How many books are there?";

    public static void main(String[] arguments) throws ApiException {
        var client = client("DEMUR_KEY");
        var questions = new QuestionsApi(client);

        if (questions.query(query(COUNT), null).getActualInstance() instanceof Answered answered) {
            System.out.println("answered " + answered.getRows().getFirst().getFirst());
            var journalled = new AnswersApi(client).answer(answered.getId());
            System.out.println("journalled " + journalled.getSql());
        }
        if (questions.query(query("What will the weather be tomorrow?"), null).getActualInstance()
                instanceof Abstained abstained) {
            System.out.println("abstained " + abstained.getReason().getCode());
        }
        new DatabasesApi(client)
                .databases()
                .forEach(database -> System.out.println("database " + database.getId()));
        try {
            questions.query(query(COUNT).strategy("none-such"), null);
        } catch (ApiException e) {
            System.out.println("problem " + e.getCode());
        }
        var hasty = new QuestionsApi(client("DEMUR_HASTY_KEY"));
        try {
            hasty.query(query(COUNT), null);
            hasty.query(query(COUNT), null);
        } catch (ApiException e) {
            System.out.println("too many " + e.getCode());
        }
    }

    private static ApiClient client(String key) {
        var client = new ApiClient();
        client.updateBaseUri(System.getenv("DEMUR_URL"));
        client.setRequestInterceptor(
                request -> request.header("Authorization", "Bearer " + System.getenv(key)));
        return client;
    }

    private static Query query(String question) {
        return new Query().database("library").question(question);
    }
}
