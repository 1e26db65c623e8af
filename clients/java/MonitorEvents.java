package dev.keywright;

// #region events
/** What the monitor of a session tells, in a thread of its own. A lambda is told of {@link #lost} alone. */
@FunctionalInterface
public interface MonitorEvents {
    /**
     * The session has ended. Told once, and never after a logout.
     *
     * @param last the result that ended it
     */
    void lost(Result last);

    /**
     * A verification is over, whatever came of it; told before a loss that follows. Heartbeats are not told.
     *
     * @param result what came of it
     */
    default void status(Result result) {
    }

    /**
     * The server cannot be reached, and the program runs on without it.
     *
     * @param until so long, in unix seconds
     */
    default void offline(long until) {
    }

    /** The server was reached again. */
    default void online() {
    }
}
// #endregion
