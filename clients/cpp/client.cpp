/*
 * Keywright sample for C++17: log in, verify, keep the session alive. On Windows it needs nothing else, on other systems
 * libcurl and OpenSSL 3.
 *
 * Windows:  cl /std:c++17 /utf-8 /EHsc client.cpp && client
 * Linux:    apt install g++ libcurl4-openssl-dev libssl-dev
 *           g++ -std=c++17 -O2 -Wall -Wextra client.cpp -o client -lcurl -lcrypto -pthread && ./client
 * macOS:    brew install openssl@3
 *           clang++ -std=c++17 -O2 $(pkg-config --cflags --libs libcrypto) client.cpp -o client -lcurl && ./client
 * With a registration first:  client register
 *
 * The API key identifies your application, it is not a management secret. Still, never put it on a web page or into a
 * public repository. Take LicenseClient and SessionMonitor into your own program; the console below shows their use.
 */
#ifdef _WIN32
#define NOMINMAX 1
#include <windows.h>
#else
#include <csignal>
#include <termios.h>
#include <unistd.h>
#endif

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <deque>
#include <iostream>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "keywright.hpp"

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

// #region console
using namespace keywright;

LicenseClient new_client()
{
    ClientOptions options;
    options.origin = ORIGIN;
    options.api_key = API_KEY;
    options.version = APP_VERSION;
    options.hwid_salt = HWID_SALT;
    options.public_keys = {PUBLIC_KEY, NEXT_PUBLIC_KEY};
    options.timeout_seconds = HTTP_TIMEOUT_SECONDS;
    options.heartbeat_seconds = HEARTBEAT_SECONDS;
    options.verify_seconds = VERIFY_SECONDS;
    options.max_verify_failures = MAX_VERIFY_FAILURES;
    options.retry_seconds = RETRY_SECONDS;
    return LicenseClient(options);
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

/** What withdraws the one question that waits for it. */
using News = std::shared_ptr<std::optional<std::string>>;

/**
 * Lines, from a terminal or from a pipe. They are read in a thread, so that a question can be withdrawn, and one by one: what
 * a console of Windows shows of a line is settled when its reading begins.
 */
class Terminal {
public:
    Terminal() { std::thread([lines = inbox] { read_lines(*lines); }).detach(); }

    /** One line. The end of the input leaves the program. */
    std::string ask(const std::string& prompt, bool is_hidden = false)
    {
        return read(prompt, is_hidden, std::make_shared<News::element_type>()).value_or("");
    }

    /** One line; nothing when the news came first. */
    std::optional<std::string> ask_until(const News& news, const std::string& prompt) { return read(prompt, false, news); }

    void tell(const News& news, const std::string& text)
    {
        const std::lock_guard<std::mutex> lock(inbox->mutex);
        *news = text;
        inbox->changed.notify_all();
    }

    void leave()
    {
        const std::lock_guard<std::mutex> lock(inbox->mutex);
        inbox->must_leave = true;
        inbox->changed.notify_all();
    }

    /** Waits, unless the program is to be left meanwhile. */
    void pause(int seconds)
    {
        std::unique_lock<std::mutex> lock(inbox->mutex);
        const double end = now_seconds() + seconds;
        for (double left = seconds; left > 0 && !inbox->must_leave; left = end - now_seconds())
            inbox->changed.wait_for(lock, std::chrono::duration<double>(std::min(left, MAX_WAIT_SECONDS)));
        if (inbox->must_leave) throw Leave{0};
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
        bool is_asked = false, has_ended = false, must_leave = false;
    };

    std::optional<std::string> read(const std::string& prompt, bool is_hidden, const News& news)
    {
        // before the prompt: whoever types at once must not see the password
        if (is_hidden) echo(false);
        std::cout << prompt << std::flush;
        std::unique_lock<std::mutex> lock(inbox->mutex);
        inbox->is_asked = true;
        inbox->changed.notify_all();
        inbox->changed.wait(lock, [&] { return !inbox->lines.empty() || inbox->has_ended || *news || inbox->must_leave; });
        if (is_hidden) echo(true);
        if (is_hidden || !is_terminal()) std::cout << std::endl;
        if (inbox->must_leave) throw Leave{0};
        if (*news) return std::nullopt;
        if (inbox->lines.empty()) throw Leave{0};
        const std::string line = inbox->lines.front();
        inbox->lines.pop_front();
        return line;
    }

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
            const bool is_read = ReadConsoleW(GetStdHandle(STD_INPUT_HANDLE), wide, 1024, &length, nullptr) && length > 0;
            if (!is_read || wide[0] == 26) return std::nullopt; // Ctrl+Z
            return trimmed_end(from_wide(std::wstring(wide, length)));
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
        std::unique_lock<std::mutex> lock(inbox.mutex);
        while (!inbox.has_ended) {
            inbox.changed.wait(lock, [&] { return inbox.is_asked && inbox.lines.empty(); });
            lock.unlock();
            const std::optional<std::string> line = read_line();
            lock.lock();
            if (line) inbox.lines.push_back(*line);
            inbox.has_ended = !line;
            inbox.is_asked = false;
            inbox.changed.notify_all();
        }
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
            for (;;) log_in(terminal.ask("Username: "));
        } catch (const Leave& leave) {
            return leave.exit_code;
        }
    }

    /** May be called from another thread, as end_session may. */
    void leave() { terminal.leave(); }

    void end_session() { client.end_session(); }

private:
    /** Asks until somebody is registered. The name is kept for the login, nothing else is. */
    std::string register_user()
    {
        for (;;) {
            const std::string username = terminal.ask("Username: ");
            const std::string password = terminal.ask("Password: ", true);
            const std::string email = trimmed(terminal.ask("Email (optional): "), " \t");
            const std::string license_key = trimmed(terminal.ask("License key: "), " \t");
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
        const std::string password = terminal.ask("Password: ", true);
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
        if (client.feature("export") == true) print("Export: switched on"); // what was bought decides, not the program
        const News lost = std::make_shared<News::element_type>(); // of this session: a late one belongs to nobody
        monitor = std::make_unique<SessionMonitor>(client);
        monitor->start([this, lost](const Result& last) { terminal.tell(lost, last.message); });
        for (;;) {
            const std::optional<std::string> line = terminal.ask_until(lost, "> ");
            if (!line) {
                stop_monitor();
                return print("Your session has expired. Please login again.\n" + lost->value_or(""));
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
        const Explanation reason = explain(result, otherwise);
        print(reason.caption + ": " + reason.text);
        if (reason.next == "exit") throw Leave{1};
        if (reason.next == "wait") terminal.pause(reason.seconds);
    }

    LicenseClient client = new_client();
    Terminal terminal;
    std::unique_ptr<SessionMonitor> monitor;
};
// #endregion

/** From another thread than the program's, which may be waiting for an answer. */
[[noreturn]] void leave_at_once(ConsoleApp& app)
{
    app.leave();
    std::this_thread::sleep_for(std::chrono::milliseconds(200)); // a call may be on its way
    app.end_session();
    Terminal::echo(true);
    std::cout << std::flush;
    std::_Exit(0);
}

#ifdef _WIN32
ConsoleApp* running_app = nullptr;

/** Ctrl+C, the closed console, the end of the user's session. */
BOOL WINAPI on_console_event(DWORD)
{
    leave_at_once(*running_app);
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
    auto* app = new ConsoleApp(); // never deleted: a call that hangs is not waited for
#ifdef _WIN32
    SetConsoleOutputCP(CP_UTF8);
    std::setvbuf(stdout, nullptr, _IOFBF, 4096); // a character goes out whole
    running_app = app;
    SetConsoleCtrlHandler(on_console_event, TRUE);
#else
    std::thread([app, signals] {
        int number = 0;
        sigwait(&signals, &number);
        leave_at_once(*app);
    }).detach();
#endif
    const int exit_code = app->run(argc > 1 && std::string(argv[1]) == "register");
    app->end_session();
    std::cout << std::flush;
    std::_Exit(exit_code);
}
