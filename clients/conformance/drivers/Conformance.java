import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Timer;
import java.util.TimerTask;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Obeys one line of JSON after the other and answers each with one. The end of the input is a logout. */
final class Conformance implements MonitorEvents {
    private static final PrintStream OUT = new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
    private final Timer timer = new Timer(true);
    private LicenseClient client;
    private SessionMonitor monitor;

    static void run() throws Exception {
        takeFromEnvironment();
        Conformance driver = new Conformance();
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) driver.obey(Json.readObject(line));
        if (driver.client != null) driver.client.logout();
    }

    /** What an operator tells Java by properties: the proxy, whom to trust, the addresses of a name in the system's order. */
    private static void takeFromEnvironment() throws Exception {
        System.setProperty("java.net.preferIPv6Addresses", "system");
        String proxy = System.getenv("http_proxy");
        if (proxy != null) {
            for (String scheme : List.of("http", "https")) {
                System.setProperty(scheme + ".proxyHost", URI.create(proxy).getHost());
                System.setProperty(scheme + ".proxyPort", Integer.toString(URI.create(proxy).getPort()));
            }
            System.setProperty("http.nonProxyHosts", System.getenv("no_proxy"));
        }
        String authority = System.getenv("TRUSTED_AUTHORITY");
        if (authority == null) return;
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        CertificateFactory certificates = CertificateFactory.getInstance("X.509");
        trusted.setCertificateEntry("authority", certificates.generateCertificate(Files.newInputStream(Paths.get(authority))));
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        SSLContext.setDefault(context);
    }

    private void obey(Map<String, Object> order) {
        String name = text(order, "do");
        Result result = call(name, order);
        say(name, result == null ? act(name, order) : fieldsOf(result));
    }

    /** Null: it is no call. */
    private Result call(String name, Map<String, Object> order) {
        String username = text(order, "username");
        String password = text(order, "password");
        String key = text(order, "key");
        Cancellation given = cancellation(order.get("cancelAfter"));
        switch (name) {
            case "login": return client.login(username, password, given);
            case "license": return client.license(key, given);
            case "register": return client.register(username, password, key, "", given);
            case "redeem": return client.redeem(key, username, password, given);
            case "verify": return client.verify(given);
            case "resume": return client.resume(given);
            case "start": return client.startSession(given);
            case "heartbeat": return client.heartbeat(given);
            case "install": return client.offline().install(text(order, "text"));
            default: return null;
        }
    }

    /** Gives a call up after so many seconds. */
    private Cancellation cancellation(Object seconds) {
        if (seconds == null) return null;
        Cancellation cancellation = new Cancellation();
        long ms = Math.round(((Number) seconds).doubleValue() * 1000);
        if (ms == 0) cancellation.cancel();
        else timer.schedule(new TimerTask() {
            @Override
            public void run() {
                cancellation.cancel();
            }
        }, ms);
        return cancellation;
    }

    private Map<String, Object> act(String name, Map<String, Object> order) {
        Map<String, Object> fields = new LinkedHashMap<>();
        if (name.equals("open")) fields.put("refused", refused(() -> client = new LicenseClient(optionsOf(order))));
        if (name.equals("request")) fields.put("refused", refused(() -> fields.put("text", request(order))));
        if (name.equals("monitor")) monitor = client.monitor(this);
        if (name.equals("status")) {
            fields.put("beats", monitor == null ? 0 : monitor.beats());
            fields.put("failures", monitor == null ? 0 : monitor.failures());
            fields.put("clockError", (long) client.clockError());
        }
        if (name.equals("features")) fields.put("features", client.features());
        if (name.equals("feature")) fields.put("value", client.features().getOrDefault(text(order, "name"), ""));
        if (name.equals("lease")) {
            fields.put("until", client.lease().map(Lease::until).orElse(0L));
            fields.put("mayStart", client.lease().map(Lease::mayStart).orElse(false));
            fields.put("features", client.lease().map(Lease::features).orElse(Map.of()));
        }
        if (name.equals("end")) client.close();
        if (name.equals("logout")) client.logout();
        return fields;
    }

    /** The name of the option that cannot be used, or without which that cannot be done. */
    private static String refused(Runnable work) {
        try {
            work.run();
            return "";
        } catch (InvalidOptionsException error) {
            return error.option();
        }
    }

    private String request(Map<String, Object> order) {
        String key = text(order, "key");
        return key.isEmpty() ? client.offline().requestForUser(text(order, "username")) : client.offline().requestForLicense(key);
    }

    private ClientOptions optionsOf(Map<String, Object> order) {
        ClientOptions.Builder options = ClientOptions.builder()
            .origin(text(order, "origin")).apiKey(text(order, "apiKey")).version(text(order, "version"))
            .hwidSalt(text(order, "hwidSalt")).proxy(text(order, "proxy"))
            .publicKeys(((List<?>) order.get("publicKeys")).toArray(new String[0]))
            .timeoutSeconds(number(order, "timeoutSeconds", 30)).heartbeatSeconds(number(order, "heartbeatSeconds", 30))
            .verifySeconds(number(order, "verifySeconds", 300)).retrySeconds(number(order, "retrySeconds", 5))
            .maxVerifyFailures(number(order, "maxVerifyFailures", 3)).retries(number(order, "retries", 0))
            .offlineStart(Boolean.TRUE.equals(order.get("offlineStart"))).log(this::log);
        if (!text(order, "storeFolder").isEmpty()) options.storeFolder(Paths.get(text(order, "storeFolder")));
        if (order.get("components") instanceof String) options.components(HardwareComponents.hardwareComponents());
        if (order.get("components") instanceof Map) options.components(texts((Map<?, ?>) order.get("components")));
        if (order.get("hardwareId") instanceof String) options.hardwareId(text(order, "hardwareId"));
        return options.build();
    }

    private static Map<String, String> texts(Map<?, ?> members) {
        Map<String, String> texts = new LinkedHashMap<>();
        members.forEach((name, value) -> texts.put((String) name, (String) value));
        return texts;
    }

    private void log(String level, String event, Map<String, Object> fields) {
        Map<String, Object> all = new LinkedHashMap<>(fields);
        all.put("level", level);
        all.put("event", event);
        say("log", all);
    }

    @Override
    public void lost(Result last) {
        say("lost", fieldsOf(last));
    }

    @Override
    public void status(Result result) {
        say("verified", fieldsOf(result));
    }

    @Override
    public void offline(long until) {
        say("offline", new LinkedHashMap<>(Map.of("until", until)));
    }

    @Override
    public void online() {
        say("online", new LinkedHashMap<>());
    }

    private static Map<String, Object> fieldsOf(Result result) {
        return new LinkedHashMap<>(Map.of(
            "code", result.code(), "trusted", result.trusted(), "message", result.message(), "retryAfter", result.retryAfter(),
            "addedDays", result.addedDays(), "userId", result.userId(), "requestId", result.requestId(),
            "graceUntil", result.graceUntil(), "offlineUntil", result.offlineUntil(), "thrown", thrownBy(result)));
    }

    private static String thrownBy(Result result) {
        try {
            return result.orThrow() == result ? "" : "another result";
        } catch (KeywrightException error) {
            return String.join(" ", error.code(), "" + error.httpStatus(), "" + error.retryAfter(), "" + error.trusted(),
                error.requestId(), error.getMessage());
        }
    }

    private static void say(String name, Map<String, Object> fields) {
        fields.put("is", name);
        synchronized (OUT) {
            OUT.print(Json.write(fields) + "\n");
            OUT.flush();
        }
    }

    private static String text(Map<String, Object> order, String name) {
        return order.get(name) instanceof String ? (String) order.get(name) : "";
    }

    private static int number(Map<String, Object> order, String name, int otherwise) {
        return order.get(name) instanceof Long ? ((Long) order.get(name)).intValue() : otherwise;
    }
}
