package dev.keywright;

import java.util.List;
import java.util.Locale;

// #region texts
/** What to tell the user about a result that is not ok, and what follows. */
public final class Explanation {
    /** What the program does next. */
    public enum Next {
        /** Asks the user again. */
        FORM,
        /** Waits {@link Explanation#seconds} first. */
        WAIT,
        /** Ends: no retry can help. */
        EXIT
    }

    private static final int USUAL_SECONDS = 5;
    private static final int MAX_SECONDS = 60;

    /** Found by code; by a word in the message only when the answer has no code. */
    private enum Refusal {
        UPDATE("Update Required", List.of("version_mismatch"), List.of("version", "update")),
        HARDWARE("Hardware Mismatch", List.of("hwid_mismatch"), List.of("hardware", "hwid")),
        EXPIRED("Account Expired", List.of("account_expired", "license_expired"), List.of("expired")),
        DISABLED("Account Disabled", List.of("account_disabled", "account_paused", "account_banned", "license_inactive",
            "license_paused", "license_banned"), List.of("disabled", "paused")),
        BLOCKED("Access Blocked", List.of("access_blocked"), List.of("blacklisted", "blocked")),
        BUSY("Please wait", List.of("rate_limited", "unavailable"), List.of()),
        CONNECTION("Connection error", List.of("network_error", "bad_answer", "bad_signature", "offline_none",
            "offline_expired", "offline_clock", "offline_machine", "offline_invalid"), List.of());

        private final String caption;
        private final List<String> codes;
        private final List<String> words;

        Refusal(String caption, List<String> codes, List<String> words) {
            this.caption = caption;
            this.codes = codes;
            this.words = words;
        }

        private boolean fits(Result result) {
            if (!result.code().isEmpty()) return codes.contains(result.code());
            return words.stream().anyMatch(result.message().toLowerCase(Locale.ROOT)::contains);
        }
    }

    private final String caption;
    private final String text;
    private final Next next;
    private final int seconds;

    private Explanation(Result result, String otherwise) {
        Refusal found = null;
        for (Refusal each : Refusal.values()) if (found == null && each.fits(result)) found = each;
        caption = found == null ? otherwise : found.caption;
        text = result.message() + (result.downloadUrl().isEmpty() ? "" : "\nDownload: " + result.downloadUrl());
        boolean ends = found == Refusal.UPDATE || found == Refusal.BLOCKED;
        next = ends ? Next.EXIT : found == Refusal.BUSY ? Next.WAIT : Next.FORM;
        seconds = Math.min(result.retryAfter() > 0 ? result.retryAfter() : USUAL_SECONDS, MAX_SECONDS);
    }

    /** Explains a login that failed. */
    public static Explanation explain(Result result) {
        return explain(result, "Login failed");
    }

    /**
     * Explains what failed.
     *
     * @param otherwise the caption of what has none of its own
     */
    public static Explanation explain(Result result, String otherwise) {
        return new Explanation(result, otherwise);
    }

    /** A few words that name what happened. */
    public String caption() {
        return caption;
    }

    /** What to tell the user. */
    public String text() {
        return text;
    }

    /** What the program does next. */
    public Next next() {
        return next;
    }

    /** How long to wait where {@link #next} says so. */
    public int seconds() {
        return seconds;
    }
}
// #endregion
