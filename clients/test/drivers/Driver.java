import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Runs the Java sample; with the argument `vectors` takes it as a library and answers what it is asked line by line, with the
 * argument `conform` it obeys the orders of the conformance suite.
 */
public final class Driver {
    private Driver() {
    }

    public static void main(String[] args) throws Exception {
        String use = args.length == 0 ? "" : args[0];
        if (use.equals("conform")) Conformance.run();
        else if (use.equals("vectors")) answer();
        else Client.main(args);
    }

    private static void answer() throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        StringBuilder answers = new StringBuilder();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            answers.append(answerTo(line.split(" ", -1))).append('\n');
        }
        System.out.print(answers);
        System.out.flush();
    }

    private static String answerTo(String[] words) {
        switch (words[0]) {
            case "hwid": return HardwareId.of(text(words[1]), text(words[2]));
            case "files": return HardwareId.of(HardwareId.firstMachineId(text(words[2]), text(words[3])), text(words[1]));
            case "component": return component(words);
            case "signed": return signed(words);
            case "lease": return lease(words);
            default: return values();
        }
    }

    private static String component(String[] words) {
        String found = HardwareComponents.component(text(words[1]), text(words[2]), text(words[3]));
        return found.isEmpty() ? "None" : found;
    }

    private static String signed(String[] words) {
        Signatures.Exchange exchange = new Signatures.Exchange();
        exchange.path = text(words[2]);
        exchange.nonce = words[3];
        exchange.requestBody = bytes(words[4]);
        exchange.status = Integer.parseInt(words[5]);
        exchange.body = bytes(words[6]);
        exchange.signatureInput = words[7].equals("-") ? null : text(words[7]);
        exchange.signature = words[8].equals("-") ? null : text(words[8]);
        OptionalLong created = Signatures.signedAt(keys(words[1]), exchange);
        return created.isPresent() ? Long.toString(created.getAsLong()) : "None";
    }

    private static String lease(String[] words) {
        SignedLease lease = SignedLease.read(text(words[2]), keys(words[1]), false);
        double clock = Double.parseDouble(words[5]);
        double mark = Double.parseDouble(words[6]);
        boolean holds = lease != null && lease.holds(Long.parseLong(words[3]), text(words[4]), clock, mark);
        return holds ? "holds" : "refused";
    }

    private static String values() {
        Stream<String> all = Stream.of(
            Client.API_KEY, Client.APP_VERSION, Client.ORIGIN, Client.PUBLIC_KEY, Client.NEXT_PUBLIC_KEY, Client.HWID_SALT);
        String[] encoded = all.map(value -> Base64.getEncoder().encodeToString(Digests.bytes(value))).toArray(String[]::new);
        return String.join("\n", encoded);
    }

    private static List<String> keys(String words) {
        return Arrays.asList(words.split(",", -1));
    }

    private static byte[] bytes(String word) {
        return Base64.getDecoder().decode(word);
    }

    private static String text(String word) {
        return new String(bytes(word), StandardCharsets.UTF_8);
    }
}
