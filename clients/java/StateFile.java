package dev.keywright;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

// #region store
/**
 * What a start without the server needs, in a file of the user: who it is, the lease, the latest time that is known.
 * Never a password or the API key. Its last line is an HMAC under a key of this computer: an edited file, and one of
 * another computer, are noticed.
 */
final class StateFile {
    private static final int MAX_BYTES = 16 * 1024;
    private static final Pattern FORM = Pattern.compile(
        "keywright-state-1\n([0-9]{1,15})\n([A-Za-z0-9_-]*)\n([A-Za-z0-9_-]*)\n([0-9]{1,12})\n([0-9]{1,12})\n"
            + "([A-Za-z0-9_.-]+)\n([0-9a-f]{64})\n");
    /** The last line, with both line feeds. */
    private static final int MAC_LENGTH = 66;

    /** Null: in memory, so it ends with the program. */
    private final Path folder;
    private final byte[] key;
    private String text = "";
    private String nonce = "";

    /** What was stored. */
    static final class Stored {
        /** Else it was changed, or written on another computer: only the lease is known. */
        boolean isOwn;
        long userId;
        String username = "";
        /** Where it was the sign-in. */
        String licenseKey = "";
        /** The latest time that the server is known to have had, in unix seconds. */
        double mark;
        String lease = "";
    }

    StateFile(String salt, Path folder) {
        this.folder = folder;
        byte[] machineId = Digests.bytes(HardwareId.normalized(HardwareId.readMachineId()));
        key = Digests.hmac(Digests.bytes("state-v1:" + salt), machineId);
    }

    /** Where this system keeps what a program remembers of its user. */
    static Path defaultFolder(String salt) {
        String home = HardwareId.isWindows() ? System.getProperty("user.home") : given("HOME", System.getProperty("user.home"));
        Path base = Paths.get(given("XDG_STATE_HOME", Paths.get(home, ".local", "state").toString()));
        if (HardwareId.isWindows()) base = Paths.get(given("LOCALAPPDATA", Paths.get(home, "AppData", "Local").toString()));
        if (HardwareId.isMac()) base = Paths.get(home, "Library", "Application Support");
        return base.resolve("Keywright").resolve(salt.replaceAll("[^A-Za-z0-9_-]", "_"));
    }

    private static String given(String name, String otherwise) {
        String value = System.getenv(name);
        return value == null || value.isEmpty() ? otherwise : value;
    }

    /** Null: nothing was stored. */
    Stored read() {
        String found = folder == null ? text : readText();
        if (found.isEmpty()) return null;
        Stored stored = new Stored();
        Matcher parts = FORM.matcher(found);
        if (!parts.matches()) {
            String[] lines = found.split("\n");
            stored.lease = lines.length > 6 ? lines[6] : "";
            return stored;
        }
        byte[] mac = Digests.bytes(macOf(found.substring(0, found.length() - MAC_LENGTH)));
        stored.isOwn = MessageDigest.isEqual(mac, Digests.bytes(parts.group(7)));
        stored.userId = Long.parseLong(parts.group(1));
        stored.username = new String(Digests.fromBase64url(parts.group(2)), StandardCharsets.UTF_8);
        stored.licenseKey = new String(Digests.fromBase64url(parts.group(3)), StandardCharsets.UTF_8);
        stored.mark = Math.max(Long.parseLong(parts.group(4)), Long.parseLong(parts.group(5)));
        stored.lease = parts.group(6);
        return stored;
    }

    private String readText() {
        try {
            Path file = folder.resolve("state");
            return Files.size(file) > MAX_BYTES ? "-" : new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        } catch (IOException error) {
            return "";
        }
    }

    /** By a file of another name: a crash leaves the old state or the new one. Without room for it there is none. */
    void write(long userId, String username, String licenseKey, double mark, double seen, String lease) {
        String lines = String.join("\n", "keywright-state-1", Long.toString(userId),
            Digests.base64url(Digests.bytes(username)), Digests.base64url(Digests.bytes(licenseKey)),
            Long.toString((long) mark), Long.toString((long) Math.ceil(seen)), lease);
        String whole = lines + "\n" + macOf(lines) + "\n";
        if (whole.length() > MAX_BYTES) return;
        text = whole;
        if (folder == null) return;
        try {
            Path next = folder.resolve("state." + ProcessHandle.current().pid());
            writeFile(next, whole);
            Files.move(next, folder.resolve("state"), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException error) {
            return; // there is none, so the next start needs the server
        }
    }

    void remove() {
        text = "";
        try {
            if (folder != null) Files.deleteIfExists(folder.resolve("state"));
        } catch (IOException error) {
            return; // nobody may delete it, so it ends with its lease
        }
    }

    /** Of the last request for an offline file: no other file is taken. No secret. */
    String nonce() {
        if (folder == null) return nonce;
        try {
            return new String(Files.readAllBytes(folder.resolve("request")), StandardCharsets.ISO_8859_1);
        } catch (IOException error) {
            return "";
        }
    }

    void keepNonce(String kept) throws IOException {
        nonce = kept;
        if (folder != null) writeFile(folder.resolve("request"), kept);
    }

    /** For its owner alone; on Windows the folder of the user is. */
    private void writeFile(Path file, String content) throws IOException {
        Files.createDirectories(folder, mode("rwx------"));
        Files.deleteIfExists(file);
        Files.createFile(file, mode("rw-------"));
        Files.write(file, content.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static FileAttribute<?>[] mode(String permissions) {
        boolean hasModes = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
        if (!hasModes) return new FileAttribute<?>[0];
        return new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))};
    }

    private String macOf(String lines) {
        return Digests.hex(Digests.hmac(key, lines.getBytes(StandardCharsets.ISO_8859_1)));
    }
}
// #endregion
