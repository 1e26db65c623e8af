// Obeys one line of JSON after the other and answers each with one. The end of the input is a logout. The library stands
// before it in the same program.
#include <iostream>
#include <memory>
#include <mutex>
#include <string>

namespace conformance {

using keywright::json;
using keywright::LicenseClient;
using keywright::Result;

inline void say(const std::string& is, json fields)
{
    static std::mutex printing;
    const std::lock_guard<std::mutex> lock(printing);
    fields["is"] = is;
    std::cout << fields.dump(-1, ' ', false, json::error_handler_t::replace) << std::endl;
}

inline std::string thrown_by(const Result& result)
{
    try {
        return &result.or_throw() == &result ? "" : "another result";
    } catch (const keywright::KeywrightError& error) {
        const std::string numbers = std::to_string(error.http_status) + " " + std::to_string(error.retry_after);
        return error.code + " " + numbers + (error.trusted ? " true " : " false ") + error.request_id + " " + error.what();
    }
}

inline json fields_of(const Result& result)
{
    return {
        {"thrown", thrown_by(result)},
        {"offlineUntil", result.offline_until},
        {"code", result.code},
        {"trusted", result.trusted},
        {"message", result.message},
        {"retryAfter", result.retry_after},
        {"addedDays", result.added_days},
        {"userId", result.user_id},
    };
}

inline keywright::ClientOptions options_of(const json& order)
{
    keywright::ClientOptions options;
    options.origin = order.at("origin");
    options.api_key = order.at("apiKey");
    options.version = order.at("version");
    options.hwid_salt = order.at("hwidSalt");
    options.public_keys = order.at("publicKeys").get<std::vector<std::string>>();
    options.timeout_seconds = order.at("timeoutSeconds");
    options.heartbeat_seconds = order.at("heartbeatSeconds");
    options.verify_seconds = order.at("verifySeconds");
    options.retry_seconds = order.at("retrySeconds");
    options.offline_start = order.value("offlineStart", false);
    options.store_folder = order.value("storeFolder", "");
    options.log = [](const std::string& level, const std::string& event, json fields) {
        fields.update({{"level", level}, {"event", event}});
        say("log", fields);
    };
    return options;
}

/** Null: it is no call. */
inline json call(LicenseClient& client, const std::string& name, const json& order)
{
    const auto text = [&order](const char* field) { return order.value(field, std::string()); };
    if (name == "login") return fields_of(client.login(text("username"), text("password")));
    if (name == "license") return fields_of(client.license(text("key")));
    if (name == "register") return fields_of(client.register_user(text("username"), text("password"), text("key")));
    if (name == "redeem") return fields_of(client.redeem(text("key"), text("username"), text("password")));
    if (name == "verify") return fields_of(client.verify());
    if (name == "resume") return fields_of(client.resume());
    if (name == "start") return fields_of(client.start_session());
    if (name == "heartbeat") return fields_of(client.heartbeat());
    return nullptr;
}

inline int obey()
{
    std::unique_ptr<LicenseClient> client;
    keywright::SessionMonitor* monitor = nullptr;
    for (std::string line; std::getline(std::cin, line);) {
        const json order = json::parse(line);
        const std::string name = order.at("do");
        if (name == "open") monitor = nullptr;
        if (name == "open") client = std::make_unique<LicenseClient>(options_of(order));
        json fields = call(*client, name, order);
        if (fields.is_null()) fields = json::object();
        if (name == "monitor") {
            monitor = &client->monitor([](const Result& result) { say("lost", fields_of(result)); },
                [](std::int64_t until) { say("offline", {{"until", until}}); }, [] { say("online", json::object()); });
        } else if (name == "status") {
            if (monitor != nullptr) fields = {{"beats", monitor->figures().beats}, {"failures", monitor->figures().failures}};
            fields["clockError"] = client->clock_error();
        } else if (name == "features") {
            fields["features"] = client->features();
        } else if (name == "feature") {
            fields["value"] = client->feature(order.at("name"));
        } else if (name == "end") {
            if (monitor != nullptr) monitor->stop();
            client->end_session();
        } else if (name == "logout") {
            client->logout();
        }
        say(name, fields);
    }
    if (client) client->logout();
    return 0;
}

} // namespace conformance
