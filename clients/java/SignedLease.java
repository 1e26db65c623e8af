package dev.keywright;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

// #region lease
/** What a lease or an offline file says, which the server signed. */
final class SignedLease {
    static final int MAX_CLOCK_STEP_BACK_SECONDS = 3600;
    private static final Pattern TOKEN =
        Pattern.compile("([A-Za-z0-9_-]+)\\.([A-Za-z0-9_-]+)\\.([A-Za-z0-9_-]{341}[AQgw])");
    private static final Pattern HEADER =
        Pattern.compile("\\{\"alg\":\"RS256\",\"typ\":\"(lic|offline)\\+jwt\",\"kid\":\"app_([0-9]+)\\.rs256\\.[0-9]+\"\\}");
    private static final Pattern LEASE = Pattern.compile(
        "\\{\"iss\":\"[ !#-\\[\\]-~]*\",\"aud\":\"app:(?<app>[0-9]+)\",\"sub\":\"(?<user>[0-9]+)\",\"jti\":\"[0-9a-f-]{36}\","
            + "\"iat\":(?<issued>[0-9]{1,12}),\"nbf\":[0-9]{1,12},\"exp\":(?<expires>[0-9]{1,12}),"
            + "\"hwid\":\"(?<device>[A-Za-z0-9_-]{43})\"(?:,\"lic\":\"[A-Za-z0-9_-]{43}\")?"
            + "(?:,\"ver\":1|(?<second>,\"feat\":\"(?<features>[A-Za-z0-9_-]*)\"(?<off>,\"off\":1)?,\"ver\":2))\\}");
    private static final Pattern FILE = Pattern.compile(
        "\\{\"aud\":\"app:(?<app>[0-9]+)\",\"sub\":\"(?<user>[0-9]{1,15})\",\"jti\":\"[0-9a-f-]{36}\","
            + "\"iat\":(?<issued>[0-9]{1,12}),\"nbf\":[0-9]{1,12},\"exp\":(?<expires>[0-9]{1,12}),"
            + "\"hwid\":\"(?<device>[A-Za-z0-9_-]{43})\",\"nonce\":\"(?<nonce>[A-Za-z0-9_-]{22})\","
            + "\"feat\":\"(?<features>[A-Za-z0-9_-]*)\",\"ver\":1\\}");

    final String userId;
    final long issued;
    final long expires;
    /** Whether a program may start by it. */
    final boolean mayStart;
    final Map<String, Object> features;
    /** Of the request that an offline file answers; "" for a lease. */
    final String nonce;
    private final String application;
    private final String device;

    private SignedLease(Matcher claims, boolean isFile) {
        application = claims.group("app");
        userId = claims.group("user");
        issued = Long.parseLong(claims.group("issued"));
        expires = Long.parseLong(claims.group("expires"));
        device = claims.group("device");
        mayStart = isFile || claims.group("off") != null;
        nonce = isFile ? claims.group("nonce") : "";
        String json = claims.group("features") == null ? "" : claims.group("features");
        features = Json.readObject(new String(Digests.fromBase64url(json), StandardCharsets.UTF_8));
    }

    /**
     * Null if no pinned key signed it.
     *
     * @param isVersion2 version 2, and files, are for those who asked for them
     */
    static SignedLease read(String text, List<String> keys, boolean isVersion2) {
        Matcher parts = TOKEN.matcher(text);
        if (!parts.matches()) return null;
        Matcher header = HEADER.matcher(Signatures.decoded(parts.group(1)));
        byte[] signature = Digests.fromBase64url(parts.group(3));
        if (!header.matches() || !Signatures.isSigned(parts.group(1) + "." + parts.group(2), signature, keys)) return null;
        boolean isFile = header.group(1).equals("offline");
        Matcher claims = (isFile ? FILE : LEASE).matcher(Signatures.decoded(parts.group(2)));
        if (!claims.matches() || !claims.group("app").equals(header.group(2))) return null;
        boolean isLater = isFile || claims.group("second") != null;
        return isLater && !isVersion2 ? null : new SignedLease(claims, isFile);
    }

    /** Null if no pinned key signed it, or it is no offline file. */
    static SignedLease readFile(String text, List<String> keys) {
        SignedLease found = read(text, keys, true);
        return found == null || found.nonce.isEmpty() ? null : found;
    }

    boolean isOf(String hwid) {
        return device.equals(Digests.base64url(Digests.sha256(Digests.bytes("app_" + application + "|" + hwid))));
    }

    /**
     * Whether the server allowed this user on this computer to go on without it until now.
     *
     * @param clock the time of this computer, in unix seconds
     * @param mark the latest time that the server is known to have had: setting the clock back does not lengthen a lease
     */
    boolean holds(long user, String hwid, double clock, double mark) {
        if (!userId.equals(Long.toString(user)) || !isOf(hwid)) return false;
        return clock >= mark - MAX_CLOCK_STEP_BACK_SECONDS && Math.max(clock, mark) < expires;
    }
}
// #endregion
