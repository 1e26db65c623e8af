package dev.keywright;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

// #region signature
/** Whether a pinned key signed what the server is said to have answered. */
final class Signatures {
    private static final String COMPONENTS =
        "(\"@status\" \"content-digest\" \"@method\";req \"@path\";req \"content-digest\";req)";
    private static final Pattern SIGNATURE = Pattern.compile("lic=:([A-Za-z0-9+/]{341}[AQgw]==):");
    /** Of a DER with an RSA key of 2048 bits. */
    private static final String SPKI_PREFIX = "30820122300d06092a864886f70d01010105000382010f003082010a0282010100";
    private static final String SPKI_SUFFIX = "0203010001";
    private static final int SPKI_BYTES = 294;

    private Signatures() {
    }

    static String contentDigest(byte[] data) {
        return "sha-256=:" + Base64.getEncoder().encodeToString(Digests.sha256(data)) + ":";
    }

    /** A request, and the answer that it got. */
    static final class Exchange {
        String path = "";
        String nonce = "";
        byte[] requestBody = {};
        int status;
        byte[] body = {};
        /** The header; null where there is none. */
        String signatureInput;
        /** The header; null where there is none. */
        String signature;
    }

    /**
     * When one of the keys signed this very answer to this very request, in unix seconds; empty if none did. The parameters
     * are compared as text with the one form there is: nobody else chooses what is checked, or how.
     */
    static OptionalLong signedAt(List<String> keys, Exchange exchange) {
        if (exchange.signatureInput == null || exchange.signature == null) return OptionalLong.empty();
        Pattern form = Pattern.compile(
            "lic=(" + Pattern.quote(COMPONENTS) + ";created=([0-9]{1,12});keyid=\"[A-Za-z0-9._-]{1,64}\""
                + Pattern.quote(";alg=\"rsa-v1_5-sha256\";nonce=\"" + exchange.nonce + "\";tag=\"lic-v1\"") + ")");
        Matcher found = form.matcher(exchange.signatureInput);
        Matcher value = SIGNATURE.matcher(exchange.signature);
        if (!found.matches() || !value.matches()) return OptionalLong.empty();
        String text = String.join("\n",
            "\"@status\": " + exchange.status,
            "\"content-digest\": " + contentDigest(exchange.body),
            "\"@method\";req: POST",
            "\"@path\";req: " + exchange.path,
            "\"content-digest\";req: " + contentDigest(exchange.requestBody),
            "\"@signature-params\": " + found.group(1));
        boolean isRight = isSigned(text, Base64.getDecoder().decode(value.group(1)), keys);
        return isRight ? OptionalLong.of(Long.parseLong(found.group(2))) : OptionalLong.empty();
    }

    static boolean isSigned(String text, byte[] signature, List<String> keys) {
        return keys.stream().anyMatch(key -> isSignedBy(key, Digests.bytes(text), signature));
    }

    /** RSA-2048, exponent 65537, PKCS #1 v1.5 with SHA-256; the key is the SPKI in base64. Any other text signs nothing. */
    private static boolean isSignedBy(String key, byte[] message, byte[] signature) {
        try {
            byte[] der = Base64.getDecoder().decode(key);
            String hex = Digests.hex(der);
            if (der.length != SPKI_BYTES || !hex.startsWith(SPKI_PREFIX) || !hex.endsWith(SPKI_SUFFIX)) return false;
            PublicKey publicKey = KeyFactory.getInstance("RSA").generatePublic(new X509EncodedKeySpec(der));
            Signature check = Signature.getInstance("SHA256withRSA");
            check.initVerify(publicKey);
            check.update(message);
            return check.verify(signature);
        } catch (GeneralSecurityException | IllegalArgumentException error) {
            return false;
        }
    }

    /** The text of a part of a token; every byte that is no ASCII becomes a character that no form has. */
    static String decoded(String part) {
        return new String(Digests.fromBase64url(part), StandardCharsets.US_ASCII);
    }
}
// #endregion
