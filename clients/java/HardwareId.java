package dev.keywright;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

// #region hardware-id
/** Names this computer without giving its machine id away. */
public final class HardwareId {
    private static final int MAX_LENGTH = 128;
    private static final Pattern GIVEN = Pattern.compile("[^\\p{Cc}\\p{Cs}\\u202a-\\u202e\\u2066-\\u2069]+");
    private static final Pattern SPACE_AT_END = Pattern.compile("^[\\s\\p{Z}\\ufeff]|[\\s\\p{Z}\\ufeff]$");
    private static final int MAX_DEVICE_NAME_BYTES = 64;
    private static final int MAX_SECONDS = 5;

    private HardwareId() {
    }

    /**
     * The hardware id of this computer, as the client sends it.
     *
     * @param salt the {@code hwidSalt} of your application
     * @return 32 hex digits, or {@code HWID-FALLBACK-} and the name of the computer where it has no id
     */
    public static String of(String salt) {
        return of(readMachineId(), salt);
    }

    static String of(String machineId, String salt) {
        String id = normalized(machineId);
        if (id.matches("[0-]*") || id.equals("uninitialized")) {
            String fallback = "HWID-FALLBACK-" + computerName();
            return fallback.substring(0, Math.min(fallback.length(), MAX_LENGTH));
        }
        return Digests.hex(Digests.hmac(Digests.bytes("hwid-v1:" + salt), Digests.bytes(id))).substring(0, 32);
    }

    /** As the server takes it: 1 to 128 characters on one line, without white space at the ends. */
    static boolean isUsable(String given) {
        boolean isLine = given.length() <= MAX_LENGTH && GIVEN.matcher(given).matches();
        return isLine && !SPACE_AT_END.matcher(given).find();
    }

    static String normalized(String machineId) {
        return machineId.replaceAll("^[ \\t\\r\\n\\x00]+|[ \\t\\r\\n\\x00]+$", "").toLowerCase(Locale.ROOT);
    }

    /** The id of this installation of the operating system, readable without administrator rights; or "". */
    static String readMachineId() {
        if (isWindows()) {
            String reg = System.getenv("SystemRoot") + "\\System32\\reg.exe";
            String[] query = {reg, "query", "HKLM\\SOFTWARE\\Microsoft\\Cryptography", "/v", "MachineGuid", "/reg:64"};
            return found("REG_SZ\\s+(\\S+)", output(query));
        }
        if (isMac()) {
            return found("\"IOPlatformUUID\" = \"([^\"]+)\"", output("/usr/sbin/ioreg", "-rd1", "-c", "IOPlatformExpertDevice"));
        }
        return firstMachineId("/etc/machine-id", "/var/lib/dbus/machine-id");
    }

    /** What the first of these files that can be read holds, whatever it is; "" when none can be read. */
    static String firstMachineId(String... paths) {
        for (String path : paths) {
            try {
                return new String(Files.readAllBytes(Paths.get(path)), StandardCharsets.UTF_8);
            } catch (IOException error) {
                continue;
            }
        }
        return "";
    }

    /** What the owner of this computer calls it, in at most 64 bytes: shown to you and to your customer, never compared. */
    static String deviceName() {
        String name = computerName().replaceAll("\\p{C}", "");
        while (Digests.bytes(name).length > MAX_DEVICE_NAME_BYTES) {
            name = name.substring(0, name.offsetByCodePoints(name.length(), -1));
        }
        return name;
    }

    static boolean isWindows() {
        return System.getProperty("os.name").startsWith("Windows");
    }

    static boolean isMac() {
        return System.getProperty("os.name").startsWith("Mac");
    }

    /** Asked of the system itself: Java would look it up in the network. */
    private static String computerName() {
        if (isWindows()) return String.valueOf(System.getenv("COMPUTERNAME"));
        String known = isMac() ? "" : firstMachineId("/proc/sys/kernel/hostname").trim();
        return known.isEmpty() ? output("hostname").trim() : known;
    }

    static String found(String pattern, String text) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        return matcher.find() ? matcher.group(1) : "";
    }

    /** What a program of the system says; "" where it fails. */
    static String output(String... command) {
        try {
            Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
            process.getOutputStream().close();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor(MAX_SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0 ? text : "";
        } catch (IOException error) {
            return "";
        } catch (InterruptedException error) {
            Thread.currentThread().interrupt();
            return "";
        }
    }
}
// #endregion
