package dev.keywright;

// #region clock
/** What the server's clock showed last, moved on by a clock that nobody can set. In unix seconds. */
final class ServerClock {
    private boolean isSigned;
    private boolean isKnown;
    private double mark;
    private double created;
    private double own;
    private long markedAt;

    /** The time of this computer. */
    static double computerSeconds() {
        return System.currentTimeMillis() / 1000.0;
    }

    static double secondsSince(long nanoTime) {
        return (System.nanoTime() - nanoTime) / 1e9;
    }

    /** An answer was signed then. */
    synchronized void sawAnswer(long createdAt) {
        mark = isSigned ? Math.max(createdAt, seconds()) : createdAt; // what an earlier run knew does not count any more
        created = createdAt;
        own = computerSeconds();
        markedAt = System.nanoTime();
        isSigned = true;
        isKnown = true;
    }

    /** An earlier run knew this time. */
    synchronized void beginAt(double earlier) {
        mark = earlier;
        markedAt = System.nanoTime();
        isSigned = false;
        isKnown = true;
    }

    /** The latest time that the server is known to have had; 0: none is. */
    synchronized double seconds() {
        return isKnown ? mark + secondsSince(markedAt) : 0;
    }

    /** How far this computer's clock was from the server's at the last signed answer. */
    synchronized double error() {
        return isSigned ? own - created : 0;
    }
}
// #endregion
