// A provider-state endpoint in Java 17, on the JDK alone:  STATES_TOKEN=… java Handler.java 4020
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

public class Handler {
    /** The state is known, but cannot be set up with these parameters. */
    static class NotSo extends RuntimeException {
        NotSo(String message) {
            super(message);
        }
    }

    // Put your own calls here: set up each state in your system, and return its values.
    static final Map<String, Function<String, Map<String, String>>> STATES = Map.of(
        "exchange-rate", asked -> Map.of("sourceCurrency", "USD", "destinationCurrency", "EUR"),
        "customer", asked -> {
            String kycStatus = member(asked, "kycStatus", "APPROVED");
            if (!kycStatus.equals("APPROVED")) throw new NotSo("no customer here has the KYC status " + kycStatus);
            String id = "Customer:" + UUID.randomUUID();
            return Map.of("customerId", id, "platformCustomerId", "test-" + id);
        });

    /** A string member of a JSON object. The JDK has no JSON parser; use the library of your system. */
    static String member(String json, String name, String otherwise) {
        Matcher found = Pattern.compile("\"" + name + "\"\\s*:\\s*\"([^\"\\\\]*)\"").matcher(json);
        return found.find() ? found.group(1) : otherwise;
    }

    static String written(Map<String, String> values) {
        return values.entrySet().stream()
            .map(value -> "\"" + value.getKey() + "\":\"" + value.getValue() + "\"")
            .collect(Collectors.joining(",", "{", "}"));
    }

    static void handle(HttpExchange exchange) throws IOException {
        String asked = new String(exchange.getRequestBody().readAllBytes(), "UTF-8");
        String authorization = exchange.getRequestHeaders().getFirst("authorization");
        Function<String, Map<String, String>> state = STATES.get(member(asked, "state", ""));
        if (!("Bearer " + System.getenv("STATES_TOKEN")).equals(authorization)) answer(exchange, 401, "");
        else if (state == null) answer(exchange, 404, "");
        else if (member(asked, "action", "").equals("teardown")) answer(exchange, 204, "");
        else {
            try {
                answer(exchange, 200, written(state.apply(asked)));
            } catch (NotSo reason) {
                answer(exchange, 422, written(Map.of("message", reason.getMessage())));
            }
        }
    }

    static void answer(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes("UTF-8");
        exchange.getResponseHeaders().set("content-type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    public static void main(String[] arguments) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(arguments[0])), 0);
        server.createContext("/", Handler::handle);
        server.setExecutor(Executors.newCachedThreadPool());
        server.start();
    }
}
