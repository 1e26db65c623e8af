// `driver 0` runs the C++ sample; with the argument `vectors` takes it as a library and answers what it is asked line by
// line; with the argument `conform` it obeys the orders of the conformance suite. Compiling it takes long, and nearly all
// of that goes into the library and what it includes: `driver 1`, which reads its values when it starts, follows in a
// namespace of its own, where both are known already.
#define main sample_main
#include SAMPLE_0
#ifdef SAMPLE_1
namespace sample_1 {
#include SAMPLE_1
}
#endif
#undef main

#include "../../conformance/drivers/driver.hpp"

#ifdef _WIN32
#include <wincrypt.h>

/** Adds this certificate to those whose word the user of this computer takes. */
void trust(const char* path)
{
    std::ifstream file(path);
    const std::string text(std::istreambuf_iterator<char>(file), {});
    keywright::Bytes der(text.size());
    DWORD size = static_cast<DWORD>(der.size());
    const HCERTSTORE store = CertOpenStore(CERT_STORE_PROV_SYSTEM_W, 0, 0, CERT_SYSTEM_STORE_CURRENT_USER, L"Root");
    const bool is_added = CryptStringToBinaryA(text.data(), static_cast<DWORD>(text.size()), CRYPT_STRING_BASE64HEADER, der.data(), &size, nullptr, nullptr)
        && CertAddEncodedCertificateToStore(store, X509_ASN_ENCODING, der.data(), size, CERT_STORE_ADD_REPLACE_EXISTING, nullptr);
    if (!is_added) std::cerr << "the certificate cannot be added" << std::endl;
    CertCloseStore(store, 0);
}
#else
#include <dlfcn.h>

/**
 * Stands before the library's own. There are libraries that wait by the clock that people set, so the sample must look at
 * a steady one in between.
 */
extern "C" int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock, const timespec* end)
{
    static const auto wait = reinterpret_cast<decltype(&pthread_cond_clockwait)>(dlsym(RTLD_NEXT, "pthread_cond_clockwait"));
    timespec now{};
    clock_gettime(clock, &now);
    if (end->tv_sec - now.tv_sec > 2) {
        std::cerr << "a wait of " << end->tv_sec - now.tv_sec << " seconds" << std::endl;
        std::abort();
    }
    return wait(condition, mutex, clock, end);
}

void trust(const char*) {} // the system's word is taken
#endif

namespace {

std::vector<std::string> split(const std::string& text, char separator)
{
    std::vector<std::string> parts(1);
    for (const char letter : text) {
        if (letter == separator) parts.emplace_back();
        else parts.back() += letter;
    }
    return parts;
}

std::string decode(const std::string& text)
{
    const Bytes bytes = from_base64(text);
    return {bytes.begin(), bytes.end()};
}

std::optional<std::string> header(const std::string& text)
{
    return text == "-" ? std::nullopt : std::optional<std::string>(decode(text));
}

int run_sample(const std::string& number, int argc, char** argv)
{
    if (number == "0") return sample_main(argc, argv);
#ifdef SAMPLE_1
    if (number == "1") return sample_1::sample_main(argc, argv);
#endif
    std::cerr << "no sample has the number " << number << "\n";
    return 2;
}

} // namespace

int main(int argc, char** argv)
{
    const std::string number = argc < 2 ? "" : argv[1];
    if (const char* authority = std::getenv("TRUSTED_AUTHORITY")) trust(authority);
    if (argc > 2 && std::string(argv[2]) == "conform") return conformance::obey();
    if (argc < 3 || std::string(argv[2]) != "vectors") return run_sample(number, argc - 1, argv + 1);
    for (std::string line; std::getline(std::cin, line);) {
        const std::vector<std::string> words = split(line, ' ');
        if (words[0] == "hwid") {
            std::cout << hardware_id(decode(words[1]), decode(words[2])) << "\n";
        } else if (words[0] == "component") {
            const std::string hash = component(decode(words[1]), decode(words[2]), decode(words[3]));
            std::cout << (hash.empty() ? "None" : hash) << "\n";
        } else if (words[0] == "files") {
            std::cout << hardware_id(first_machine_id({decode(words[2]), decode(words[3])}), decode(words[1])) << "\n";
        } else if (words[0] == "signed") {
            const Exchange exchange = {decode(words[2]), words[3], decode(words[4]), std::stol(words[5]), decode(words[6]), header(words[7]), header(words[8])};
            const auto created = signed_at(split(words[1], ','), exchange);
            std::cout << (created ? std::to_string(*created) : "None") << "\n";
        } else if (words[0] == "lease") {
            const bool holds = lease_holds(decode(words[2]), std::stoll(words[3]), decode(words[4]), std::stod(words[5]), std::stod(words[6]), split(words[1], ','));
            std::cout << (holds ? "holds" : "refused") << "\n";
        } else if (words[0] == "values" && number == "0") {
            for (const auto& value : {API_KEY, APP_VERSION, ORIGIN, PUBLIC_KEY, NEXT_PUBLIC_KEY, HWID_SALT})
                std::cout << to_base64(Bytes(value.begin(), value.end())) << "\n";
        }
    }
}
