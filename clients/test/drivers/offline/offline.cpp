// Takes the C++ library: `offline - <origin> <api key> <salt> <public key>` makes the calls it is told.
#include "keywright.hpp"

#include <iostream>
#include <sstream>

using namespace keywright;

namespace {
std::mutex printing;

void print(const std::string& line)
{
    const std::lock_guard<std::mutex> lock(printing);
    std::cout << line << std::endl;
}

std::string says(const Result& result)
{
    return result.code + (result.ok ? " true " : " false ") + std::to_string(result.offline_until);
}

std::string decoded(const std::string& word)
{
    const Bytes bytes = from_base64(word);
    return {bytes.begin(), bytes.end()};
}
}

int main(int, char** args)
{
    std::unique_ptr<LicenseClient> client;
    SessionMonitor* monitor = nullptr;
    for (std::string line; std::getline(std::cin, line);) {
        std::istringstream parts(line);
        std::string name, word;
        std::vector<std::string> words;
        std::getline(parts, name, ' ');
        while (std::getline(parts, word, ' ')) words.push_back(decoded(word));
        words.resize(2);
        std::string said = "done";
        if (name == "new") {
            ClientOptions options;
            options.origin = args[2];
            options.api_key = args[3];
            options.hwid_salt = args[4];
            options.public_keys = {args[5]};
            options.version = "1.0";
            options.timeout_seconds = 5;
            options.heartbeat_seconds = options.retry_seconds = 1;
            options.verify_seconds = 2;
            options.offline_start = words[0] == "yes";
            if (words[1].empty()) options.store_folder.reset();
            else options.store_folder = words[1];
            monitor = nullptr;
            client = std::make_unique<LicenseClient>(options);
        } else if (name == "login") {
            said = says(client->login(words[0], words[1]));
        } else if (name == "license") {
            said = says(client->license(words[0]));
        } else if (name == "resume") {
            said = says(client->resume());
        } else if (name == "monitor") {
            monitor = &client->monitor([](const Result& result) { print("! lost " + result.code); },
                [](std::int64_t until) { print("! offline " + std::to_string(until)); }, [] { print("! online"); });
        } else if (name == "logout") {
            client->logout();
        } else if (name == "end") {
            if (monitor != nullptr) monitor->stop();
            client->end_session();
        } else {
            said = client->feature(words[0]).dump();
        }
        print("= " + said);
    }
}
