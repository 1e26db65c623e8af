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

// #region hwid
/** Names this computer without giving its machine id away: 32 hex digits, or a fallback with the computer's name. */
function hardware_id(?string $machine_id = null, string $salt = HWID_SALT): string
{
    $id = strtolower(trim($machine_id ?? read_machine_id(), " \t\r\n\0"));
    if (trim($id, '0-') === '' || $id === 'uninitialized') {
        return substr('HWID-FALLBACK-' . gethostname(), 0, 128);
    }
    return substr(hash_hmac('sha256', $id, 'hwid-v1:' . $salt), 0, 32);
}

/** The id of this installation of the operating system, readable without administrator rights; empty without one. */
function read_machine_id(): string
{
    $found = [];
    if (PHP_OS_FAMILY === 'Windows') {
        $key = 'HKLM\SOFTWARE\Microsoft\Cryptography';
        $text = (string) shell_exec("\"%SystemRoot%\\System32\\reg.exe\" query $key /v MachineGuid /reg:64 2>NUL");
        return preg_match('/REG_SZ\s+(\S+)/', $text, $found) === 1 ? $found[1] : '';
    }
    if (PHP_OS_FAMILY === 'Darwin') {
        $text = (string) shell_exec('/usr/sbin/ioreg -rd1 -c IOPlatformExpertDevice 2>/dev/null');
        return preg_match('/"IOPlatformUUID" = "([^"]+)"/', $text, $found) === 1 ? $found[1] : '';
    }
    return first_machine_id('/etc/machine-id', '/var/lib/dbus/machine-id');
}

/** What the first of these files that can be read holds, whatever it is; empty when none can be read. */
function first_machine_id(string ...$paths): string
{
    foreach ($paths as $path) {
        $text = is_file($path) ? @file_get_contents($path) : false;
        if ($text !== false) {
            return $text;
        }
    }
    return '';
}

/** What the owner of this computer calls it, in at most 64 bytes: shown to you and to your customer, never compared. */
function device_name(): string
{
    return trim(substr((string) preg_replace('/[^ -~\x80-\xff]/', '', (string) gethostname()), 0, 64));
}
// #endregion

// #region signature
const COMPONENTS = '("@status" "content-digest" "@method";req "@path";req "content-digest";req)';

/** The keys that answers are checked with; none: checking is off. */
function pinned_keys(): array
{
    $is_pinned = fn (string $key): bool => $key !== '' && !str_starts_with($key, 'YOUR_');
    return array_values(array_filter([PUBLIC_KEY, NEXT_PUBLIC_KEY], $is_pinned));
}

function content_digest(string $data): string
{
    return 'sha-256=:' . base64_encode(hash('sha256', $data, true)) . ':';
}

/**
 * When one of the keys signed this very answer to this very request, in unix seconds; null if none did. The parameters
 * are compared as text with the one form there is: nobody else chooses what is checked, or how.
 */
function signed_at(
    array $keys,
    string $path,
    string $nonce,
    string $request_body,
    int $status,
    string $body,
    ?string $signature_input,
    ?string $signature,
): ?int {
    $start = preg_quote(COMPONENTS, '/') . ';created=([0-9]{1,12});keyid="[A-Za-z0-9._-]{1,64}"';
    $end = preg_quote(";alg=\"rsa-v1_5-sha256\";nonce=\"$nonce\";tag=\"lic-v1\"", '/');
    $found = [];
    $value = [];
    $is_template = preg_match("/^lic=($start$end)\$/D", $signature_input ?? '', $found) === 1;
    if (!$is_template || preg_match('/^lic=:([A-Za-z0-9+\/]{341}[AQgw]==):$/D', $signature ?? '', $value) !== 1) {
        return null;
    }
    $text = implode("\n", [
        "\"@status\": $status",
        '"content-digest": ' . content_digest($body),
        '"@method";req: POST',
        "\"@path\";req: $path",
        '"content-digest";req: ' . content_digest($request_body),
        "\"@signature-params\": $found[1]",
    ]);
    return is_signed($text, (string) base64_decode($value[1], true), $keys) ? (int) $found[2] : null;
}

function is_signed(string $text, string $signature, array $keys): bool
{
    foreach ($keys as $key) {
        $pem = "-----BEGIN PUBLIC KEY-----\n" . chunk_split($key, 64, "\n") . "-----END PUBLIC KEY-----\n";
        $public_key = strlen($key) === 392 ? openssl_pkey_get_public($pem) : false;
        $is_usable = $public_key !== false && openssl_pkey_get_details($public_key)['type'] === OPENSSL_KEYTYPE_RSA;
        if ($is_usable && openssl_verify($text, $signature, $public_key, OPENSSL_ALGO_SHA256) === 1) {
            return true;
        }
    }
    return false;
}

const LEASE_HEADER = '/^\{"alg":"RS256","typ":"lic\+jwt","kid":"app_([0-9]+)\.rs256\.[0-9]+"\}$/D';
const LEASE_CLAIMS = '/^\{"iss":"[ !#-\[\]-~]*","aud":"app:([0-9]+)","sub":"([0-9]+)","jti":"[0-9a-f-]{36}",'
    . '"iat":[0-9]{1,12},"nbf":[0-9]{1,12},"exp":([0-9]{1,12}),"hwid":"([A-Za-z0-9_-]{43})"'
    . '(?:,"lic":"[A-Za-z0-9_-]{43}")?,"ver":1\}$/D';
const MAX_CLOCK_STEP_BACK_SECONDS = 3600;

/**
 * Whether the server allowed this user on this computer to go on without it until now. $mark is the latest time that
 * the server is known to have had: setting the clock back does not lengthen a lease.
 */
function lease_holds(string $lease, ?int $user_id, string $hwid, float $clock, float $mark, array $keys): bool
{
    $parts = [];
    $header = [];
    $claims = [];
    $form = '/^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{341}[AQgw])$/D';
    if (preg_match($form, $lease, $parts) !== 1 || !is_signed("$parts[1].$parts[2]", from_base64url($parts[3]), $keys)) {
        return false;
    }
    $is_lease = preg_match(LEASE_HEADER, from_base64url($parts[1]), $header) === 1
        && preg_match(LEASE_CLAIMS, from_base64url($parts[2]), $claims) === 1;
    if (!$is_lease || $claims[1] !== $header[1] || $claims[2] !== (string) $user_id) {
        return false;
    }
    $device = base64_encode(hash('sha256', "app_$claims[1]|$hwid", true));
    if ($claims[4] !== rtrim(strtr($device, '+/', '-_'), '=')) {
        return false;
    }
    return $clock >= $mark - MAX_CLOCK_STEP_BACK_SECONDS && max($clock, $mark) < (int) $claims[3];
}

function from_base64url(string $text): string
{
    return (string) base64_decode(strtr($text, '-_', '+/'), true);
}
// #endregion

// #region http
const MAX_ANSWER_BYTES = 64 * 1024;
const END_SECONDS = 3; // a program that is closing waits for the end of its session

/** What a call came to. Codes made here: network_error (no answer), bad_answer, bad_signature (not to be trusted). */
final class Result
{
    public readonly ?int $user_id;
    public readonly string $username;
    public readonly string $email;
    public readonly string $expires_at;
    public readonly bool $hwid_locked;
    public readonly string $session_token;
    public readonly string $lease;
    public readonly ?array $features;
    public readonly ?int $added_days; // by redeem
    public readonly string $reason;
    public readonly string $download_url;

    public function __construct(
        public readonly bool $ok,
        public readonly string $code,
        public readonly string $message,
        public readonly int $http_status = 0,
        public readonly bool $trusted = false,
        public readonly int $retry_after = 0,
        array $answer = [],
    ) {
        $this->user_id = is_int($answer['user_id'] ?? null) ? $answer['user_id'] : null;
        $this->username = text_of($answer, 'username');
        $this->email = text_of($answer, 'email');
        $this->expires_at = text_of($answer, 'expires_at');
        $this->hwid_locked = ($answer['hwid_locked'] ?? null) === true;
        $this->session_token = text_of($answer, 'session_token');
        $this->lease = text_of($answer, 'lease');
        $this->features = is_array($answer['features'] ?? null) ? $answer['features'] : null;
        $this->added_days = is_int($answer['added_days'] ?? null) ? $answer['added_days'] : null;
        $this->reason = text_of($answer, 'reason');
        $this->download_url = text_of($answer, 'download_url');
    }
}

function text_of(array $answer, string $name): string
{
    return is_string($answer[$name] ?? null) ? $answer[$name] : '';
}

/** Speaks with the server. No method throws for what the network or the server does; each returns a Result. */
final class LicenseClient
{
    /** Asked during a call: whether to give it up. */
    public ?\Closure $is_cancelled = null;
    /** Called again and again while a call waits, to do something else meanwhile; null: the call just waits. */
    public ?\Closure $on_wait = null;
    /** Counts logins and ends: what belongs to an earlier session changes nothing in this one. */
    private int $session = 0;
    /** The call that starts a session, while the monitor waits for its answer. */
    private ?\Fiber $starting = null;
    private readonly string $hwid;
    private ?int $user_id = null;
    private ?string $session_token = null;
    private string $lease = '';
    /** What the user has bought, from signed answers alone. */
    private array $features = [];
    /** What the server's clock showed at the last signed answer, the latest time it had, and ours. */
    private ?array $last_signed = null;

    public function __construct()
    {
        $this->hwid = hardware_id();
    }

    public function login(string $username, #[\SensitiveParameter] string $password): Result
    {
        $user = ['username' => trim($username), 'password' => $password];
        return $this->begin($this->post('login', $user + $this->program(), true));
    }

    /** For software without usernames: the key is all that is typed. Needs License login in the settings. */
    public function license(#[\SensitiveParameter] string $license_key): Result
    {
        return $this->begin($this->post('license', ['license_key' => trim($license_key)] + $this->program(), true));
    }

    /**
     * Adds the time of another key: to the user whose session this is, or to the one who is named. The second form is
     * for a user whose access has ended and who therefore can't log in.
     */
    public function redeem(
        #[\SensitiveParameter] string $license_key,
        string $username = '',
        #[\SensitiveParameter] string $password = '',
    ): Result {
        $named = ['username' => trim($username), 'password' => $password];
        $user = $username === '' ? ['session_token' => $this->session_token] : $named;
        $session = $this->session;
        $result = $this->post('redeem', $user + ['license_key' => trim($license_key)] + $this->program(), true);
        return $result->ok && $username === '' ? $this->keep_lease($result, $session) : $result;
    }

    public function register(
        string $username,
        #[\SensitiveParameter] string $password,
        string $license_key,
        string $email,
    ): Result {
        $user = ['username' => trim($username), 'password' => $password, 'email' => $email === '' ? null : $email];
        return $this->post('register', $user + ['license_key' => $license_key] + $this->program(), true);
    }

    public function verify(): Result
    {
        $session = $this->session;
        $body = ['user_id' => $this->user_id, 'session_token' => $this->session_token];
        return $this->keep_lease($this->post('verify', $body, true), $session);
    }

    /** Makes a fresh token each time: the server takes none twice. */
    public function start_session(): Result
    {
        $session = $this->session;
        $token = $this->session_token = 'sess_' . bin2hex(random_bytes(16)) . '_' . time();
        $body = ['action' => 'start', 'user_id' => $this->user_id, 'session_token' => $token, 'hwid' => $this->hwid];
        $this->starting = $this->on_wait === null ? null : \Fiber::getCurrent();
        $result = $this->post('session/track', $body, true);
        if ($session !== $this->session) {
            $this->post_end($token); // ended meanwhile
        }
        $this->starting = null;
        if ($result->ok && !in_array($result->session_token, ['', $token], true)) {
            return new Result(false, 'bad_answer', 'the answer is for another session.', $result->http_status);
        }
        return $this->keep_lease($result, $session);
    }

    public function heartbeat(): Result
    {
        return $this->post('session/track', ['action' => 'heartbeat', 'session_token' => $this->session_token], false);
    }

    /** Ends the session if there is one, within END_SECONDS: a program that is closing waits for it. */
    public function end_session(): void
    {
        $token = $this->session_token;
        $this->session_token = null;
        $this->session++;
        $this->lease = '';
        $kept = [$this->is_cancelled, $this->on_wait];
        $this->is_cancelled = $this->on_wait = null;
        if ($this->starting !== null) {
            $this->finish($this->starting); // an end that overtakes the start would end nothing
        } elseif ($token !== null) {
            $this->post_end($token);
        }
        [$this->is_cancelled, $this->on_wait] = $kept;
    }

    private function post_end(string $token): void
    {
        $this->post('session/track', ['action' => 'end', 'session_token' => $token], false, END_SECONDS);
    }

    private function finish(\Fiber $call): void
    {
        $this->on_wait = \Fiber::suspend(...);
        for ($end = now() + END_SECONDS; $call->isSuspended() && now() < $end; usleep(10_000)) {
            $call->resume();
        }
        $this->starting = null;
    }

    /** Without an answer from the server: may this user still go on? Only where you switched offline leases on. */
    public function may_go_on_offline(): bool
    {
        $clock = microtime(true);
        return lease_holds($this->lease, $this->user_id, $this->hwid, $clock, $this->server_time(), pinned_keys());
    }

    /** What the user has bought: `$client->feature('export') === true` switches a function on. Null: not bought. */
    public function feature(string $name): mixed
    {
        return $this->features[$name] ?? null;
    }

    /** How far this computer's clock was from the server's at the last signed answer, in seconds. */
    public function clock_error(): float
    {
        return $this->last_signed === null ? 0 : $this->last_signed['clock'] - $this->last_signed['created'];
    }

    /** The latest time that the server is known to have had, moved on by a clock that nobody can set. */
    private function server_time(): float
    {
        return $this->last_signed === null ? 0 : $this->last_signed['mark'] + now() - $this->last_signed['at'];
    }

    private function program(): array
    {
        $name = device_name();
        return ['version' => APP_VERSION, 'hwid' => $this->hwid, 'device_name' => $name === '' ? null : $name];
    }

    private function begin(Result $result): Result
    {
        if ($result->ok) {
            $this->user_id = $result->user_id;
            $this->session_token = null;
            $this->session++;
            $this->lease = '';
            $this->features = [];
        }
        return $this->keep_lease($result, $this->session);
    }

    private function keep_lease(Result $result, int $session): Result
    {
        if ($session !== $this->session) {
            return $result;
        }
        $answer = classify($result);
        if ($answer === 'definitive' || $answer === 'other') {
            $this->lease = '';
        } elseif ($answer === 'ok' && $result->lease !== '') {
            $this->lease = $result->lease;
        }
        if ($answer === 'ok' && $result->features !== null && pinned_keys() !== []) {
            $this->features = $result->features;
        }
        return $result;
    }

    /** One try, never more: whoever calls decides about the next. */
    private function post(string $path, array $body, bool $is_checked, int $timeout = HTTP_TIMEOUT_SECONDS): Result
    {
        $url = ORIGIN . '/api/v1/' . $path;
        $given = array_filter($body, fn (mixed $value): bool => $value !== null);
        $sent = (string) json_encode($given, JSON_INVALID_UTF8_SUBSTITUTE | JSON_UNESCAPED_SLASHES);
        $keys = $is_checked ? pinned_keys() : [];
        $nonce = $keys === [] ? '' : bin2hex(random_bytes(16));
        $headers = [
            'Content-Type: application/json',
            'User-Agent: keywright-php/' . APP_VERSION,
            'X-API-Key: ' . API_KEY,
        ];
        if ($nonce !== '') {
            array_push($headers, "X-Nonce: $nonce", 'Content-Digest: ' . content_digest($sent));
        }
        $send = function_exists('curl_init') ? $this->send_by_curl(...) : $this->send_by_stream(...);
        $answer = $send($url, $headers, $sent, $timeout);
        if (is_string($answer)) {
            return new Result(false, 'network_error', $answer);
        }
        [$lines, $received] = $answer;
        [$status, $status_text, $fields] = read_headers($lines);
        $retry_after = $fields['retry-after'] ?? '';
        if ($keys === []) {
            return to_result($status, $status_text, $retry_after, $received, true);
        }
        $signature = $fields['signature'] ?? null;
        $input = $fields['signature-input'] ?? null;
        $signed_path = (string) parse_url($url, PHP_URL_PATH);
        $created = signed_at($keys, $signed_path, $nonce, $sent, $status, $received, $input, $signature);
        $result = to_result($status, $status_text, $retry_after, $received, $created !== null);
        return $this->judge($result, $signature, $created);
    }

    /** What an answer is worth. A refusal that nobody signed keeps its text: a wrong API key has to be seen as one. */
    private function judge(Result $result, ?string $signature, ?int $created): Result
    {
        if ($created !== null) {
            $mark = max($created, $this->server_time());
            $this->last_signed = ['created' => $created, 'mark' => $mark, 'clock' => microtime(true), 'at' => now()];
            return $result;
        }
        if ($result->code === 'bad_answer' || (!$result->ok && $signature === null)) {
            return $result;
        }
        $message = "the server's answer could not be verified.";
        return new Result(false, 'bad_signature', $message, $result->http_status, false, $result->retry_after);
    }

    /** The lines of the answer's head and its body, or the reason why there is none. */
    private function send_by_curl(string $url, array $headers, string $sent, int $timeout): array|string
    {
        $lines = [];
        $received = '';
        $curl = curl_init($url);
        curl_setopt_array($curl, [
            CURLOPT_POSTFIELDS => $sent,
            CURLOPT_HTTPHEADER => [...$headers, 'Expect:'],
            CURLOPT_FOLLOWLOCATION => false, // a redirect would take the key to another host
            CURLOPT_HEADERFUNCTION => function ($_curl, string $line) use (&$lines): int {
                $lines[] = $line;
                return strlen($line);
            },
            CURLOPT_WRITEFUNCTION => function ($_curl, string $part) use (&$received): int {
                $received = substr($received . $part, 0, MAX_ANSWER_BYTES);
                return strlen($received) < MAX_ANSWER_BYTES ? strlen($part) : 0;
            },
        ]);
        $all = curl_multi_init();
        curl_multi_add_handle($all, $curl);
        $end = now() + $timeout;
        $wait = fn (float $seconds): int => curl_multi_select($all, $seconds);
        do {
            curl_multi_exec($all, $running);
            $reason = $running > 0 ? $this->wait_until($end, $wait, $timeout) : '';
        } while ($running > 0 && $reason === '');
        $code = curl_multi_info_read($all)['result'] ?? CURLE_OK;
        curl_multi_remove_handle($all, $curl);
        if ($reason !== '' || $code === CURLE_OK || strlen($received) === MAX_ANSWER_BYTES) {
            return $reason === '' ? [$lines, $received] : $reason;
        }
        return $code === CURLE_OPERATION_TIMEDOUT ? late($timeout) : (curl_error($curl) ?: (string) curl_strerror($code));
    }

    /** The same where PHP has no curl. Streams have time-outs for each read only, so none of this ever waits for one. */
    private function send_by_stream(string $url, array $headers, string $sent, int $timeout): array|string
    {
        $end = now() + $timeout;
        $address = parse_url($url) + ['scheme' => '', 'host' => '', 'path' => '/'];
        $host = $address['host'];
        $is_secure = $address['scheme'] === 'https';
        $port = $address['port'] ?? ($is_secure ? 443 : 80);
        $authority = isset($address['port']) ? "$host:$port" : $host;
        array_unshift($headers, "POST $address[path] HTTP/1.1", "Host: $authority", 'Connection: close');
        $unsent = implode("\r\n", [...$headers, 'Content-Length: ' . strlen($sent)]) . "\r\n\r\n" . $sent;
        $reason = 'the connection broke';
        foreach (array_unique([...(gethostbynamel($host) ?: []), $host]) as $each) {
            $context = stream_context_create(['ssl' => ['peer_name' => trim($host, '[]')]]);
            $how = STREAM_CLIENT_CONNECT | STREAM_CLIENT_ASYNC_CONNECT;
            $stream = @stream_socket_client("tcp://$each:$port", $number, $error, $timeout, $how, $context);
            if ($stream === false) {
                $reason = $error ?: $reason;
                continue;
            }
            stream_set_blocking($stream, false);
            $reason = $this->until_ready($stream, true, $end, $timeout);
            if ($reason === '' && stream_socket_get_name($stream, true) !== false) {
                return $this->talk($stream, $is_secure, $unsent, $end, $timeout);
            }
            $reason = $reason ?: 'no connection';
        }
        return $reason;
    }

    /** @param resource $stream */
    private function talk($stream, bool $is_secure, string $unsent, float $end, int $timeout): array|string
    {
        error_clear_last();
        $broken = fn (): string => preg_replace(
            ['/^.*: /s', '/\s+/'],
            ['', ' '],
            error_get_last()['message'] ?? 'the connection broke',
        );
        for ($done = !$is_secure; $done !== true;) {
            $done = @stream_socket_enable_crypto($stream, true, STREAM_CRYPTO_METHOD_TLS_CLIENT);
            $reason = $done === 0 ? $this->until_ready($stream, false, $end, $timeout) : '';
            if ($done === false || $reason !== '') {
                return $reason ?: $broken();
            }
        }
        for ($received = ''; !feof($stream) && strlen($received) < 2 * MAX_ANSWER_BYTES;) {
            $written = $unsent === '' ? 0 : @fwrite($stream, $unsent);
            $part = $written === false ? false : @fread($stream, 8192);
            if ($part === false) {
                return $broken();
            }
            $unsent = substr($unsent, $written);
            $received .= $part;
            $reason = $part === '' && !feof($stream) ? $this->until_ready($stream, $unsent !== '', $end, $timeout) : '';
            if ($reason !== '') {
                return $reason;
            }
        }
        [$head, $body] = explode("\r\n\r\n", $received, 2) + [1 => ''];
        $is_chunked = preg_match('/^transfer-encoding:\s*chunked/im', $head) === 1;
        $whole = substr($is_chunked ? join_chunks($body) : $body, 0, MAX_ANSWER_BYTES);
        return str_starts_with($head, 'HTTP/') ? [explode("\r\n", $head), $whole] : $broken();
    }

    /** @param resource $stream */
    private function until_ready($stream, bool $to_write, float $end, int $timeout): string
    {
        $is_ready = function (float $seconds) use ($stream, $to_write): int {
            $read = $to_write ? null : [$stream];
            $write = $to_write ? [$stream] : null;
            $none = null;
            return (int) @stream_select($read, $write, $none, 0, (int) ($seconds * 1e6));
        };
        do {
            $reason = $is_ready(0) > 0 ? null : $this->wait_until($end, $is_ready, $timeout);
        } while ($reason === '');
        return $reason ?? '';
    }

    /** Waits for a moment, or lets somebody else go on meanwhile; the reason if there is no more time. */
    private function wait_until(float $end, \Closure $wait, int $timeout): string
    {
        if ($this->on_wait !== null) {
            ($this->on_wait)();
        } else {
            $wait(0.05);
        }
        return match (true) {
            $this->is_cancelled !== null && ($this->is_cancelled)() => 'cancelled',
            now() >= $end => late($timeout),
            default => '',
        };
    }
}

function late(int $timeout): string
{
    return "no answer within $timeout seconds";
}

function join_chunks(string $body): string
{
    $whole = '';
    $found = [];
    while (preg_match('/^([0-9a-f]{1,6})[^\r\n]*\r\n/i', $body, $found) === 1 && hexdec($found[1]) > 0) {
        $end = strlen($found[0]) + (int) hexdec($found[1]);
        $whole .= substr($body, strlen($found[0]), $end - strlen($found[0]));
        $body = substr($body, $end + 2);
    }
    return $whole;
}

/** The status, its text, and the fields by their names in lower case. */
function read_headers(array $lines): array
{
    $status = 0;
    $status_text = '';
    $fields = [];
    foreach ($lines as $line) {
        $found = [];
        if (preg_match('/^HTTP\/\S+ (\d+) ?(.*)/', $line, $found) === 1) {
            [, $status, $status_text] = $found;
        } elseif (preg_match('/^([^:]+):\s*(.*)/', $line, $found) === 1) {
            $name = strtolower($found[1]);
            $fields[$name] = (isset($fields[$name]) ? "$fields[$name], " : '') . trim($found[2]);
        }
    }
    return [(int) $status, trim($status_text), $fields];
}

function to_result(int $status, string $status_text, string $seconds, string $received, bool $trusted): Result
{
    $text = str_starts_with($received, "\xEF\xBB\xBF") ? substr($received, 3) : $received;
    $parsed = json_decode($text, true);
    $is_json = json_last_error() === JSON_ERROR_NONE;
    $answer = is_array($parsed) && !array_is_list($parsed) ? $parsed : [];
    $success = $answer['success'] ?? null;
    $is_understood = is_bool($success) && ($status < 300 || $status >= 400);
    $raw = $is_json ? '' : substr(trim((string) preg_replace('/[\x00-\x1f\x7f]+/', ' ', $text)), 0, 200);
    $message = text_of($answer, 'message') ?: trim("$status " . ($raw ?: $status_text));
    $retry_after = preg_match('/^[0-9]{1,9}$/D', $seconds) === 1 ? (int) $seconds : 0;
    $code = $is_understood ? text_of($answer, 'code') : 'bad_answer';
    return new Result($is_understood && $success, $code, $message, $status, $trusted, $retry_after, $answer);
}
// #endregion

// #region monitor
const BACK_OFF = [1, 2, 4, 8, 12]; // times RETRY_SECONDS; the last one from then on
const MAX_PAUSE_SECONDS = 900; // how far Retry-After may put things off
const DEFINITIVE_REFUSALS = [
    'account_disabled', 'account_paused', 'account_banned', 'account_expired', 'license_expired', 'license_inactive',
    'license_paused', 'license_banned',
    'hwid_mismatch', 'access_blocked', 'user_not_found',
];

/** What an answer means for the session: unknown, ok, lost, definitive (this user is refused) or other (a refusal). */
function classify(Result $result): string
{
    $status = $result->http_status;
    $is_temporary = ($status >= 300 && $status < 400) || in_array($status, [408, 425, 429], true) || $status >= 500;
    $is_foreign = in_array($result->code, ['network_error', 'bad_answer', 'bad_signature'], true);
    return match (true) {
        $is_temporary || $is_foreign || !$result->trusted => 'unknown',
        $result->ok => 'ok',
        $result->code === 'session_not_found' => 'lost',
        $result->code === 'session_ended' => in_array($result->reason, ['', 'timeout'], true) ? 'lost' : 'definitive',
        default => in_array($result->code, DEFINITIVE_REFUSALS, true) ? 'definitive' : 'other',
    };
}

/** Seconds, untouched by changes of the computer's time. */
function now(): float
{
    return hrtime(true) / 1e9;
}

function random_between(float $low, float $high): float
{
    return $low + mt_rand() / mt_getrandmax() * ($high - $low);
}

/**
 * Keeps one session alive with two jobs, heartbeats and verifications. PHP has no threads: whoever uses it calls step()
 * whenever seconds_left() have passed, and no step waits for an answer. MAX_VERIFY_FAILURES failed verifications in a row end the session, nothing else
 * does. A definitive refusal is asked about again within seconds; without any answer a verification fails only when its
 * whole period has passed, so that a short outage logs nobody out.
 */
final class SessionMonitor
{
    public int $beats = 0;
    public int $failures = 0;
    public int $verified_at;
    private \Closure $on_lost;
    private bool $is_running = false;
    private ?\Fiber $beating = null;
    private ?\Fiber $verifying = null;
    private float $beat_due = 0;
    private float $verify_due = 0;
    private float $period_end = 0; // the next point of the grid of verifications
    private float $grace_left = MAX_PAUSE_SECONDS; // how far Retry-After may still move it
    private bool $is_answered = true; // in this period
    private bool $has_restarted = false; // in this period
    private int $silences = 0; // verifications without an answer, in a row
    private float $not_before = 0;
    private string $last_message = '';

    public function __construct(private readonly LicenseClient $client)
    {
        $this->verified_at = time();
    }

    /** Call it once. The jobs start at a random time: computers switched on together don't call together. */
    public function start(\Closure $on_lost): void
    {
        $this->on_lost = $on_lost;
        $this->is_running = true;
        $this->verify_due = $this->period_end = now() + random_between(0.5, 1) * VERIFY_SECONDS;
        $this->beat_due = now() + random_between(0.5, 1) * HEARTBEAT_SECONDS;
    }

    public function stop(): void
    {
        $this->is_running = false;
    }

    public function is_running(): bool
    {
        return $this->is_running;
    }

    public function seconds_left(): float
    {
        $is_busy = $this->beating !== null || $this->verifying !== null;
        return $is_busy ? 0.02 : max(min($this->beat_due, $this->verify_due) - now(), 0);
    }

    /** Begins what is due by now, and goes on with what waits for an answer. */
    public function step(): void
    {
        $this->beating = $this->go_on($this->beating, $this->beat_due, $this->beat(...));
        $this->verifying = $this->go_on($this->verifying, $this->verify_due, $this->verify(...));
    }

    private function go_on(?\Fiber $job, float $due, \Closure $begin): ?\Fiber
    {
        if (!$this->is_running || ($job === null && $due > now())) {
            return $job;
        }
        $this->client->on_wait = \Fiber::suspend(...);
        try {
            $job === null ? ($job = new \Fiber($begin))->start($due) : $job->resume();
        } finally {
            $this->client->on_wait = null;
        }
        return $job->isTerminated() ? null : $job;
    }

    private function beat(float $due): void
    {
        $this->beats++;
        $result = $this->client->heartbeat();
        $answer = classify($result);
        if ($answer === 'definitive' || ($answer === 'lost' && !$this->has_restarted)) {
            $soon = max(now(), $this->not_before);
            $this->verify_due = $soon < $this->verify_due - RETRY_SECONDS ? $soon : $this->verify_due;
        }
        $pause = min($result->retry_after, MAX_PAUSE_SECONDS) * random_between(1, 1.2);
        $intervals = ceil((now() + $pause - $due) / HEARTBEAT_SECONDS);
        $this->beat_due = $due + max($intervals, 1) * HEARTBEAT_SECONDS;
    }

    private function verify(float $due): void
    {
        if ($due >= $this->period_end) {
            $this->end_period($due);
        }
        if ($this->failures >= MAX_VERIFY_FAILURES) {
            $this->lose();
            return;
        }
        if ($due < $this->not_before) {
            $this->verify_due = min($this->not_before, $this->period_end);
            return;
        }
        $result = $this->client->verify();
        if (classify($result) === 'lost' && !$this->has_restarted) {
            $result = $this->client->start_session();
            $this->has_restarted = classify($result) !== 'unknown';
        }
        if ($this->is_running) {
            $this->settle($result);
        }
    }

    private function end_period(float $due): void
    {
        $has_slept = now() > $due + VERIFY_SECONDS; // the computer was off, so nothing was missed
        if (!$this->is_answered && !$has_slept && !$this->client->may_go_on_offline()) {
            $this->failures++;
        }
        $this->period_end = ($has_slept ? now() : $this->period_end) + VERIFY_SECONDS;
        $this->grace_left = MAX_PAUSE_SECONDS;
        $this->is_answered = false;
        $this->has_restarted = false;
    }

    private function settle(Result $result): void
    {
        $answer = classify($result);
        $this->last_message = $result->message;
        if ($answer === 'unknown') {
            $this->back_off($result->retry_after);
            return;
        }
        $this->is_answered = true;
        $this->silences = 0;
        $this->not_before = 0;
        if ($answer === 'ok') {
            $this->failures = 0;
            $this->verified_at = time();
        } elseif ($answer !== 'lost') {
            $this->failures++;
        }
        if ($this->failures >= MAX_VERIFY_FAILURES) {
            $this->lose();
            return;
        }
        $this->verify_due = $answer === 'definitive' ? now() + RETRY_SECONDS : $this->period_end;
    }

    /** Tries again inside the period, after a random wait: many clients must not return together. */
    private function back_off(int $retry_after): void
    {
        $longest = RETRY_SECONDS * BACK_OFF[min($this->silences, count(BACK_OFF) - 1)];
        $due = now() + random_between(0.5, 1) * $longest;
        $this->silences++;
        $this->not_before = $retry_after > 0 ? now() + $retry_after * random_between(1, 1.2) : 0;
        if ($this->not_before > $this->period_end) {
            $grace = min($this->not_before + HTTP_TIMEOUT_SECONDS - $this->period_end, $this->grace_left);
            $this->period_end += $grace;
            $this->grace_left -= $grace;
        }
        $this->verify_due = min(max($due, $this->not_before), $this->period_end);
    }

    private function lose(): void
    {
        $this->stop();
        $this->client->end_session();
        ($this->on_lost)($this->last_message);
    }
}
// #endregion

// #region console
/** Caption, codes, words: found by code; by a word in the message only when the answer has no code. */
const REFUSALS = [
    ['Update Required', ['version_mismatch'], ['version', 'update']],
    ['Hardware Mismatch', ['hwid_mismatch'], ['hardware', 'hwid']],
    ['Account Expired', ['account_expired', 'license_expired'], ['expired']],
    [
        'Account Disabled',
        ['account_disabled', 'account_paused', 'account_banned', 'license_inactive', 'license_paused', 'license_banned'],
        ['disabled', 'paused'],
    ],
    ['Access Blocked', ['access_blocked'], ['blacklisted', 'blocked']],
    ['Please wait', ['rate_limited', 'unavailable'], []],
    ['Connection error', ['network_error', 'bad_answer', 'bad_signature'], []],
];

function caption_of(Result $result, string $otherwise): string
{
    foreach (REFUSALS as [$caption, $codes, $words]) {
        $is_named = fn (string $word): bool => stripos($result->message, $word) !== false;
        $is_meant = $result->code === '' ? array_filter($words, $is_named) !== [] : in_array($result->code, $codes, true);
        if ($is_meant) {
            return $caption;
        }
    }
    return $otherwise;
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
        $this->client = new LicenseClient();
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
        $monitor->start(function (string $message) use (&$lost_message): void {
            $lost_message = $message;
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
        $caption = caption_of($result, $otherwise);
        show("$caption: $result->message");
        if ($result->download_url !== '') {
            show("Download: $result->download_url");
        }
        if ($caption === 'Update Required' || $caption === 'Access Blocked') {
            throw new Leave('', 1);
        }
        if ($caption === 'Please wait') {
            sleep(min($result->retry_after ?: 5, 60));
        }
    }
}
// #endregion

// nothing runs when another file requires this one
if (realpath($_SERVER['SCRIPT_FILENAME']) === __FILE__) {
    exit((new ConsoleApp())->run(($argv[1] ?? '') === 'register'));
}
