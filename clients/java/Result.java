package dev.keywright;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

// #region result
/**
 * What a call came to. Besides the codes of the server there are those made here: {@code network_error} (no answer),
 * {@code bad_answer}, {@code bad_signature} (not to be trusted), {@code cancelled} (given up), {@code not_logged_in} (nothing
 * was sent), {@code offline} (started without the server), and {@code offline_none}, {@code offline_expired},
 * {@code offline_clock}, {@code offline_machine} and {@code offline_invalid} (may not be started so).
 */
public final class Result {
    private static final Map<String, String> OFFLINE_REASONS = Map.of(
        "offline_none", "nobody is signed in on this computer.",
        "offline_expired", "the time for which this program runs without it is over.",
        "offline_clock", "the clock of this computer was set back.",
        "offline_machine", "the sign-in is of another computer.",
        "offline_invalid", "the stored sign-in was changed.");

    private final boolean ok;
    private final String code;
    private final String message;
    private final int httpStatus;
    private final boolean trusted;
    private final int retryAfter;
    private final long offlineUntil;
    private final Map<String, Object> answer;

    private Result(
        boolean ok, String code, String message, int httpStatus, boolean trusted, int retryAfter, long offlineUntil,
        Map<String, Object> answer
    ) {
        this.ok = ok;
        this.code = code;
        this.message = message;
        this.httpStatus = httpStatus;
        this.trusted = trusted;
        this.retryAfter = retryAfter;
        this.offlineUntil = offlineUntil;
        this.answer = answer;
    }

    static Result of(boolean ok, String code, String message, int httpStatus, int retryAfter, Map<String, Object> answer) {
        return new Result(ok, code, message, httpStatus, true, retryAfter, 0, answer);
    }

    /** What this client says by itself. */
    static Result own(String code, String message) {
        return new Result(false, code, message, 0, false, 0, 0, Collections.emptyMap());
    }

    static Result cancelled() {
        return own("cancelled", "the call was cancelled.");
    }

    static Result notLoggedIn() {
        return own("not_logged_in", "nobody is logged in.");
    }

    static Result offlineRefusal(String code) {
        return own(code, "The server cannot be reached, and " + OFFLINE_REASONS.get(code));
    }

    static Result startedOffline(long until, Map<String, Object> features) {
        Map<String, Object> answer = Collections.singletonMap("features", features);
        return new Result(true, "offline", "The server cannot be reached. The program runs without it.", 0, true, 0, until, answer);
    }

    Result untrusted() {
        return new Result(ok, code, message, httpStatus, false, retryAfter, offlineUntil, answer);
    }

    /** In its place where it cannot be believed. */
    Result badSignature() {
        String text = "the server's answer could not be verified.";
        return new Result(false, "bad_signature", text, httpStatus, false, retryAfter, 0, Collections.emptyMap());
    }

    Result ofAnotherSession() {
        return new Result(false, "bad_answer", "the answer is for another session.", httpStatus, trusted, retryAfter, 0, answer);
    }

    Result ofUser(long userId, String username) {
        Map<String, Object> more = new LinkedHashMap<>(answer);
        more.put("user_id", userId);
        more.put("username", username);
        return new Result(ok, code, message, httpStatus, trusted, retryAfter, offlineUntil, more);
    }

    /**
     * Itself where it is ok.
     *
     * @throws KeywrightException with all that is known, where it is not
     */
    public Result orThrow() {
        if (ok) return this;
        throw new KeywrightException(this);
    }

    /** Whether the call was a success. */
    public boolean ok() {
        return ok;
    }

    /** What came of the call, for your program; "" where the answer has none. */
    public String code() {
        return code;
    }

    /** What came of the call, for the user. */
    public String message() {
        return message;
    }

    /** 0: no answer came. */
    public int httpStatus() {
        return httpStatus;
    }

    /** Whether a pinned key signed the answer, or none is pinned. */
    public boolean trusted() {
        return trusted;
    }

    /** So many seconds the server asks to be left alone; 0: it does not. */
    public int retryAfter() {
        return retryAfter;
    }

    /** 0: the answer names no user. */
    public long userId() {
        return number("user_id");
    }

    /** As the server spells it. */
    public String username() {
        return text("username");
    }

    /** "" where the user has none. */
    public String email() {
        return text("email");
    }

    /** Until when the user has access, in ISO 8601; "" where the answer does not say. */
    public String expiresAt() {
        return text("expires_at");
    }

    /** Until when a user whose time has ended has access nevertheless, in ISO 8601; "" where nothing is granted. */
    public String graceUntil() {
        return text("grace_until");
    }

    /** Whether the user may log in on one computer alone. */
    public boolean hwidLocked() {
        return Boolean.TRUE.equals(answer.get("hwid_locked"));
    }

    /** What the user has bought, by name: a Boolean, a Long or a String. See {@link LicenseClient#features}. */
    public Map<String, Object> features() {
        return featuresOf(answer);
    }

    /** Days that {@link LicenseClient#redeem} added. */
    public int addedDays() {
        return (int) number("added_days");
    }

    /** Names the call to the operator of the server; "" where no answer came. */
    public String requestId() {
        return text("request_id");
    }

    /** Where a newer version is found; "" where the answer does not say. */
    public String downloadUrl() {
        return text("download_url");
    }

    /** Why a session has ended; "" where the answer does not say. */
    public String reason() {
        return text("reason");
    }

    /** Until when {@link LicenseClient#resume} lets the program run without the server, in unix seconds; else 0. */
    public long offlineUntil() {
        return offlineUntil;
    }

    @Override
    public String toString() {
        return (ok ? "ok " : "refused ") + code + ": " + message;
    }

    String sessionToken() {
        return text("session_token");
    }

    String lease() {
        return text("lease");
    }

    boolean hasFeatures() {
        return answer.get("features") instanceof Map;
    }

    private static Map<String, Object> featuresOf(Map<String, Object> answer) {
        Map<String, Object> found = new LinkedHashMap<>();
        if (answer.get("features") instanceof Map) {
            ((Map<?, ?>) answer.get("features")).forEach((name, value) -> found.put((String) name, value));
        }
        return Collections.unmodifiableMap(found);
    }

    private long number(String name) {
        return answer.get(name) instanceof Long ? (Long) answer.get(name) : 0;
    }

    private String text(String name) {
        return answer.get(name) instanceof String ? (String) answer.get(name) : "";
    }
}
// #endregion
