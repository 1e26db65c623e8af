package dev.keywright;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

// #region http
/**
 * One POST over a connection of its own. The clients of HTTP in the standard library limit no look-up of a name, try one
 * address of it alone, and name no user to a proxy that they ask for a tunnel unless a property of the whole program is
 * changed. No redirect is followed: it would take the API key to another host.
 */
final class HttpCall {
    private static final int MAX_ANSWER_BYTES = 64 * 1024;
    private static final int MAX_HEAD_BYTES = 64 * 1024;
    /** How long one address of a name may take while there is another. */
    private static final int NEXT_ADDRESS_MS = 2000;
    private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final Pattern ADDRESS =
        Pattern.compile("(https?)://(\\[[0-9A-Fa-f:.]+\\]|[^\\s:/?#@\\[\\]]+)(?::([0-9]{1,5}))?(/[!-~&&[^?#]]*)");
    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] ([1-5][0-9]{2})(?: (.*))?");

    /** What came back. */
    static final class Answer {
        int status;
        String statusText = "";
        /** By names in lower case. */
        final Map<String, String> headers = new LinkedHashMap<>();
        byte[] body = {};
    }

    private final boolean isSecure;
    private final String host;
    private final int port;
    /** The path of the address. */
    final String path;
    private final ProxyAddress proxy;
    private Socket socket;
    private boolean isOver;

    /**
     * @param proxy null: what the platform says
     * @throws IOException where the address is none
     */
    HttpCall(String address, ProxyAddress proxy) throws IOException {
        Matcher found = ADDRESS.matcher(address);
        if (!found.matches()) throw new IOException("the origin is no address");
        isSecure = found.group(1).equals("https");
        host = found.group(2);
        port = found.group(3) == null ? usualPort() : Integer.parseInt(found.group(3));
        if (port < 1 || port > 65535) throw new IOException("the origin is no address");
        path = found.group(4);
        this.proxy = proxy == null ? proxyOfPlatform() : proxy;
    }

    private int usualPort() {
        return isSecure ? 443 : 80;
    }

    /** Null: none. One that speaks SOCKS is left to the sockets of the platform, which ask for it themselves. */
    private ProxyAddress proxyOfPlatform() {
        try {
            URI address = new URI(isSecure ? "https" : "http", null, host, port, path, null, null);
            Proxy found = ProxySelector.getDefault() == null ? Proxy.NO_PROXY : ProxySelector.getDefault().select(address).get(0);
            if (found.type() != Proxy.Type.HTTP) return null;
            InetSocketAddress place = (InetSocketAddress) found.address();
            return new ProxyAddress(place.getHostString(), place.getPort(), "");
        } catch (URISyntaxException | IllegalArgumentException error) {
            return null; // a name that no rule for proxies can be about
        }
    }

    /**
     * The answer, within the time that the whole call has: looking up the name, connecting, sending and reading.
     *
     * @throws SocketTimeoutException when the time is over, or the call was given up
     */
    Answer exchange(Map<String, String> headers, byte[] body, double seconds, BooleanSupplier isGivenUp) throws IOException {
        CompletableFuture<Answer> answer = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                answer.complete(send(headers, body));
            } catch (IOException | RuntimeException error) {
                answer.completeExceptionally(error);
            }
        }, "keywright-call");
        thread.setDaemon(true);
        thread.start();
        boolean isInterrupted = false;
        try {
            long end = System.nanoTime() + (long) (seconds * 1e9);
            while (System.nanoTime() < end && !isGivenUp.getAsBoolean()) {
                try {
                    return answer.get(Math.min(end - System.nanoTime(), SLICE_NANOS), TimeUnit.NANOSECONDS);
                } catch (TimeoutException error) {
                    continue;
                } catch (InterruptedException error) {
                    isInterrupted = true; // whoever gives calls up has a Cancellation for it
                }
            }
            throw new SocketTimeoutException();
        } catch (ExecutionException error) {
            throw error.getCause() instanceof IOException ? (IOException) error.getCause() : new IOException(error.getCause());
        } finally {
            abandon();
            if (isInterrupted) Thread.currentThread().interrupt();
        }
    }

    /** Closes the connection, from whichever thread: what still reads from it ends. */
    private synchronized void abandon() throws IOException {
        isOver = true;
        if (socket != null) socket.close();
    }

    private synchronized Socket keep(Socket opened) throws IOException {
        socket = opened;
        if (isOver) opened.close();
        return opened;
    }

    private Answer send(Map<String, String> headers, byte[] body) throws IOException {
        Socket connected = proxy == null ? connect(host, port, new Socket()) : connect(proxy.host, proxy.port, new Socket(Proxy.NO_PROXY));
        boolean isForwarded = proxy != null && !isSecure;
        String authority = port == usualPort() ? host : host + ":" + port;
        if (isSecure) connected = secured(connected);
        StringBuilder head = new StringBuilder();
        head.append("POST ").append(isForwarded ? "http://" + authority + path : path).append(" HTTP/1.1\r\n");
        head.append("Host: ").append(authority).append("\r\nConnection: close\r\n");
        if (isForwarded) head.append(authorization());
        for (Map.Entry<String, String> header : headers.entrySet()) {
            if (!header.getValue().matches("[^\\x00-\\x1f\\x7f]*")) throw new IOException("no header can have a line feed");
            head.append(header.getKey()).append(": ").append(header.getValue()).append("\r\n");
        }
        head.append("Content-Length: ").append(body.length).append("\r\n\r\n");
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        whole.write(head.toString().getBytes(StandardCharsets.ISO_8859_1));
        whole.write(body);
        connected.getOutputStream().write(whole.toByteArray());
        connected.getOutputStream().flush();
        InputStream input = new BufferedInputStream(connected.getInputStream());
        Answer answer = readHead(input);
        while (answer.status < 200) answer = readHead(input); // says that there will be an answer
        answer.body = readBody(input, answer);
        return answer;
    }

    private String authorization() {
        return proxy.authorization.isEmpty() ? "" : "Proxy-Authorization: " + proxy.authorization + "\r\n";
    }

    /** The next address of a name has its turn after seconds: the first may be dead, and say nothing. */
    private Socket connect(String name, int at, Socket first) throws IOException {
        InetAddress[] addresses;
        try {
            addresses = InetAddress.getAllByName(name);
        } catch (UnknownHostException error) {
            throw new UnknownHostException("nobody knows the name " + name);
        }
        Socket attempt = keep(first);
        for (int place = 0; place < addresses.length - 1; place += 1) {
            try {
                attempt.connect(new InetSocketAddress(addresses[place], at), NEXT_ADDRESS_MS);
                return attempt;
            } catch (IOException error) {
                attempt.close();
                attempt = keep(proxy == null ? new Socket() : new Socket(Proxy.NO_PROXY));
            }
        }
        attempt.connect(new InetSocketAddress(addresses[addresses.length - 1], at));
        return attempt;
    }

    /** With the checks of the platform for the name that was called. */
    private Socket secured(Socket plain) throws IOException {
        if (proxy != null) openTunnel(plain);
        try {
            String name = host.replaceAll("[\\[\\]]", "");
            SSLSocket secure = (SSLSocket) SSLContext.getDefault().getSocketFactory().createSocket(plain, name, port, true);
            SSLParameters parameters = secure.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            String[] protocols = Stream.of(parameters.getProtocols()).filter(each -> each.matches("TLSv1\\.[23]")).toArray(String[]::new);
            parameters.setProtocols(protocols);
            secure.setSSLParameters(parameters);
            secure.startHandshake();
            return secure;
        } catch (GeneralSecurityException error) {
            throw new IOException(error);
        }
    }

    private void openTunnel(Socket plain) throws IOException {
        String place = host + ":" + port;
        String head = "CONNECT " + place + " HTTP/1.1\r\nHost: " + place + "\r\n" + authorization() + "\r\n";
        plain.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
        Answer answer = readHead(plain.getInputStream());
        if (answer.status / 100 != 2) throw new IOException("the proxy refused: " + answer.status + " " + answer.statusText);
    }

    private static Answer readHead(InputStream input) throws IOException {
        Answer answer = new Answer();
        Matcher status = STATUS.matcher(readLine(input));
        if (!status.matches()) throw new IOException("the answer is not HTTP");
        answer.status = Integer.parseInt(status.group(1));
        answer.statusText = status.group(2) == null ? "" : status.group(2);
        int length = 0;
        for (String line = readLine(input); !line.isEmpty(); line = readLine(input)) {
            length += line.length();
            int colon = line.indexOf(':');
            if (colon < 1 || length > MAX_HEAD_BYTES) throw new IOException("the answer is not HTTP");
            String name = line.substring(0, colon).toLowerCase(Locale.ROOT);
            answer.headers.merge(name, line.substring(colon + 1).trim(), (before, more) -> before + ", " + more);
        }
        return answer;
    }

    /** A body that ends too early is an error; of one that is too long the beginning is read. */
    private static byte[] readBody(InputStream input, Answer answer) throws IOException {
        if (answer.status == 204 || answer.status == 304) return new byte[0];
        if (answer.headers.getOrDefault("transfer-encoding", "").toLowerCase(Locale.ROOT).endsWith("chunked")) return readChunks(input);
        String length = answer.headers.get("content-length");
        if (length == null) return input.readNBytes(MAX_ANSWER_BYTES);
        if (!length.matches("[0-9]{1,18}")) throw new IOException("the answer is not HTTP");
        return readWhole(input, (int) Math.min(Long.parseLong(length), MAX_ANSWER_BYTES));
    }

    private static byte[] readChunks(InputStream input) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        while (body.size() < MAX_ANSWER_BYTES) {
            String length = readLine(input).replaceAll("[;\\s].*", "");
            if (!length.matches("[0-9A-Fa-f]{1,8}")) throw new IOException("the answer is not HTTP");
            long size = Long.parseLong(length, 16);
            if (size == 0) break;
            body.write(readWhole(input, (int) Math.min(size, MAX_ANSWER_BYTES)));
            if (size <= MAX_ANSWER_BYTES) readLine(input);
        }
        return body.toByteArray();
    }

    private static byte[] readWhole(InputStream input, int length) throws IOException {
        byte[] data = input.readNBytes(length);
        if (data.length < length) throw new EOFException("the connection broke");
        return data;
    }

    private static String readLine(InputStream input) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = input.read(); next != '\n'; next = input.read()) {
            if (next < 0 || line.size() > MAX_HEAD_BYTES) throw new EOFException("the connection broke");
            line.write(next);
        }
        String text = line.toString(StandardCharsets.ISO_8859_1);
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    }
}
// #endregion
