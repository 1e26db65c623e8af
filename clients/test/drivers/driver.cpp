// `driver 0` runs the C++ sample; with the argument `vectors` takes it as a library and answers what it is asked line by
// line. Compiling it takes long, and nearly all of that goes into what it includes: the same sample with other values
// follows in namespaces of its own, where those headers are known already, as `driver 1` and so on.
#define main sample_main
#include SAMPLE_0
#ifdef SAMPLE_1
namespace sample_1 {
#include SAMPLE_1
}
#endif
#ifdef SAMPLE_2
namespace sample_2 {
#include SAMPLE_2
}
#endif
#ifdef SAMPLE_3
namespace sample_3 {
#include SAMPLE_3
}
#endif
#ifdef SAMPLE_4
namespace sample_4 {
#include SAMPLE_4
}
#endif
#undef main

#include <sstream>

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
#ifdef SAMPLE_2
    if (number == "2") return sample_2::sample_main(argc, argv);
#endif
#ifdef SAMPLE_3
    if (number == "3") return sample_3::sample_main(argc, argv);
#endif
#ifdef SAMPLE_4
    if (number == "4") return sample_4::sample_main(argc, argv);
#endif
    std::cerr << "no sample has the number " << number << "\n";
    return 2;
}

} // namespace

int main(int argc, char** argv)
{
    const std::string number = argc < 2 ? "" : argv[1];
    if (argc < 3 || std::string(argv[2]) != "vectors") return run_sample(number, argc - 1, argv + 1);
    for (std::string line; std::getline(std::cin, line);) {
        const std::vector<std::string> words = split(line, ' ');
        if (words[0] == "hwid") {
            std::cout << hardware_id(decode(words[1]), decode(words[2])) << "\n";
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
