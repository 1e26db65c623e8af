package dev.keywright;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

// #region digests
/** Hashes, random bytes and how bytes are written as text. */
final class Digests {
    private static final SecureRandom RANDOM = new SecureRandom();

    private Digests() {
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static byte[] sha256(byte[] data) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(data);
        } catch (GeneralSecurityException error) {
            throw new IllegalStateException(error); // every Java has it
        }
    }

    static byte[] hmac(byte[] key, byte[] data) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(data);
        } catch (GeneralSecurityException error) {
            throw new IllegalStateException(error); // every Java has it
        }
    }

    static byte[] random(int length) {
        byte[] data = new byte[length];
        RANDOM.nextBytes(data);
        return data;
    }

    static String hex(byte[] data) {
        StringBuilder text = new StringBuilder();
        for (byte each : data) text.append(String.format("%02x", each & 0xff));
        return text.toString();
    }

    static String base64url(byte[] data) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(data);
    }

    /** What base64url text without padding stands for; nothing where it is none. */
    static byte[] fromBase64url(String text) {
        try {
            return Base64.getUrlDecoder().decode(text);
        } catch (IllegalArgumentException error) {
            return new byte[0];
        }
    }
}
// #endregion
