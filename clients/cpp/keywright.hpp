/*
 * Keywright client for C++17: log in, verify, keep the session alive. On Windows it needs nothing else, on other systems
 * libcurl and OpenSSL 3.
 *
 * The API key identifies your application, it is not a management secret. Still, never put it on a web page or into a
 * public repository.
 */
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstdint>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <regex>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "json.hpp"
#include "system.hpp"

// #region signature
namespace keywright {
inline std::string content_digest(const std::string& data)
{
    const std::string hash = sha256(data);
    return "sha-256=:" + to_base64(Bytes(hash.begin(), hash.end())) + ":";
}

inline bool is_signed(const std::string& text, const Bytes& signature, const std::vector<std::string>& keys)
{
    return std::any_of(keys.begin(), keys.end(), [&](const auto& key) { return rsa_ok(key, text, signature); });
}

struct Exchange {
    std::string path, nonce, request_body;
    long status;
    std::string body;
    std::optional<std::string> signature_input, signature;
};

/**
 * When one of the keys signed this very answer to this very request, in unix seconds; nothing if none did. The
 * parameters are compared as text with the one form there is: nobody else chooses what is checked, or how.
 */
inline std::optional<std::int64_t> signed_at(const std::vector<std::string>& keys, const Exchange& exchange)
{
    static const std::string head = "lic=(\"@status\" \"content-digest\" \"@method\";req \"@path\";req \"content-digest\";req)";
    static const std::regex varying(";created=([0-9]{1,12});keyid=\"[A-Za-z0-9._-]{1,64}\"");
    const std::string tail = ";alg=\"rsa-v1_5-sha256\";nonce=\"" + exchange.nonce + "\";tag=\"lic-v1\"";
    const std::string input = exchange.signature_input.value_or("");
    const std::string value = exchange.signature.value_or("");
    if (input.size() < head.size() + tail.size() || input.size() > 1024) return std::nullopt;
    if (input.compare(0, head.size(), head) != 0) return std::nullopt;
    if (input.compare(input.size() - tail.size(), tail.size(), tail) != 0) return std::nullopt;
    const std::string middle = input.substr(head.size(), input.size() - head.size() - tail.size());
    std::smatch found;
    if (!std::regex_match(middle, found, varying)) return std::nullopt;
    if (value.size() != 350 || value.compare(0, 5, "lic=:") != 0 || value.back() != ':') return std::nullopt;
    const std::string text = "\"@status\": " + std::to_string(exchange.status)
        + "\n\"content-digest\": " + content_digest(exchange.body)
        + "\n\"@method\";req: POST\n\"@path\";req: " + exchange.path
        + "\n\"content-digest\";req: " + content_digest(exchange.request_body)
        + "\n\"@signature-params\": " + input.substr(4);
    if (!is_signed(text, from_base64(value.substr(5, 344)), keys)) return std::nullopt;
    return std::stoll(found[1].str());
}

constexpr int MAX_CLOCK_STEP_BACK_SECONDS = 3600;
constexpr const char* BASE64URL = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** What base64url text without padding stands for. */
inline std::string from_base64url(std::string text)
{
    std::replace(text.begin(), text.end(), '-', '+');
    std::replace(text.begin(), text.end(), '_', '/');
    const Bytes bytes = from_base64(text + std::string((4 - text.size() % 4) % 4, '='));
    return {bytes.begin(), bytes.end()};
}

inline std::string to_base64url(const std::string& text)
{
    std::string encoded = to_base64(Bytes(text.begin(), text.end()));
    std::replace(encoded.begin(), encoded.end(), '+', '-');
    std::replace(encoded.begin(), encoded.end(), '/', '_');
    return trimmed(encoded, "=");
}

/** What a lease or an offline file says. */
struct Lease {
    std::string application, user_id, device; // the device hashed
    double expires = 0;
    Json::Object features;
    bool may_start = false;
    double issued = 0; // of an offline file
    std::string nonce; // of the request that an offline file answers

    bool is_of(const std::string& hwid) const
    {
        return device == sha256("app_" + application + "|" + hwid);
    }
};

/** Of version 2, what is more than in version 1; nothing when it has another form. The claims become those of version 1. */
inline bool take_version_2(std::string& claims, Lease& lease)
{
    static const std::string begin = ",\"feat\":\"", end = "\",\"ver\":2}", end_off = "\",\"off\":1,\"ver\":2}";
    const auto at = claims.rfind(begin);
    if (at == std::string::npos) return true;
    const auto close = claims.find('"', at + begin.size());
    const std::string rest = close == std::string::npos ? "" : claims.substr(close);
    const std::string feat = claims.substr(at + begin.size(), close - at - begin.size());
    lease.may_start = rest == end_off;
    if ((rest != end && !lease.may_start) || feat.find_first_not_of(BASE64URL) != std::string::npos) return false;
    if (const auto features = Json::parse(from_base64url(feat))) lease.features = features->members();
    claims = claims.substr(0, at) + ",\"ver\":1}";
    return true;
}

/** The application and the claims of a token of this type that one of the keys signed; nothing if none did. */
inline std::optional<std::pair<std::string, std::string>> read_token(const std::string& text, const std::string& type, const std::vector<std::string>& keys)
{
    static const std::regex header_end(R"~(,"kid":"app_([0-9]+)\.rs256\.[0-9]+"\})~");
    const std::string header_begin = "{\"alg\":\"RS256\",\"typ\":\"" + type + "\"";
    const auto first = text.find('.');
    const auto second = first == std::string::npos ? first : text.find('.', first + 1);
    if (second == std::string::npos || text.size() - second - 1 != 342 || text.size() > 16384) return std::nullopt;
    if (text.find_first_not_of(BASE64URL, second + 1) != std::string::npos) return std::nullopt;
    const std::string header = from_base64url(text.substr(0, first));
    if (header.size() > 256 || header.compare(0, header_begin.size(), header_begin) != 0) return std::nullopt;
    const std::string rest = header.substr(header_begin.size());
    const std::string signature = from_base64url(text.substr(second + 1));
    std::smatch found;
    if (!std::regex_match(rest, found, header_end)) return std::nullopt;
    if (!is_signed(text.substr(0, second), Bytes(signature.begin(), signature.end()), keys)) return std::nullopt;
    return std::make_pair(found[1].str(), from_base64url(text.substr(first + 1, second - first - 1)));
}

/** What an offline file says; nothing if no pinned key signed it. */
inline std::optional<Lease> read_offline_file(const std::string& text, const std::vector<std::string>& keys)
{
    static const std::regex facts_form(
        R"~(\{"aud":"app:([0-9]+)","sub":"([0-9]{1,15})","jti":"[0-9a-f-]{36}","iat":([0-9]{1,12}),"nbf":[0-9]{1,12},)~"
        R"~("exp":([0-9]{1,12}),"hwid":"([A-Za-z0-9_-]{43})","nonce":"([A-Za-z0-9_-]{22})")~");
    static const std::string begin = ",\"feat\":\"", end = "\",\"ver\":1}";
    const auto token = read_token(text, "offline+jwt", keys);
    if (!token) return std::nullopt;
    const std::string& claims = token->second;
    const auto at = claims.find(begin);
    if (at == std::string::npos || at > 4096 || claims.size() < at + begin.size() + end.size()) return std::nullopt;
    const std::string facts = claims.substr(0, at);
    const std::string feat = claims.substr(at + begin.size(), claims.size() - at - begin.size() - end.size());
    const bool has_end = claims.compare(claims.size() - end.size(), end.size(), end) == 0;
    std::smatch found;
    if (!has_end || feat.find_first_not_of(BASE64URL) != std::string::npos || !std::regex_match(facts, found, facts_form)) return std::nullopt;
    if (found[1] != token->first) return std::nullopt;
    Lease file;
    file.application = found[1];
    file.user_id = found[2];
    file.issued = std::stod(found[3].str());
    file.expires = std::stod(found[4].str());
    file.device = from_base64url(found[5].str());
    file.nonce = found[6];
    file.may_start = true;
    if (const auto features = Json::parse(from_base64url(feat))) file.features = features->members();
    return file;
}

/** Nothing if no pinned key signed it. Version 2 is for those who asked for it. */
inline std::optional<Lease> read_lease(const std::string& text, const std::vector<std::string>& keys, bool is_version_2 = true)
{
    static const std::regex claims_form(
        R"~(\{"iss":"[ !#-\[\]-~]*","aud":"app:([0-9]+)","sub":"([0-9]+)","jti":"[0-9a-f-]{36}","iat":[0-9]{1,12},)~"
        R"~("nbf":[0-9]{1,12},"exp":([0-9]{1,12}),"hwid":"([A-Za-z0-9_-]{43})"(?:,"lic":"[A-Za-z0-9_-]{43}")?,"ver":1\})~");
    if (is_version_2)
        if (const auto file = read_offline_file(text, keys)) return file; // it allows what such a lease does
    const auto token = read_token(text, "lic+jwt", keys);
    if (!token) return std::nullopt;
    std::string claims_text = token->second;
    Lease lease;
    if (is_version_2 && !take_version_2(claims_text, lease)) return std::nullopt;
    std::smatch claims;
    if (claims_text.size() > 4096 || !std::regex_match(claims_text, claims, claims_form)) return std::nullopt;
    if (claims[1] != token->first) return std::nullopt;
    lease.application = claims[1];
    lease.user_id = claims[2];
    lease.expires = std::stod(claims[3].str());
    lease.device = from_base64url(claims[4].str());
    return lease;
}

/**
 * Whether the server allowed this user on this computer to go on without it until now. `mark` is the latest time that
 * the server is known to have had: setting the clock back does not lengthen a lease.
 */
inline bool lease_holds(const std::string& text, std::int64_t user_id, const std::string& hwid, double clock, double mark, const std::vector<std::string>& keys, bool is_version_2 = false)
{
    const auto lease = read_lease(text, keys, is_version_2);
    if (!lease || lease->user_id != std::to_string(user_id) || !lease->is_of(hwid)) return false;
    return clock >= mark - MAX_CLOCK_STEP_BACK_SECONDS && std::max(clock, mark) < lease->expires;
}
// #endregion

// #region http
constexpr const char* CLIENT = "keywright-cpp/0.2.0"; // this library, as the server's statistics call it
constexpr double MAX_PAUSE_SECONDS = 900; // how far Retry-After may put things off

/**
 * What a call came to. Codes made here: network_error (no answer), bad_answer, bad_signature (not to be trusted), cancelled,
 * not_logged_in.
 */
struct Result {
    bool ok = false;
    std::string code, message;
    long http_status = 0;
    bool trusted = false;
    int retry_after = 0;
    std::int64_t user_id = 0;
    std::string username, email, expires_at;
    bool hwid_locked = false;
    std::string session_token, lease, reason, download_url, request_id, grace_until;
    Json features; // an object, or null when the answer has none
    int added_days = 0; // of a redeemed key
    std::int64_t offline_until = 0; // of resume, in unix seconds

    /** Itself where it is ok; else it is thrown as a KeywrightError. */
    const Result& or_throw() const;
};

/** A result that is not ok; what() is its message. */
struct KeywrightError : std::runtime_error {
    std::string code, request_id;
    long http_status;
    int retry_after;
    bool trusted;

    explicit KeywrightError(const Result& result)
        : std::runtime_error(result.message), code(result.code), request_id(result.request_id), http_status(result.http_status),
          retry_after(result.retry_after), trusted(result.trusted)
    {
    }
};

inline const Result& Result::or_throw() const
{
    return ok ? *this : throw KeywrightError(*this);
}

/** The first characters of a text that is no answer, without what would move the cursor of a terminal. */
inline std::string shown_raw(const std::string& text)
{
    std::string shown;
    for (const char letter : text) {
        const bool is_control = static_cast<unsigned char>(letter) < 32 || letter == 127;
        if (is_control && (shown.empty() || shown.back() == ' ')) continue;
        shown += is_control ? ' ' : letter;
    }
    return trimmed(trimmed(shown, " ").substr(0, 200), " ");
}

inline Result to_result(const Answer& answer)
{
    const bool has_mark = answer.body.compare(0, 3, "\xEF\xBB\xBF") == 0;
    const auto parsed = Json::parse(answer.body.substr(has_mark ? 3 : 0));
    const Json said = parsed.value_or(Json());
    const bool is_redirect = answer.status >= 300 && answer.status < 400;
    const bool is_understood = said["success"].is_bool() && !is_redirect;
    Result result;
    result.http_status = answer.status;
    result.trusted = true;
    result.message = said["message"].text();
    if (result.message.empty()) {
        const std::string raw = parsed ? "" : shown_raw(answer.body);
        const std::string text = raw.empty() ? answer.status_text : raw;
        result.message = trimmed(std::to_string(answer.status) + " " + text, " ");
    }
    result.code = is_understood ? said["code"].text() : "bad_answer";
    const std::string& seconds = answer.retry_after;
    const bool is_number = !seconds.empty() && seconds.size() <= 20 && seconds.find_first_not_of("0123456789") == std::string::npos;
    if (is_number) result.retry_after = static_cast<int>(std::min(std::stod(seconds), MAX_PAUSE_SECONDS));
    if (!is_understood) return result;
    result.ok = said["success"].truth();
    result.user_id = said["user_id"].integer();
    result.username = said["username"].text();
    result.email = said["email"].text();
    result.expires_at = said["expires_at"].text();
    result.hwid_locked = said["hwid_locked"].truth();
    result.session_token = said["session_token"].text();
    result.lease = said["lease"].text();
    result.reason = said["reason"].text();
    result.download_url = said["download_url"].text();
    result.request_id = said["request_id"].text();
    result.grace_until = said["grace_until"].text();
    if (said["features"].is_object()) result.features = said["features"];
    result.added_days = static_cast<int>(said["added_days"].integer());
    return result;
}

/** One that never reached the server, or whose answer nobody waited for. */
inline Result own_result(const std::string& code, const std::string& message)
{
    Result result;
    result.code = code;
    result.message = message;
    return result;
}

inline Result cancelled()
{
    return own_result("cancelled", "the call was cancelled.");
}

// #region store
/**
 * What a start without the server needs, in a file of the user: who it is, the lease, the latest time that is known.
 * Never a password or the API key. Its last line is an HMAC under a key of this computer: an edited file, and one of
 * another computer, are noticed. Without a folder it is kept in memory, so it ends with the program.
 */
class StateFile {
public:
    struct State {
        bool is_own = false; // else it was changed, or written on another computer
        std::int64_t user_id = 0;
        std::string username, license_key, lease;
        double mark = 0;
    };

    StateFile(const std::string& salt, const std::optional<std::string>& store_folder)
        : folder(store_folder && store_folder->empty() ? default_folder(salt) : store_folder),
          key(hmac_sha256("state-v1:" + salt, normalized(read_machine_id())))
    {
    }

    /** Nothing: there is none. */
    std::optional<State> read() const
    {
        std::string text = kept;
        if (folder) {
            std::ifstream file(path_of("state"), std::ios::binary);
            text.assign(std::istreambuf_iterator<char>(file), {});
        }
        if (text.empty()) return std::nullopt;
        std::vector<std::string> lines;
        for (std::size_t at = 0, end; (end = text.find('\n', at)) != std::string::npos; at = end + 1) lines.push_back(text.substr(at, end - at));
        State state;
        state.lease = lines.size() > 6 ? lines[6] : "";
        const bool has_form = text.size() <= MAX_BYTES && lines.size() == 8 && text.back() == '\n' && lines[0] == "keywright-state-1";
        const auto is_number = [](const std::string& line) {
            return !line.empty() && line.size() <= 15 && line.find_first_not_of("0123456789") == std::string::npos;
        };
        if (!has_form || !is_number(lines[1]) || !is_number(lines[4]) || !is_number(lines[5])) return state;
        state.is_own = lines[7] == mac_of(text.substr(0, text.size() - 66));
        state.user_id = std::stoll(lines[1]);
        state.username = from_base64url(lines[2]);
        state.license_key = from_base64url(lines[3]);
        state.mark = std::max(std::stod(lines[4]), std::stod(lines[5]));
        return state;
    }

    /** By a file of another name: a crash leaves the old state or the new one. Without room for it there is none. */
    void write(const State& state, double seen)
    {
        const auto number = [](double time) { return std::to_string(static_cast<std::int64_t>(time)); };
        std::string text = "keywright-state-1\n" + std::to_string(state.user_id) + "\n" + to_base64url(state.username) + "\n"
            + to_base64url(state.license_key) + "\n" + number(std::floor(state.mark)) + "\n" + number(std::ceil(seen)) + "\n" + state.lease;
        text += "\n" + mac_of(text) + "\n";
        if (text.size() > MAX_BYTES) return;
        kept = text;
        if (!folder) return;
        std::error_code failed;
        const auto next = path_of("state." + to_hex(key.substr(0, 4)));
        if (put(next, text)) std::filesystem::rename(next, path_of("state"), failed);
    }

    void remove()
    {
        kept.clear();
        std::error_code failed;
        if (folder) std::filesystem::remove(path_of("state"), failed);
    }

    /** Of the last request for an offline file: no other file is taken. No secret. */
    std::string nonce() const
    {
        if (!folder) return kept_nonce;
        std::ifstream file(path_of("request"), std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }

    void keep_nonce(const std::string& nonce)
    {
        kept_nonce = nonce;
        if (folder && !put(path_of("request"), nonce)) throw std::runtime_error("cannot write into " + *folder);
    }

private:
    static constexpr std::size_t MAX_BYTES = 16 * 1024;

    /** Into a file for its owner alone; false: it could not be written. */
    bool put(const std::filesystem::path& path, const std::string& text) const
    {
        using std::filesystem::perms;
        std::error_code failed;
        std::filesystem::create_directories(path_of(""), failed);
        std::filesystem::permissions(path_of(""), perms::owner_all, failed);
        std::ofstream(path, std::ios::binary).close();
        std::filesystem::permissions(path, perms::owner_read | perms::owner_write, failed);
        std::ofstream file(path, std::ios::binary);
        file << text;
        file.close();
        return static_cast<bool>(file);
    }

    /** Where this system keeps what a program remembers of its user. */
    static std::string default_folder(std::string salt)
    {
        for (char& letter : salt)
            if (std::string(BASE64URL).find(letter) == std::string::npos) letter = '_';
#ifdef _WIN32
        const std::string base = variable("LOCALAPPDATA");
#elif defined(__APPLE__)
        const std::string base = variable("HOME") + "/Library/Application Support";
#else
        const std::string given = variable("XDG_STATE_HOME");
        const std::string base = given.empty() ? variable("HOME") + "/.local/state" : given;
#endif
        return base + "/Keywright/" + salt;
    }

    std::filesystem::path path_of(const std::string& name) const
    {
#ifdef _WIN32
        return std::filesystem::path(to_wide(*folder)) / name;
#else
        return std::filesystem::path(*folder) / name;
#endif
    }

    std::string mac_of(const std::string& lines) const
    {
        return to_hex(hmac_sha256(key, lines));
    }

    const std::optional<std::string> folder;
    const std::string key;
    std::string kept, kept_nonce;
};

inline Result offline_refusal(const std::string& code)
{
    static const std::pair<const char*, const char*> reasons[] = {
        {"offline_none", "nobody is signed in on this computer."},
        {"offline_expired", "the time for which this program runs without it is over."},
        {"offline_clock", "the clock of this computer was set back."},
        {"offline_machine", "the sign-in is of another computer."},
        {"offline_invalid", "the stored sign-in was changed."},
    };
    for (const auto& [name, reason] : reasons)
        if (code == name) return own_result(code, std::string("The server cannot be reached, and ") + reason);
    return own_result(code, "");
}
// #endregion

enum class Meaning { unknown, ok, lost, definitive, other };

/** What an answer means for the session: unknown, ok, lost, definitive (this user is refused) or other (a refusal). */
inline Meaning classify(const Result& result)
{
    static const std::string definitive[] = {"account_disabled", "account_paused", "account_banned", "account_expired",
        "license_expired", "license_inactive", "license_paused", "license_banned", "hwid_mismatch", "access_blocked", "user_not_found"};
    const long status = result.http_status;
    const bool is_temporary = (status >= 300 && status < 400) || status == 408 || status == 425 || status == 429 || status >= 500;
    const bool is_foreign = result.code == "network_error" || result.code == "bad_answer" || result.code == "bad_signature";
    if (is_temporary || is_foreign || !result.trusted) return Meaning::unknown;
    if (result.ok) return Meaning::ok;
    if (result.code == "session_not_found") return Meaning::lost;
    if (result.code == "session_ended")
        return result.reason.empty() || result.reason == "timeout" ? Meaning::lost : Meaning::definitive;
    const bool is_definitive = std::find(std::begin(definitive), std::end(definitive), result.code) != std::end(definitive);
    return is_definitive ? Meaning::definitive : Meaning::other;
}

/** From a login to its end. What is answered later belongs to it still, and never to the session that followed. */
struct Session {
    std::int64_t user_id = 0;
    std::string token, lease;
    Json::Object features; // what the user has bought, from signed answers alone
    bool is_starting = false, has_ended = false;
    int starts_behind = 0; // given up by the program, and to be ended
    std::string username, license_key; // the key where it was the sign-in
    bool is_offline = false; // started without the server, which has not been reached since
    bool is_kept = false; // a start without the server may follow
    double kept_until = 0; // when what the state holds is over
};
using SessionRef = std::shared_ptr<Session>;

/** Gives calls up, from any thread; copies are one. The call returns within a second with the code `cancelled`. */
class Cancellation {
public:
    void cancel() { *state = true; }

    bool is_cancelled() const { return state && *state; }

    /** For calls that nobody gives up. */
    static Cancellation none()
    {
        Cancellation none;
        none.state.reset();
        return none;
    }

    bool is_none() const { return !state; }

private:
    std::shared_ptr<std::atomic<bool>> state = std::make_shared<std::atomic<bool>>(false);
};

/** As the server takes one: 1 to 128 characters (of UTF-16) on one line, without white space at the ends. */
inline bool is_hardware_id(const std::string& id)
{
    static const std::string spaces[] = {" ", "\xc2\xa0", "\xe1\x9a\x80", "\xe2\x80\xa8", "\xe2\x80\xa9", "\xe2\x80\xaf", "\xe2\x81\x9f", "\xe3\x80\x80"};
    for (const auto& space : spaces)
        if (id.rfind(space, 0) == 0 || (id.size() >= space.size() && id.compare(id.size() - space.size(), space.size(), space) == 0)) return false;
    std::size_t units = 0;
    for (std::size_t at = 0; at < id.size(); at++) {
        const auto byte = static_cast<unsigned char>(id[at]);
        const std::string two = id.substr(at, 2), three = id.substr(at, 3);
        const bool is_control = byte < 0x20 || byte == 0x7f || (two >= "\xc2\x80" && two <= "\xc2\x9f");
        const bool is_direction = (three >= "\xe2\x80\xaa" && three <= "\xe2\x80\xae") || (three >= "\xe2\x81\xa6" && three <= "\xe2\x81\xa9");
        if (is_control || is_direction) return false;
        units += byte >= 0xf0 ? 2u : (byte & 0xc0) == 0x80 ? 0u : 1u;
    }
    const auto read_again = Json::parse(Json(id).dump()); // what is no UTF-8 comes back as another text
    return units > 0 && units <= 128 && read_again && read_again->text() == id;
}

/**
 * The first five as the dashboard shows them for your application; the others in seconds but for the failures. The
 * server expects a heartbeat at least every 90 seconds.
 */
struct ClientOptions {
    std::string origin, api_key, version, hwid_salt;
    std::vector<std::string> public_keys; // two at most
    int timeout_seconds = 30, heartbeat_seconds = 30, verify_seconds = 300, max_verify_failures = 3, retry_seconds = 5;
    bool offline_start = false; // with a pinned key the sign-in is kept, and resume() starts without the server too
    std::optional<std::string> store_folder = ""; // where it is kept: "" where this system keeps such things, else in memory
    std::function<void(const std::string& level, const std::string& event, const Json::Object& fields)> log = {}; // is told of each call
    int retries = 0; // how often verify, start_session and heartbeat are repeated without an answer that counts, at most 3
    std::string proxy = ""; // http://name:password@host:port; "": as the system says
    std::optional<std::string> hardware_id = {}; // what the program itself calls this computer; nothing: made of its id and the salt

    /** Throws for what cannot be used: with it no call could work. */
    void check() const
    {
        const auto need = [](const char* name, bool is_usable) {
            if (!is_usable) throw std::invalid_argument(std::string("invalid_options: ") + name);
        };
        need("origin", !origin.empty());
        need("api_key", !api_key.empty());
        need("version", !version.empty());
        need("hwid_salt", !hwid_salt.empty());
        need("hardware_id", !hardware_id || is_hardware_id(*hardware_id));
        need("public_keys", public_keys.size() <= 2);
        need("timeout_seconds", timeout_seconds >= 1 && timeout_seconds <= 120);
        need("heartbeat_seconds", heartbeat_seconds > 0);
        need("verify_seconds", verify_seconds > 0);
        need("max_verify_failures", max_verify_failures > 0);
        need("retry_seconds", retry_seconds > 0);
        need("retries", retries >= 0 && retries <= 3);
        need("proxy", proxy.empty() || read_proxy(proxy));
    }

    /** The keys that answers are checked with; none: checking is off. */
    std::vector<std::string> pinned_keys() const
    {
        std::vector<std::string> keys;
        for (const auto& key : public_keys)
            if (!key.empty() && key.rfind("YOUR_", 0) != 0) keys.push_back(key);
        return keys;
    }
};

class SessionMonitor;
class LicenseClient;

/** The text that asks for an offline file, and the file that answers it. */
class OfflineFiles {
public:
    explicit OfflineFiles(LicenseClient& given) : client(given) {}

    /**
     * The text that asks for a file, for whoever sells the program: with a username or, where that is empty, a license key.
     * Throws std::runtime_error where the folder can't be written: no file would ever be taken.
     */
    std::string request(const std::string& username, const std::string& license_key = "");

    /**
     * Takes the file that answers the last request, and starts with it as resume() does from then on. Codes:
     * `offline_invalid`, `offline_machine`, `offline_expired`, `offline_clock`.
     */
    Result install(const std::string& text);

private:
    /** Why a file is not taken; "": it is. */
    std::string fault_of(const std::optional<Lease>& file) const;

    LicenseClient& client;
};

/** What a lease that holds allows. */
struct LeaseFacts {
    std::int64_t until = 0; // unix seconds
    bool may_start = false; // without the server
    Json::Object features;
};

inline double random_between(double low, double high)
{
    thread_local std::mt19937 generator{std::random_device{}()};
    return std::uniform_real_distribution<double>(low, high)(generator);
}

/**
 * Speaks with the server. No method throws for what the network or the server does; each returns a Result. Where a
 * session may be named, the one of the latest login is meant otherwise.
 */
class LicenseClient {
public:
    const ClientOptions options;

    explicit LicenseClient(ClientOptions given);
    LicenseClient(const LicenseClient&) = delete;
    LicenseClient& operator=(const LicenseClient&) = delete;
    ~LicenseClient();

    Result login(const std::string& username, const std::string& password, const Cancellation& cancellation = Cancellation::none())
    {
        const Json::Object body = {{"username", trimmed(username, " \t\r\n")}, {"password", password}};
        return begin(post("login", asking(with_device(body)), true, once(cancellation)));
    }

    /** For software without usernames: the key is all that is typed. Needs License login in the settings. */
    Result license(const std::string& license_key, const Cancellation& cancellation = Cancellation::none())
    {
        return sign_in_by_key(trimmed(license_key, " \t\r\n"), once(cancellation));
    }

    /**
     * Starts without a password where somebody is signed in on this computer: with the server if it answers within 5 s,
     * else with the stored lease (the code is `offline`). A trusted refusal of the server ends the sign-in.
     */
    Result resume(const Cancellation& cancellation = Cancellation::none())
    {
        const auto stored = is_stored ? state.read() : std::nullopt;
        if (!stored) return offline_refusal("offline_none");
        const auto lease = read_lease(stored->lease, pinned_keys);
        if (lease && !lease->is_of(hwid)) return offline_refusal("offline_machine");
        if (!stored->is_own) return offline_refusal("offline_invalid");
        Terms terms = once(cancellation);
        terms.seconds = std::min(RESUME_SECONDS, options.timeout_seconds);
        const SessionRef before = current_session();
        const Result answered = connect(adopt(*stored), terms);
        if (answered.code == "cancelled") {
            const std::lock_guard<std::mutex> lock(mutex);
            current->has_ended = true;
            before->has_ended = false;
            current = before;
            return answered;
        }
        const SessionRef session = current_session();
        if (classify(answered) != Meaning::unknown) {
            if (answered.ok && lease && may_go_on_offline(session)) {
                const std::lock_guard<std::mutex> lock(mutex);
                if (session->features.empty()) session->features = lease->features;
            }
            return answered;
        }
        Result result = why_not_offline(session);
        const std::lock_guard<std::mutex> lock(mutex);
        session->token.clear();
        session->is_kept = session->is_offline = result.ok;
        if (!result.ok || !lease) return result;
        session->features = lease->features;
        result.features = lease->features;
        write_state(session, STATE_AHEAD_SECONDS);
        result.trusted = true;
        result.code = "offline";
        result.message = "The server cannot be reached. The program runs without it.";
        result.user_id = session->user_id;
        result.username = session->username;
        result.offline_until = static_cast<std::int64_t>(lease->expires);
        return result;
    }

    /** Begins a session for the user who is signed in on this computer; a license key signs in again. */
    Result reconnect(const SessionRef& session) { return connect(session, {}); }

    bool is_offline(const SessionRef& session)
    {
        const std::lock_guard<std::mutex> lock(mutex);
        return session->is_offline;
    }

    /** Until when the program may run without the server, in unix seconds; 0: not at all. */
    std::int64_t offline_until(const SessionRef& session)
    {
        const std::lock_guard<std::mutex> lock(mutex);
        const auto lease = read_lease(session->lease, pinned_keys);
        return lease ? static_cast<std::int64_t>(lease->expires) : 0;
    }

    /** How long it may still do so. */
    double offline_seconds(const SessionRef& session)
    {
        const double until = static_cast<double>(offline_until(session));
        const std::lock_guard<std::mutex> lock(mutex);
        return until - std::max(unix_seconds(), server_time());
    }

    /** Why the program may not run on without the server; a result that is ok: it may. */
    Result why_not_offline(const SessionRef& session)
    {
        const bool is_over = offline_seconds(session) <= 0;
        const std::lock_guard<std::mutex> lock(mutex);
        const auto lease = read_lease(session->lease, pinned_keys);
        if (!lease || lease->user_id != std::to_string(session->user_id)) return offline_refusal("offline_invalid");
        if (!lease->may_start) return offline_refusal("offline_none");
        if (!lease->is_of(hwid)) return offline_refusal("offline_machine");
        if (unix_seconds() < server_time() - MAX_CLOCK_STEP_BACK_SECONDS) return offline_refusal("offline_clock");
        Result allowed;
        allowed.ok = true;
        return is_over ? offline_refusal("offline_expired") : allowed;
    }

    /** Stores the time that has passed, ahead of it: what a program ran for counts, also where it is ended at once. */
    void keep_state(const SessionRef& session)
    {
        const std::lock_guard<std::mutex> lock(mutex);
        write_state(session, std::max(STATE_AHEAD_SECONDS, 2 * options.heartbeat_seconds));
    }

    Result register_user(const std::string& username, const std::string& password, const std::string& license_key = "", const std::string& email = "",
        const Cancellation& cancellation = Cancellation::none())
    {
        Json::Object body = {{"username", trimmed(username, " \t\r\n")}, {"password", password}};
        if (!license_key.empty()) body["license_key"] = license_key;
        if (!email.empty()) body["email"] = email;
        return post("register", with_device(body), true, once(cancellation));
    }

    /** Adds the time of another key: of the user who is logged in or, after the access has ended, by name and password. */
    Result redeem(const std::string& license_key, const std::string& username = "", const std::string& password = "",
        const Cancellation& cancellation = Cancellation::none())
    {
        const SessionRef session = current_session();
        Json::Object body = {{"license_key", trimmed(license_key, " \t\r\n")}};
        const std::string token = token_of(session);
        if (username.empty() && token.empty()) return nobody();
        if (username.empty()) body["session_token"] = token;
        else body.insert({{"username", trimmed(username, " \t\r\n")}, {"password", password}});
        const Result result = post("redeem", asking(with_device(body)), true, once(cancellation));
        return result.ok && username.empty() ? keep(session, result) : result; // a refusal is about the key
    }

    Result verify(SessionRef session = nullptr, const Cancellation& cancellation = Cancellation::none())
    {
        return ask_about(session ? session : current_session(), repeated(cancellation));
    }

    Result verify(const Cancellation& cancellation) { return verify(nullptr, cancellation); }

    /** Makes a fresh token each time: the server takes none twice. A session that ends meanwhile stays ended. */
    Result start_session(SessionRef session = nullptr, long timeout = 0, const Cancellation& cancellation = Cancellation::none())
    {
        Terms terms = repeated(cancellation);
        terms.seconds = timeout;
        return start(session ? session : current_session(), terms);
    }

    Result start_session(const Cancellation& cancellation) { return start_session(nullptr, 0, cancellation); }

    Result heartbeat(SessionRef session = nullptr, const Cancellation& cancellation = Cancellation::none())
    {
        return beat(session ? session : current_session(), repeated(cancellation));
    }

    Result heartbeat(const Cancellation& cancellation) { return heartbeat(nullptr, cancellation); }

    /**
     * Ends the session if there is one, within 3 seconds: a program that is closing waits for it. Whoever comes second
     * waits until it has ended.
     */
    void end_session(SessionRef session = nullptr)
    {
        const std::lock_guard<std::mutex> waiting(ending);
        const std::string token = leave(session ? session : current_session());
        if (!token.empty()) end(token, MAX_END_SECONDS);
    }

    /** The session of the latest login, before it and after its end an empty one. */
    SessionRef current_session()
    {
        const std::lock_guard<std::mutex> lock(mutex);
        return current;
    }

    /** What the user has bought: `client.feature("export") == true` switches a function on. Null: not bought. */
    Json feature(const std::string& name) { return Json(features())[name]; }

    /** All that the user has bought; nothing where the program runs without the server after its lease is over. */
    Json::Object features()
    {
        const std::lock_guard<std::mutex> lock(mutex);
        return current->is_offline && !holds(current) ? Json::Object{} : current->features;
    }

    /** What the lease allows; nothing unless a pinned key signed one and it holds now. */
    std::optional<LeaseFacts> lease()
    {
        const std::lock_guard<std::mutex> lock(mutex);
        const auto lease = holds(current) ? read_lease(current->lease, pinned_keys, is_stored) : std::nullopt;
        if (!lease) return std::nullopt;
        return LeaseFacts{static_cast<std::int64_t>(lease->expires), lease->may_start, lease->features};
    }

    /**
     * Keeps the session alive in the background; `lost` gets the result that ended it, in a thread of the monitor.
     * Starts the session first where that was not done: a start that is refused, or not answered, is a loss too.
     * `offline` is told until when the program runs without the server (unix seconds), `online` that it was reached, and
     * `status` what came of each verification, before a loss that follows from it.
     */
    SessionMonitor& monitor(std::function<void(const Result&)> lost, std::function<void(std::int64_t)> offline = {}, std::function<void()> online = {},
        std::function<void(const Result&)> status = {});

    /** For a computer that never reaches the server. Needs offline_start and a pinned key: throws std::invalid_argument else. */
    OfflineFiles offline()
    {
        if (!is_stored) throw std::invalid_argument("invalid_options: offline_start");
        return OfflineFiles(*this);
    }

    /** Stops the monitor and ends the session, within 3 seconds; resume() starts nobody then. end_session() keeps that. */
    void logout();

    /** Without an answer from the server: may this user still go on? Only where you switched offline leases on. */
    bool may_go_on_offline(const SessionRef& session)
    {
        const std::lock_guard<std::mutex> lock(mutex);
        return holds(session);
    }

    /** How far this computer's clock was from the server's at the last signed answer, in seconds. */
    double clock_error()
    {
        const std::lock_guard<std::mutex> lock(mutex);
        return last_signed && last_signed->created > 0 ? last_signed->clock - last_signed->created : 0;
    }

private:
    friend class SessionMonitor;
    friend class OfflineFiles;

    /** What a call may take. */
    struct Terms {
        long seconds = 0; // tries and waits together; 0: as the options say
        int retries = 0;
        Cancellation cancellation = Cancellation::none();
        bool goes_on = false; // the request outlives who gave it up
    };

    static Terms once(const Cancellation& cancellation)
    {
        Terms terms;
        terms.cancellation = cancellation;
        return terms;
    }

    Terms repeated(const Cancellation& cancellation) const
    {
        Terms terms = once(cancellation);
        terms.retries = options.retries;
        return terms;
    }

    static Result nobody() { return own_result("not_logged_in", "nobody is logged in."); }

    /** At the last signed answer: the server's clock, the latest time it is known to have had, ours, and a steady one. */
    struct Signed {
        double created, mark, clock, at;
    };

    static double unix_seconds()
    {
        return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
    }

    /** The latest time that the server is known to have had, moved on by a clock that nobody can set. */
    double server_time() const { return last_signed ? last_signed->mark + now_seconds() - last_signed->at : 0; }

    /** Whether its lease does; the lock is held. */
    bool holds(const SessionRef& session) const
    {
        return lease_holds(session->lease, session->user_id, hwid, unix_seconds(), server_time(), pinned_keys, is_stored);
    }

    Result sign_in_by_key(const std::string& key, const Terms& terms)
    {
        return begin(post("license", asking(with_device({{"license_key", key}})), true, terms), key);
    }

    Result connect(SessionRef session, const Terms& terms)
    {
        if (!session->license_key.empty()) {
            const Result signed_in = sign_in_by_key(session->license_key, terms);
            if (!signed_in.ok) return signed_in;
            session = current_session();
        }
        const Result started = start(session, terms);
        const std::lock_guard<std::mutex> lock(mutex);
        if (started.ok) session->is_offline = false;
        return started;
    }

    Result ask_about(const SessionRef& session, const Terms& terms)
    {
        if (session->user_id == 0) return nobody();
        Json::Object body = {{"user_id", session->user_id}};
        if (const std::string token = token_of(session); !token.empty()) body["session_token"] = token;
        return keep(session, post("verify", asking(body), true, terms));
    }

    Result beat(const SessionRef& session, const Terms& terms)
    {
        const std::string token = token_of(session);
        if (token.empty()) return nobody();
        return post("session/track", {{"action", "heartbeat"}, {"session_token", token}}, false, terms);
    }

    Result start(const SessionRef& session, const Terms& terms)
    {
        if (session->user_id == 0) return nobody();
        const std::string token = "sess_" + to_hex(random_bytes(16)) + "_" + std::to_string(std::time(nullptr));
        const Json::Object body = {{"action", "start"}, {"user_id", session->user_id}, {"session_token", token}, {"hwid", hwid}};
        if (terms.cancellation.is_cancelled()) return post("session/track", body, true, terms); // sends nothing
        if (!begin_start(session, token)) return {};
        Result result = terms.cancellation.is_none() ? post("session/track", body, true, terms) : start_behind(session, token, body, terms);
        if (result.ok && !result.session_token.empty() && result.session_token != token) {
            result.ok = false;
            result.code = "bad_answer";
            result.message = "the answer is for another session.";
        }
        const Meaning answer = classify(keep(session, result));
        if (has_ended_meanwhile(session)) {
            const bool may_live = answer == Meaning::ok || (answer == Meaning::unknown && result.code != "cancelled");
            if (may_live) end(token, MAX_END_SECONDS);
            finish_start(session);
        }
        return result;
    }

    /**
     * A start that the program may give up. The server may have begun the session then: the request goes on, and after it
     * the session is ended.
     */
    Result start_behind(const SessionRef& session, const std::string& token, const Json::Object& body, Terms terms)
    {
        struct Pending {
            bool is_over = false, is_left = false;
            Result result;
        };
        const auto pending = std::make_shared<Pending>();
        terms.goes_on = true;
        const double begun = now_seconds();
        std::unique_lock<std::mutex> lock(mutex);
        behind++;
        std::thread([this, session, token, body, terms, pending] {
            const Result result = post("session/track", body, true, terms);
            std::unique_lock<std::mutex> own_lock(mutex);
            pending->result = result;
            pending->is_over = true;
            started.notify_all();
            if (pending->is_left) {
                own_lock.unlock();
                const Meaning answer = classify(result);
                if (answer == Meaning::ok || answer == Meaning::unknown) end(token, MAX_END_SECONDS);
                own_lock.lock();
                session->starts_behind--;
            }
            behind--;
            started.notify_all();
        }).detach();
        while (!pending->is_over && !terms.cancellation.is_cancelled()) started.wait_for(lock, std::chrono::duration<double>(CANCEL_SECONDS));
        if (pending->is_over) return pending->result;
        pending->is_left = true;
        session->starts_behind++;
        if (session->token == token) session->token.clear();
        lock.unlock();
        return logged("start", cancelled(), begun);
    }

    /** The session of the user who is signed in on this computer. */
    SessionRef adopt(const StateFile::State& stored)
    {
        const std::lock_guard<std::mutex> lock(mutex);
        current->has_ended = true;
        current = std::make_shared<Session>();
        current->user_id = stored.user_id;
        current->username = stored.username;
        current->license_key = stored.license_key;
        current->lease = stored.lease;
        current->is_kept = true;
        last_signed = Signed{0, stored.mark, 0, now_seconds()};
        return current;
    }

    void write_state(const SessionRef& session, int ahead)
    {
        if (!is_stored || !session->is_kept || session->has_ended) return;
        const double mark = server_time();
        const double time = session->is_offline ? std::max(mark, unix_seconds()) : mark;
        if (ahead > 0 && time + ahead / 2.0 < session->kept_until) return;
        session->kept_until = time + ahead;
        StateFile::State stored;
        stored.user_id = session->user_id;
        stored.username = session->username;
        stored.license_key = session->license_key;
        stored.lease = session->lease;
        stored.mark = mark;
        state.write(stored, session->kept_until);
    }

    void drop_state(const SessionRef& session)
    {
        session->is_kept = session->is_offline = false;
        if (is_stored) state.remove();
    }

    /** What a lease that allows a start is asked for with; without offline_start nothing is. */
    Json::Object asking(Json::Object body) const
    {
        if (is_stored) body["lease_version"] = 2;
        return body;
    }

    /** Each call that may bind this computer says which version runs there, and what the computer is called. */
    Json::Object with_device(Json::Object body) const
    {
        body.insert({{"version", options.version}, {"hwid", hwid}, {"device_name", machine_name().substr(0, MAX_DEVICE_NAME)}});
        return body;
    }

    /** After a login nothing is left of the session before it. */
    Result begin(const Result& result, const std::string& license_key = "")
    {
        if (result.ok) {
            const std::lock_guard<std::mutex> lock(mutex);
            drop_state(current);
            current->has_ended = true;
            current = std::make_shared<Session>();
            current->user_id = result.user_id;
            current->username = result.username;
            current->license_key = license_key;
        }
        return keep(current_session(), result);
    }

    /** Keeps the lease and the features of an answer. */
    Result keep(const SessionRef& session, const Result& result)
    {
        const std::lock_guard<std::mutex> lock(mutex);
        const Meaning answer = classify(result);
        if (answer == Meaning::definitive || answer == Meaning::other) session->lease.clear();
        else if (answer == Meaning::ok && !result.lease.empty()) session->lease = result.lease;
        if (answer == Meaning::other) session->is_kept = false;
        if (answer == Meaning::definitive && session == current) drop_state(session);
        if (answer == Meaning::ok && !result.lease.empty() && session == current) {
            session->is_kept = true;
            session->kept_until = 0;
            write_state(session, STATE_AHEAD_SECONDS);
        }
        if (answer == Meaning::ok && result.features.is_object() && !pinned_keys.empty()) session->features = result.features.members();
        return result;
    }

    /** What an answer is worth. A refusal that nobody signed keeps its text: a wrong API key has to be seen as one. */
    Result judge(const Result& result, bool has_signature, std::optional<std::int64_t> created)
    {
        if (created) {
            const std::lock_guard<std::mutex> lock(mutex);
            const double time = static_cast<double>(*created);
            const double mark = last_signed && last_signed->created > 0 ? std::max(time, server_time()) : time; // no earlier run counts
            last_signed = Signed{time, mark, unix_seconds(), now_seconds()};
            return result;
        }
        Result untrusted;
        if (result.code == "bad_answer" || (!result.ok && !has_signature)) {
            untrusted = result;
        } else {
            untrusted.code = "bad_signature";
            untrusted.message = "the server's answer could not be verified.";
            untrusted.http_status = result.http_status;
            untrusted.retry_after = result.retry_after;
        }
        untrusted.trusted = false;
        return untrusted;
    }

    std::string token_of(const SessionRef& session)
    {
        const std::lock_guard<std::mutex> lock(mutex);
        return session->token;
    }

    /** False when the session has ended meanwhile. */
    bool begin_start(const SessionRef& session, const std::string& token)
    {
        const std::lock_guard<std::mutex> lock(mutex);
        if (session->has_ended) return false;
        session->token = token;
        return session->is_starting = true;
    }

    /** If not, the start is over: whoever ends the session from now on tells the server. */
    bool has_ended_meanwhile(const SessionRef& session)
    {
        const std::lock_guard<std::mutex> lock(mutex);
        return session->is_starting = session->has_ended;
    }

    void finish_start(const SessionRef& session)
    {
        const std::lock_guard<std::mutex> lock(mutex);
        session->is_starting = false;
        started.notify_all();
    }

    /**
     * Ends the session on this side; returns the token that the server has to be told. A start on its way tells it, after
     * its answer, and is waited for: an end that overtakes the start would end nothing.
     */
    std::string leave(const SessionRef& session)
    {
        std::unique_lock<std::mutex> lock(mutex);
        write_state(session, 0);
        if (session == current) {
            current = std::make_shared<Session>();
            current->user_id = session->user_id;
        }
        session->has_ended = true;
        session->lease.clear();
        const std::string token = std::exchange(session->token, "");
        const bool is_told = session->is_starting;
        for (double end = now_seconds() + MAX_END_SECONDS; (session->is_starting || session->starts_behind > 0) && now_seconds() < end;)
            started.wait_for(lock, std::chrono::milliseconds(100));
        return is_told ? "" : token;
    }

    void end(const std::string& token, long timeout)
    {
        Terms terms;
        terms.seconds = timeout;
        post("session/track", {{"action", "end"}, {"session_token", token}}, false, terms);
    }

    /** Repeats what nobody knows the outcome of, as long as the terms allow it. */
    Result post(const std::string& path, const Json::Object& body, bool is_checked, const Terms& terms)
    {
        const double deadline = now_seconds() + static_cast<double>(terms.seconds > 0 ? terms.seconds : options.timeout_seconds);
        for (int tries = 1;; tries++) {
            const Result result = try_once(path, body, is_checked, terms, deadline);
            const double pause = std::max<double>(result.retry_after, random_between(0.5, 1) * (1 << (tries - 1)));
            const bool is_final = classify(result) != Meaning::unknown || result.code == "cancelled" || result.retry_after > MAX_RETRY_AFTER_SECONDS;
            const double next = now_seconds() + pause;
            if (is_final || tries > terms.retries || next >= deadline) return result;
            while (now_seconds() < next && !terms.cancellation.is_cancelled())
                std::this_thread::sleep_for(std::chrono::duration<double>(std::min(next - now_seconds(), CANCEL_SECONDS)));
        }
    }

    Result try_once(const std::string& path, const Json::Object& body, bool is_checked, const Terms& terms, double deadline)
    {
        const double begun = now_seconds();
        const auto action = body.find("action");
        const Result result = terms.cancellation.is_cancelled() ? cancelled() : send(path, body, is_checked, terms, deadline);
        return logged(action == body.end() ? path : action->second.text(), result, begun);
    }

    /** The log gets what came of a call, and no secret. */
    Result logged(const std::string& call, const Result& result, double begun) const
    {
        if (!options.log) return result;
        try {
            options.log(result.ok ? "info" : "warn", "call", {{"call", call}, {"code", result.code}, {"http_status", result.http_status},
                {"trusted", result.trusted}, {"request_id", result.request_id}, {"seconds", now_seconds() - begun}});
        } catch (...) {
            // what a log throws is no matter of the caller
        }
        return result;
    }

    Result send(const std::string& path, const Json::Object& body, bool is_checked, const Terms& terms, double deadline)
    {
        const std::vector<std::string> keys = is_checked ? pinned_keys : std::vector<std::string>{};
        const std::string nonce = keys.empty() ? "" : to_hex(random_bytes(16));
        Request request;
        request.url = options.origin + "/api/v1/" + path;
        request.agent = "keywright-cpp/" + options.version;
        request.body = Json(body).dump();
        request.headers = {"Content-Type: application/json", "X-API-Key: " + options.api_key, std::string("X-Client: ") + CLIENT};
        if (!nonce.empty()) request.headers.insert(request.headers.end(), {"X-Nonce: " + nonce, "Content-Digest: " + content_digest(request.body)});
        request.deadline = deadline;
        request.timeout_seconds = terms.seconds > 0 ? terms.seconds : options.timeout_seconds;
        request.proxy = read_proxy(options.proxy);
        if (!terms.goes_on) request.is_cancelled = [cancellation = terms.cancellation] { return cancellation.is_cancelled(); };
        else if (!terms.cancellation.is_none()) request.is_cancelled = [this] { return is_closing.load(); };
        const Answer answer = perform(request);
        if (answer.is_cancelled) return cancelled();
        if (!answer.failure.empty()) return own_result("network_error", answer.failure);
        const auto host = request.url.find("://");
        const auto slash = request.url.find('/', host == std::string::npos ? 0 : host + 3);
        const std::string signed_path = slash == std::string::npos ? "" : request.url.substr(slash);
        const Exchange exchange = {signed_path, nonce, request.body, answer.status, answer.body, answer.signature_input, answer.signature};
        const Result result = to_result(answer);
        return keys.empty() ? result : judge(result, answer.signature.has_value(), signed_at(keys, exchange));
    }

    static constexpr std::size_t MAX_DEVICE_NAME = 64;
    static constexpr long MAX_END_SECONDS = 3;
    static constexpr int MAX_RETRY_AFTER_SECONDS = 60; // a program does not wait longer within one call
    static constexpr int RESUME_SECONDS = 5; // a start does not wait longer for the server
    static constexpr int STATE_AHEAD_SECONDS = 60; // written for a time to come: ending the program at once gains none

    static ClientOptions checked(ClientOptions given)
    {
        given.check();
        return given;
    }

    const std::vector<std::string> pinned_keys = options.pinned_keys();
    const std::string hwid = options.hardware_id ? *options.hardware_id : hardware_id(read_machine_id(), options.hwid_salt);
    const bool is_stored = options.offline_start && !pinned_keys.empty();
    StateFile state = StateFile(options.hwid_salt, options.store_folder);
    std::mutex mutex, ending;
    std::condition_variable started;
    int behind = 0; // starts that may outlive their callers
    std::atomic<bool> is_closing{false};
    SessionRef current = std::make_shared<Session>();
    std::optional<Signed> last_signed;
    std::unique_ptr<SessionMonitor> running; // the last member: it uses the others
};
// #endregion

// #region monitor
constexpr int BACK_OFF[] = {1, 2, 4, 8, 12}; // times retry_seconds; the last one from then on

/**
 * Keeps one session alive with two jobs, heartbeats and verifications, each in its thread. `max_verify_failures` failed
 * verifications in a row end it, nothing else does. A definitive refusal is asked about again within seconds; without
 * any answer a verification fails only when its whole period has passed, so that a short outage logs nobody out.
 */
class SessionMonitor {
public:
    struct Figures {
        int beats = 0, failures = 0;
        std::time_t verified_at = std::time(nullptr);
    };

    explicit SessionMonitor(LicenseClient& license_client, std::function<void(std::int64_t)> offline = {}, std::function<void()> online = {},
        std::function<void(const Result&)> status = {})
        : client(license_client), options(license_client.options), on_offline(std::move(offline)), on_online(std::move(online)),
          on_status(std::move(status))
    {
    }
    SessionMonitor(const SessionMonitor&) = delete;
    SessionMonitor& operator=(const SessionMonitor&) = delete;
    /** Waits for a call that is on its way. */
    ~SessionMonitor()
    {
        stop();
        if (beat_thread.joinable()) beat_thread.join();
        if (verify_thread.joinable()) verify_thread.join();
    }

    /**
     * Call it once, for the session that has just started; `when_lost` gets the last result. The jobs start at a random
     * time: computers switched on together don't call together.
     */
    void start(std::function<void(const Result&)> when_lost)
    {
        on_lost = std::move(when_lost);
        session = client.current_session();
        verify_due = period_end = now_seconds() + random_between(0.5, 1) * options.verify_seconds;
        beat_due = now_seconds() + random_between(0.5, 1) * options.heartbeat_seconds;
        if (client.is_offline(session)) {
            verify_due = now_seconds() + options.retry_seconds;
            go_offline();
        }
        beat_thread = std::thread([this] { run(beat_due, &SessionMonitor::beat); });
        verify_thread = std::thread([this] { run(verify_due, &SessionMonitor::verify); });
    }

    /** Takes effect at once; an answer still on its way is ignored, and a loss is not told any more. */
    void stop()
    {
        const std::lock_guard<std::mutex> lock(mutex);
        is_running = false;
        is_stopped = true;
        changed.notify_all();
    }

    Figures figures()
    {
        const std::lock_guard<std::mutex> lock(mutex);
        return shown;
    }

private:
    using Lock = std::unique_lock<std::mutex>;

    /** Runs a job whenever it is due. The lock is held except while waiting and during a call. */
    void run(const double& due, void (SessionMonitor::*job)(Lock&, double))
    {
        Lock lock(mutex);
        while (is_running) {
            const double left = due - now_seconds();
            if (left > 0) changed.wait_for(lock, std::chrono::duration<double>(std::min(left, MAX_WAIT_SECONDS)));
            else (this->*job)(lock, due);
        }
    }

    template <typename Call> Result unlocked(Lock& lock, Call call)
    {
        lock.unlock();
        Result result = call();
        lock.lock();
        return result;
    }

    void go_offline()
    {
        if (!std::exchange(is_offline, true) && on_offline) on_offline(client.offline_until(session));
    }

    /** Without a session there is nothing to keep alive, but the lease may end. */
    void beat_offline(Lock& lock, double due)
    {
        const Result refusal = client.why_not_offline(session);
        beat_due = std::min(due + options.heartbeat_seconds, now_seconds() + client.offline_seconds(session));
        if (refusal.ok) return;
        last_result = refusal;
        lose(lock);
    }

    void beat(Lock& lock, double due)
    {
        client.keep_state(session);
        if (client.is_offline(session)) return beat_offline(lock, due);
        shown.beats++;
        const Result result = unlocked(lock, [this, beating = session] { return client.beat(beating, {}); });
        const Meaning answer = classify(result);
        if (answer == Meaning::definitive || (answer == Meaning::lost && !has_restarted)) verify_soon();
        const double pause = std::min<double>(result.retry_after, MAX_PAUSE_SECONDS) * random_between(1, 1.2);
        const double intervals = std::ceil((now_seconds() + pause - due) / options.heartbeat_seconds);
        beat_due = due + std::max(intervals, 1.0) * options.heartbeat_seconds;
    }

    /** Brings the next verification forward, unless it is running or near, or the server asked for a pause. */
    void verify_soon()
    {
        const double due = std::max(now_seconds(), not_before);
        if (is_verifying || due >= verify_due - options.retry_seconds) return;
        verify_due = due;
        changed.notify_all();
    }

    void verify(Lock& lock, double due)
    {
        if (due >= period_end) end_period(due);
        if (shown.failures >= options.max_verify_failures) return lose(lock);
        if (due < not_before) {
            verify_due = std::min(not_before, period_end);
            return;
        }
        is_verifying = true;
        const bool was_offline = client.is_offline(session);
        Result result = unlocked(lock, [&] { return was_offline ? client.connect(session, {}) : client.ask_about(session, {}); });
        if (was_offline && is_running) session = client.current_session(); // a license key has signed in again
        if (is_running && classify(result) == Meaning::lost && !has_restarted) {
            result = unlocked(lock, [&] { return client.start(session, {}); });
            has_restarted = classify(result) != Meaning::unknown;
        }
        is_verifying = false;
        if (is_running) settle(lock, result);
    }

    void end_period(double due)
    {
        const bool has_slept = now_seconds() > due + options.verify_seconds; // the computer was off, so nothing was missed
        if (!is_answered && !has_slept) {
            if (client.may_go_on_offline(session)) go_offline();
            else shown.failures++;
        }
        period_end = (has_slept ? now_seconds() : period_end) + options.verify_seconds;
        grace_left = MAX_PAUSE_SECONDS;
        is_answered = false;
        has_restarted = false;
    }

    void settle(Lock& lock, const Result& result)
    {
        const Meaning answer = classify(result);
        last_result = result;
        if (answer == Meaning::unknown) back_off(result.retry_after);
        else take_answer(answer);
        if (on_status) {
            lock.unlock();
            on_status(result);
            lock.lock();
        }
        if (is_running && answer != Meaning::unknown && shown.failures >= options.max_verify_failures) lose(lock);
    }

    void take_answer(Meaning answer)
    {
        is_answered = true;
        silences = 0;
        not_before = 0;
        if (std::exchange(is_offline, false) && on_online) on_online();
        if (answer == Meaning::ok) {
            shown.failures = 0;
            shown.verified_at = std::time(nullptr);
        } else if (answer != Meaning::lost) {
            shown.failures++;
        }
        verify_due = answer == Meaning::definitive ? now_seconds() + options.retry_seconds : period_end;
    }

    /** Tries again inside the period, after a random wait: many clients must not return together. */
    void back_off(int retry_after)
    {
        const std::size_t step = std::min<std::size_t>(silences++, std::size(BACK_OFF) - 1);
        const double due = now_seconds() + random_between(0.5, 1) * options.retry_seconds * BACK_OFF[step];
        not_before = retry_after > 0 ? now_seconds() + retry_after * random_between(1, 1.2) : 0;
        if (not_before > period_end) {
            const double grace = std::min(not_before + options.timeout_seconds - period_end, grace_left);
            period_end += grace;
            grace_left -= grace;
        }
        verify_due = std::min(std::max(due, not_before), period_end);
    }

    void lose(Lock& lock)
    {
        is_running = false;
        changed.notify_all();
        lock.unlock();
        client.end_session(session);
        lock.lock();
        if (is_stopped) return; // the user left meanwhile
        lock.unlock();
        on_lost(last_result);
        lock.lock();
    }

    LicenseClient& client;
    const ClientOptions options;
    SessionRef session;
    std::function<void(const Result&)> on_lost;
    const std::function<void(std::int64_t)> on_offline;
    const std::function<void()> on_online;
    const std::function<void(const Result&)> on_status;
    bool is_offline = false; // the server is not reached, and the lease holds
    std::mutex mutex;
    std::condition_variable changed;
    std::thread beat_thread, verify_thread;
    Figures shown;
    Result last_result;
    double beat_due = 0, verify_due = 0, not_before = 0;
    double period_end = 0; // the next point of the grid of verifications
    double grace_left = MAX_PAUSE_SECONDS; // how far Retry-After may still move it
    std::size_t silences = 0; // verifications without an answer, in a row
    bool is_running = true, is_stopped = false, is_verifying = false;
    bool is_answered = true, has_restarted = false; // in this period
};
// #endregion

// #region client
inline LicenseClient::LicenseClient(ClientOptions given) : options(checked(std::move(given)))
{
    prepare_requests();
}

/** Waits for starts that were given up: each is ended first. */
inline LicenseClient::~LicenseClient()
{
    is_closing = true;
    std::unique_lock<std::mutex> lock(mutex);
    while (behind > 0) started.wait_for(lock, std::chrono::duration<double>(CANCEL_SECONDS));
}

inline SessionMonitor& LicenseClient::monitor(std::function<void(const Result&)> lost, std::function<void(std::int64_t)> offline, std::function<void()> online,
    std::function<void(const Result&)> status)
{
    if (running) {
        running->stop();
        std::thread([stopped = std::move(running)] {}).detach(); // its last call may still be on its way
    }
    running = std::make_unique<SessionMonitor>(*this, std::move(offline), std::move(online), std::move(status));
    const SessionRef session = current_session();
    Result started;
    started.ok = true;
    if (token_of(session).empty() && !is_offline(session)) started = start_session(session);
    if (started.ok) {
        running->start(std::move(lost));
    } else {
        end_session(session); // perhaps it did start and only the answer was lost
        lost(started);
    }
    return *running;
}

inline void LicenseClient::logout()
{
    if (running) running->stop();
    {
        const std::lock_guard<std::mutex> lock(mutex);
        drop_state(current);
    }
    end_session();
    const std::lock_guard<std::mutex> lock(mutex);
    current->user_id = 0;
}
// #endregion

// #region offline files
inline std::string OfflineFiles::request(const std::string& username, const std::string& license_key)
{
    const auto hash_of = [](const std::string& bytes) { return to_base64url(sha256(bytes)); };
    const std::string nonce = to_base64url(random_bytes(16));
    Json::Object content = {{"v", 1}, {"hwid", client.hwid}, {"nonce", nonce}, {"client", CLIENT}};
    if (license_key.empty()) content["user"] = trimmed(username, " \t\r\n");
    else content["key"] = trimmed(license_key, " \t\r\n");
    Json::List prints;
    for (const auto& key : client.pinned_keys) {
        const Bytes der = from_base64(key);
        prints.push_back(hash_of({der.begin(), der.end()}).substr(0, 16));
    }
    content["keys"] = prints;
    {
        const std::lock_guard<std::mutex> lock(client.mutex);
        client.state.keep_nonce(nonce);
    }
    std::string text = to_base64url(Json(content).dump());
    text += "." + hash_of(text).substr(0, 8); // finds what was lost or changed on the way
    std::string lines = "-----BEGIN KEYWRIGHT OFFLINE REQUEST-----\n";
    for (std::size_t at = 0; at < text.size(); at += 64) lines += text.substr(at, 64) + "\n";
    return lines + "-----END KEYWRIGHT OFFLINE REQUEST-----\n";
}

inline Result OfflineFiles::install(const std::string& text)
{
    static const std::pair<const char*, const char*> faults[] = {
        {"offline_invalid", "The file is not whole, was changed, or does not answer the last request of this computer."},
        {"offline_machine", "The file is for another computer."},
        {"offline_expired", "The file has expired."},
        {"offline_clock", "The clock of this computer is behind: set it right, and take the file again."},
    };
    static const std::string begin = "-----BEGIN KEYWRIGHT OFFLINE LICENSE-----", end = "-----END KEYWRIGHT OFFLINE LICENSE-----";
    const auto from = text.find(begin);
    const auto to = from == std::string::npos ? from : text.find(end, from);
    std::string token = to == std::string::npos ? "" : text.substr(from + begin.size(), to - from - begin.size());
    const auto is_space = [](char letter) { return letter == ' ' || (letter >= '\t' && letter <= '\r'); };
    token.erase(std::remove_if(token.begin(), token.end(), is_space), token.end()); // however mail has broken it
    const auto file = read_offline_file(token, client.pinned_keys);
    const std::string code = fault_of(file);
    for (const auto& [name, reason] : faults)
        if (code == name) return own_result(code, reason);
    {
        const std::lock_guard<std::mutex> lock(client.mutex);
        StateFile::State stored;
        stored.user_id = std::stoll(file->user_id);
        stored.lease = token;
        stored.mark = file->issued;
        client.state.write(stored, file->issued);
    }
    return client.resume();
}

inline std::string OfflineFiles::fault_of(const std::optional<Lease>& file) const
{
    const double clock = LicenseClient::unix_seconds();
    const std::lock_guard<std::mutex> lock(client.mutex);
    if (!file) return "offline_invalid";
    if (!file->is_of(client.hwid)) return "offline_machine";
    if (file->nonce != client.state.nonce()) return "offline_invalid";
    if (clock >= file->expires) return "offline_expired";
    return clock < file->issued - MAX_CLOCK_STEP_BACK_SECONDS ? "offline_clock" : "";
}
// #endregion

// #region texts
/** Found by code; by a word in the message only when the answer has no code. */
struct Refusal {
    std::string caption;
    std::vector<std::string> codes, words;
};

inline std::string caption_of(const Result& result, const std::string& otherwise)
{
    static const Refusal refusals[] = {
        {"Update Required", {"version_mismatch"}, {"version", "update"}},
        {"Hardware Mismatch", {"hwid_mismatch"}, {"hardware", "hwid"}},
        {"Account Expired", {"account_expired", "license_expired"}, {"expired"}},
        {"Account Disabled", {"account_disabled", "account_paused", "account_banned", "license_inactive", "license_paused", "license_banned"}, {"disabled", "paused"}},
        {"Access Blocked", {"access_blocked"}, {"blacklisted", "blocked"}},
        {"Please wait", {"rate_limited", "unavailable"}, {}},
        {"Connection error", {"network_error", "bad_answer", "bad_signature", "offline_none", "offline_expired", "offline_clock", "offline_machine", "offline_invalid"}, {}},
    };
    const std::string message = lower(result.message);
    for (const auto& refusal : refusals) {
        for (const auto& code : refusal.codes)
            if (result.code == code) return refusal.caption;
        for (const auto& word : refusal.words)
            if (result.code.empty() && message.find(word) != std::string::npos) return refusal.caption;
    }
    return otherwise;
}

/** What to tell the user and what follows: `form` (ask again), `wait` (`seconds`, then ask again) or `exit`. */
struct Explanation {
    std::string caption, text, next;
    int seconds = 0;
};

/** `otherwise` is the caption of what has none of its own. */
inline Explanation explain(const Result& result, const std::string& otherwise = "Login failed")
{
    const std::string caption = caption_of(result, otherwise);
    const std::string text = result.message + (result.download_url.empty() ? "" : "\nDownload: " + result.download_url);
    const bool ends = caption == "Update Required" || caption == "Access Blocked"; // no retry can help
    const std::string next = ends ? "exit" : caption == "Please wait" ? "wait" : "form";
    return {caption, text, next, std::min(result.retry_after > 0 ? result.retry_after : 5, 60)};
}
}
// #endregion
