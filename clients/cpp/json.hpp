/*
 * JSON for the Keywright client, a part of its library: an answer is read, a request is written, and no package is needed
 * for it.
 */
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <locale>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

// #region json
namespace keywright {
/** How many bytes the UTF-8 character at this place has; 0: none is there. */
inline std::size_t utf8_size(const std::string& text, std::size_t at)
{
    const auto byte = [&](std::size_t index) { return index < text.size() ? static_cast<unsigned char>(text[index]) : 0u; };
    const unsigned first = byte(at), second = byte(at + 1);
    const std::size_t size = first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
    for (std::size_t i = 1; i < size; i++)
        if ((byte(at + i) & 0xC0) != 0x80) return 0;
    const bool is_too_long = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
    const bool is_none = (first == 0xED && second >= 0xA0) || (first == 0xF4 && second >= 0x90); // a surrogate, or too high
    return is_too_long || is_none ? 0 : size;
}

inline void append_utf8(std::string& text, unsigned code)
{
    const auto add = [&text](unsigned byte) { text += static_cast<char>(byte); };
    const auto follow = [&](int shift) { add(0x80 | (code >> shift & 0x3F)); };
    if (code < 0x80) return add(code);
    if (code < 0x800) {
        add(0xC0 | code >> 6);
    } else {
        add(code < 0x10000 ? 0xE0 | code >> 12 : 0xF0 | code >> 18);
        if (code >= 0x10000) follow(12);
        follow(6);
    }
    follow(0);
}

/** A value of JSON: null, true or false, a number, a text, a list or an object. */
class Json {
public:
    using List = std::vector<Json>;
    using Object = std::map<std::string, Json>;

    Json() = default;
    Json(std::nullptr_t) {}
    template <typename Number, std::enable_if_t<std::is_arithmetic_v<Number>, int> = 0> Json(Number number)
    {
        if constexpr (std::is_same_v<Number, bool>) value = number;
        else if constexpr (std::is_integral_v<Number>) value = static_cast<std::int64_t>(number);
        else value = static_cast<double>(number);
    }
    Json(const char* text) : value(std::string(text)) {}
    Json(std::string text) : value(std::move(text)) {}
    Json(List list) : value(std::move(list)) {}
    Json(Object members) : value(std::move(members)) {}

    /** Strictly by RFC 8259; nothing when the text is not exactly one value, or nested deeper than 64 times. */
    static std::optional<Json> parse(const std::string& text);

    bool operator==(const Json& other) const
    {
        return is_number() && other.is_number() && value.index() != other.value.index() ? number() == other.number() : value == other.value;
    }
    bool operator!=(const Json& other) const { return !(*this == other); }

    bool is_null() const { return is<std::monostate>(); }
    bool is_bool() const { return is<bool>(); }
    bool is_integer() const { return is<std::int64_t>(); }
    bool is_number() const { return is_integer() || is<double>(); }
    bool is_text() const { return is<std::string>(); }
    bool is_object() const { return is<Object>(); }

    /** What it holds, where it is of this kind. */
    bool truth(bool otherwise = false) const { return is_bool() ? std::get<bool>(value) : otherwise; }
    std::int64_t integer(std::int64_t otherwise = 0) const { return is_integer() ? std::get<std::int64_t>(value) : otherwise; }
    double number() const { return is<double>() ? std::get<double>(value) : static_cast<double>(integer()); }
    std::string text(const std::string& otherwise = "") const { return is_text() ? std::get<std::string>(value) : otherwise; }
    template <typename Value> Value get() const
    {
        if constexpr (std::is_same_v<Value, bool>) return truth();
        else if constexpr (std::is_arithmetic_v<Value>) return static_cast<Value>(is_integer() ? integer() : number());
        else return text();
    }
    List list() const { return is<List>() ? std::get<List>(value) : List{}; }
    Object members() const { return is_object() ? std::get<Object>(value) : Object{}; }

    /** The member of this name; null where there is none, and where this is no object. */
    Json operator[](const std::string& name) const
    {
        if (!is_object()) return {};
        const auto& all = std::get<Object>(value);
        const auto found = all.find(name);
        return found == all.end() ? Json() : found->second;
    }

    /** On one line. What is no UTF-8 in a text becomes U+FFFD. */
    std::string dump() const
    {
        if (is_bool()) return truth() ? "true" : "false";
        if (is_integer()) return std::to_string(integer());
        if (is_text()) return quoted(std::get<std::string>(value));
        if (is<double>()) return shown(std::get<double>(value));
        std::string inside;
        if (is<List>()) {
            for (const auto& item : std::get<List>(value)) inside += (inside.empty() ? "" : ",") + item.dump();
            return "[" + inside + "]";
        }
        if (!is_object()) return "null";
        for (const auto& [name, member] : std::get<Object>(value)) inside += (inside.empty() ? "" : ",") + quoted(name) + ":" + member.dump();
        return "{" + inside + "}";
    }

private:
    template <typename Kind> bool is() const { return std::holds_alternative<Kind>(value); }

    /** With a point, whatever language the program is set to. */
    static std::string shown(double number)
    {
        if (!std::isfinite(number)) return "null";
        std::ostringstream text;
        text.imbue(std::locale::classic());
        text.precision(std::numeric_limits<double>::max_digits10);
        text << number;
        return text.str();
    }

    static std::string quoted(const std::string& text)
    {
        std::string shown = "\"";
        for (std::size_t at = 0, size; at < text.size(); at += size) {
            size = utf8_size(text, at);
            const char letter = text[at];
            if (size == 0) {
                shown += "\xEF\xBF\xBD";
                size = 1;
            } else if (static_cast<unsigned char>(letter) < 0x20) {
                shown += "\\u00";
                shown += letter < 0x10 ? '0' : '1';
                shown += "0123456789abcdef"[letter & 15];
            } else {
                if (letter == '"' || letter == '\\') shown += '\\';
                shown.append(text, at, size);
            }
        }
        return shown + '"';
    }

    std::variant<std::monostate, bool, std::int64_t, double, std::string, List, Object> value;
};

/** Reads one text; a function that finds something else than it should gives false. */
class JsonReader {
public:
    explicit JsonReader(const std::string& given) : text(given) {}

    std::optional<Json> whole()
    {
        Json value;
        if (!read(value, 0)) return std::nullopt;
        skip_space();
        return at == text.size() ? std::optional<Json>(std::move(value)) : std::nullopt;
    }

private:
    static constexpr int MAX_DEPTH = 64;

    bool read(Json& value, int depth)
    {
        skip_space();
        if (depth > MAX_DEPTH) return false;
        switch (look()) {
        case '{': return read_object(value, depth);
        case '[': return read_list(value, depth);
        case '"': return read_text(value);
        case 't': return read_word("true", true, value);
        case 'f': return read_word("false", false, value);
        case 'n': return read_word("null", nullptr, value);
        default: return read_number(value);
        }
    }

    enum class Next { item, end, fault };

    /** What follows in an object or a list. */
    Next next(char close, bool is_first)
    {
        skip_space();
        if (take(close)) return Next::end;
        return is_first || take(',') ? Next::item : Next::fault;
    }

    bool read_object(Json& value, int depth)
    {
        Json::Object members;
        at++;
        for (Next step = next('}', true); step != Next::end; step = next('}', false)) {
            Json name, member;
            skip_space();
            if (step == Next::fault || look() != '"' || !read_text(name)) return false;
            skip_space();
            if (!take(':') || !read(member, depth + 1)) return false;
            members[name.text()] = std::move(member);
        }
        value = std::move(members);
        return true;
    }

    bool read_list(Json& value, int depth)
    {
        Json::List items;
        at++;
        for (Next step = next(']', true); step != Next::end; step = next(']', false)) {
            items.emplace_back();
            if (step == Next::fault || !read(items.back(), depth + 1)) return false;
        }
        value = std::move(items);
        return true;
    }

    bool read_text(Json& value)
    {
        std::string read;
        for (at++; !take('"');) {
            const std::size_t size = utf8_size(text, at);
            if (size == 0 || static_cast<unsigned char>(look()) < 0x20) return false;
            if (look() == '\\') {
                if (!read_escape(read)) return false;
            } else {
                read.append(text, at, size);
                at += size;
            }
        }
        value = std::move(read);
        return true;
    }

    bool read_escape(std::string& read)
    {
        static const std::string names = "\"\\/bfnrt", meanings = "\"\\/\b\f\n\r\t";
        at++;
        if (take('u')) return read_unit(read);
        const auto found = names.find(look());
        if (at >= text.size() || found == std::string::npos) return false;
        read += meanings[found];
        at++;
        return true;
    }

    /** A character beyond U+FFFF is written as two; a half of one is none. */
    bool read_unit(std::string& read)
    {
        const auto first = four_digits();
        if (!first || (*first >= 0xDC00 && *first < 0xE000)) return false;
        if (*first < 0xD800 || *first >= 0xE000) {
            append_utf8(read, *first);
            return true;
        }
        if (!take('\\') || !take('u')) return false;
        const auto second = four_digits();
        if (!second || *second < 0xDC00 || *second >= 0xE000) return false;
        append_utf8(read, 0x10000 + ((*first - 0xD800) << 10) + (*second - 0xDC00));
        return true;
    }

    std::optional<unsigned> four_digits()
    {
        static const std::string digits = "0123456789abcdef";
        unsigned code = 0;
        for (int i = 0; i < 4; i++) {
            const char letter = look();
            const auto digit = digits.find(letter >= 'A' && letter <= 'F' ? static_cast<char>(letter - 'A' + 'a') : letter);
            if (at >= text.size() || digit == std::string::npos) return std::nullopt;
            code = code * 16 + static_cast<unsigned>(digit);
            at++;
        }
        return code;
    }

    template <typename Value> bool read_word(const std::string& word, Value meaning, Json& value)
    {
        if (text.compare(at, word.size(), word) != 0) return false;
        at += word.size();
        value = meaning;
        return true;
    }

    bool read_number(Json& value)
    {
        const std::size_t start = at;
        take('-');
        if (!take('0') && !take_digits()) return false;
        const std::size_t whole_end = at;
        if (take('.') && !take_digits()) return false;
        if (take('e') || take('E')) {
            if (!take('+')) take('-');
            if (!take_digits()) return false;
        }
        std::istringstream number(text.substr(start, at - start));
        number.imbue(std::locale::classic());
        std::int64_t integer = 0;
        if (at == whole_end && number >> integer) {
            value = integer;
            return true;
        }
        number.clear();
        number.seekg(0);
        double read = 0;
        if (!(number >> read) || !std::isfinite(read)) return false;
        value = read;
        return true;
    }

    char look() const { return at < text.size() ? text[at] : '\0'; }

    bool take(char letter)
    {
        const bool is_there = at < text.size() && text[at] == letter;
        if (is_there) at++;
        return is_there;
    }

    bool take_digits()
    {
        const std::size_t start = at;
        while (look() >= '0' && look() <= '9') at++;
        return at > start;
    }

    void skip_space()
    {
        while (take(' ') || take('\t') || take('\n') || take('\r')) continue;
    }

    const std::string& text;
    std::size_t at = 0;
};

inline std::optional<Json> Json::parse(const std::string& text)
{
    return JsonReader(text).whole();
}
}
// #endregion
