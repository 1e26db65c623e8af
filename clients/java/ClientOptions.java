package dev.keywright;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

// #region options
/** What a client works by. {@code origin}, {@code apiKey}, {@code version} and {@code hwidSalt} are needed. */
public final class ClientOptions {
    private static final int MAX_TIMEOUT_SECONDS = 120;
    private static final int MAX_RETRIES = 3;
    private static final int MAX_KEYS = 2;

    final String origin;
    final String apiKey;
    final String version;
    final String hwidSalt;
    /** Those that answers are checked with; none: checking is off. */
    final List<String> pinnedKeys;
    final int timeoutSeconds;
    final int heartbeatSeconds;
    final int verifySeconds;
    final int maxVerifyFailures;
    final int retrySeconds;
    final int retries;
    /** Null: what the platform says. */
    final ProxyAddress proxy;
    final boolean offlineStart;
    /** Null: in memory. */
    final Path storeFolder;
    /** Null: made of the system's id and the salt. */
    final String hardwareId;
    /** By name, as the computer says them. */
    final Map<String, String> components;
    final CallLog log;

    private ClientOptions(Builder given) {
        check("origin", hasText(given.origin));
        check("apiKey", hasText(given.apiKey));
        check("version", hasText(given.version));
        check("hwidSalt", hasText(given.hwidSalt));
        check("hardwareId", given.hardwareId == null || HardwareId.isUsable(given.hardwareId));
        check("components", HardwareComponents.NAMES.containsAll(given.components.keySet()));
        check("publicKeys", given.publicKeys.size() <= MAX_KEYS);
        check("timeoutSeconds", given.timeoutSeconds >= 1 && given.timeoutSeconds <= MAX_TIMEOUT_SECONDS);
        check("heartbeatSeconds", given.heartbeatSeconds > 0);
        check("verifySeconds", given.verifySeconds > 0);
        check("maxVerifyFailures", given.maxVerifyFailures > 0);
        check("retrySeconds", given.retrySeconds > 0);
        check("retries", given.retries >= 0 && given.retries <= MAX_RETRIES);
        proxy = hasText(given.proxy) ? ProxyAddress.parse(given.proxy) : null;
        check("proxy", !hasText(given.proxy) || proxy != null);
        origin = given.origin;
        apiKey = given.apiKey;
        version = given.version;
        hwidSalt = given.hwidSalt;
        pinnedKeys = given.publicKeys.stream()
            .filter(key -> hasText(key) && !key.startsWith("YOUR_")).collect(Collectors.toUnmodifiableList());
        timeoutSeconds = given.timeoutSeconds;
        heartbeatSeconds = given.heartbeatSeconds;
        verifySeconds = given.verifySeconds;
        maxVerifyFailures = given.maxVerifyFailures;
        retrySeconds = given.retrySeconds;
        retries = given.retries;
        offlineStart = given.offlineStart;
        storeFolder = given.hasOwnFolder ? given.storeFolder : StateFile.defaultFolder(hwidSalt);
        hardwareId = given.hardwareId;
        components = given.components;
        log = given.log;
    }

    private static boolean hasText(String value) {
        return value != null && !value.isEmpty();
    }

    private static void check(String option, boolean isUsable) {
        if (!isUsable) throw new InvalidOptionsException(option);
    }

    /** Begins with the usual values. */
    public static Builder builder() {
        return new Builder();
    }

    /** Takes the options one by one; the dashboard shows the first five for your application. */
    public static final class Builder {
        private String origin = "";
        private String apiKey = "";
        private String version = "";
        private String hwidSalt = "";
        private List<String> publicKeys = List.of();
        private int timeoutSeconds = 30;
        private int heartbeatSeconds = 30;
        private int verifySeconds = 300;
        private int maxVerifyFailures = 3;
        private int retrySeconds = 5;
        private int retries;
        private String proxy = "";
        private boolean offlineStart;
        private Path storeFolder;
        private boolean hasOwnFolder;
        private String hardwareId;
        private Map<String, String> components = Map.of();
        private CallLog log = (level, event, fields) -> { };

        private Builder() {
        }

        /** The address of your server. */
        public Builder origin(String value) {
            origin = value;
            return this;
        }

        /** Identifies your application. */
        public Builder apiKey(String value) {
            apiKey = value;
            return this;
        }

        /** The version of your software. */
        public Builder version(String value) {
            version = value;
            return this;
        }

        /** Part of every hardware id. Never change it. */
        public Builder hwidSalt(String value) {
            hwidSalt = value;
            return this;
        }

        /** At most two keys that signed answers are checked with. Without one nothing is checked. */
        public Builder publicKeys(String... values) {
            publicKeys = Arrays.asList(values);
            return this;
        }

        /** How long a call may take, with all its tries: 1 to 120; 30. */
        public Builder timeoutSeconds(int value) {
            timeoutSeconds = value;
            return this;
        }

        /** Between two heartbeats; 30. The server expects one at least every 90 seconds. */
        public Builder heartbeatSeconds(int value) {
            heartbeatSeconds = value;
            return this;
        }

        /** Between two verifications; 300. */
        public Builder verifySeconds(int value) {
            verifySeconds = value;
            return this;
        }

        /** So many failed verifications in a row end a session; 3. */
        public Builder maxVerifyFailures(int value) {
            maxVerifyFailures = value;
            return this;
        }

        /** How soon the monitor asks again; 5. */
        public Builder retrySeconds(int value) {
            retrySeconds = value;
            return this;
        }

        /** How often a call that signs nobody in is repeated where nobody knows what came of it: 0 to 3; 0. */
        public Builder retries(int value) {
            retries = value;
            return this;
        }

        /** {@code http://[name:password@]host[:port]}; "" is what the platform says: {@link java.net.ProxySelector}. */
        public Builder proxy(String value) {
            proxy = value;
            return this;
        }

        /** With a pinned key the sign-in is kept, and {@link LicenseClient#resume} starts without the server too; off. */
        public Builder offlineStart(boolean value) {
            offlineStart = value;
            return this;
        }

        /** Where the sign-in is kept, else where this system keeps such things; null: in memory. */
        public Builder storeFolder(Path value) {
            storeFolder = value;
            hasOwnFolder = true;
            return this;
        }

        /** What your software itself calls this computer: 1 to 128 characters on one line; else {@link HardwareId#of}. */
        public Builder hardwareId(String value) {
            hardwareId = value;
            return this;
        }

        /** {@link HardwareComponents#hardwareComponents}, with what your software knows better; none are sent else. */
        public Builder components(Map<String, String> values) {
            components = Map.copyOf(values);
            return this;
        }

        /** Is told of each call. */
        public Builder log(CallLog value) {
            log = value;
            return this;
        }

        /**
         * The options, for a client.
         *
         * @throws InvalidOptionsException naming the one that cannot be used
         */
        public ClientOptions build() {
            return new ClientOptions(this);
        }
    }
}
// #endregion
