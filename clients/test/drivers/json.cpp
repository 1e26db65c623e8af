// Reads each line of the input with the library's reader of JSON and with nlohmann's. Both must take the same texts, and
// understand them in the same way. The input is base64, because a text may have lines of its own.
#include LIBRARY

#include <iostream>
#include <nlohmann/json.hpp>

namespace {

using keywright::Json;

/** What it holds, in the terms of the other. */
nlohmann::json converted(const Json& value)
{
    if (value.is_bool()) return value.truth();
    if (value.is_integer()) return value.integer();
    if (value.is_text()) return value.text();
    if (value.is_object()) {
        auto members = nlohmann::json::object();
        for (const auto& [name, member] : value.members()) members[name] = converted(member);
        return members;
    }
    if (value.is_number()) return value.number();
    if (!value.is_null()) {
        auto items = nlohmann::json::array();
        for (const auto& item : value.list()) items.push_back(converted(item));
        return items;
    }
    return nullptr;
}

} // namespace

int main()
{
    std::size_t count = 0, taken = 0;
    for (std::string line; std::getline(std::cin, line); count++) {
        const keywright::Bytes bytes = keywright::from_base64(line);
        const std::string text(bytes.begin(), bytes.end());
        const auto own = Json::parse(text);
        const auto other = nlohmann::json::parse(text, nullptr, false);
        const bool is_same = own.has_value() != other.is_discarded() && (!own || converted(*own) == other);
        const bool is_stable = !own || Json::parse(own->dump()) == own;
        if (!is_same || !is_stable) std::cout << "differs: " << line << std::endl;
        if (own) taken++;
    }
    std::cout << count << " " << taken << std::endl;
}
