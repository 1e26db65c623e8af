// Runs the C++ sample; with the argument `vectors` takes it as a library and answers what it is asked line by line.
#define main sample_main
#include SAMPLE
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

} // namespace

int main(int argc, char** argv)
{
    if (argc < 2 || std::string(argv[1]) != "vectors") return sample_main(argc, argv);
    for (std::string line; std::getline(std::cin, line);) {
        const std::vector<std::string> words = split(line, ' ');
        if (words[0] == "hwid") {
            std::cout << hardware_id(decode(words[1]), decode(words[2])) << "\n";
        } else if (words[0] == "signed") {
            const Exchange exchange = {decode(words[2]), words[3], decode(words[4]), std::stol(words[5]), decode(words[6]), header(words[7]), header(words[8])};
            const auto created = signed_at(split(words[1], ','), exchange);
            std::cout << (created ? std::to_string(*created) : "None") << "\n";
        } else if (words[0] == "lease") {
            const bool holds = lease_holds(decode(words[2]), std::stoll(words[3]), decode(words[4]), std::stod(words[5]), std::stod(words[6]), split(words[1], ','));
            std::cout << (holds ? "holds" : "refused") << "\n";
        } else if (words[0] == "values") {
            for (const auto& value : {API_KEY, APP_VERSION, ORIGIN, PUBLIC_KEY, NEXT_PUBLIC_KEY, HWID_SALT})
                std::cout << to_base64(Bytes(value.begin(), value.end())) << "\n";
        }
    }
}
