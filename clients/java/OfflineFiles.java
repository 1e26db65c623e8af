package dev.keywright;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

// #region offline-files
/** The text that asks for an offline file, and the file that answers it. */
public final class OfflineFiles {
    private static final Pattern FILE = Pattern.compile(
        "-----BEGIN KEYWRIGHT OFFLINE LICENSE-----(.+?)-----END KEYWRIGHT OFFLINE LICENSE-----", Pattern.DOTALL);
    private static final Map<String, String> FAULTS = Map.of(
        "offline_invalid", "The file is not whole, was changed, or does not answer the last request of this computer.",
        "offline_machine", "The file is for another computer.",
        "offline_expired", "The file has expired.",
        "offline_clock", "The clock of this computer is behind: set it right, and take the file again.");
    private static final int NONCE_BYTES = 16;
    private static final int KEY_ID_LENGTH = 16;
    private static final int CHECKSUM_LENGTH = 8;
    private static final int LINE_LENGTH = 64;
    /** So that it fits into a QR code. */
    private static final int MAX_LENGTH = 700;

    private final LicenseClient client;
    private final List<String> keys;
    private final String hwid;
    private final Map<String, Object> components;
    private final StateFile state;

    OfflineFiles(LicenseClient client, List<String> keys, String hwid, Map<String, Object> components, StateFile state) {
        this.client = client;
        this.keys = keys;
        this.hwid = hwid;
        this.components = components;
        this.state = state;
    }

    /**
     * The text that asks for a file for a user, for whoever sells the program.
     *
     * @throws UncheckedIOException where the request cannot be kept
     */
    public String requestForUser(String username) {
        return request("user", username.trim());
    }

    /** As {@link #requestForUser}, for the holder of a license key. */
    public String requestForLicense(String licenseKey) {
        return request("key", licenseKey.trim());
    }

    private String request(String kind, String who) {
        String nonce = Digests.base64url(Digests.random(NONCE_BYTES));
        try {
            state.keepNonce(nonce);
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
        List<Object> keyIds = new ArrayList<>();
        for (String key : keys) keyIds.add(shortHash(Base64.getDecoder().decode(key), KEY_ID_LENGTH));
        Map<String, Object> content = new LinkedHashMap<>();
        content.put(kind, who);
        content.put("v", 1L);
        content.put("hwid", hwid);
        content.put("nonce", nonce);
        content.put("keys", keyIds);
        content.put("client", LicenseClient.NAME);
        if (components.isEmpty()) return armoured(content);
        String shorter = armoured(content);
        content.put("components", components);
        String whole = armoured(content);
        return whole.length() > MAX_LENGTH ? shorter : whole;
    }

    private static String armoured(Map<String, Object> content) {
        String text = Digests.base64url(Digests.bytes(Json.write(content)));
        text += "." + shortHash(Digests.bytes(text), CHECKSUM_LENGTH); // finds what was lost or changed on the way
        String lines = text.replaceAll("(.{" + LINE_LENGTH + "})(?=.)", "$1\n");
        return "-----BEGIN KEYWRIGHT OFFLINE REQUEST-----\n" + lines + "\n-----END KEYWRIGHT OFFLINE REQUEST-----\n";
    }

    private static String shortHash(byte[] data, int length) {
        return Digests.base64url(Digests.sha256(data)).substring(0, length);
    }

    /** Takes the file that answers the last request, and starts with it as {@link LicenseClient#resume} does from then on. */
    public Result install(String text) {
        Matcher inner = FILE.matcher(text);
        String file = inner.find() ? inner.group(1).replaceAll("\\s", "") : "";
        SignedLease found = SignedLease.readFile(file, keys);
        String fault = faultOf(found);
        if (!fault.isEmpty()) return Result.own(fault, FAULTS.get(fault));
        state.write(Long.parseLong(found.userId), "", "", found.issued, found.issued, file);
        return client.resume();
    }

    /** Why a file is not taken; "": it is. */
    private String faultOf(SignedLease found) {
        double clock = ServerClock.computerSeconds();
        if (found == null) return "offline_invalid";
        if (!found.isOf(hwid)) return "offline_machine";
        if (!found.nonce.equals(state.nonce())) return "offline_invalid";
        if (clock >= found.expires) return "offline_expired";
        return clock < found.issued - SignedLease.MAX_CLOCK_STEP_BACK_SECONDS ? "offline_clock" : "";
    }
}
// #endregion
