package dev.keywright;

import java.io.IOException;
import java.math.BigInteger;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

// #region calls
/** Makes calls: each with its tries and waits, and with the judgement of what its answer is worth. */
final class Transport {
    /** How far Retry-After may put things off. */
    static final int MAX_PAUSE_SECONDS = 900;
    /** Between two tries of a call. */
    private static final int MAX_WAIT_SECONDS = 60;
    private static final int MAX_RAW_LENGTH = 200;
    private static final int SLICE_MS = 20;

    /** One call, and how it is made. */
    static final class Call {
        final String path;
        final Map<String, Object> body;
        /** It asks for a signed answer. */
        boolean isChecked;
        /** With all its tries; 0: as long as the options say. */
        double seconds;
        int retries;
        /** Null: nobody gives it up. */
        Cancellation cancellation;
        /** Once it is not, no further try is made. */
        BooleanSupplier isWanted = () -> true;

        Call(String path, Map<String, Object> body) {
            this.path = path;
            this.body = body;
        }

        static Call checked(String path, Map<String, Object> body, Cancellation cancellation) {
            Call call = new Call(path, body);
            call.isChecked = true;
            call.cancellation = cancellation;
            return call;
        }

        private boolean isGivenUp() {
            return Cancellation.isGivenUp(cancellation);
        }
    }

    private final ClientOptions options;
    private final ServerClock clock;

    Transport(ClientOptions options, ServerClock clock) {
        this.options = options;
        this.clock = clock;
    }

    /** A wait that would end after the time of the whole call is not begun. */
    Result post(Call call) {
        double seconds = call.seconds > 0 ? call.seconds : options.timeoutSeconds;
        long begun = System.nanoTime();
        for (int tries = 1;; tries += 1) {
            long tryBegun = System.nanoTime();
            double left = Math.max(seconds - ServerClock.secondsSince(begun), 0.01);
            Result result = call.isGivenUp() ? Result.cancelled() : send(call, left, seconds);
            note(String.valueOf(call.body.getOrDefault("action", call.path)), tryBegun, result);
            double due = ServerClock.secondsSince(begun) + secondsBeforeRetry(result, tries);
            if (tries > call.retries || due >= seconds) return result;
            while (ServerClock.secondsSince(begun) < due && call.isWanted.getAsBoolean() && !call.isGivenUp()) sleep(SLICE_MS);
            if (!call.isWanted.getAsBoolean()) return result;
        }
    }

    /** Endless where what came of the call is known, or the server asked for a longer pause. */
    private static double secondsBeforeRetry(Result result, int tries) {
        boolean isKnown = Meaning.of(result) != Meaning.UNKNOWN || result.code().equals("cancelled");
        if (isKnown || result.retryAfter() > MAX_WAIT_SECONDS) return Double.POSITIVE_INFINITY;
        return Math.max((1 << (tries - 1)) * ThreadLocalRandom.current().nextDouble(0.5, 1), result.retryAfter());
    }

    /** Waits, whoever interrupts it. */
    static void sleep(long ms) {
        boolean isInterrupted = false;
        long begun = System.nanoTime();
        for (long left = ms; left > 0; left = ms - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun)) {
            try {
                Thread.sleep(left);
            } catch (InterruptedException error) {
                isInterrupted = true; // whoever gives calls up has a Cancellation for it
            }
        }
        if (isInterrupted) Thread.currentThread().interrupt();
    }

    /** The log gets what came of a try, and no secret. */
    Result note(String call, long begun, Result result) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("call", call);
        fields.put("code", result.code());
        fields.put("httpStatus", result.httpStatus());
        fields.put("trusted", result.trusted());
        fields.put("requestId", result.requestId());
        fields.put("seconds", ServerClock.secondsSince(begun));
        try {
            options.log.log(result.ok() ? "info" : "warn", "call", Collections.unmodifiableMap(fields));
        } catch (RuntimeException error) {
            return result; // what a log throws is no matter of the caller
        }
        return result;
    }

    private Result send(Call call, double left, double seconds) {
        byte[] sent = Digests.bytes(Json.write(call.body));
        Signatures.Exchange exchange = new Signatures.Exchange();
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Content-Type", "application/json");
        headers.put("User-Agent", "keywright-java/" + options.version);
        headers.put("X-API-Key", options.apiKey);
        headers.put("X-Client", LicenseClient.NAME);
        boolean isChecked = call.isChecked && !options.pinnedKeys.isEmpty();
        if (isChecked) {
            exchange.nonce = Digests.hex(Digests.random(16));
            headers.put("X-Nonce", exchange.nonce);
            headers.put("Content-Digest", Signatures.contentDigest(sent));
        }
        HttpCall.Answer answer;
        try {
            HttpCall http = new HttpCall(options.origin + "/api/v1/" + call.path, options.proxy);
            exchange.path = http.path;
            answer = http.exchange(headers, sent, left, call::isGivenUp);
        } catch (SocketTimeoutException error) {
            if (call.isGivenUp()) return Result.cancelled();
            return Result.own("network_error", "no answer within " + Math.round(seconds) + " seconds");
        } catch (IOException error) {
            return Result.own("network_error", error.getMessage() == null ? "the connection broke" : error.getMessage());
        }
        if (!isChecked) return toResult(answer);
        exchange.requestBody = sent;
        exchange.status = answer.status;
        exchange.body = answer.body;
        exchange.signatureInput = answer.headers.get("signature-input");
        exchange.signature = answer.headers.get("signature");
        return judged(toResult(answer), exchange);
    }

    /** What an answer is worth. A refusal that nobody signed keeps its text: a wrong API key has to be seen as one. */
    private Result judged(Result result, Signatures.Exchange exchange) {
        OptionalLong created = Signatures.signedAt(options.pinnedKeys, exchange);
        if (created.isPresent()) {
            clock.sawAnswer(created.getAsLong());
            return result;
        }
        boolean isPlainRefusal = !result.ok() && exchange.signature == null;
        return result.code().equals("bad_answer") || isPlainRefusal ? result.untrusted() : result.badSignature();
    }

    private static Result toResult(HttpCall.Answer answer) {
        String text = new String(answer.body, StandardCharsets.UTF_8);
        if (text.startsWith("\ufeff")) text = text.substring(1);
        Map<String, Object> members = Json.readObject(text);
        boolean isUnderstood = members.get("success") instanceof Boolean && answer.status / 100 != 3;
        String raw = Json.isJson(text) ? "" : text.replaceAll("\\p{Cc}+", " ").trim();
        if (raw.isEmpty()) raw = answer.statusText;
        String otherwise = (answer.status + " " + raw.substring(0, Math.min(raw.length(), MAX_RAW_LENGTH))).trim();
        String said = members.get("message") instanceof String ? (String) members.get("message") : "";
        String code = members.get("code") instanceof String ? (String) members.get("code") : "";
        String wait = answer.headers.getOrDefault("retry-after", "");
        BigInteger seconds = wait.matches("[0-9]{1,20}") ? new BigInteger(wait) : BigInteger.ZERO;
        int retryAfter = seconds.min(BigInteger.valueOf(MAX_PAUSE_SECONDS)).intValue();
        boolean isSuccess = isUnderstood && Boolean.TRUE.equals(members.get("success"));
        return Result.of(
            isSuccess, isUnderstood ? code : "bad_answer", said.isEmpty() ? otherwise : said, answer.status, retryAfter, members);
    }
}
// #endregion
