/*
 * What the Keywright client takes from the system, a part of its library: the computer's id, hashes and signatures, HTTP.
 * On Windows WinHTTP and BCrypt, which every computer has; elsewhere libcurl and OpenSSL 3.
 */
#pragma once

#ifdef _WIN32
#define NOMINMAX 1
#include <windows.h>
#include <bcrypt.h>
#include <winhttp.h>
#else
#include <curl/curl.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <openssl/x509.h>
#include <unistd.h>
#endif

#ifdef _MSC_VER
#pragma comment(lib, "advapi32.lib")
#pragma comment(lib, "bcrypt.lib")
#pragma comment(lib, "winhttp.lib")
#endif

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <regex>
#include <string>
#include <utility>
#include <vector>

// #region text
namespace keywright {
using Bytes = std::vector<unsigned char>;

inline std::string trimmed(const std::string& text, const std::string& characters)
{
    const auto first = text.find_first_not_of(characters);
    if (first == std::string::npos) return "";
    return text.substr(first, text.find_last_not_of(characters) - first + 1);
}

inline std::string lower(std::string text)
{
    for (char& letter : text)
        if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
    return text;
}

inline std::string to_hex(const std::string& bytes)
{
    std::string hex;
    for (const char byte : bytes) {
        hex += "0123456789abcdef"[static_cast<unsigned char>(byte) >> 4];
        hex += "0123456789abcdef"[byte & 15];
    }
    return hex;
}

inline std::string to_base64(const Bytes& bytes)
{
    static const char* letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t at = 0; at < bytes.size(); at += 3) {
        std::uint32_t group = 0;
        for (std::size_t i = at; i < at + 3; i++) group = group << 8 | (i < bytes.size() ? bytes[i] : 0u);
        for (std::size_t i = 0; i < 4; i++) text += at + i > bytes.size() ? '=' : letters[group >> (18 - 6 * i) & 63];
    }
    return text;
}

/** What base64 text stands for; nothing when it is not exactly what to_base64 would write. */
inline Bytes from_base64(const std::string& text)
{
    static const std::string letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    if (text.empty() || text.size() % 4 != 0) return {};
    Bytes bytes;
    std::uint32_t group = 0;
    for (std::size_t at = 0; at < text.size(); at++) {
        group = group << 6 | (static_cast<std::uint32_t>(letters.find(text[at])) & 63);
        if (at % 4 != 3) continue;
        for (const int shift : {16, 8, 0}) bytes.push_back(static_cast<unsigned char>(group >> shift));
        group = 0;
    }
    bytes.resize(bytes.size() - (text[text.size() - 2] == '=' ? 2u : text.back() == '=' ? 1u : 0u));
    return to_base64(bytes) == text ? bytes : Bytes{};
}

#ifdef _WIN32
inline std::wstring to_wide(const std::string& text)
{
    std::wstring wide(text.size(), L'\0'); // no text gets longer by it
    const int size = MultiByteToWideChar(CP_UTF8, 0, text.data(), static_cast<int>(text.size()), &wide[0], static_cast<int>(wide.size()));
    wide.resize(static_cast<std::size_t>(size));
    return wide;
}

inline std::string from_wide(const std::wstring& wide)
{
    std::string text(3 * wide.size(), '\0');
    const int size = WideCharToMultiByte(CP_UTF8, 0, wide.data(), static_cast<int>(wide.size()), &text[0], static_cast<int>(text.size()), nullptr, nullptr);
    text.resize(static_cast<std::size_t>(size));
    return text;
}
#endif

/** A variable of the environment; empty where it is not set. */
inline std::string variable(const char* name)
{
#ifdef _WIN32
    std::wstring value(32767, L'\0'); // the longest there is
    value.resize(GetEnvironmentVariableW(to_wide(name).c_str(), &value[0], static_cast<DWORD>(value.size())));
    return from_wide(value);
#else
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
#endif
}

inline double now_seconds()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}
// #endregion

// #region cryptography
#ifdef _WIN32
struct AlgorithmCloser {
    void operator()(void* handle) const { BCryptCloseAlgorithmProvider(handle, 0); }
};

inline std::unique_ptr<void, AlgorithmCloser> open_algorithm(const wchar_t* name, ULONG flags)
{
    BCRYPT_ALG_HANDLE handle = nullptr;
    BCryptOpenAlgorithmProvider(&handle, name, nullptr, flags);
    return std::unique_ptr<void, AlgorithmCloser>(handle);
}

/** As BCrypt takes bytes that it only reads. */
inline unsigned char* readable(const std::string& bytes)
{
    return reinterpret_cast<unsigned char*>(const_cast<char*>(bytes.data()));
}

/** With a key an HMAC; empty where Windows has no SHA-256. */
inline std::string hash_of(const std::string& data, const std::string& key, ULONG flags)
{
    const auto algorithm = open_algorithm(BCRYPT_SHA256_ALGORITHM, flags);
    BCRYPT_HASH_HANDLE hash = nullptr;
    if (!algorithm || BCryptCreateHash(algorithm.get(), &hash, nullptr, 0, readable(key), static_cast<ULONG>(key.size()), 0) < 0) return "";
    std::string result(32, '\0');
    const bool is_hashed = BCryptHashData(hash, readable(data), static_cast<ULONG>(data.size()), 0) >= 0
        && BCryptFinishHash(hash, readable(result), static_cast<ULONG>(result.size()), 0) >= 0;
    BCryptDestroyHash(hash);
    return is_hashed ? result : "";
}

inline std::string sha256(const std::string& data)
{
    return hash_of(data, "", 0);
}

inline std::string hmac_sha256(const std::string& key, const std::string& data)
{
    return hash_of(data, key, BCRYPT_ALG_HANDLE_HMAC_FLAG);
}

inline std::string random_bytes(std::size_t size)
{
    std::string bytes(size, '\0');
    if (BCryptGenRandom(nullptr, readable(bytes), static_cast<ULONG>(size), BCRYPT_USE_SYSTEM_PREFERRED_RNG) < 0) std::abort();
    return bytes;
}

/** RSA-2048 with PKCS #1 v1.5 and SHA-256; `key` is the SPKI in base64. */
inline bool rsa_ok(const std::string& key, const std::string& message, const Bytes& signature)
{
    // what stands before and after the 256 bytes of the modulus, in every key of this size with the exponent 65537
    static const Bytes before = {0x30, 0x82, 0x01, 0x22, 0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01,
        0x05, 0x00, 0x03, 0x82, 0x01, 0x0f, 0x00, 0x30, 0x82, 0x01, 0x0a, 0x02, 0x82, 0x01, 0x01, 0x00};
    static const Bytes after = {0x02, 0x03, 0x01, 0x00, 0x01};
    const Bytes der = from_base64(key);
    if (der.size() != 294 || signature.size() != 256) return false;
    if (!std::equal(before.begin(), before.end(), der.begin()) || !std::equal(after.begin(), after.end(), der.end() - 5)) return false;
    const BCRYPT_RSAKEY_BLOB head = {BCRYPT_RSAPUBLIC_MAGIC, 2048, 3, 256, 0, 0};
    const auto* head_bytes = reinterpret_cast<const unsigned char*>(&head);
    Bytes blob(head_bytes, head_bytes + sizeof head);
    blob.insert(blob.end(), der.end() - 3, der.end());
    blob.insert(blob.end(), der.begin() + 33, der.end() - 5);
    const auto rsa = open_algorithm(BCRYPT_RSA_ALGORITHM, 0);
    BCRYPT_KEY_HANDLE imported = nullptr;
    if (!rsa || BCryptImportKeyPair(rsa.get(), nullptr, BCRYPT_RSAPUBLIC_BLOB, &imported, blob.data(), static_cast<ULONG>(blob.size()), 0) < 0) return false;
    const std::string hash = sha256(message);
    BCRYPT_PKCS1_PADDING_INFO padding = {BCRYPT_SHA256_ALGORITHM};
    const NTSTATUS status = BCryptVerifySignature(imported, &padding, readable(hash), static_cast<ULONG>(hash.size()),
        const_cast<unsigned char*>(signature.data()), static_cast<ULONG>(signature.size()), BCRYPT_PAD_PKCS1);
    BCryptDestroyKey(imported);
    return status == 0;
}
#else
inline std::string sha256(const std::string& data)
{
    unsigned char hash[EVP_MAX_MD_SIZE];
    unsigned int size = 0;
    EVP_Digest(data.data(), data.size(), hash, &size, EVP_sha256(), nullptr);
    return {hash, hash + size};
}

inline std::string hmac_sha256(const std::string& key, const std::string& data)
{
    unsigned char hash[EVP_MAX_MD_SIZE];
    unsigned int size = 0;
    const auto* bytes = reinterpret_cast<const unsigned char*>(data.data());
    HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()), bytes, data.size(), hash, &size);
    return {hash, hash + size};
}

inline std::string random_bytes(std::size_t size)
{
    std::string bytes(size, '\0');
    if (RAND_bytes(reinterpret_cast<unsigned char*>(&bytes[0]), static_cast<int>(size)) != 1) std::abort();
    return bytes;
}

/** RSA-2048 with PKCS #1 v1.5 and SHA-256; `key` is the SPKI in base64. */
inline bool rsa_ok(const std::string& key, const std::string& message, const Bytes& signature)
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
#endif
// #endregion

// #region hwid
/** What the first of these files that can be read holds, whatever it is; empty when none can be read. */
inline std::string first_machine_id(const std::vector<std::string>& paths)
{
    for (const auto& path : paths) {
        std::ifstream file(path, std::ios::binary);
        file.peek(); // a folder can be opened, but not read
        if (file.is_open() && !file.bad()) return {std::istreambuf_iterator<char>(file), {}};
    }
    return "";
}

/** The id of this installation of the operating system, readable without administrator rights; empty without one. */
inline std::string read_machine_id()
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

#ifdef _WIN32
/** A value of the registry in UTF-8, bytes as hex digits; empty where it cannot be read. */
inline std::string registry_text(const wchar_t* path, const std::wstring& name)
{
    alignas(wchar_t) unsigned char value[1024] = {};
    DWORD size = sizeof value - sizeof(wchar_t);
    DWORD type = 0;
    const DWORD flags = RRF_RT_REG_SZ | RRF_RT_REG_BINARY | RRF_SUBKEY_WOW6464KEY;
    if (RegGetValueW(HKEY_LOCAL_MACHINE, path, name.c_str(), flags, &type, value, &size) != ERROR_SUCCESS) return "";
    return type == REG_BINARY ? to_hex({value, value + size}) : from_wide(reinterpret_cast<const wchar_t*>(value));
}
#else
/** Empty where the program is missing or fails. */
inline std::string output_of(const std::string& command)
{
    FILE* pipe = popen((command + " 2>/dev/null").c_str(), "r");
    if (!pipe) return "";
    std::string text;
    char part[512];
    while (fgets(part, sizeof part, pipe)) text += part;
    return pclose(pipe) == 0 ? text : "";
}
#endif

/** What a text holds between a mark and the end of the line; empty without the mark. */
inline std::string line_after(const std::string& text, const std::string& mark)
{
    const std::size_t start = text.find(mark);
    if (start == std::string::npos) return "";
    return text.substr(start + mark.size(), text.find('\n', start) - start - mark.size());
}

/** What this computer is made of, for the option `components`; read without administrator rights. */
inline std::map<std::string, std::string> hardware_components()
{
    std::vector<std::string> board;
    std::string cpu, disk;
#ifdef _WIN32
    wchar_t drive[8] = L"C:";
    GetEnvironmentVariableW(L"SystemDrive", drive, 8);
    for (const wchar_t* name : {L"BaseBoardManufacturer", L"BaseBoardProduct", L"SystemProductName"})
        board.push_back(registry_text(L"HARDWARE\\DESCRIPTION\\System\\BIOS", name));
    cpu = registry_text(L"HARDWARE\\DESCRIPTION\\System\\CentralProcessor\\0", L"ProcessorNameString");
    disk = registry_text(L"SYSTEM\\MountedDevices", std::wstring(L"\\DosDevices\\") + drive);
#elif defined(__APPLE__)
    board = {output_of("/usr/sbin/sysctl -n hw.model")};
    cpu = output_of("/usr/sbin/sysctl -n machdep.cpu.brand_string");
    disk = line_after(output_of("/usr/sbin/diskutil info /"), "Volume UUID:");
#else
    for (const char* name : {"board_vendor", "board_name", "product_name"})
        board.push_back(first_machine_id({std::string("/sys/class/dmi/id/") + name}));
    cpu = line_after(line_after("\n" + first_machine_id({"/proc/cpuinfo"}), "\nmodel name"), ":");
    disk = output_of("/usr/bin/findmnt -n -f -o UUID /");
#endif
    std::string parts;
    for (const auto& part : board) parts += (&part == &board.front() ? "" : "|") + trimmed(part, {" \t\r\n\0", 5});
    return {{"machine", read_machine_id()}, {"board", parts}, {"cpu", cpu}, {"disk", disk}};
}

inline std::string machine_name()
{
#ifdef _WIN32
    wchar_t name[256] = {};
    DWORD size = 256;
    GetComputerNameExW(ComputerNameDnsHostname, name, &size);
    return from_wide(name);
#else
    char name[256] = {};
    gethostname(name, sizeof name - 1);
    return name;
#endif
}

inline std::string normalized(const std::string& machine_id)
{
    return lower(trimmed(machine_id, std::string(" \t\r\n\0", 5)));
}

/** Names this computer without giving its machine id away: 32 hex digits, or a fallback with the computer's name. */
inline std::string hardware_id(const std::string& machine_id, const std::string& salt)
{
    const std::string id = normalized(machine_id);
    if (id.find_first_not_of("0-") == std::string::npos || id == "uninitialized")
        return ("HWID-FALLBACK-" + machine_name()).substr(0, 128);
    return to_hex(hmac_sha256("hwid-v1:" + salt, id)).substr(0, 32);
}

inline bool is_component_name(const std::string& name)
{
    static const char* names[] = {"machine", "board", "bios", "cpu", "disk", "mac", "gpu", "tpm"};
    return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

/** A component as it is sent, 32 hex digits; empty where its value names nothing. Only ASCII letters have a lower case. */
inline std::string component(const std::string& name, const std::string& value, const std::string& salt)
{
    std::string lower = trimmed(value, {" \t\r\n\0", 5});
    for (char& letter : lower)
        if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
    if (lower.find_first_not_of("0|-") == std::string::npos || lower == "uninitialized") return "";
    return to_hex(hmac_sha256("hwid-v1:" + salt, name + ":" + lower)).substr(0, 32);
}
// #endregion

// #region request
constexpr std::size_t MAX_ANSWER_BYTES = 64 * 1024;
constexpr double MAX_WAIT_SECONDS = 1; // at a time: older libraries wait by the clock that people set
constexpr double CANCEL_SECONDS = 0.1; // how often somebody who waits looks whether the caller gave up

struct ProxyAddress {
    std::string whole, host; // an IPv6 address in brackets
    int port = 80;
    std::string name, password;
};

/** What `%41` and the like in an address stand for. */
inline std::string percent_decoded(const std::string& text)
{
    std::string decoded;
    for (std::size_t at = 0; at < text.size(); at++) {
        const bool is_encoded = text[at] == '%' && at + 2 < text.size() && std::isxdigit(static_cast<unsigned char>(text[at + 1])) && std::isxdigit(static_cast<unsigned char>(text[at + 2]));
        decoded += is_encoded ? static_cast<char>(std::stoi(text.substr(at + 1, 2), nullptr, 16)) : text[at];
        if (is_encoded) at += 2;
    }
    return decoded;
}

/** Of `http://name:password@host:port`; nothing for any other address. */
inline std::optional<ProxyAddress> read_proxy(const std::string& address)
{
    static const std::regex form(R"(http://(?:([^/?#@:]*)(?::([^/?#@]*))?@)?(\[[0-9a-f:.]+\]|[^/?#@:\[\]\s]+)(?::([0-9]{1,5}))?/?)", std::regex::icase);
    std::smatch found;
    if (!std::regex_match(address, found, form)) return std::nullopt;
    const int port = found[4].matched ? std::stoi(found[4].str()) : 80;
    if (port < 1 || port > 65535) return std::nullopt;
    return ProxyAddress{address, found[3].str(), port, percent_decoded(found[1].str()), percent_decoded(found[2].str())};
}

/** A POST. It is over when its time is, whatever takes long: the name, the connection, or an answer that drips. */
struct Request {
    std::string url, agent, body;
    std::vector<std::string> headers; // `Name: value`
    double deadline = 0; // as now_seconds
    long timeout_seconds = 0; // what it is told of as
    std::optional<ProxyAddress> proxy; // else as the system says
    std::function<bool()> is_cancelled; // asked again and again while the call goes on

    int milliseconds_left() const { return static_cast<int>(std::max(deadline - now_seconds(), 0.001) * 1000); }
};

struct Answer {
    long status = 0;
    std::string status_text, body, retry_after;
    std::optional<std::string> signature_input, signature;
    std::size_t announced = 0; // bytes of the body, where the head said so
    std::string failure; // why there is none
    bool is_cancelled = false;
};

inline void take_header(Answer& answer, const std::string& text)
{
    const std::string line = trimmed(text, "\r\n");
    const auto colon = line.find(':');
    if (line.compare(0, 5, "HTTP/") == 0) {
        const auto space = line.find(' ', line.find(' ') + 1);
        answer.status_text = space == std::string::npos ? "" : line.substr(space + 1);
    } else if (colon != std::string::npos) {
        const std::string name = lower(line.substr(0, colon));
        const std::string value = trimmed(line.substr(colon + 1), " \t");
        if (name == "retry-after") answer.retry_after = value;
        if (name == "content-length") answer.announced = std::strtoul(value.c_str(), nullptr, 10);
        if (name == "signature-input") answer.signature_input = answer.signature_input ? *answer.signature_input + ", " + value : value;
        if (name == "signature") answer.signature = answer.signature ? *answer.signature + ", " + value : value;
    }
}

/** False: the rest of a longer body is not taken. */
inline bool take_body(Answer& answer, const char* data, std::size_t size)
{
    answer.body.append(data, std::min(size, MAX_ANSWER_BYTES - answer.body.size()));
    return answer.body.size() < MAX_ANSWER_BYTES;
}

inline std::string no_answer_within(long seconds)
{
    return "no answer within " + std::to_string(seconds) + " seconds";
}

#ifdef _WIN32
struct HandleCloser {
    void operator()(void* handle) const { WinHttpCloseHandle(handle); }
};
using Handle = std::unique_ptr<void, HandleCloser>;

/**
 * One request of WinHTTP. The system works on it in threads of its own, also when nobody waits for it any more: it keeps
 * itself until the system has closed it.
 */
class WindowsRequest {
public:
    static Answer perform(const Request& request)
    {
        const auto kept = std::make_shared<WindowsRequest>(request);
        kept->run(kept);
        return kept->answer;
    }

    explicit WindowsRequest(Request given) : request(std::move(given)) {}

private:
    static constexpr DWORD IPV6_FAST_FALLBACK = 140; // a name's second address is tried within a moment; since Windows 10

    void run(const std::shared_ptr<WindowsRequest>& self)
    {
        const std::wstring url = to_wide(request.url);
        URL_COMPONENTS parts = {};
        parts.dwStructSize = sizeof parts;
        parts.dwHostNameLength = parts.dwUrlPathLength = static_cast<DWORD>(-1); // pointers into the text
        if (!WinHttpCrackUrl(url.c_str(), 0, 0, &parts)) return fail(GetLastError());
        const std::wstring host(parts.lpszHostName, parts.dwHostNameLength), path(parts.lpszUrlPath, parts.dwUrlPathLength);
        const bool is_secure = parts.nScheme == INTERNET_SCHEME_HTTPS;

        const auto& proxy = request.proxy;
        const std::wstring proxy_address = proxy ? to_wide(proxy->host + ":" + std::to_string(proxy->port)) : L"";
        const DWORD access = proxy ? WINHTTP_ACCESS_TYPE_NAMED_PROXY : WINHTTP_ACCESS_TYPE_AUTOMATIC_PROXY;
        const Handle session(WinHttpOpen(to_wide(request.agent).c_str(), access, proxy ? proxy_address.c_str() : nullptr, nullptr, WINHTTP_FLAG_ASYNC));
        if (!session) return fail(GetLastError());
        DWORD protocols = WINHTTP_FLAG_SECURE_PROTOCOL_TLS1_2 | WINHTTP_FLAG_SECURE_PROTOCOL_TLS1_3;
        if (!set(session, WINHTTP_OPTION_SECURE_PROTOCOLS, protocols)) {
            protocols = WINHTTP_FLAG_SECURE_PROTOCOL_TLS1_2; // before Windows 11
            set(session, WINHTTP_OPTION_SECURE_PROTOCOLS, protocols);
        }
        set(session, IPV6_FAST_FALLBACK, DWORD(TRUE));
        const Handle connection(WinHttpConnect(session.get(), host.c_str(), parts.nPort, 0));
        if (!connection) return fail(GetLastError());
        const DWORD flags = WINHTTP_FLAG_ESCAPE_DISABLE | (is_secure ? WINHTTP_FLAG_SECURE : 0);
        const Handle handle(WinHttpOpenRequest(connection.get(), L"POST", path.c_str(), nullptr, nullptr, nullptr, flags));
        if (!handle) return fail(GetLastError());
        set(handle, WINHTTP_OPTION_DISABLE_FEATURE, WINHTTP_DISABLE_REDIRECTS | WINHTTP_DISABLE_COOKIES); // a redirect would take the key to another host
        const int milliseconds = request.milliseconds_left();
        WinHttpSetTimeouts(handle.get(), milliseconds, milliseconds, milliseconds, milliseconds);
        const DWORD wanted = WINHTTP_CALLBACK_FLAG_ALL_COMPLETIONS | WINHTTP_CALLBACK_FLAG_HANDLES;
        if (!set(handle, WINHTTP_OPTION_CONTEXT_VALUE, reinterpret_cast<DWORD_PTR>(this))) return fail(GetLastError());
        keeper = self;
        if (WinHttpSetStatusCallback(handle.get(), on_status, wanted, 0) == WINHTTP_INVALID_STATUS_CALLBACK) {
            keeper.reset();
            return fail(GetLastError());
        }
        if (send(handle.get()) && take_head(handle.get())) take_body(handle.get());
    }

    template <typename Value> static bool set(const Handle& handle, DWORD option, Value value)
    {
        return WinHttpSetOption(handle.get(), option, &value, sizeof value) != FALSE;
    }

    bool send(HINTERNET handle)
    {
        std::string lines;
        for (const auto& line : request.headers) lines += line + "\r\n";
        const std::wstring headers = to_wide(lines);
        if (!WinHttpAddRequestHeaders(handle, headers.c_str(), static_cast<DWORD>(headers.size()), WINHTTP_ADDREQ_FLAG_ADD)) {
            fail(GetLastError());
            return false;
        }
        const DWORD size = static_cast<DWORD>(request.body.size());
        const auto context = reinterpret_cast<DWORD_PTR>(this);
        const bool has_user = request.proxy && !request.proxy->name.empty();
        for (bool is_first = true;; is_first = false) {
            if (has_user) name_user(handle);
            if (!step([&] { return WinHttpSendRequest(handle, nullptr, 0, &request.body[0], size, size, context); })) return false;
            if (!step([&] { return WinHttpReceiveResponse(handle, nullptr); })) return false;
            if (status_of(handle) != HTTP_STATUS_PROXY_AUTH_REQ || !has_user || !is_first) return true; // else it has to be sent again
        }
    }

    /** To the proxy. WinHTTP forgets it with each request. */
    void name_user(HINTERNET handle) const
    {
        const std::wstring name = to_wide(request.proxy->name), password = to_wide(request.proxy->password);
        WinHttpSetCredentials(handle, WINHTTP_AUTH_TARGET_PROXY, WINHTTP_AUTH_SCHEME_BASIC, name.c_str(), password.c_str(), nullptr);
    }

    static DWORD status_of(HINTERNET handle)
    {
        DWORD status = 0, size = sizeof status;
        WinHttpQueryHeaders(handle, WINHTTP_QUERY_STATUS_CODE | WINHTTP_QUERY_FLAG_NUMBER, nullptr, &status, &size, nullptr);
        return status;
    }

    bool take_head(HINTERNET handle)
    {
        answer.status = static_cast<long>(status_of(handle));
        DWORD size = 0;
        WinHttpQueryHeaders(handle, WINHTTP_QUERY_RAW_HEADERS_CRLF, nullptr, nullptr, &size, nullptr);
        std::wstring wide(size / sizeof(wchar_t), L'\0');
        if (!WinHttpQueryHeaders(handle, WINHTTP_QUERY_RAW_HEADERS_CRLF, nullptr, &wide[0], &size, nullptr)) {
            fail(GetLastError());
            return false;
        }
        const std::string head = from_wide(wide.c_str());
        for (std::size_t at = 0, line_end; (line_end = head.find('\n', at)) != std::string::npos; at = line_end + 1)
            take_header(answer, head.substr(at, line_end - at));
        return true;
    }

    void take_body(HINTERNET handle)
    {
        do {
            if (!step([&] { return WinHttpReadData(handle, buffer.data(), static_cast<DWORD>(buffer.size()), nullptr); })) return;
        } while (size > 0 && keywright::take_body(answer, buffer.data(), size));
        if (size == 0 && answer.body.size() < answer.announced) answer.failure = "the answer ended too early";
    }

    /** Begins something and waits until it is over. False: there will be no answer. */
    template <typename Begin> bool step(Begin begin)
    {
        is_done = false; // nothing is on its way
        if (!begin()) {
            fail(GetLastError());
            return false;
        }
        std::unique_lock<std::mutex> lock(mutex);
        while (!is_done) {
            const double left = request.deadline - now_seconds();
            answer.is_cancelled = request.is_cancelled && request.is_cancelled();
            if (left <= 0) answer.failure = no_answer_within(request.timeout_seconds);
            if (left <= 0 || answer.is_cancelled) return false;
            changed.wait_for(lock, std::chrono::duration<double>(std::min(left, CANCEL_SECONDS)));
        }
        if (error != 0) fail(error);
        return error == 0;
    }

    void fail(DWORD code)
    {
        wchar_t text[512] = {};
        const DWORD flags = FORMAT_MESSAGE_FROM_HMODULE | FORMAT_MESSAGE_IGNORE_INSERTS;
        FormatMessageW(flags, GetModuleHandleW(L"winhttp.dll"), code, 0, text, 512, nullptr);
        const std::string said = trimmed(from_wide(text), " \r\n");
        answer.failure = code == ERROR_WINHTTP_TIMEOUT ? no_answer_within(request.timeout_seconds)
            : said.empty()                             ? "error " + std::to_string(code) + " of WinHTTP"
                                                       : said;
    }

    static void CALLBACK on_status(HINTERNET, DWORD_PTR context, DWORD status, void* information, DWORD length)
    {
        auto* self = reinterpret_cast<WindowsRequest*>(context);
        if (self == nullptr || status == WINHTTP_CALLBACK_STATUS_HANDLE_CREATED) return;
        if (status == WINHTTP_CALLBACK_STATUS_HANDLE_CLOSING) {
            const auto last = std::move(self->keeper);
            return;
        }
        const std::lock_guard<std::mutex> lock(self->mutex);
        const bool is_failure = status == WINHTTP_CALLBACK_STATUS_REQUEST_ERROR;
        self->error = is_failure ? static_cast<WINHTTP_ASYNC_RESULT*>(information)->dwError : 0;
        self->size = status == WINHTTP_CALLBACK_STATUS_READ_COMPLETE ? length : 0;
        self->is_done = true;
        self->changed.notify_all();
    }

    Request request;
    Answer answer;
    std::array<char, 8192> buffer{};
    std::mutex mutex;
    std::condition_variable changed;
    bool is_done = false;
    DWORD error = 0, size = 0;
    std::shared_ptr<WindowsRequest> keeper; // itself
};

inline Answer perform(const Request& request)
{
    return WindowsRequest::perform(request);
}

inline void prepare_requests() {}
#else
inline std::size_t on_body(char* data, std::size_t, std::size_t size, void* answer)
{
    return take_body(*static_cast<Answer*>(answer), data, size) ? size : 0;
}

inline std::size_t on_header(char* data, std::size_t, std::size_t size, void* answer)
{
    take_header(*static_cast<Answer*>(answer), std::string(data, size));
    return size;
}

/** Before there are threads. */
inline void prepare_requests()
{
    static const CURLcode ready = curl_global_init(CURL_GLOBAL_DEFAULT);
    (void)ready;
}

/** Like curl_easy_perform, but it looks now and then whether the caller gave up. */
inline CURLcode run(CURL* curl, const Request& request, Answer& answer)
{
    const std::unique_ptr<CURLM, decltype(&curl_multi_cleanup)> multi(curl_multi_init(), curl_multi_cleanup);
    curl_multi_add_handle(multi.get(), curl);
    int running = 1;
    while (running > 0 && curl_multi_perform(multi.get(), &running) == CURLM_OK) {
        answer.is_cancelled = request.is_cancelled && request.is_cancelled();
        if (answer.is_cancelled) break;
        if (running > 0) curl_multi_poll(multi.get(), nullptr, 0, static_cast<int>(CANCEL_SECONDS * 1000), nullptr);
    }
    int left = 0;
    const CURLMsg* message = curl_multi_info_read(multi.get(), &left);
    const CURLcode code = message == nullptr ? CURLE_ABORTED_BY_CALLBACK : message->data.result;
    curl_multi_remove_handle(multi.get(), curl);
    return code;
}

inline Answer perform(const Request& request)
{
    const std::unique_ptr<CURL, decltype(&curl_easy_cleanup)> curl(curl_easy_init(), curl_easy_cleanup);
    curl_slist* headers = curl_slist_append(nullptr, "Expect:");
    for (const auto& line : request.headers) headers = curl_slist_append(headers, line.c_str());
    const std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)> header_list(headers, curl_slist_free_all);
    Answer answer;
    curl_easy_setopt(curl.get(), CURLOPT_URL, request.url.c_str());
    curl_easy_setopt(curl.get(), CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(curl.get(), CURLOPT_USERAGENT, request.agent.c_str());
    curl_easy_setopt(curl.get(), CURLOPT_POSTFIELDS, request.body.data());
    curl_easy_setopt(curl.get(), CURLOPT_POSTFIELDSIZE, static_cast<long>(request.body.size()));
    curl_easy_setopt(curl.get(), CURLOPT_TIMEOUT_MS, static_cast<long>(request.milliseconds_left()));
    curl_easy_setopt(curl.get(), CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl.get(), CURLOPT_FOLLOWLOCATION, 0L); // a redirect would take the key to another host
    curl_easy_setopt(curl.get(), CURLOPT_WRITEFUNCTION, on_body);
    curl_easy_setopt(curl.get(), CURLOPT_WRITEDATA, &answer);
    curl_easy_setopt(curl.get(), CURLOPT_HEADERFUNCTION, on_header);
    curl_easy_setopt(curl.get(), CURLOPT_HEADERDATA, &answer);
    if (request.proxy) {
        curl_easy_setopt(curl.get(), CURLOPT_PROXY, request.proxy->whole.c_str()); // with name and password as they are encoded there
        curl_easy_setopt(curl.get(), CURLOPT_PROXYPORT, static_cast<long>(request.proxy->port));
        curl_easy_setopt(curl.get(), CURLOPT_NOPROXY, ""); // what the environment says does not count
        curl_easy_setopt(curl.get(), CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    }
    const CURLcode code = run(curl.get(), request, answer);
    curl_easy_getinfo(curl.get(), CURLINFO_RESPONSE_CODE, &answer.status);
    if (code == CURLE_OPERATION_TIMEDOUT) answer.failure = no_answer_within(request.timeout_seconds);
    else if (code != CURLE_OK && answer.body.size() < MAX_ANSWER_BYTES) answer.failure = curl_easy_strerror(code);
    return answer;
}
#endif
}
// #endregion
