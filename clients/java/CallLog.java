package dev.keywright;

import java.util.Map;

// #region log
/** Is told of each try of each call when it is over; gets no password, key, token or hardware id. What it throws is ignored. */
@FunctionalInterface
public interface CallLog {
    /**
     * A try is over.
     *
     * @param level {@code info} for a success, else {@code warn}
     * @param event {@code call}
     * @param fields {@code call}, {@code code}, {@code httpStatus}, {@code trusted}, {@code requestId} and {@code seconds}
     */
    void log(String level, String event, Map<String, Object> fields);
}
// #endregion
