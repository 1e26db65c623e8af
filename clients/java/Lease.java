package dev.keywright;

import java.util.Collections;
import java.util.Map;

// #region held-lease
/** Until when the user may go on without the server, and with what. */
public final class Lease {
    private final SignedLease signed;

    Lease(SignedLease signed) {
        this.signed = signed;
    }

    /** In unix seconds. */
    public long until() {
        return signed.expires;
    }

    /** Whether a program may also start without the server. */
    public boolean mayStart() {
        return signed.mayStart;
    }

    /** What the user has bought, by name: a Boolean, a Long or a String. */
    public Map<String, Object> features() {
        return Collections.unmodifiableMap(signed.features);
    }
}
// #endregion
