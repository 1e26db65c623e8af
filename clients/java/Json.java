package dev.keywright;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

// #region json
/**
 * Reads and writes JSON (RFC 8259). An object is a Map, an array a List, a whole number a Long where it fits, any other
 * number a Double, null is null.
 */
final class Json {
    /** Deeper texts are no answers of a server of ours, and would use up the stack. */
    private static final int MAX_DEPTH = 500;
    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    /** An object; nothing where the text is none, or no JSON. */
    static Map<String, Object> readObject(String text) {
        try {
            Object value = read(text);
            if (!(value instanceof Map)) return Collections.emptyMap();
            Map<String, Object> members = new LinkedHashMap<>();
            ((Map<?, ?>) value).forEach((name, member) -> members.put((String) name, member));
            return members;
        } catch (IllegalArgumentException error) {
            return Collections.emptyMap();
        }
    }

    static boolean isJson(String text) {
        try {
            read(text);
            return true;
        } catch (IllegalArgumentException error) {
            return false;
        }
    }

    /** @throws IllegalArgumentException where the text is no JSON */
    static Object read(String text) {
        Json reader = new Json(text);
        Object value = reader.value(0);
        reader.space();
        if (reader.at < text.length()) throw reader.wrong();
        return value;
    }

    private Object value(int depth) {
        space();
        char first = peek();
        if (depth > MAX_DEPTH) throw wrong();
        if (first == '{') return object(depth);
        if (first == '[') return array(depth);
        if (first == '"') return string();
        if (first == '-' || (first >= '0' && first <= '9')) return number();
        if (takes("true")) return true;
        if (takes("false")) return false;
        if (takes("null")) return null;
        throw wrong();
    }

    private Map<String, Object> object(int depth) {
        Map<String, Object> members = new LinkedHashMap<>();
        at += 1;
        space();
        if (takes("}")) return members;
        do {
            space();
            if (peek() != '"') throw wrong();
            String name = string();
            space();
            if (!takes(":")) throw wrong();
            members.put(name, value(depth + 1));
            space();
        } while (takes(","));
        if (!takes("}")) throw wrong();
        return members;
    }

    private List<Object> array(int depth) {
        List<Object> items = new ArrayList<>();
        at += 1;
        space();
        if (takes("]")) return items;
        do {
            items.add(value(depth + 1));
            space();
        } while (takes(","));
        if (!takes("]")) throw wrong();
        return items;
    }

    private String string() {
        StringBuilder found = new StringBuilder();
        at += 1;
        for (char next = take(); next != '"'; next = take()) {
            if (next < ' ') throw wrong();
            found.append(next == '\\' ? escaped(take()) : next);
        }
        return found.toString();
    }

    private char escaped(char letter) {
        if (letter == 'u') return unit();
        int place = "\"\\/bfnrt".indexOf(letter);
        if (place < 0) throw wrong();
        return "\"\\/\b\f\n\r\t".charAt(place);
    }

    private char unit() {
        int code = 0;
        for (int digits = 0; digits < 4; digits += 1) {
            int place = "0123456789abcdef".indexOf(Character.toLowerCase(take()));
            if (place < 0) throw wrong();
            code = code * 16 + place;
        }
        return (char) code;
    }

    private Object number() {
        int start = at;
        takes("-");
        if (!takes("0")) digits();
        boolean isWhole = true;
        if (takes(".")) {
            digits();
            isWhole = false;
        }
        if (takes("e") || takes("E")) {
            if (!takes("+")) takes("-");
            digits();
            isWhole = false;
        }
        String found = text.substring(start, at);
        try {
            return isWhole && !found.equals("-0") ? (Object) Long.valueOf(found) : (Object) Double.valueOf(found);
        } catch (NumberFormatException error) {
            return Double.valueOf(found); // larger than a long
        }
    }

    private void digits() {
        int start = at;
        while (peek() >= '0' && peek() <= '9') at += 1;
        if (at == start) throw wrong();
    }

    private void space() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at += 1;
    }

    /** The next character; at the end one that nothing begins with. */
    private char peek() {
        return at < text.length() ? text.charAt(at) : '\0';
    }

    private char take() {
        if (at >= text.length()) throw wrong();
        at += 1;
        return text.charAt(at - 1);
    }

    private boolean takes(String wanted) {
        if (!text.startsWith(wanted, at)) return false;
        at += wanted.length();
        return true;
    }

    private IllegalArgumentException wrong() {
        return new IllegalArgumentException("no JSON at character " + at);
    }

    /** A member that is null is left out; half of a pair of characters is escaped, for UTF-8 has no form for it. */
    static String write(Object value) {
        StringBuilder written = new StringBuilder();
        write(value, written);
        return written.toString();
    }

    private static void write(Object value, StringBuilder to) {
        if (value instanceof Map) {
            String before = "{";
            for (Map.Entry<?, ?> member : ((Map<?, ?>) value).entrySet()) {
                if (member.getValue() == null) continue;
                writeText((String) member.getKey(), to.append(before));
                write(member.getValue(), to.append(':'));
                before = ",";
            }
            to.append(before.equals("{") ? "{}" : "}");
        } else if (value instanceof List) {
            String before = "[";
            for (Object item : (List<?>) value) {
                write(item, to.append(before));
                before = ",";
            }
            to.append(before.equals("[") ? "[]" : "]");
        } else if (value instanceof String) {
            writeText((String) value, to);
        } else {
            to.append(value);
        }
    }

    private static void writeText(String text, StringBuilder to) {
        to.append('"');
        text.codePoints().forEach(letter -> {
            boolean isHalf = letter >= Character.MIN_SURROGATE && letter <= Character.MAX_SURROGATE;
            if (letter == '"' || letter == '\\') to.append('\\').appendCodePoint(letter);
            else if (letter < ' ' || isHalf) to.append(String.format("\\u%04x", letter));
            else to.appendCodePoint(letter);
        });
        to.append('"');
    }
}
// #endregion
