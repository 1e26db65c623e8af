package dev.keywright;

import java.time.Instant;
import java.util.concurrent.ThreadLocalRandom;

// #region session-monitor
/**
 * Keeps one session alive with two jobs, heartbeats and verifications, each in a thread of its own.
 *
 * <p>{@code maxVerifyFailures} failed verifications in a row end the session, nothing else does. A definitive refusal is asked
 * about again within seconds; without any answer a verification fails only when its whole period has passed, so that a short
 * outage logs nobody out.
 */
public final class SessionMonitor {
    /** Times {@code retrySeconds}; the last one from then on. */
    private static final int[] BACK_OFF = {1, 2, 4, 8, 12};
    private static final int SLICE_MS = 200;

    private final LicenseClient client;
    private final ClientOptions options;
    private final SignIn signIn;
    private MonitorEvents events = last -> { };
    private int session;
    private volatile boolean isStopped;
    private volatile int beats;
    private volatile int failures;
    private volatile Instant verifiedAt = Instant.now();
    /** In seconds of a clock that nobody can set. */
    private volatile double beatDue;
    private volatile double verifyDue;
    private volatile double notBefore;
    private double periodEnd;
    /** How far Retry-After may still move the end of the period. */
    private double graceLeft = Transport.MAX_PAUSE_SECONDS;
    /** In this period. */
    private boolean isAnswered = true;
    /** In this period. */
    private volatile boolean hasRestarted;
    /** Verifications without an answer, in a row. */
    private int silences;
    /** The server is not reached, and the lease holds. */
    private boolean isOffline;
    private Result last = Result.own("", "");

    SessionMonitor(LicenseClient client) {
        this.client = client;
        options = client.options();
        signIn = client.signIn();
        session = signIn.session();
    }

    /** The jobs start at a random time: computers switched on together don't call together. */
    void start(MonitorEvents told) {
        events = told;
        periodEnd = now() + random(0.5, 1) * options.verifySeconds; // a point of the grid
        verifyDue = periodEnd;
        if (signIn.isOffline()) {
            goOffline();
            verifyDue = now() + options.retrySeconds;
        }
        beatDue = now() + random(0.5, 1) * options.heartbeatSeconds;
        run("keywright-heartbeats", () -> {
            while (sleepsUntilBeat()) beat(beatDue);
        });
        run("keywright-verifications", () -> {
            while (sleepsUntilVerification()) verify(verifyDue);
        });
    }

    private static void run(String name, Runnable job) {
        Thread thread = new Thread(job, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** Takes effect at once; an answer still on its way is ignored. The session goes on. */
    public synchronized void stop() {
        isStopped = true;
    }

    /** Heartbeats that were sent. */
    public int beats() {
        return beats;
    }

    /** Failed verifications in a row. */
    public int failures() {
        return failures;
    }

    /** When the user was last known to have access. */
    public Instant verifiedAt() {
        return verifiedAt;
    }

    private static double now() {
        return System.nanoTime() / 1e9;
    }

    private static double random(double from, double to) {
        return ThreadLocalRandom.current().nextDouble(from, to);
    }

    /** False: the monitor was stopped. */
    private boolean sleepsUntilBeat() {
        while (!isStopped && beatDue > now()) sleepTowards(beatDue);
        return !isStopped;
    }

    /** False: the monitor was stopped. */
    private boolean sleepsUntilVerification() {
        while (!isStopped && verifyDue > now()) sleepTowards(verifyDue);
        return !isStopped;
    }

    /** In slices, for the other job may bring it forward. */
    private static void sleepTowards(double due) {
        Transport.sleep(Math.max(1, Math.min(SLICE_MS, (long) ((due - now()) * 1000))));
    }

    /** What the program throws is its own matter: the session is kept alive all the same. */
    private static void tell(Runnable event) {
        try {
            event.run();
        } catch (RuntimeException error) {
            Thread thread = Thread.currentThread();
            thread.getUncaughtExceptionHandler().uncaughtException(thread, error);
        }
    }

    private void goOffline() {
        if (isOffline) return;
        isOffline = true;
        long until = signIn.offlineUntil();
        tell(() -> events.offline(until));
    }

    private void beat(double due) {
        signIn.keepState();
        if (signIn.isOffline()) {
            beatOffline(due);
            return;
        }
        beats += 1;
        Result result = client.heartbeat(null, 0);
        Meaning meaning = Meaning.of(result);
        if (meaning == Meaning.DEFINITIVE || (meaning == Meaning.LOST && !hasRestarted)) {
            double soon = Math.max(now(), notBefore);
            if (soon < verifyDue - options.retrySeconds) verifyDue = soon;
        }
        double pause = Math.min(result.retryAfter(), Transport.MAX_PAUSE_SECONDS) * random(1, 1.2);
        double intervals = Math.ceil((now() + pause - due) / options.heartbeatSeconds);
        beatDue = due + Math.max(intervals, 1) * options.heartbeatSeconds;
    }

    /** Without a session there is nothing to keep alive, but the lease may end. */
    private void beatOffline(double due) {
        Result refusal = signIn.offlineRefusal();
        if (refusal != null) {
            lose(refusal);
            return;
        }
        beatDue = Math.min(due + options.heartbeatSeconds, now() + signIn.offlineSeconds());
    }

    private void verify(double due) {
        if (due >= periodEnd) endPeriod(due);
        if (failures >= options.maxVerifyFailures) {
            lose(last);
            return;
        }
        if (due < notBefore) {
            verifyDue = Math.min(notBefore, periodEnd);
            return;
        }
        Result result;
        if (signIn.isOffline()) {
            result = client.reconnect(session, 0, null);
            if (result.ok()) session = signIn.session();
        } else {
            result = client.verify(null, 0);
        }
        if (Meaning.of(result) == Meaning.LOST && !hasRestarted) {
            result = client.startSession(session, 0, null, 0);
            hasRestarted = Meaning.of(result) != Meaning.UNKNOWN;
        }
        if (!isStopped) settle(result);
    }

    private void endPeriod(double due) {
        boolean hasSlept = now() > due + options.verifySeconds; // the computer was off, so nothing was missed
        if (!isAnswered && !hasSlept) {
            if (signIn.mayGoOnOffline()) goOffline();
            else failures += 1;
        }
        periodEnd = (hasSlept ? now() : periodEnd) + options.verifySeconds;
        graceLeft = Transport.MAX_PAUSE_SECONDS;
        isAnswered = false;
        hasRestarted = false;
    }

    private void settle(Result result) {
        last = result;
        tell(() -> events.status(result));
        Meaning meaning = Meaning.of(result);
        if (meaning == Meaning.UNKNOWN) {
            backOff(result.retryAfter());
            return;
        }
        isAnswered = true;
        silences = 0;
        notBefore = 0;
        if (isOffline) {
            isOffline = false;
            tell(events::online);
        }
        if (meaning == Meaning.OK) {
            failures = 0;
            verifiedAt = Instant.now();
        } else if (meaning != Meaning.LOST) {
            failures += 1;
        }
        if (failures >= options.maxVerifyFailures) lose(result);
        else verifyDue = meaning == Meaning.DEFINITIVE ? now() + options.retrySeconds : periodEnd;
    }

    /** Tries again inside the period, after a random wait: many clients must not return together. */
    private void backOff(int retryAfter) {
        double now = now();
        double due = now + random(0.5, 1) * options.retrySeconds * BACK_OFF[Math.min(silences, BACK_OFF.length - 1)];
        silences += 1;
        notBefore = retryAfter > 0 ? now + retryAfter * random(1, 1.2) : 0;
        if (notBefore > periodEnd) {
            double grace = Math.min(notBefore + options.timeoutSeconds - periodEnd, graceLeft);
            periodEnd += grace;
            graceLeft -= grace;
        }
        verifyDue = Math.min(Math.max(due, notBefore), periodEnd);
    }

    /** Once, and not after a logout. */
    private void lose(Result result) {
        synchronized (this) {
            if (isStopped) return;
            isStopped = true;
        }
        client.endSession(session, false);
        tell(() -> events.lost(result));
    }
}
// #endregion
