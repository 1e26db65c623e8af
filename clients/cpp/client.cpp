/*
 * Keywright sample for C++17: log in, verify, keep the session alive. Needs libcurl, nlohmann/json and OpenSSL 3.
 *
 * Linux:    apt install g++ libcurl4-openssl-dev nlohmann-json3-dev libssl-dev
 *           g++ -std=c++17 -O2 -Wall -Wextra client.cpp -o client -lcurl -lcrypto -pthread && ./client
 * macOS:    brew install nlohmann-json openssl@3
 *           clang++ -std=c++17 -O2 $(pkg-config --cflags --libs nlohmann_json libcrypto) client.cpp -o client -lcurl && ./client
 * Windows:  vcpkg install curl nlohmann-json openssl
 *           cl /std:c++17 /utf-8 /EHsc client.cpp libcurl.lib libcrypto.lib advapi32.lib && client
 * With a registration first:  client register
 *
 * The API key identifies your application, it is not a management secret. Still, never put it on a web page or into a
 * public repository. Take LicenseClient and SessionMonitor into your own program; the console below shows their use.
 */
#ifdef _WIN32
#define NOMINMAX
#include <winsock2.h>
#include <windows.h>
#else
#include <csignal>
#include <poll.h>
#include <termios.h>
#include <unistd.h>
#endif

#include <curl/curl.h>
#include <nlohmann/json.hpp>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <openssl/x509.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <deque>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <regex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

using namespace std::string_literals;

// #region config
const std::string API_KEY = "YOUR_API_KEY"s;
const std::string APP_VERSION = "1.0.0"s;
const std::string ORIGIN = "http://localhost:3000"s;
const std::string PUBLIC_KEY = "YOUR_PUBLIC_KEY"s; // the server's answers are checked with it
const std::string NEXT_PUBLIC_KEY = "YOUR_NEXT_PUBLIC_KEY"s; // the key that will come after it
const std::string HWID_SALT = "keywright-app-0"s; // never change it: the hardware id of every user would change with it

constexpr int HEARTBEAT_SECONDS = 30;
constexpr int VERIFY_SECONDS = 300;
constexpr int MAX_VERIFY_FAILURES = 3;
constexpr int HTTP_TIMEOUT_SECONDS = 30;
constexpr int RETRY_SECONDS = 5;
// #endregion

using nlohmann::json;

std::string trimmed(const std::string& text, const std::string& characters)
{
    const auto first = text.find_first_not_of(characters);
    if (first == std::string::npos) return "";
    return text.substr(first, text.find_last_not_of(characters) - first + 1);
}

std::string lower(std::string text)
{
    for (char& letter : text)
        if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
    return text;
}

std::string to_hex(const unsigned char* bytes, std::size_t size)
{
    std::string hex;
    for (std::size_t i = 0; i < size; i++) {
        hex += "0123456789abcdef"[bytes[i] >> 4];
        hex += "0123456789abcdef"[bytes[i] & 15];
    }
    return hex;
}

// #region hwid
/** What the first of these files that can be read holds, whatever it is; empty when none can be read. */
std::string first_machine_id(const std::vector<std::string>& paths)
{
    for (const auto& path : paths) {
        std::ifstream file(path, std::ios::binary);
        file.peek(); // a folder can be opened, but not read
        if (file.is_open() && !file.bad()) return {std::istreambuf_iterator<char>(file), {}};
    }
    return "";
}

/** The id of this installation of the operating system, readable without administrator rights; empty without one. */
std::string read_machine_id()
{
#ifdef _WIN32
    char value[256] = {};
    DWORD size = sizeof value - 1;
    const DWORD flags = RRF_RT_REG_SZ | RRF_SUBKEY_WOW6464KEY;
    const char* path = "SOFTWARE\\Microsoft\\Cryptography";
    if (RegGetValueA(HKEY_LOCAL_MACHINE, path, "MachineGuid", flags, nullptr, value, &size) != ERROR_SUCCESS) return "";
    return value;
#elif defined(__APPLE__)
    std::string text;
    FILE* pipe = popen("/usr/sbin/ioreg -rd1 -c IOPlatformExpertDevice 2>/dev/null", "r");
    if (!pipe) return "";
    char part[512];
    while (fgets(part, sizeof part, pipe)) text += part;
    pclose(pipe);
    std::smatch found;
    return std::regex_search(text, found, std::regex("\"IOPlatformUUID\" = \"([^\"]+)\"")) ? found[1].str() : "";
#else
    return first_machine_id({"/etc/machine-id", "/var/lib/dbus/machine-id"});
#endif
}

std::string machine_name()
{
    char name[256] = {};
#ifdef _WIN32
    DWORD size = sizeof name;
    GetComputerNameA(name, &size);
#else
    gethostname(name, sizeof name - 1);
#endif
    return name;
}

/** Names this computer without giving its machine id away: 32 hex digits, or a fallback with the computer's name. */
std::string hardware_id(const std::string& machine_id = read_machine_id(), const std::string& salt = HWID_SALT)
{
    const std::string id = lower(trimmed(machine_id, std::string(" \t\r\n\0", 5)));
    if (id.find_first_not_of("0-") == std::string::npos || id == "uninitialized")
        return ("HWID-FALLBACK-" + machine_name()).substr(0, 128);
    const std::string key = "hwid-v1:" + salt;
    unsigned char hash[EVP_MAX_MD_SIZE];
    unsigned int size = 0;
    const auto* data = reinterpret_cast<const unsigned char*>(id.data());
    HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()), data, id.size(), hash, &size);
    return to_hex(hash, 16);
}
// #endregion

// #region signature
using Bytes = std::vector<unsigned char>;

std::string to_base64(const Bytes& bytes)
{
    std::string text((bytes.size() + 2) / 3 * 4 + 1, '\0');
    const int size = EVP_EncodeBlock(reinterpret_cast<unsigned char*>(&text[0]), bytes.data(), static_cast<int>(bytes.size()));
    text.resize(static_cast<std::size_t>(size));
    return text;
}

/** What base64 text stands for; nothing when it is not exactly what to_base64 would write. */
Bytes from_base64(const std::string& text)
{
    if (text.empty() || text.size() % 4 != 0) return {};
    Bytes bytes(text.size() / 4 * 3);
    const auto* data = reinterpret_cast<const unsigned char*>(text.data());
    if (EVP_DecodeBlock(bytes.data(), data, static_cast<int>(text.size())) < 0) return {};
    const auto padding = text[text.size() - 2] == '=' ? 2u : text.back() == '=' ? 1u : 0u;
    bytes.resize(bytes.size() - padding);
    return to_base64(bytes) == text ? bytes : Bytes{};
}

std::string content_digest(const std::string& data)
{
    unsigned char hash[EVP_MAX_MD_SIZE];
    unsigned int size = 0;
    EVP_Digest(data.data(), data.size(), hash, &size, EVP_sha256(), nullptr);
    return "sha-256=:" + to_base64(Bytes(hash, hash + size)) + ":";
}

/** RSA-2048 with PKCS #1 v1.5 and SHA-256; `key` is the SPKI in base64. */
bool rsa_ok(const std::string& key, const std::string& message, const Bytes& signature)
{
    const Bytes der = from_base64(key);
    const unsigned char* start = der.data();
    if (der.size() != 294 || signature.size() != 256) return false;
    const std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> pkey(
        d2i_PUBKEY(nullptr, &start, static_cast<long>(der.size())), EVP_PKEY_free);
    const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(), EVP_MD_CTX_free);
    if (!pkey || !context || EVP_PKEY_base_id(pkey.get()) != EVP_PKEY_RSA) return false;
    if (EVP_DigestVerifyInit(context.get(), nullptr, EVP_sha256(), nullptr, pkey.get()) != 1) return false;
    const auto* data = reinterpret_cast<const unsigned char*>(message.data());
    return EVP_DigestVerify(context.get(), signature.data(), signature.size(), data, message.size()) == 1;
}

/** The keys that answers are checked with; none: checking is off. */
std::vector<std::string> pinned_keys()
{
    std::vector<std::string> keys;
    for (const auto& key : {PUBLIC_KEY, NEXT_PUBLIC_KEY})
        if (!key.empty() && key.rfind("YOUR_", 0) != 0) keys.push_back(key);
    return keys;
}

bool is_signed(const std::string& text, const Bytes& signature, const std::vector<std::string>& keys)
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
std::optional<std::int64_t> signed_at(const std::vector<std::string>& keys, const Exchange& exchange)
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

/** What base64url text without padding stands for. */
std::string from_base64url(std::string text)
{
    std::replace(text.begin(), text.end(), '-', '+');
    std::replace(text.begin(), text.end(), '_', '/');
    const Bytes bytes = from_base64(text + std::string((4 - text.size() % 4) % 4, '='));
    return {bytes.begin(), bytes.end()};
}

/**
 * Whether the server allowed this user on this computer to go on without it until now. `mark` is the latest time that
 * the server is known to have had: setting the clock back does not lengthen a lease.
 */
bool lease_holds(const std::string& lease, std::int64_t user_id, const std::string& hwid, double clock, double mark, const std::vector<std::string>& keys)
{
    static const std::regex header_form(R"~(\{"alg":"RS256","typ":"lic\+jwt","kid":"app_([0-9]+)\.rs256\.[0-9]+"\})~");
    static const std::regex claims_form(
        R"~(\{"iss":"[ !#-\[\]-~]*","aud":"app:([0-9]+)","sub":"([0-9]+)","jti":"[0-9a-f-]{36}","iat":[0-9]{1,12},)~"
        R"~("nbf":[0-9]{1,12},"exp":([0-9]{1,12}),"hwid":"([A-Za-z0-9_-]{43})"(?:,"lic":"[A-Za-z0-9_-]{43}")?,"ver":1\})~");
    const auto first = lease.find('.');
    const auto second = first == std::string::npos ? first : lease.find('.', first + 1);
    if (second == std::string::npos || lease.size() - second - 1 != 342 || lease.size() > 4096) return false;
    if (lease.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_", second + 1) != std::string::npos) return false;
    const std::string signature = from_base64url(lease.substr(second + 1));
    if (!is_signed(lease.substr(0, second), Bytes(signature.begin(), signature.end()), keys)) return false;
    const std::string header_text = from_base64url(lease.substr(0, first));
    const std::string claims_text = from_base64url(lease.substr(first + 1, second - first - 1));
    std::smatch header, claims;
    if (!std::regex_match(header_text, header, header_form) || !std::regex_match(claims_text, claims, claims_form)) return false;
    if (claims[1] != header[1] || claims[2] != std::to_string(user_id)) return false;
    const std::string device = "app_" + claims[1].str() + "|" + hwid;
    unsigned char hash[EVP_MAX_MD_SIZE];
    unsigned int size = 0;
    EVP_Digest(device.data(), device.size(), hash, &size, EVP_sha256(), nullptr);
    if (from_base64url(claims[4].str()) != std::string(hash, hash + size)) return false;
    return clock >= mark - MAX_CLOCK_STEP_BACK_SECONDS && std::max(clock, mark) < std::stod(claims[3].str());
}
// #endregion

// #region http
constexpr std::size_t MAX_ANSWER_BYTES = 64 * 1024;

/** What a call came to. Codes made here: network_error (no answer), bad_answer, bad_signature (not to be trusted). */
struct Result {
    bool ok = false;
    std::string code, message;
    long http_status = 0;
    bool trusted = false;
    int retry_after = 0;
    std::int64_t user_id = 0;
    std::string username, email, expires_at;
    bool hwid_locked = false;
    std::string session_token, lease, reason, download_url;
};

std::string text_of(const json& answer, const char* name)
{
    const auto found = answer.is_object() ? answer.find(name) : answer.end();
    return found != answer.end() && found->is_string() ? found->get<std::string>() : "";
}

/** The first characters of a text that is no answer, without what would move the cursor of a terminal. */
std::string shown_raw(const std::string& text)
{
    std::string shown;
    for (const char letter : text) {
        const bool is_control = static_cast<unsigned char>(letter) < 32 || letter == 127;
        if (is_control && (shown.empty() || shown.back() == ' ')) continue;
        shown += is_control ? ' ' : letter;
    }
    return trimmed(trimmed(shown, " ").substr(0, 200), " ");
}

struct Answer {
    long status = 0;
    std::string status_text, body, retry_after;
    std::optional<std::string> signature_input, signature;
};

Result to_result(const Answer& answer)
{
    const bool has_mark = answer.body.compare(0, 3, "\xEF\xBB\xBF") == 0;
    const json parsed = json::parse(answer.body.substr(has_mark ? 3 : 0), nullptr, false);
    const auto success = parsed.is_object() ? parsed.find("success") : parsed.end();
    const bool is_redirect = answer.status >= 300 && answer.status < 400;
    const bool is_understood = success != parsed.end() && success->is_boolean() && !is_redirect;
    Result result;
    result.http_status = answer.status;
    result.trusted = true;
    result.message = text_of(parsed, "message");
    if (result.message.empty()) {
        const std::string raw = parsed.is_discarded() ? shown_raw(answer.body) : "";
        const std::string text = raw.empty() ? answer.status_text : raw;
        result.message = trimmed(std::to_string(answer.status) + " " + text, " ");
    }
    result.code = is_understood ? text_of(parsed, "code") : "bad_answer";
    const std::string& seconds = answer.retry_after;
    const bool is_number = !seconds.empty() && seconds.size() < 10 && seconds.find_first_not_of("0123456789") == std::string::npos;
    if (is_number) result.retry_after = std::stoi(seconds);
    if (!is_understood) return result;
    result.ok = success->get<bool>();
    const auto user_id = parsed.find("user_id");
    if (user_id != parsed.end() && user_id->is_number_integer()) result.user_id = user_id->get<std::int64_t>();
    result.username = text_of(parsed, "username");
    result.email = text_of(parsed, "email");
    result.expires_at = text_of(parsed, "expires_at");
    const auto hwid_locked = parsed.find("hwid_locked");
    result.hwid_locked = hwid_locked != parsed.end() && hwid_locked->is_boolean() && hwid_locked->get<bool>();
    result.session_token = text_of(parsed, "session_token");
    result.lease = text_of(parsed, "lease");
    result.reason = text_of(parsed, "reason");
    result.download_url = text_of(parsed, "download_url");
    return result;
}

std::size_t take_body(char* data, std::size_t, std::size_t size, void* target)
{
    auto& body = static_cast<Answer*>(target)->body;
    body.append(data, std::min(size, MAX_ANSWER_BYTES - body.size()));
    return body.size() < MAX_ANSWER_BYTES ? size : 0; // the rest of a longer one is not taken
}

std::size_t take_header(char* data, std::size_t, std::size_t size, void* target)
{
    auto& answer = *static_cast<Answer*>(target);
    const std::string line = trimmed(std::string(data, size), "\r\n");
    const auto colon = line.find(':');
    if (line.compare(0, 5, "HTTP/") == 0) {
        const auto space = line.find(' ', line.find(' ') + 1);
        answer.status_text = space == std::string::npos ? "" : line.substr(space + 1);
    } else if (colon != std::string::npos) {
        const std::string name = lower(line.substr(0, colon));
        const std::string value = trimmed(line.substr(colon + 1), " \t");
        if (name == "retry-after") answer.retry_after = value;
        if (name == "signature-input") answer.signature_input = answer.signature_input ? *answer.signature_input + ", " + value : value;
        if (name == "signature") answer.signature = answer.signature ? *answer.signature + ", " + value : value;
    }
    return size;
}

enum class Meaning { unknown, ok, lost, definitive, other };

/** What an answer means for the session: unknown, ok, lost, definitive (this user is refused) or other (a refusal). */
Meaning classify(const Result& result)
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

double now_seconds()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/** Speaks with the server. No method throws for what the network or the server does; each returns a Result. */
class LicenseClient {
public:
    Result login(const std::string& username, const std::string& password)
    {
        const json body = {{"username", trimmed(username, " \t\r\n")}, {"password", password}, {"version", APP_VERSION}, {"hwid", hwid}};
        const Result result = post("login", body, true);
        if (result.ok) {
            user_id = result.user_id;
            swap_token("");
        }
        return keep_lease(result);
    }

    Result register_user(const std::string& username, const std::string& password, const std::string& license_key, const std::string& email)
    {
        json body = {{"username", trimmed(username, " \t\r\n")}, {"password", password}, {"license_key", license_key}, {"version", APP_VERSION}, {"hwid", hwid}};
        if (!email.empty()) body["email"] = email;
        return post("register", body, true);
    }

    Result verify()
    {
        json body = {{"user_id", user_id.load()}};
        if (const std::string token = current_token(); !token.empty()) body["session_token"] = token;
        return keep_lease(post("verify", body, true));
    }

    /** Makes a fresh token each time: the server takes none twice. */
    Result start_session()
    {
        const std::string token = "sess_" + random_hex() + "_" + std::to_string(std::time(nullptr));
        {
            const std::lock_guard<std::mutex> lock(mutex);
            session_token = token;
        }
        const json body = {{"action", "start"}, {"user_id", user_id.load()}, {"session_token", token}, {"hwid", hwid}};
        Result result = post("session/track", body, true);
        if (result.ok && !result.session_token.empty() && result.session_token != token) {
            result.ok = false;
            result.code = "bad_answer";
            result.message = "the answer is for another session.";
        }
        return keep_lease(result);
    }

    Result heartbeat() { return post("session/track", {{"action", "heartbeat"}, {"session_token", current_token()}}, false); }

    /** Ends the session if there is one, within 3 seconds: a program that is closing waits for it. */
    void end_session()
    {
        const std::string token = swap_token("");
        if (!token.empty()) post("session/track", {{"action", "end"}, {"session_token", token}}, false, 3);
    }

    /** Without an answer from the server: may this user still go on? Only where you switched offline leases on. */
    bool may_go_on_offline()
    {
        const std::lock_guard<std::mutex> lock(mutex);
        return lease_holds(lease, user_id, hwid, unix_seconds(), server_time(), pinned_keys());
    }

    /** How far this computer's clock was from the server's at the last signed answer, in seconds. */
    double clock_error()
    {
        const std::lock_guard<std::mutex> lock(mutex);
        return last_signed ? last_signed->clock - last_signed->created : 0;
    }

private:
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

    Result keep_lease(const Result& result)
    {
        const std::lock_guard<std::mutex> lock(mutex);
        const Meaning answer = classify(result);
        if (answer == Meaning::definitive || answer == Meaning::other) lease.clear();
        else if (answer == Meaning::ok && !result.lease.empty()) lease = result.lease;
        return result;
    }

    /** What an answer is worth. A refusal that nobody signed keeps its text: a wrong API key has to be seen as one. */
    Result judge(const Result& result, bool has_signature, std::optional<std::int64_t> created)
    {
        if (created) {
            const std::lock_guard<std::mutex> lock(mutex);
            const double time = static_cast<double>(*created);
            last_signed = Signed{time, std::max(time, server_time()), unix_seconds(), now_seconds()};
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

    std::string current_token()
    {
        const std::lock_guard<std::mutex> lock(mutex);
        return session_token;
    }

    std::string swap_token(const std::string& token)
    {
        const std::lock_guard<std::mutex> lock(mutex);
        lease.clear();
        return std::exchange(session_token, token);
    }

    static std::string random_hex()
    {
        unsigned char bytes[16];
        if (RAND_bytes(bytes, sizeof bytes) != 1) std::abort();
        return to_hex(bytes, sizeof bytes);
    }

    /** One try, never more: whoever calls decides about the next. */
    Result post(const std::string& path, const json& body, bool is_checked, int timeout = HTTP_TIMEOUT_SECONDS)
    {
        const std::string url = ORIGIN + "/api/v1/" + path;
        const std::string sent = body.dump(-1, ' ', false, json::error_handler_t::replace);
        const std::vector<std::string> keys = is_checked ? pinned_keys() : std::vector<std::string>{};
        const std::string nonce = keys.empty() ? "" : random_hex();
        const std::unique_ptr<CURL, decltype(&curl_easy_cleanup)> curl(curl_easy_init(), curl_easy_cleanup);
        curl_slist* headers = nullptr;
        std::vector<std::string> lines = {"Content-Type: application/json", "X-API-Key: " + API_KEY, "Expect:"};
        if (!nonce.empty()) lines.insert(lines.end(), {"X-Nonce: " + nonce, "Content-Digest: " + content_digest(sent)});
        for (const auto& line : lines) headers = curl_slist_append(headers, line.c_str());
        const std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)> header_list(headers, curl_slist_free_all);

        Answer answer;
        const std::string agent = "keywright-cpp/" + APP_VERSION;
        curl_easy_setopt(curl.get(), CURLOPT_URL, url.c_str());
        curl_easy_setopt(curl.get(), CURLOPT_HTTPHEADER, headers);
        curl_easy_setopt(curl.get(), CURLOPT_USERAGENT, agent.c_str());
        curl_easy_setopt(curl.get(), CURLOPT_POSTFIELDS, sent.data());
        curl_easy_setopt(curl.get(), CURLOPT_POSTFIELDSIZE, static_cast<long>(sent.size()));
        curl_easy_setopt(curl.get(), CURLOPT_TIMEOUT, static_cast<long>(timeout));
        curl_easy_setopt(curl.get(), CURLOPT_NOSIGNAL, 1L);
        curl_easy_setopt(curl.get(), CURLOPT_FOLLOWLOCATION, 0L); // a redirect would take the key to another host
        curl_easy_setopt(curl.get(), CURLOPT_WRITEFUNCTION, take_body);
        curl_easy_setopt(curl.get(), CURLOPT_WRITEDATA, &answer);
        curl_easy_setopt(curl.get(), CURLOPT_HEADERFUNCTION, take_header);
        curl_easy_setopt(curl.get(), CURLOPT_HEADERDATA, &answer);
        const CURLcode code = curl_easy_perform(curl.get());
        if (code != CURLE_OK && answer.body.size() < MAX_ANSWER_BYTES) {
            Result result;
            result.code = "network_error";
            result.message = code == CURLE_OPERATION_TIMEDOUT ? "no answer within " + std::to_string(timeout) + " seconds" : curl_easy_strerror(code);
            return result;
        }
        curl_easy_getinfo(curl.get(), CURLINFO_RESPONSE_CODE, &answer.status);
        const auto host = url.find("://");
        const auto slash = url.find('/', host == std::string::npos ? 0 : host + 3);
        const std::string signed_path = slash == std::string::npos ? "" : url.substr(slash);
        const Exchange exchange = {signed_path, nonce, sent, answer.status, answer.body, answer.signature_input, answer.signature};
        const Result result = to_result(answer);
        return keys.empty() ? result : judge(result, answer.signature.has_value(), signed_at(keys, exchange));
    }

    const std::string hwid = hardware_id();
    std::atomic<std::int64_t> user_id{0};
    std::mutex mutex;
    std::string session_token, lease;
    std::optional<Signed> last_signed;
};
// #endregion

// #region monitor
constexpr int BACK_OFF[] = {1, 2, 4, 8, 12}; // times RETRY_SECONDS; the last one from then on
constexpr double MAX_PAUSE_SECONDS = 900; // how far Retry-After may put things off

double random_between(double low, double high)
{
    thread_local std::mt19937 generator{std::random_device{}()};
    return std::uniform_real_distribution<double>(low, high)(generator);
}

/**
 * Keeps one session alive with two jobs, heartbeats and verifications, each in its thread. MAX_VERIFY_FAILURES failed
 * verifications in a row end it, nothing else does. A definitive refusal is asked about again within seconds; without
 * any answer a verification fails only when its whole period has passed, so that a short outage logs nobody out.
 */
class SessionMonitor {
public:
    struct Figures {
        int beats = 0, failures = 0;
        std::time_t verified_at = std::time(nullptr);
    };

    explicit SessionMonitor(LicenseClient& license_client) : client(license_client) {}
    SessionMonitor(const SessionMonitor&) = delete;
    SessionMonitor& operator=(const SessionMonitor&) = delete;
    /** Waits for a call that is on its way. */
    ~SessionMonitor()
    {
        stop();
        if (beat_thread.joinable()) beat_thread.join();
        if (verify_thread.joinable()) verify_thread.join();
    }

    /** Call it once. The jobs start at a random time: computers switched on together don't call together. */
    void start(std::function<void(const std::string&)> when_lost)
    {
        on_lost = std::move(when_lost);
        verify_due = period_end = now_seconds() + random_between(0.5, 1) * VERIFY_SECONDS;
        beat_due = now_seconds() + random_between(0.5, 1) * HEARTBEAT_SECONDS;
        beat_thread = std::thread([this] { run(beat_due, &SessionMonitor::beat); });
        verify_thread = std::thread([this] { run(verify_due, &SessionMonitor::verify); });
    }

    /** Takes effect at once; an answer still on its way is ignored. */
    void stop()
    {
        const std::lock_guard<std::mutex> lock(mutex);
        is_running = false;
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
            if (left > 0) changed.wait_for(lock, std::chrono::duration<double>(left));
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

    void beat(Lock& lock, double due)
    {
        shown.beats++;
        const Result result = unlocked(lock, [&] { return client.heartbeat(); });
        const Meaning answer = classify(result);
        if (answer == Meaning::definitive || (answer == Meaning::lost && !has_restarted)) verify_soon();
        const double pause = std::min<double>(result.retry_after, MAX_PAUSE_SECONDS) * random_between(1, 1.2);
        const double intervals = std::ceil((now_seconds() + pause - due) / HEARTBEAT_SECONDS);
        beat_due = due + std::max(intervals, 1.0) * HEARTBEAT_SECONDS;
    }

    /** Brings the next verification forward, unless it is running or near, or the server asked for a pause. */
    void verify_soon()
    {
        const double due = std::max(now_seconds(), not_before);
        if (is_verifying || due >= verify_due - RETRY_SECONDS) return;
        verify_due = due;
        changed.notify_all();
    }

    void verify(Lock& lock, double due)
    {
        if (due >= period_end) end_period(due);
        if (shown.failures >= MAX_VERIFY_FAILURES) return lose(lock);
        if (due < not_before) {
            verify_due = std::min(not_before, period_end);
            return;
        }
        is_verifying = true;
        Result result = unlocked(lock, [&] { return client.verify(); });
        if (is_running && classify(result) == Meaning::lost && !has_restarted) {
            result = unlocked(lock, [&] { return client.start_session(); });
            has_restarted = classify(result) != Meaning::unknown;
        }
        is_verifying = false;
        if (is_running) settle(lock, result);
    }

    void end_period(double due)
    {
        const bool has_slept = now_seconds() > due + VERIFY_SECONDS; // the computer was off, so nothing was missed
        if (!is_answered && !has_slept && !client.may_go_on_offline()) shown.failures++;
        period_end = (has_slept ? now_seconds() : period_end) + VERIFY_SECONDS;
        grace_left = MAX_PAUSE_SECONDS;
        is_answered = false;
        has_restarted = false;
    }

    void settle(Lock& lock, const Result& result)
    {
        const Meaning answer = classify(result);
        last_message = result.message;
        if (answer == Meaning::unknown) return back_off(result.retry_after);
        is_answered = true;
        silences = 0;
        not_before = 0;
        if (answer == Meaning::ok) {
            shown.failures = 0;
            shown.verified_at = std::time(nullptr);
        } else if (answer != Meaning::lost) {
            shown.failures++;
        }
        if (shown.failures >= MAX_VERIFY_FAILURES) return lose(lock);
        verify_due = answer == Meaning::definitive ? now_seconds() + RETRY_SECONDS : period_end;
    }

    /** Tries again inside the period, after a random wait: many clients must not return together. */
    void back_off(int retry_after)
    {
        const std::size_t step = std::min<std::size_t>(silences++, std::size(BACK_OFF) - 1);
        const double due = now_seconds() + random_between(0.5, 1) * RETRY_SECONDS * BACK_OFF[step];
        not_before = retry_after > 0 ? now_seconds() + retry_after * random_between(1, 1.2) : 0;
        if (not_before > period_end) {
            const double grace = std::min(not_before + HTTP_TIMEOUT_SECONDS - period_end, grace_left);
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
        client.end_session();
        on_lost(last_message);
        lock.lock();
    }

    LicenseClient& client;
    std::function<void(const std::string&)> on_lost;
    std::mutex mutex;
    std::condition_variable changed;
    std::thread beat_thread, verify_thread;
    Figures shown;
    std::string last_message;
    double beat_due = 0, verify_due = 0, not_before = 0;
    double period_end = 0; // the next point of the grid of verifications
    double grace_left = MAX_PAUSE_SECONDS; // how far Retry-After may still move it
    std::size_t silences = 0; // verifications without an answer, in a row
    bool is_running = true, is_verifying = false;
    bool is_answered = true, has_restarted = false; // in this period
};
// #endregion

// #region console
/** Found by code; by a word in the message only when the answer has no code. */
struct Refusal {
    std::string caption;
    std::vector<std::string> codes, words;
    bool ends = false, waits = false;
};

Refusal refusal_of(const Result& result, const std::string& otherwise)
{
    static const Refusal refusals[] = {
        {"Update Required", {"version_mismatch"}, {"version", "update"}, true, false},
        {"Hardware Mismatch", {"hwid_mismatch"}, {"hardware", "hwid"}, false, false},
        {"Account Expired", {"account_expired", "license_expired"}, {"expired"}, false, false},
        {"Account Disabled", {"account_disabled", "account_paused", "account_banned", "license_inactive", "license_paused", "license_banned"}, {"disabled", "paused"}, false, false},
        {"Access Blocked", {"access_blocked"}, {"blacklisted", "blocked"}, true, false},
        {"Please wait", {"rate_limited", "unavailable"}, {}, false, true},
        {"Connection error", {"network_error", "bad_answer", "bad_signature"}, {}, false, false},
    };
    const std::string message = lower(result.message);
    for (const auto& refusal : refusals) {
        for (const auto& code : refusal.codes)
            if (result.code == code) return refusal;
        for (const auto& word : refusal.words)
            if (result.code.empty() && message.find(word) != std::string::npos) return refusal;
    }
    return {otherwise, {}, {}, false, false};
}

void print(const std::string& text)
{
    static std::mutex mutex;
    const std::lock_guard<std::mutex> lock(mutex);
    std::cout << text << std::endl;
}

std::string local_time(std::time_t time)
{
    char text[64] = {};
    if (const std::tm* parts = std::localtime(&time)) std::strftime(text, sizeof text, "%c", parts);
    return text;
}

std::string shown_expiry(const std::string& expires_at)
{
    // beyond the year 9999 lies "never" as seen from another time zone
    if (expires_at.empty() || expires_at.compare(0, 4, "9999") == 0 || expires_at[0] == '+') return "Never";
    std::tm parts = {};
    const int found = std::sscanf(expires_at.c_str(), "%d-%d-%dT%d:%d:%d", &parts.tm_year, &parts.tm_mon, &parts.tm_mday, &parts.tm_hour, &parts.tm_min, &parts.tm_sec);
    if (found != 6 || expires_at.back() != 'Z') return expires_at;
    parts.tm_year -= 1900;
    parts.tm_mon -= 1;
#ifdef _WIN32
    return local_time(_mkgmtime(&parts));
#else
    return local_time(timegm(&parts));
#endif
}

/** To be thrown: leaves the console from wherever it is. */
struct Leave {
    int exit_code;
};

/** Lines, from a terminal or from a pipe. They are read in a thread, so that a question can be withdrawn. */
class Terminal {
public:
    Terminal() { std::thread([lines = inbox] { read_lines(*lines); }).detach(); }

    /** One line; nothing when interrupt() came first. The end of the input leaves the program. */
    std::optional<std::string> ask(const std::string& prompt, bool is_hidden = false)
    {
        std::cout << prompt << std::flush;
        if (is_hidden) echo(false);
        std::unique_lock<std::mutex> lock(inbox->mutex);
        inbox->changed.wait(lock, [&] { return !inbox->lines.empty() || inbox->has_ended || inbox->is_interrupted || inbox->must_leave; });
        if (is_hidden) echo(true);
        if (is_hidden || !is_terminal()) std::cout << std::endl;
        if (inbox->must_leave) throw Leave{0};
        if (std::exchange(inbox->is_interrupted, false)) return std::nullopt;
        if (inbox->lines.empty()) throw Leave{0};
        const std::string line = inbox->lines.front();
        inbox->lines.pop_front();
        return line;
    }

    void interrupt() { tell(&Inbox::is_interrupted, true); }
    void forget_interruption() { tell(&Inbox::is_interrupted, false); }
    void leave() { tell(&Inbox::must_leave, true); }

    /** Waits, unless the program is to be left meanwhile. */
    void pause(int seconds)
    {
        std::unique_lock<std::mutex> lock(inbox->mutex);
        if (inbox->changed.wait_for(lock, std::chrono::seconds(seconds), [&] { return inbox->must_leave; })) throw Leave{0};
    }

    static void echo(bool is_on)
    {
        if (!is_terminal()) return;
#ifdef _WIN32
        const HANDLE input = GetStdHandle(STD_INPUT_HANDLE);
        DWORD mode = 0;
        GetConsoleMode(input, &mode);
        SetConsoleMode(input, is_on ? mode | ENABLE_ECHO_INPUT : mode & ~static_cast<DWORD>(ENABLE_ECHO_INPUT));
#else
        termios settings{};
        tcgetattr(STDIN_FILENO, &settings);
        settings.c_lflag = is_on ? settings.c_lflag | ECHO : settings.c_lflag & ~static_cast<tcflag_t>(ECHO);
        tcsetattr(STDIN_FILENO, TCSANOW, &settings);
#endif
    }

private:
    struct Inbox {
        std::mutex mutex;
        std::condition_variable changed;
        std::deque<std::string> lines;
        bool has_ended = false, is_interrupted = false, must_leave = false;
    };

    static bool is_terminal()
    {
#ifdef _WIN32
        DWORD mode = 0;
        return GetConsoleMode(GetStdHandle(STD_INPUT_HANDLE), &mode) != 0;
#else
        return isatty(STDIN_FILENO) != 0;
#endif
    }

    /** A line in UTF-8; nothing at the end of the input. */
    static std::optional<std::string> read_line()
    {
#ifdef _WIN32
        if (is_terminal()) {
            wchar_t wide[1024];
            DWORD length = 0;
            if (!ReadConsoleW(GetStdHandle(STD_INPUT_HANDLE), wide, 1024, &length, nullptr) || length == 0) return std::nullopt;
            char bytes[4096];
            const int size = WideCharToMultiByte(CP_UTF8, 0, wide, static_cast<int>(length), bytes, sizeof bytes, nullptr, nullptr);
            return trimmed_end({bytes, static_cast<std::size_t>(size)});
        }
#endif
        std::string line;
        if (!std::getline(std::cin, line)) return std::nullopt;
        return trimmed_end(line);
    }

    static std::string trimmed_end(const std::string& line)
    {
        return line.substr(0, line.find_last_not_of("\r\n") + 1);
    }

    static void read_lines(Inbox& inbox)
    {
        for (bool has_more = true; has_more;) {
            const std::optional<std::string> line = read_line();
            const std::lock_guard<std::mutex> lock(inbox.mutex);
            if (line) inbox.lines.push_back(*line);
            else has_more = false;
            inbox.has_ended = !has_more;
            inbox.changed.notify_all();
        }
    }

    void tell(bool Inbox::*what, bool value)
    {
        const std::lock_guard<std::mutex> lock(inbox->mutex);
        inbox.get()->*what = value;
        inbox->changed.notify_all();
    }

    const std::shared_ptr<Inbox> inbox = std::make_shared<Inbox>();
};

class ConsoleApp {
public:
    /** Returns the exit code when the user or the server wants the program to end. */
    int run(bool needs_registration)
    {
        try {
            if (needs_registration) log_in(register_user());
            for (;;) log_in(*terminal.ask("Username: "));
        } catch (const Leave& leave) {
            return leave.exit_code;
        }
    }

    /** May be called from another thread, as end_session may. */
    void leave() { terminal.leave(); }

    /** Whoever comes second waits until the session has ended. */
    void end_session()
    {
        const std::lock_guard<std::mutex> lock(ending);
        client.end_session();
    }

private:
    /** Asks until somebody is registered. The name is kept for the login, nothing else is. */
    std::string register_user()
    {
        for (;;) {
            const std::string username = *terminal.ask("Username: ");
            const std::string password = *terminal.ask("Password: ", true);
            const std::string email = trimmed(*terminal.ask("Email (optional): "), " \t");
            const std::string license_key = trimmed(*terminal.ask("License key: "), " \t");
            if (trimmed(username, " \t").empty() || password.empty() || license_key.empty()) {
                print("Please fill in all required fields (Username, Password, License Key)");
                continue;
            }
            const Result registered = client.register_user(username, password, license_key, email);
            if (registered.ok) {
                print(registered.message + "\nUsername: " + username);
                return username;
            }
            refuse(registered, "Registration failed");
        }
    }

    void log_in(const std::string& username)
    {
        const std::string password = *terminal.ask("Password: ", true);
        if (trimmed(username, " \t").empty() || password.empty()) return print("Please provide both username and password");
        const Result user = client.login(username, password);
        if (!user.ok) return refuse(user, "Login failed");
        const Result verified = client.verify();
        if (!verified.ok) return print("Session verification failed. Please try logging in again.\n" + verified.message);
        const Result started = client.start_session();
        if (!started.ok) {
            client.end_session(); // perhaps it did start and only the answer was lost
            return refuse(started, "Login failed");
        }
        print(user.message);
        serve(user);
    }

    /** The command loop: in its place goes what your program does for a user who is logged in. */
    void serve(const Result& user)
    {
        const std::string info = "User ID: " + std::to_string(user.user_id) + "\nUsername: " + user.username
            + "\nEmail: " + (user.email.empty() ? "Not provided" : user.email)
            + "\nLogged in: " + local_time(std::time(nullptr)) + "\nExpires: " + shown_expiry(user.expires_at);
        print(info);
        terminal.forget_interruption();
        monitor = std::make_unique<SessionMonitor>(client);
        monitor->start([this](const std::string& message) {
            lost_message = message;
            terminal.interrupt();
        });
        for (;;) {
            const std::optional<std::string> line = terminal.ask("> ");
            if (!line) {
                stop_monitor();
                return print("Your session has expired. Please login again.\n" + lost_message);
            }
            const std::string command = lower(trimmed(*line, " \t"));
            if (command == "logout") {
                stop_monitor();
                end_session();
                return print("You have been logged out.");
            } else if (command == "status") {
                const SessionMonitor::Figures figures = monitor->figures();
                print(info + "\nHeartbeats sent: " + std::to_string(figures.beats));
                print("Last verification: " + local_time(figures.verified_at) + "\nFailures in a row: " + std::to_string(figures.failures));
                const long clock_error = std::lround(std::fabs(client.clock_error()));
                if (clock_error > 300) print("Clock: " + std::to_string(clock_error) + " seconds off");
            } else if (command == "help") {
                print("Commands: logout, status, help, quit, exit");
            } else if (command == "quit" || command == "exit") {
                stop_monitor();
                throw Leave{0};
            } else if (!command.empty()) {
                print("Unknown command. Type 'help' for available commands.");
            }
        }
    }

    /** Its last call may still be on its way: that is waited for elsewhere. */
    void stop_monitor()
    {
        monitor->stop();
        std::thread([stopped = std::move(monitor)] {}).detach();
    }

    /** Shows why something was refused and does what follows from that. */
    void refuse(const Result& result, const std::string& otherwise)
    {
        const Refusal refusal = refusal_of(result, otherwise);
        print(refusal.caption + ": " + result.message);
        if (!result.download_url.empty()) print("Download: " + result.download_url);
        if (refusal.ends) throw Leave{1};
        if (refusal.waits) terminal.pause(std::min(result.retry_after > 0 ? result.retry_after : 5, 60));
    }

    LicenseClient client;
    Terminal terminal;
    std::unique_ptr<SessionMonitor> monitor;
    std::string lost_message;
    std::mutex ending;
};
// #endregion

#ifdef _WIN32
ConsoleApp* running_app = nullptr;

BOOL WINAPI on_console_event(DWORD)
{
    running_app->leave();
    Sleep(4000); // the program ends meanwhile
    return TRUE;
}
#endif

int main(int argc, char** argv)
{
#ifndef _WIN32
    // signals are taken by one thread, so that what follows from them may do anything
    sigset_t signals;
    sigemptyset(&signals);
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals, number);
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
#endif
    curl_global_init(CURL_GLOBAL_DEFAULT);
    auto* app = new ConsoleApp(); // never deleted: a call that hangs is not waited for
#ifdef _WIN32
    SetConsoleOutputCP(CP_UTF8);
    running_app = app;
    SetConsoleCtrlHandler(on_console_event, TRUE);
#else
    std::thread([app, signals] {
        int number = 0;
        sigwait(&signals, &number);
        app->leave();
        std::this_thread::sleep_for(std::chrono::milliseconds(200)); // a call may be on its way
        app->end_session();
        Terminal::echo(true);
        std::_Exit(0);
    }).detach();
#endif
    const int exit_code = app->run(argc > 1 && std::string(argv[1]) == "register");
    app->end_session();
    std::cout << std::flush;
    std::_Exit(exit_code);
}
