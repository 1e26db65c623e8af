package dev.keywright;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

// #region components
/** What a computer consists of: the server recognizes one of which a part has changed, as far as your settings allow. */
public final class HardwareComponents {
    static final Set<String> NAMES = Set.of("machine", "board", "bios", "cpu", "disk", "mac", "gpu", "tpm");
    private static final Pattern ENDS = Pattern.compile("^[ \\t\\r\\n\\x00]+|[ \\t\\r\\n\\x00]+$");
    private static final Pattern WORTHLESS = Pattern.compile("[0|-]*|uninitialized");
    private static final String BIOS = "HARDWARE\\DESCRIPTION\\System\\BIOS";
    private static final String CPU = "HARDWARE\\DESCRIPTION\\System\\CentralProcessor\\0";

    private HardwareComponents() {
    }

    /**
     * What this computer says of itself, for {@link ClientOptions.Builder#components}: {@code machine}, {@code board},
     * {@code cpu} and {@code disk}. Needs no rights of an administrator; what cannot be read is left out.
     */
    public static Map<String, String> hardwareComponents() {
        Map<String, String> found = new LinkedHashMap<>();
        found.put("machine", HardwareId.readMachineId());
        found.put("board", board());
        found.put("cpu", cpu());
        found.put("disk", disk());
        found.values().removeIf(String::isEmpty);
        return found;
    }

    private static String board() {
        if (HardwareId.isMac()) return HardwareId.output("/usr/sbin/sysctl", "-n", "hw.model");
        return HardwareId.isWindows()
            ? joined(registry(BIOS, "BaseBoardManufacturer"), registry(BIOS, "BaseBoardProduct"), registry(BIOS, "SystemProductName"))
            : joined(dmi("board_vendor"), dmi("board_name"), dmi("product_name"));
    }

    private static String dmi(String name) {
        return HardwareId.firstMachineId("/sys/class/dmi/id/" + name);
    }

    private static String joined(String... values) {
        return Stream.of(values).map(HardwareComponents::trimmed).collect(Collectors.joining("|"));
    }

    private static String cpu() {
        if (HardwareId.isMac()) return HardwareId.output("/usr/sbin/sysctl", "-n", "machdep.cpu.brand_string");
        if (HardwareId.isWindows()) return registry(CPU, "ProcessorNameString");
        return HardwareId.found("(?m)^model name[^:\\n]*:(.*)$", HardwareId.firstMachineId("/proc/cpuinfo"));
    }

    private static String disk() {
        if (HardwareId.isMac()) return HardwareId.found("Volume UUID:(.*)", HardwareId.output("/usr/sbin/diskutil", "info", "/"));
        if (HardwareId.isWindows()) return registry("SYSTEM\\MountedDevices", "\\DosDevices\\" + System.getenv("SystemDrive"));
        return HardwareId.output("/usr/bin/findmnt", "-n", "-f", "-o", "UUID", "/");
    }

    /** A value of the computer's registry; bytes as hex. */
    private static String registry(String key, String value) {
        String reg = System.getenv("SystemRoot") + "\\System32\\reg.exe";
        return HardwareId.found("REG_(?:SZ|BINARY)\\s+(.*)", HardwareId.output(reg, "query", "HKLM\\" + key, "/v", value, "/reg:64"));
    }

    private static String trimmed(String value) {
        return ENDS.matcher(value).replaceAll("");
    }

    /** As they are sent; what is worthless is left out. */
    static Map<String, Object> sent(Map<String, String> values, String salt) {
        Map<String, Object> components = new LinkedHashMap<>();
        values.forEach((name, value) -> {
            String component = component(name, value, salt);
            if (!component.isEmpty()) components.put(name, component);
        });
        return components;
    }

    /** 32 hex digits, which don't give the value away; "" for one that many computers have. */
    static String component(String name, String value, String salt) {
        String kept = inLowerAscii(trimmed(value));
        if (WORTHLESS.matcher(kept).matches()) return "";
        return Digests.hex(Digests.hmac(Digests.bytes("hwid-v1:" + salt), Digests.bytes(name + ":" + kept))).substring(0, 32);
    }

    /** Every other letter stays as it is, whatever the language of the computer. */
    private static String inLowerAscii(String text) {
        StringBuilder lower = new StringBuilder(text);
        for (int at = 0; at < text.length(); at += 1) {
            char letter = text.charAt(at);
            if (letter >= 'A' && letter <= 'Z') lower.setCharAt(at, (char) (letter + 'a' - 'A'));
        }
        return lower.toString();
    }
}
// #endregion
