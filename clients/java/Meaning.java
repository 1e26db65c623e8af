package dev.keywright;

import java.util.Set;

// #region meaning
/** What an answer means for the session. */
enum Meaning {
    /** Nobody knows what came of the call. */
    UNKNOWN,
    OK,
    /** There is no such session any more. */
    LOST,
    /** This user is refused. */
    DEFINITIVE,
    /** Another refusal. */
    OTHER;

    private static final Set<String> OWN_CODES = Set.of("network_error", "bad_answer", "bad_signature");
    private static final Set<String> DEFINITIVE_CODES = Set.of(
        "account_disabled", "account_paused", "account_banned", "account_expired", "license_expired", "license_inactive",
        "license_paused", "license_banned", "hwid_mismatch", "access_blocked", "user_not_found");

    static Meaning of(Result result) {
        int status = result.httpStatus();
        boolean isTemporary = status / 100 == 3 || status == 408 || status == 425 || status == 429 || status >= 500;
        if (isTemporary || !result.trusted() || OWN_CODES.contains(result.code())) return UNKNOWN;
        if (result.ok()) return OK;
        if (result.code().equals("session_not_found")) return LOST;
        boolean hasTimedOut = result.reason().isEmpty() || result.reason().equals("timeout");
        if (result.code().equals("session_ended")) return hasTimedOut ? LOST : DEFINITIVE;
        return DEFINITIVE_CODES.contains(result.code()) ? DEFINITIVE : OTHER;
    }
}
// #endregion
