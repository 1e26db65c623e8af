package dev.keywright;

// #region invalid-options
/** An option without which no call could work; thrown where the options are built. */
public final class InvalidOptionsException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;
    private final String option;

    InvalidOptionsException(String option) {
        super("invalid_options: " + option);
        this.option = option;
    }

    /** Always {@code invalid_options}. */
    public String code() {
        return "invalid_options";
    }

    /** The name of the option, such as {@code timeoutSeconds}. */
    public String option() {
        return option;
    }
}
// #endregion
