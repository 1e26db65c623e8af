/*
 * Keywright client for Java 11 and later, and for Kotlin: log in, verify, keep the session alive. Standard library only.
 *
 * The API key identifies your application, it is not a management secret. Still, never put it on a web page or into a
 * public repository.
 */
package dev.keywright;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

// #region client
/**
 * Speaks with the server. No method throws for what the network or the server does; each gives a {@link Result}. Calls may be
 * made from any thread, and wait for their answer. One that is given a {@link Cancellation} can be given up; the interruption
 * of a thread gives none up.
 */
public final class LicenseClient implements AutoCloseable {
    /** This library, as the server's statistics call it. */
    static final String NAME = "keywright-java/0.2.0";
    /** A program that is closing waits for the end of its session. */
    private static final int END_SECONDS = 3;
    /** A start does not wait longer for the server. */
    private static final int RESUME_SECONDS = 5;
    private static final int SLICE_MS = 10;

    private final ClientOptions options;
    private final ServerClock clock = new ServerClock();
    private final Transport transport;
    private final SignIn signIn;
    private final String hwid;
    private final Map<String, Object> components;
    private volatile SessionMonitor monitor;

    /**
     * A client in which nobody is signed in. It sends nothing before its first call.
     *
     * @param options see {@link ClientOptions#builder}
     */
    public LicenseClient(ClientOptions options) {
        this.options = options;
        transport = new Transport(options, clock);
        hwid = options.hardwareId == null ? HardwareId.of(options.hwidSalt) : options.hardwareId;
        components = HardwareComponents.sent(options.components, options.hwidSalt);
        signIn = new SignIn(options, clock, hwid);
    }

    /** Logs in by username and password. */
    public Result login(String username, String password) {
        return login(username, password, null);
    }

    /** As {@link #login(String, String)}, unless it is given up. */
    public Result login(String username, String password, Cancellation cancellation) {
        Map<String, Object> body = asking(program());
        body.put("username", username.trim());
        body.put("password", password);
        return signIn.begin(transport.post(Transport.Call.checked("login", body, cancellation)), "");
    }

    /** Signs in with a license key alone, for software without usernames. Needs License login in the settings. */
    public Result license(String licenseKey) {
        return license(licenseKey, null);
    }

    /** As {@link #license(String)}, unless it is given up. */
    public Result license(String licenseKey, Cancellation cancellation) {
        return signInByKey(licenseKey.trim(), 0, cancellation);
    }

    private Result signInByKey(String key, double seconds, Cancellation cancellation) {
        Map<String, Object> body = asking(program());
        body.put("license_key", key);
        Transport.Call call = Transport.Call.checked("license", body, cancellation);
        call.seconds = seconds;
        return signIn.begin(transport.post(call), key);
    }

    /** Registers a user. {@code licenseKey} and {@code email} may be "" where your settings need none. */
    public Result register(String username, String password, String licenseKey, String email) {
        return register(username, password, licenseKey, email, null);
    }

    /** As {@link #register(String, String, String, String)}, unless it is given up. */
    public Result register(String username, String password, String licenseKey, String email, Cancellation cancellation) {
        Map<String, Object> body = program();
        body.put("username", username.trim());
        body.put("password", password);
        body.put("license_key", licenseKey.isEmpty() ? null : licenseKey);
        body.put("email", email.isEmpty() ? null : email);
        return transport.post(Transport.Call.checked("register", body, cancellation));
    }

    /** Adds the time of another key to the user whose session this is. */
    public Result redeem(String licenseKey) {
        return redeem(licenseKey, "", "", null);
    }

    /** Adds the time of another key to a user whose access has ended and who therefore cannot log in. */
    public Result redeem(String licenseKey, String username, String password) {
        return redeem(licenseKey, username, password, null);
    }

    /** As the other two, unless it is given up; {@code username} is "" for the user whose session this is. */
    public Result redeem(String licenseKey, String username, String password, Cancellation cancellation) {
        boolean isNamed = !username.isEmpty();
        String token = signIn.token();
        if (!isNamed && token.isEmpty()) return Result.notLoggedIn();
        int session = signIn.session();
        Map<String, Object> body = asking(program());
        body.put("license_key", licenseKey.trim());
        body.put("username", isNamed ? username.trim() : null);
        body.put("password", isNamed ? password : null);
        body.put("session_token", isNamed ? null : token);
        Result result = transport.post(Transport.Call.checked("redeem", body, cancellation));
        return result.ok() && !isNamed ? signIn.keep(result, session) : result;
    }

    /** Asks whether the user still has access. */
    public Result verify() {
        return verify(null);
    }

    /** As {@link #verify()}, unless it is given up. */
    public Result verify(Cancellation cancellation) {
        return verify(cancellation, options.retries);
    }

    Result verify(Cancellation cancellation, int retries) {
        if (!signIn.hasUser()) return Result.notLoggedIn();
        int session = signIn.session();
        Map<String, Object> body = asking(new LinkedHashMap<>());
        body.put("user_id", signIn.userId());
        body.put("session_token", signIn.token().isEmpty() ? null : signIn.token());
        Transport.Call call = Transport.Call.checked("verify", body, cancellation);
        call.retries = retries;
        return signIn.keep(transport.post(call), session);
    }

    /**
     * Starts without a password where somebody is signed in on this computer: with the server if it answers within 5 seconds,
     * else with the stored lease (the code is {@code offline}). A trusted refusal of the server ends the sign-in.
     */
    public Result resume() {
        return resume(null);
    }

    /** As {@link #resume()}, unless it is given up. */
    public Result resume(Cancellation cancellation) {
        StateFile.Stored stored = signIn.state() == null ? null : signIn.state().read();
        if (stored == null) return Result.offlineRefusal("offline_none");
        SignedLease lease = SignedLease.read(stored.lease, options.pinnedKeys, true);
        if (lease != null && !lease.isOf(hwid)) return Result.offlineRefusal("offline_machine");
        if (!stored.isOwn) return Result.offlineRefusal("offline_invalid");
        signIn.resume(stored);
        Result result = reconnect(null, Math.min(RESUME_SECONDS, options.timeoutSeconds), cancellation);
        if (Meaning.of(result) != Meaning.UNKNOWN) {
            if (result.ok()) signIn.takeFeatures(lease);
            return result.ofUser(stored.userId, stored.username);
        }
        if (!result.code().equals("cancelled")) return signIn.startOffline();
        signIn.forget();
        return result;
    }

    /** Begins a session for the user who is signed in on this computer; a license key signs in again. */
    Result reconnect(Integer ofSession, double seconds, Cancellation cancellation) {
        String key = signIn.licenseKey();
        Integer following = ofSession;
        if (!key.isEmpty()) {
            Result signedIn = signInByKey(key, seconds, cancellation);
            if (!signedIn.ok()) return signedIn;
            following = null;
        }
        Result started = startSession(following, seconds, cancellation, 0);
        if (started.ok()) signIn.isOnline();
        return started;
    }

    /** Starts a session, with a fresh token. {@link #monitor} does it where it was not done. */
    public Result startSession() {
        return startSession(null);
    }

    /** As {@link #startSession()}, unless it is given up: then it is ended after its answer, behind the caller. */
    public Result startSession(Cancellation cancellation) {
        return startSession(null, 0, cancellation, options.retries);
    }

    /**
     * The server takes no token that has ended, so each start makes one.
     *
     * @param ofSession only while that one goes on; null: whichever it is
     */
    Result startSession(Integer ofSession, double seconds, Cancellation cancellation, int retries) {
        if (!signIn.hasUser()) return Result.notLoggedIn();
        long begun = System.nanoTime();
        if (Cancellation.isGivenUp(cancellation)) return transport.note("start", begun, Result.cancelled());
        String token = "sess_" + Digests.hex(Digests.random(16)) + "_" + (long) ServerClock.computerSeconds();
        int session = signIn.take(token, ofSession);
        if (session < 0) return Result.own("cancelled", "the session was ended.");
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("action", "start");
        body.put("user_id", signIn.userId());
        body.put("session_token", token);
        body.put("hwid", hwid);
        Transport.Call call = Transport.Call.checked("session/track", body, null);
        call.seconds = seconds;
        call.retries = retries;
        call.isWanted = () -> signIn.isWanted(token);
        Result result = cancellation == null ? start(call, token) : startBehind(call, token, cancellation);
        if (result == null) return transport.note("start", begun, Result.cancelled());
        boolean isOfAnother = result.ok() && !result.sessionToken().isEmpty() && !result.sessionToken().equals(token);
        return signIn.keep(isOfAnother ? result.ofAnotherSession() : result, session);
    }

    private Result start(Transport.Call call, String token) {
        Result result = transport.post(call);
        if (!signIn.settles(token)) {
            postEnd(token);
            signIn.isStarted(token);
        }
        return result;
    }

    /** Null: it was given up, and goes on behind the caller. */
    private Result startBehind(Transport.Call call, String token, Cancellation cancellation) {
        CompletableFuture<Result> answer = new CompletableFuture<>();
        Thread thread = new Thread(() -> answer.complete(start(call, token)), "keywright-start");
        thread.setDaemon(true);
        thread.start();
        while (!answer.isDone()) {
            if (signIn.givesUp(token, cancellation)) return null;
            Transport.sleep(SLICE_MS);
        }
        return answer.join();
    }

    /** Keeps the session alive; the monitor does it by itself. */
    public Result heartbeat() {
        return heartbeat(null);
    }

    /** As {@link #heartbeat()}, unless it is given up. */
    public Result heartbeat(Cancellation cancellation) {
        return heartbeat(cancellation, options.retries);
    }

    Result heartbeat(Cancellation cancellation, int retries) {
        String token = signIn.token();
        if (token.isEmpty()) return Result.notLoggedIn();
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("action", "heartbeat");
        body.put("session_token", token);
        Transport.Call call = new Transport.Call("session/track", body);
        call.retries = retries;
        call.cancellation = cancellation;
        return transport.post(call);
    }

    /** Ends the session if there is one, within 3 seconds: a program that is closing waits for it. The user stays known. */
    public void endSession() {
        endSession(null, false);
    }

    void endSession(Integer ofSession, boolean isLogout) {
        String token = signIn.end(ofSession, isLogout);
        if (!token.isEmpty()) postEnd(token);
        signIn.awaitStarts(END_SECONDS);
    }

    private void postEnd(String token) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("action", "end");
        body.put("session_token", token);
        Transport.Call call = new Transport.Call("session/track", body);
        call.seconds = END_SECONDS;
        transport.post(call);
    }

    /**
     * Keeps the session alive in the background. Starts it first where that was not done: a start that is refused, or not
     * answered, is a loss too.
     */
    public SessionMonitor monitor(MonitorEvents events) {
        if (monitor != null) monitor.stop();
        boolean isRunning = !signIn.token().isEmpty() || signIn.isOffline();
        Result started = isRunning ? null : startSession();
        SessionMonitor begun = new SessionMonitor(this);
        monitor = begun;
        if (started == null || started.ok()) {
            begun.start(events);
        } else {
            endSession(); // perhaps it did start and only the answer was lost
            events.lost(started);
        }
        return begun;
    }

    /** Stops the monitor and ends the session, within 3 seconds, and forgets the user: {@link #resume} starts nobody then. */
    public void logout() {
        stopMonitor();
        endSession(null, true);
    }

    /** Stops the monitor and ends the session. The user stays known: {@link #resume} may start them. */
    @Override
    public void close() {
        stopMonitor();
        endSession();
    }

    private void stopMonitor() {
        if (monitor != null) monitor.stop();
        monitor = null;
    }

    /** Until when the user may go on without the server, and with what; empty: no lease holds now. */
    public Optional<Lease> lease() {
        return Optional.ofNullable(signIn.lease());
    }

    /**
     * What the user has bought, from signed answers alone, by name: a Boolean, a Long or a String. Without the server only
     * while the lease holds.
     */
    public Map<String, Object> features() {
        return signIn.features();
    }

    /** One of {@link #features}; null: not bought. {@code Boolean.TRUE.equals(client.feature("export"))} switches a function on. */
    public Object feature(String name) {
        return features().get(name);
    }

    /** How far this computer's clock was from the server's at the last signed answer, in seconds. */
    public double clockError() {
        return clock.error();
    }

    /**
     * For a computer that never reaches the server.
     *
     * @throws InvalidOptionsException without {@code offlineStart} and a pinned key
     */
    public OfflineFiles offline() {
        if (signIn.state() == null) throw new InvalidOptionsException("offlineStart");
        return new OfflineFiles(this, options.pinnedKeys, hwid, components, signIn.state());
    }

    ClientOptions options() {
        return options;
    }

    SignIn signIn() {
        return signIn;
    }

    private Map<String, Object> program() {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("version", options.version);
        body.put("hwid", hwid);
        String name = HardwareId.deviceName();
        body.put("device_name", name.isEmpty() ? null : name);
        body.put("hwid_components", components.isEmpty() ? null : components);
        return body;
    }

    /** What a lease that allows a start is asked for with; without {@code offlineStart} nothing is. */
    private Map<String, Object> asking(Map<String, Object> body) {
        if (signIn.state() != null) body.put("lease_version", 2L);
        return body;
    }
}
// #endregion
