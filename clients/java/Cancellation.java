package dev.keywright;

// #region cancellation
/** Gives up the calls that it is passed to, from any thread: within a second they are over, with the code {@code cancelled}. */
public final class Cancellation {
    private volatile boolean isCancelled;

    /** Gives the calls up; for good. */
    public void cancel() {
        isCancelled = true;
    }

    /** Whether they were given up. */
    public boolean isCancelled() {
        return isCancelled;
    }

    /** Null: there is nothing that could give the call up. */
    static boolean isGivenUp(Cancellation cancellation) {
        return cancellation != null && cancellation.isCancelled;
    }
}
// #endregion
