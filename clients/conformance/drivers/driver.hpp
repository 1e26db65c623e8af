// Obeys one line of JSON after the other and answers each with one. The end of the input is a logout. The library stands
// before it in the same program.
#include <iostream>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

namespace conformance {

using keywright::Cancellation;
using keywright::Json;
using keywright::LicenseClient;
using keywright::Result;

inline void say(const std::string& is, Json::Object fields)
{
    static std::mutex printing;
    const std::lock_guard<std::mutex> lock(printing);
    fields["is"] = is;
    std::cout << Json(fields).dump() << std::endl;
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

inline Json::Object fields_of(const Result& result)
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
        {"requestId", result.request_id},
        {"graceUntil", result.grace_until},
    };
}

inline keywright::ClientOptions options_of(const Json& order)
{
    const auto number = [&order](const char* name, int usual) { return static_cast<int>(order[name].integer(usual)); };
    keywright::ClientOptions options;
    options.origin = order["origin"].text();
    options.api_key = order["apiKey"].text();
    options.version = order["version"].text();
    options.hwid_salt = order["hwidSalt"].text();
    for (const auto& key : order["publicKeys"].list()) options.public_keys.push_back(key.text());
    options.timeout_seconds = number("timeoutSeconds", 30);
    options.heartbeat_seconds = number("heartbeatSeconds", 30);
    options.verify_seconds = number("verifySeconds", 300);
    options.max_verify_failures = number("maxVerifyFailures", 3);
    options.retry_seconds = number("retrySeconds", 5);
    options.retries = number("retries", 0);
    options.proxy = order["proxy"].text();
    options.offline_start = order["offlineStart"].truth();
    options.store_folder = order["storeFolder"].text();
    if (order["hardwareId"].is_text()) options.hardware_id = order["hardwareId"].text();
    options.log = [](const std::string& level, const std::string& event, Json::Object fields) {
        fields.insert({{"level", level}, {"event", event}});
        say("log", fields);
    };
    return options;
}

/** Of `invalid_options: heartbeat_seconds`, as orders name it. */
inline std::string refused_option(const std::string& message)
{
    std::string name;
    for (const char letter : message.substr(message.rfind(' ') + 1)) {
        if (!name.empty() && name.back() == '_') name.back() = static_cast<char>(letter - 'a' + 'A');
        else name += letter;
    }
    return name;
}

/** Keeps the client before where the options can't be used. */
inline Json::Object open(std::unique_ptr<LicenseClient>& client, const Json& order)
{
    try {
        client = std::make_unique<LicenseClient>(options_of(order));
        return {{"refused", ""}};
    } catch (const std::invalid_argument& error) {
        return {{"refused", refused_option(error.what())}};
    }
}

inline Json::Object request(LicenseClient& client, const Json& order)
{
    try {
        return {{"text", client.offline().request(order["username"].text(), order["key"].text())}};
    } catch (const std::invalid_argument& error) {
        return {{"refused", refused_option(error.what())}};
    }
}

/** What the order wants the call to be given up by. */
inline Cancellation cancellation_of(const Json& order)
{
    if (!order["cancelAfter"].is_number()) return Cancellation::none();
    Cancellation cancellation;
    const double seconds = order["cancelAfter"].number();
    if (seconds <= 0) {
        cancellation.cancel();
        return cancellation;
    }
    std::thread([cancellation, seconds]() mutable {
        std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
        cancellation.cancel();
    }).detach();
    return cancellation;
}

/** Nothing: it is no call. */
inline Json::Object call(LicenseClient& client, const std::string& name, const Json& order)
{
    const auto text = [&order](const char* field) { return order[field].text(); };
    const Cancellation given_up = cancellation_of(order);
    if (name == "login") return fields_of(client.login(text("username"), text("password"), given_up));
    if (name == "license") return fields_of(client.license(text("key"), given_up));
    if (name == "register") return fields_of(client.register_user(text("username"), text("password"), text("key"), "", given_up));
    if (name == "redeem") return fields_of(client.redeem(text("key"), text("username"), text("password"), given_up));
    if (name == "verify") return fields_of(client.verify(given_up));
    if (name == "resume") return fields_of(client.resume(given_up));
    if (name == "start") return fields_of(client.start_session(given_up));
    if (name == "heartbeat") return fields_of(client.heartbeat(given_up));
    if (name == "install") return fields_of(client.offline().install(text("text")));
    return {};
}

inline Json::Object lease_of(LicenseClient& client)
{
    const auto lease = client.lease().value_or(keywright::LeaseFacts{});
    return {{"until", lease.until}, {"mayStart", lease.may_start}, {"features", lease.features}};
}

inline keywright::SessionMonitor* watch(LicenseClient& client)
{
    return &client.monitor([](const Result& result) { say("lost", fields_of(result)); },
        [](std::int64_t until) { say("offline", {{"until", until}}); }, [] { say("online", {}); },
        [](const Result& result) { say("verified", fields_of(result)); });
}

inline int obey()
{
    std::unique_ptr<LicenseClient> client;
    keywright::SessionMonitor* monitor = nullptr;
    for (std::string line; std::getline(std::cin, line);) {
        const Json order = Json::parse(keywright::trimmed(line, "\r")).value();
        const std::string name = order["do"].text();
        Json::Object fields;
        if (name == "open") {
            const LicenseClient* before = client.get();
            fields = open(client, order);
            if (client.get() != before) monitor = nullptr;
        } else if (name == "monitor") {
            monitor = watch(*client);
        } else if (name == "status") {
            if (monitor != nullptr) fields = {{"beats", monitor->figures().beats}, {"failures", monitor->figures().failures}};
            fields["clockError"] = client->clock_error();
        } else if (name == "features") {
            fields["features"] = client->features();
        } else if (name == "feature") {
            fields["value"] = client->feature(order["name"].text());
        } else if (name == "lease") {
            fields = lease_of(*client);
        } else if (name == "request") {
            fields = request(*client, order);
        } else if (name == "end") {
            if (monitor != nullptr) monitor->stop();
            client->end_session();
        } else if (name == "logout") {
            client->logout();
        } else {
            fields = call(*client, name, order);
        }
        say(name, fields);
    }
    if (client) client->logout();
    return 0;
}

} // namespace conformance
