<?php

/**
 * Keywright sample for PHP 8.1 and later, on the command line: log in, verify, keep the session alive.
 *
 * Linux:    apt install php-cli php-curl && php client.php
 * macOS:    brew install php && php client.php
 * Windows:  enable extension=curl and extension=openssl in php.ini, set curl.cainfo and openssl.cafile to a file of
 *           root certificates, then: php client.php
 * With a registration first:  php client.php register
 *
 * The API key identifies your application, it is not a management secret. Still, never put it on a web page or into a
 * public repository. Take LicenseClient and SessionMonitor into your own program; the console below shows their use.
 */

declare(strict_types=1);

namespace Keywright;

require_once __DIR__ . '/Keywright.php';

// #region config
const API_KEY = 'YOUR_API_KEY';
const APP_VERSION = '1.0.0';
const ORIGIN = 'http://localhost:3000';
const PUBLIC_KEY = 'YOUR_PUBLIC_KEY'; // the server's answers are checked with it
const NEXT_PUBLIC_KEY = 'YOUR_NEXT_PUBLIC_KEY'; // the key that will come after it
const HWID_SALT = 'keywright-app-0'; // never change it: the hardware id of every user would change with it

const HEARTBEAT_SECONDS = 30;
const VERIFY_SECONDS = 300;
const MAX_VERIFY_FAILURES = 3;
const HTTP_TIMEOUT_SECONDS = 30;
const RETRY_SECONDS = 5;
// #endregion

// #region console
function new_client(): LicenseClient
{
    return new LicenseClient(
        origin: ORIGIN,
        api_key: API_KEY,
        version: APP_VERSION,
        hwid_salt: HWID_SALT,
        public_keys: [PUBLIC_KEY, NEXT_PUBLIC_KEY],
        timeout_seconds: HTTP_TIMEOUT_SECONDS,
        heartbeat_seconds: HEARTBEAT_SECONDS,
        verify_seconds: VERIFY_SECONDS,
        max_verify_failures: MAX_VERIFY_FAILURES,
        retry_seconds: RETRY_SECONDS,
    );
}

function shown_expiry(string $expires_at): string
{
    // beyond the year 9999 lies "never" as seen from another time zone
    if ($expires_at === '' || preg_match('/^(9999|\+)/', $expires_at) === 1) {
        return 'Never';
    }
    $time = strtotime($expires_at);
    return $time === false ? $expires_at : date('Y-m-d H:i:s', $time);
}

function show(string ...$lines): void
{
    fwrite(STDOUT, implode("\n", $lines) . "\n");
}

/** Leaves the console from wherever it is thrown. */
final class Leave extends \Exception
{
}

/** Reads lines, from a terminal or from a pipe. */
final class Terminal
{
    public bool $must_leave = false;
    private string $typed = '';
    private bool $has_ended = false;

    /** One line; null when the monitor lost its session first. The end of the input leaves the program. */
    public function ask(string $prompt, bool $is_hidden = false, ?SessionMonitor $monitor = null): ?string
    {
        $is_terminal = stream_isatty(STDIN);
        $this->echo($is_terminal && !$is_hidden);
        fwrite(STDOUT, $prompt);
        $line = $this->read($monitor);
        $this->echo($is_terminal);
        if ($line === null || $is_hidden || !$is_terminal) {
            fwrite(STDOUT, "\n");
        }
        if ($line === null && ($monitor === null || $monitor->is_running())) {
            throw new Leave('', 0);
        }
        return $line;
    }

    private function read(?SessionMonitor $monitor): ?string
    {
        while (($end = strpos($this->typed, "\n")) === false && !$this->has_ended) {
            $monitor?->step();
            if ($this->must_leave || ($monitor !== null && !$monitor->is_running())) {
                return null;
            }
            if ($this->has_input($monitor?->seconds_left() ?? 60.0)) {
                $part = PHP_OS_FAMILY === 'Windows' ? fgets(STDIN) : fread(STDIN, 8192);
                $this->has_ended = $part === false || $part === '';
                $this->typed .= $part;
            }
        }
        if ($this->must_leave || ($end === false && $this->typed === '')) {
            return null;
        }
        $line = $end === false ? $this->typed : substr($this->typed, 0, $end);
        $this->typed = $end === false ? '' : substr($this->typed, $end + 1);
        return rtrim($line, "\r");
    }

    private function has_input(float $seconds): bool
    {
        if (PHP_OS_FAMILY === 'Windows') {
            return true; // it cannot be waited for there: reading waits
        }
        $ready = [STDIN];
        $none = null;
        $whole = (int) $seconds;
        // a signal interrupts the wait, and PHP says so with a warning
        return (int) @stream_select($ready, $none, $none, $whole, (int) (($seconds - $whole) * 1e6)) > 0;
    }

    private function echo(bool $is_on): void
    {
        if (stream_isatty(STDIN) && PHP_OS_FAMILY !== 'Windows') {
            shell_exec($is_on ? 'stty echo' : 'stty -echo');
        }
    }
}

final class ConsoleApp
{
    private readonly LicenseClient $client;
    private readonly Terminal $terminal;
    private ?SessionMonitor $monitor = null;

    public function __construct()
    {
        $this->client = new_client();
        $this->terminal = new Terminal();
        $this->client->is_cancelled = fn (): bool => $this->terminal->must_leave;
        $leave = function (): void {
            $this->terminal->must_leave = true;
        };
        if (function_exists('pcntl_signal')) {
            pcntl_async_signals(true);
            foreach ([SIGINT, SIGTERM, SIGHUP] as $signal) {
                pcntl_signal($signal, $leave, false);
            }
        } elseif (function_exists('sapi_windows_set_ctrl_handler')) {
            sapi_windows_set_ctrl_handler($leave);
        }
    }

    /** Returns the exit code when the user or the server wants the program to end. */
    public function run(bool $needs_registration): int
    {
        try {
            if ($needs_registration) {
                $this->log_in($this->register());
            }
            for (;;) {
                $this->log_in((string) $this->terminal->ask('Username: '));
            }
        } catch (Leave $leave) {
            $this->end_session();
            return $leave->getCode();
        }
    }

    private function end_session(): void
    {
        $this->monitor?->stop();
        $this->client->end_session();
    }

    /** Asks until somebody is registered. The name is kept for the login, nothing else is. */
    private function register(): string
    {
        for (;;) {
            $username = (string) $this->terminal->ask('Username: ');
            $password = (string) $this->terminal->ask('Password: ', true);
            $email = trim((string) $this->terminal->ask('Email (optional): '));
            $license_key = trim((string) $this->terminal->ask('License key: '));
            if (trim($username) === '' || $password === '' || $license_key === '') {
                show('Please fill in all required fields (Username, Password, License Key)');
                continue;
            }
            $registered = $this->client->register($username, $password, $license_key, $email);
            if ($registered->ok) {
                show($registered->message, "Username: $username");
                return $username;
            }
            $this->refuse($registered, 'Registration failed');
        }
    }

    private function log_in(string $username): void
    {
        $password = (string) $this->terminal->ask('Password: ', true);
        if (trim($username) === '' || $password === '') {
            show('Please enter both username and password.');
            return;
        }
        $user = $this->client->login($username, $password);
        if (!$user->ok) {
            $this->refuse($user, 'Login failed');
            return;
        }
        $verified = $this->client->verify();
        if (!$verified->ok) {
            show('Session verification failed. Please try logging in again.', $verified->message);
            return;
        }
        $started = $this->client->start_session();
        if (!$started->ok) {
            $this->client->end_session(); // perhaps it did start and only the answer was lost
            $this->refuse($started, 'Login failed');
            return;
        }
        show($user->message);
        $this->serve($user);
    }

    /** The command loop: in its place goes what your program does for a user who is logged in. */
    private function serve(Result $user): void
    {
        $info = [
            "User ID: $user->user_id",
            "Username: $user->username",
            'Email: ' . ($user->email ?: 'Not provided'),
            'Logged in: ' . date('Y-m-d H:i:s'),
            'Expires: ' . shown_expiry($user->expires_at),
        ];
        show(...$info);
        if ($this->client->feature('export') === true) {
            show('Export: switched on'); // what was bought decides, not the program
        }
        $lost_message = '';
        $monitor = $this->monitor = new SessionMonitor($this->client);
        $monitor->start(function (Result $last) use (&$lost_message): void {
            $lost_message = $last->message;
        });
        if (PHP_OS_FAMILY === 'Windows') {
            $this->keep_alive($monitor);
        }
        for (;;) {
            $line = $monitor->is_running() ? $this->terminal->ask('> ', false, $monitor) : null;
            if ($line === null) {
                show('Your session has expired. Please login again.', $lost_message);
                return;
            }
            switch (strtolower(trim($line))) {
                case 'logout':
                    $this->end_session();
                    show('You have been logged out.');
                    return;
                case 'status':
                    show(...$info);
                    show("Heartbeats sent: $monitor->beats");
                    show('Last verification: ' . date('Y-m-d H:i:s', $monitor->verified_at));
                    show("Failures in a row: $monitor->failures");
                    $this->tell_clock();
                    break;
                case 'help':
                    show('Commands: logout, status, help, quit, exit');
                    break;
                case 'quit':
                case 'exit':
                    throw new Leave('', 0);
                case '':
                    break;
                default:
                    show("Unknown command. Type 'help' for available commands.");
            }
        }
    }

    private function tell_clock(): void
    {
        $seconds = (int) round(abs($this->client->clock_error()));
        if ($seconds > 300) {
            show("Clock: $seconds seconds off");
        }
    }

    /** On Windows PHP cannot wait for the keyboard and for the time at once. */
    private function keep_alive(SessionMonitor $monitor): void
    {
        show('The session is kept alive. Press Ctrl+C to end it.');
        while ($monitor->is_running()) {
            usleep((int) (min($monitor->seconds_left(), 0.2) * 1e6));
            $monitor->step();
            if ($this->terminal->must_leave) {
                throw new Leave('', 0);
            }
        }
    }

    /** Shows why something was refused and does what follows from that. */
    private function refuse(Result $result, string $otherwise): void
    {
        if ($this->terminal->must_leave) {
            throw new Leave('', 0);
        }
        $reason = explain($result, $otherwise);
        show("$reason->caption: $reason->text");
        if ($reason->next === 'exit') {
            throw new Leave('', 1);
        }
        if ($reason->next === 'wait') {
            sleep($reason->seconds);
        }
    }
}
// #endregion

// nothing runs when another file requires this one
if (realpath($_SERVER['SCRIPT_FILENAME']) === __FILE__) {
    exit((new ConsoleApp())->run(($argv[1] ?? '') === 'register'));
}
