package dev.keywright;

// #region exceptions
/** What {@link Result#orThrow} throws: a result that is not ok. */
public final class KeywrightException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient Result result;

    KeywrightException(Result result) {
        super(result.message());
        this.result = result;
    }

    /** See {@link Result#code}. */
    public String code() {
        return result.code();
    }

    /** See {@link Result#httpStatus}. */
    public int httpStatus() {
        return result.httpStatus();
    }

    /** See {@link Result#requestId}. */
    public String requestId() {
        return result.requestId();
    }

    /** See {@link Result#retryAfter}. */
    public int retryAfter() {
        return result.retryAfter();
    }

    /** See {@link Result#trusted}. */
    public boolean trusted() {
        return result.trusted();
    }
}
// #endregion
