package dev.keywright;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

// #region proxy
/** Where an HTTP proxy is, and how the client names itself there. */
final class ProxyAddress {
    private static final Pattern FORM = Pattern.compile(
        "http://(?:([^:@/?#\\s]*)(?::([^@/?#\\s]*))?@)?(\\[[0-9A-Fa-f:.]+\\]|[^\\s:@/?#\\[\\]]+)(?::([0-9]{1,5}))?/?");
    private static final int USUAL_PORT = 80;
    private static final int MAX_PORT = 65535;

    final String host;
    final int port;
    /** The header; "" where it names nobody. */
    final String authorization;

    ProxyAddress(String host, int port, String authorization) {
        this.host = host;
        this.port = port;
        this.authorization = authorization;
    }

    /** Null: the text is no address of a proxy. */
    static ProxyAddress parse(String text) {
        Matcher found = FORM.matcher(text);
        if (!found.matches()) return null;
        int port = found.group(4) == null ? USUAL_PORT : Integer.parseInt(found.group(4));
        if (port < 1 || port > MAX_PORT) return null;
        try {
            String user = decoded(found.group(1)) + ":" + decoded(found.group(2));
            boolean namesUser = found.group(1) != null && !found.group(1).isEmpty();
            String value = "Basic " + Base64.getEncoder().encodeToString(Digests.bytes(user));
            return new ProxyAddress(found.group(3), port, namesUser ? value : "");
        } catch (IllegalArgumentException error) {
            return null; // a percent sign that begins no character
        }
    }

    private static String decoded(String text) {
        return text == null ? "" : URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }
}
// #endregion
