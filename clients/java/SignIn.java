package dev.keywright;

import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

// #region sign-in
/** Who is signed in, and what is known of that: the session, the lease, the features, what is stored. */
final class SignIn {
    /** The state is written for a time to come: ending the program at once gains none. */
    static final int STATE_AHEAD_SECONDS = 60;
    private static final double NOT_STORED = -1;

    private final ClientOptions options;
    private final ServerClock clock;
    private final String hwid;
    /** Null: nothing is kept. */
    private final StateFile state;

    private boolean hasUser;
    private long userId;
    private String username = "";
    private String licenseKey = "";
    private String token = "";
    private String lease = "";
    private Map<String, Object> features = Collections.emptyMap();
    private boolean isOffline;
    /** When what the state holds is over. */
    private double stored = NOT_STORED;
    /** Counts logins and ends: what belongs to an earlier session changes nothing in this one. */
    private int session;
    /** Tokens of sessions that the server was asked for. */
    private final Set<String> starting = new HashSet<>();

    SignIn(ClientOptions options, ServerClock clock, String hwid) {
        this.options = options;
        this.clock = clock;
        this.hwid = hwid;
        boolean isKept = options.offlineStart && !options.pinnedKeys.isEmpty();
        state = isKept ? new StateFile(options.hwidSalt, options.storeFolder) : null;
    }

    synchronized boolean hasUser() {
        return hasUser;
    }

    synchronized long userId() {
        return userId;
    }

    /** Where it was the sign-in; else "". */
    synchronized String licenseKey() {
        return licenseKey;
    }

    /** "" without a session. */
    synchronized String token() {
        return token;
    }

    synchronized int session() {
        return session;
    }

    /** This run started without the server and has not reached it yet. */
    synchronized boolean isOffline() {
        return isOffline;
    }

    synchronized void isOnline() {
        isOffline = false;
    }

    /** Null: nothing is kept. */
    StateFile state() {
        return state;
    }

    /** A login. */
    synchronized Result begin(Result result, String key) {
        if (result.ok()) {
            drop();
            hasUser = true;
            userId = result.userId();
            username = result.username();
            licenseKey = key;
            token = "";
            session += 1;
            lease = "";
            features = Collections.emptyMap();
        }
        return keep(result, session);
    }

    synchronized void resume(StateFile.Stored found) {
        session += 1;
        hasUser = true;
        userId = found.userId;
        username = found.username;
        licenseKey = found.licenseKey;
        lease = found.lease;
        stored = 0;
        clock.beginAt(found.mark);
    }

    /** What an answer to a call of this session changes in it. */
    synchronized Result keep(Result result, int ofSession) {
        Meaning meaning = Meaning.of(result);
        if (ofSession != session) return result;
        if (meaning == Meaning.DEFINITIVE || meaning == Meaning.OTHER) {
            lease = "";
            stored = NOT_STORED;
        }
        if (meaning == Meaning.DEFINITIVE) drop();
        if (meaning != Meaning.OK) return result;
        if (!result.lease().isEmpty()) {
            lease = result.lease();
            if (state != null) {
                stored = 0;
                write(STATE_AHEAD_SECONDS);
            }
        }
        if (!options.pinnedKeys.isEmpty() && result.hasFeatures()) features = result.features();
        return result;
    }

    /** A session is asked for; its number, or -1 where the one that it was to follow has ended. */
    synchronized int take(String newToken, Integer ofSession) {
        if (ofSession != null && ofSession != session) return -1;
        token = newToken;
        starting.add(newToken);
        return session;
    }

    synchronized boolean isWanted(String started) {
        return token.equals(started);
    }

    /** The start was answered: whether it is wanted still. From then on whoever ends the session tells the server. */
    synchronized boolean settles(String started) {
        if (token.equals(started)) isStarted(started);
        return token.equals(started);
    }

    synchronized void isStarted(String started) {
        starting.remove(started);
        notifyAll();
    }

    /** A start that was given up, and not answered before that; then the start itself tells the server so. */
    synchronized boolean givesUp(String started, Cancellation cancellation) {
        boolean isOver = cancellation.isCancelled() && starting.contains(started);
        if (isOver && token.equals(started)) token = "";
        return isOver;
    }

    /**
     * Ends the session; the token that the server has to be told of, or "".
     *
     * @param ofSession only that one; null: whichever it is
     */
    synchronized String end(Integer ofSession, boolean isLogout) {
        if (ofSession != null && ofSession != session) return "";
        String ended = token;
        token = "";
        session += 1;
        write(0);
        stored = NOT_STORED;
        isOffline = false;
        if (isLogout) {
            drop();
            hasUser = false;
        }
        lease = "";
        return starting.contains(ended) ? "" : ended; // an end that overtakes the start would end nothing
    }

    /** Waits for starts that are on their way, at most until then. */
    synchronized void awaitStarts(double seconds) {
        long begun = System.nanoTime();
        try {
            while (!starting.isEmpty() && ServerClock.secondsSince(begun) < seconds) {
                wait(Math.max(1, (long) ((seconds - ServerClock.secondsSince(begun)) * 1000)));
            }
        } catch (InterruptedException error) {
            Thread.currentThread().interrupt();
        }
    }

    /** Resume was given up: nobody is signed in. */
    synchronized void forget() {
        token = "";
        stored = NOT_STORED;
        hasUser = false;
        lease = "";
    }

    /** Why a program that the server does not answer may not run; else it runs by the lease from now on. */
    synchronized Result startOffline() {
        token = "";
        Result refusal = offlineRefusal();
        if (refusal != null) {
            stored = NOT_STORED;
            return refusal;
        }
        SignedLease held = signedLease();
        isOffline = true;
        features = held.features;
        keepState();
        return Result.startedOffline(held.expires, held.features).ofUser(userId, username);
    }

    /** The server said nothing of features: those of the lease that was kept hold on. */
    synchronized void takeFeatures(SignedLease kept) {
        if (kept != null && features.isEmpty() && mayGoOnOffline()) features = kept.features;
    }

    /** Until when the program may run without the server, in unix seconds; 0: not at all. */
    synchronized long offlineUntil() {
        SignedLease held = signedLease();
        return held == null ? 0 : held.expires;
    }

    /** How long it may still do so. */
    synchronized double offlineSeconds() {
        return offlineUntil() - Math.max(ServerClock.computerSeconds(), clock.seconds());
    }

    /** Why the program may not run on without the server; null: it may. */
    synchronized Result offlineRefusal() {
        SignedLease held = signedLease();
        if (held == null || !held.userId.equals(Long.toString(userId))) return Result.offlineRefusal("offline_invalid");
        if (!held.mayStart) return Result.offlineRefusal("offline_none");
        if (!held.isOf(hwid)) return Result.offlineRefusal("offline_machine");
        boolean isBehind = ServerClock.computerSeconds() < clock.seconds() - SignedLease.MAX_CLOCK_STEP_BACK_SECONDS;
        if (isBehind) return Result.offlineRefusal("offline_clock");
        return offlineSeconds() <= 0 ? Result.offlineRefusal("offline_expired") : null;
    }

    private SignedLease signedLease() {
        return SignedLease.read(lease, options.pinnedKeys, state != null);
    }

    /** Without an answer from the server: may this user still go on? */
    synchronized boolean mayGoOnOffline() {
        SignedLease held = signedLease();
        return held != null && held.holds(userId, hwid, ServerClock.computerSeconds(), clock.seconds());
    }

    /** Null: no lease holds now. */
    synchronized Lease lease() {
        return mayGoOnOffline() ? new Lease(signedLease()) : null;
    }

    /** Without the server only while the lease holds. */
    synchronized Map<String, Object> features() {
        return isOffline && !mayGoOnOffline() ? Collections.emptyMap() : Collections.unmodifiableMap(features);
    }

    /** Stores the time that has passed, ahead of it: what a program ran for counts, also where it is ended at once. */
    synchronized void keepState() {
        write(Math.max(STATE_AHEAD_SECONDS, 2 * options.heartbeatSeconds));
    }

    private void write(int ahead) {
        if (stored == NOT_STORED) return;
        double mark = clock.seconds();
        double now = isOffline ? Math.max(mark, ServerClock.computerSeconds()) : mark;
        if (ahead > 0 && now + ahead / 2.0 < stored) return;
        stored = now + ahead;
        state.write(userId, username, licenseKey, mark, stored, lease);
    }

    private void drop() {
        stored = NOT_STORED;
        isOffline = false;
        if (state != null) state.remove();
    }
}
// #endregion
