/*
 * Keywright sample for Java 11 and later: log in, verify, keep the session alive. One file, no dependency.
 *
 * Windows, Linux, macOS:      java Client.java
 * with a registration first:  java Client.java register
 *
 * The API key identifies your application, it is not a management secret. Still, never put it on a web page or into a
 * public repository. Take LicenseClient and what stands around it into your own program; the console shows its use.
 */
import dev.keywright.ClientOptions;
import dev.keywright.Explanation;
import dev.keywright.LicenseClient;
import dev.keywright.Result;
import dev.keywright.SessionMonitor;
import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.format.FormatStyle;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The values of your application, and the program's beginning and end. */
public final class Client {
    // #region config
    static final String API_KEY = "YOUR_API_KEY";
    static final String APP_VERSION = "1.0.0";
    static final String ORIGIN = "http://localhost:3000";
    static final String HWID_SALT = "keywright-app-0"; // never change it: the hardware id of every user would change with it
    static final String PUBLIC_KEY = "YOUR_PUBLIC_KEY"; // the server's answers are checked with it
    static final String NEXT_PUBLIC_KEY = "YOUR_NEXT_PUBLIC_KEY"; // the key that will come after it

    static final int HEARTBEAT_SECONDS = 30;
    static final int VERIFY_SECONDS = 300;
    static final int MAX_VERIFY_FAILURES = 3;
    static final int HTTP_TIMEOUT_SECONDS = 30;
    static final int RETRY_SECONDS = 5;
    // #endregion

    // #region console
    private Client() {
    }

    static LicenseClient newClient() {
        return new LicenseClient(ClientOptions.builder()
            .origin(ORIGIN)
            .apiKey(API_KEY)
            .version(APP_VERSION)
            .hwidSalt(HWID_SALT)
            .publicKeys(PUBLIC_KEY, NEXT_PUBLIC_KEY)
            .timeoutSeconds(HTTP_TIMEOUT_SECONDS)
            .heartbeatSeconds(HEARTBEAT_SECONDS)
            .verifySeconds(VERIFY_SECONDS)
            .maxVerifyFailures(MAX_VERIFY_FAILURES)
            .retrySeconds(RETRY_SECONDS)
            .build());
    }

    public static void main(String[] args) {
        ConsoleApp app = new ConsoleApp();
        // Ctrl+C, the closed console, the end of the user's session
        Runtime.getRuntime().addShutdownHook(new Thread(() -> leave(app, 0)));
        leave(app, app.run(args.length > 0 && args[0].equals("register")));
    }

    /** A call that hangs is not waited for. */
    private static void leave(ConsoleApp app, int exitCode) {
        app.close();
        System.out.flush();
        Runtime.getRuntime().halt(exitCode);
    }
}

/** Leaves the console from wherever it is thrown. */
final class Leave extends RuntimeException {
    private static final long serialVersionUID = 1L;
    final int exitCode;

    Leave(int exitCode) {
        this.exitCode = exitCode;
    }
}

/** Reads lines, from a terminal or from a pipe, in a thread of its own, so that a question can be withdrawn. */
final class Terminal {
    private final Console console = System.console();
    private final BufferedReader reader = new BufferedReader(new InputStreamReader(System.in));
    private CompletableFuture<Optional<String>> nextLine;

    String ask(String prompt) {
        return ask(prompt, false, new CompletableFuture<>());
    }

    String askHidden(String prompt) {
        return ask(prompt, true, new CompletableFuture<>());
    }

    /** One line; null when the interruption came first. The end of the input leaves the program. */
    String ask(String prompt, boolean isHidden, CompletableFuture<Result> interruption) {
        boolean isBegun = nextLine != null;
        if (isBegun || console == null) System.out.print(prompt);
        System.out.flush();
        if (!isBegun) nextLine = begin(prompt, isHidden);
        CompletableFuture.anyOf(nextLine, interruption).join();
        boolean isAnswered = nextLine.isDone();
        if (!isAnswered || console == null) System.out.println();
        if (!isAnswered) return null;
        Optional<String> line = nextLine.join();
        nextLine = null;
        return line.orElseThrow(() -> new Leave(0));
    }

    private CompletableFuture<Optional<String>> begin(String prompt, boolean isHidden) {
        CompletableFuture<Optional<String>> line = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                line.complete(Optional.ofNullable(read(prompt, isHidden)));
            } catch (IOException error) {
                line.completeExceptionally(new UncheckedIOException(error));
            }
        });
        thread.setDaemon(true);
        thread.start();
        return line;
    }

    /** A terminal hides what is typed before it shows the prompt: whoever types at once must not see the password. */
    private String read(String prompt, boolean isHidden) throws IOException {
        if (console == null) return reader.readLine();
        if (!isHidden) return console.readLine("%s", prompt);
        char[] typed = console.readPassword("%s", prompt);
        return typed == null ? null : new String(typed);
    }
}

final class ConsoleApp {
    private static final DateTimeFormatter LOCAL_TIME = DateTimeFormatter.ofLocalizedDateTime(FormatStyle.MEDIUM);
    private static final int TOLD_CLOCK_SECONDS = 300;

    private final LicenseClient client = Client.newClient();
    private final Terminal terminal = new Terminal();

    /** Returns the exit code when the user or the server wants the program to end. */
    int run(boolean needsRegistration) {
        try {
            if (needsRegistration) logIn(register());
            while (true) logIn(terminal.ask("Username: "));
        } catch (Leave leave) {
            return leave.exitCode;
        }
    }

    void close() {
        client.close();
    }

    private static void print(String... lines) {
        System.out.println(String.join("\n", lines));
    }

    private static String localTime(Instant time) {
        return LOCAL_TIME.format(time.atZone(ZoneId.systemDefault()));
    }

    /** Asks until somebody is registered. The name is kept for the login, nothing else is. */
    private String register() {
        while (true) {
            String username = terminal.ask("Username: ");
            String password = terminal.askHidden("Password: ");
            String email = terminal.ask("Email (optional): ").trim();
            String licenseKey = terminal.ask("License key: ").trim();
            if (username.isBlank() || password.isEmpty() || licenseKey.isEmpty()) {
                print("Please fill in all required fields (Username, Password, License Key)");
                continue;
            }
            Result registered = client.register(username, password, licenseKey, email);
            if (registered.ok()) {
                print(registered.message(), "Username: " + username);
                return username;
            }
            refuse(registered, "Registration failed");
        }
    }

    private void logIn(String username) {
        String password = terminal.askHidden("Password: ");
        if (username.isBlank() || password.isEmpty()) {
            print("Please enter both username and password.");
            return;
        }
        Result user = client.login(username, password);
        if (!user.ok()) {
            refuse(user, "Login failed");
            return;
        }
        Result verified = client.verify();
        if (!verified.ok()) {
            print("Session verification failed. Please try logging in again.", verified.message());
            return;
        }
        Result started = client.startSession();
        if (!started.ok()) {
            client.endSession(); // perhaps it did start and only the answer was lost
            refuse(started, "Login failed");
            return;
        }
        print(user.message());
        serve(user);
    }

    /** The command loop: in its place goes what your program does for a user who is logged in. */
    private void serve(Result user) {
        String email = user.email().isEmpty() ? "Not provided" : user.email();
        String info = String.join("\n", "User ID: " + user.userId(), "Username: " + user.username(), "Email: " + email,
            "Logged in: " + localTime(Instant.now()), "Expires: " + shownExpiry(user.expiresAt()));
        print(info);
        // what was bought decides, not the program
        if (Boolean.TRUE.equals(client.feature("export"))) print("Export: switched on");
        CompletableFuture<Result> lost = new CompletableFuture<>();
        SessionMonitor monitor = client.monitor(lost::complete);
        while (true) {
            String command = terminal.ask("> ", false, lost);
            if (command == null) {
                print("Your session has expired. Please login again.", lost.join().message());
                return;
            }
            switch (command.trim().toLowerCase(Locale.ROOT)) {
                case "logout":
                    client.logout();
                    print("You have been logged out.");
                    return;
                case "status":
                    print(info, "Heartbeats sent: " + monitor.beats());
                    print("Last verification: " + localTime(monitor.verifiedAt()), "Failures in a row: " + monitor.failures());
                    tellClock();
                    break;
                case "help":
                    print("Commands: logout, status, help, quit, exit");
                    break;
                case "quit":
                case "exit":
                    throw new Leave(0);
                case "":
                    break;
                default:
                    print("Unknown command. Type 'help' for available commands.");
            }
        }
    }

    private static String shownExpiry(String expiresAt) {
        // beyond the year 9999 lies "never" as seen from another time zone
        if (expiresAt.isEmpty() || expiresAt.startsWith("9999") || expiresAt.startsWith("+")) return "Never";
        try {
            return localTime(Instant.parse(expiresAt));
        } catch (DateTimeParseException error) {
            return expiresAt;
        }
    }

    private void tellClock() {
        long seconds = Math.round(Math.abs(client.clockError()));
        if (seconds > TOLD_CLOCK_SECONDS) print("Clock: " + seconds + " seconds off");
    }

    /** Shows why something was refused and does what follows from that. */
    private static void refuse(Result result, String otherwise) {
        Explanation reason = Explanation.explain(result, otherwise);
        print(reason.caption() + ": " + reason.text());
        if (reason.next() == Explanation.Next.EXIT) throw new Leave(1);
        if (reason.next() == Explanation.Next.WAIT) pause(reason.seconds());
    }

    private static void pause(int seconds) {
        try {
            Thread.sleep(seconds * 1000L);
        } catch (InterruptedException error) {
            throw new Leave(0);
        }
    }
}
// #endregion
