package dev.keywright;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Says for each text, a line of base64, what the client's reader takes it for, written anew; `-` where it is no JSON. */
final class JsonDriver {
    private JsonDriver() {
    }

    public static void main(String[] args) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        StringBuilder answers = new StringBuilder();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            answers.append(answerTo(new String(Base64.getDecoder().decode(line), StandardCharsets.UTF_8))).append('\n');
        }
        System.out.write(answers.toString().getBytes(StandardCharsets.UTF_8));
        System.out.flush();
    }

    private static String answerTo(String text) {
        try {
            return Json.write(Json.read(text));
        } catch (IllegalArgumentException error) {
            return "-";
        }
    }
}
