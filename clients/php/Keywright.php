<?php

/**
 * Keywright client for PHP 8.1 and later, on the command line: log in, verify, keep the session alive. Needs the
 * extension openssl; takes curl where it is.
 *
 * The API key identifies your application, it is not a management secret. Still, never put it on a web page or into a
 * public repository.
 */

declare(strict_types=1);

namespace Keywright;

// #region hwid
/** Names this computer without giving its machine id away: 32 hex digits, or a fallback with the computer's name. */
function hardware_id(?string $machine_id, string $salt): string
{
    $id = normalized($machine_id ?? read_machine_id());
    if (trim($id, '0-') === '' || $id === 'uninitialized') {
        return substr('HWID-FALLBACK-' . gethostname(), 0, 128);
    }
    return substr(hash_hmac('sha256', $id, 'hwid-v1:' . $salt), 0, 32);
}

/** As the server takes one: 1 to 128 characters (of UTF-16) on one line, without white space at the ends. */
function is_hardware_id(string $id): bool
{
    $is_line = preg_match('/^(?!\s)[^\p{Cc}\x{202a}-\x{202e}\x{2066}-\x{2069}]+(?<!\s)$/Du', $id) === 1;
    return $is_line && preg_match_all('/[^\x80-\xbf]/', $id) + preg_match_all('/[\xf0-\xf4]/', $id) <= 128;
}

function normalized(string $machine_id): string
{
    return strtolower(trim($machine_id, " \t\r\n\0"));
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

const LEASE_CLAIMS = '/^\{"iss":"[ !#-\[\]-~]*","aud":"app:([0-9]+)","sub":"([0-9]+)","jti":"[0-9a-f-]{36}",'
    . '"iat":[0-9]{1,12},"nbf":[0-9]{1,12},"exp":([0-9]{1,12}),"hwid":"([A-Za-z0-9_-]{43})"'
    . '(?:,"lic":"[A-Za-z0-9_-]{43}")?(?:,"ver":1|,"feat":"([A-Za-z0-9_-]*)"(,"off":1)?,"ver":2)\}$/D';
const MAX_CLOCK_STEP_BACK_SECONDS = 3600;

const OFFLINE_CLAIMS = '/^\{"aud":"app:([0-9]+)","sub":"([0-9]{1,15})","jti":"[0-9a-f-]{36}","iat":([0-9]{1,12}),'
    . '"nbf":[0-9]{1,12},"exp":([0-9]{1,12}),"hwid":"([A-Za-z0-9_-]{43})","nonce":"([A-Za-z0-9_-]{22})",'
    . '"feat":"([A-Za-z0-9_-]*)","ver":1\}$/D';

/** What a lease or an offline file says. */
final class Lease
{
    public function __construct(
        private readonly string $application,
        public readonly string $user_id,
        public readonly int $expires,
        private readonly string $device,
        public readonly array $features,
        public readonly bool $may_start,
        /** Of an offline file, in unix seconds. */
        public readonly int $issued = 0,
        /** Of the request that an offline file answers. */
        public readonly string $nonce = '',
    ) {
    }

    public function is_of(string $hwid): bool
    {
        return $this->device === to_base64url(hash('sha256', "app_$this->application|$hwid", true));
    }
}

/** Null if no pinned key signed it. Version 2 is for those who asked for it. */
function read_lease(string $lease, array $keys, bool $is_version_2 = true): ?Lease
{
    $file = $is_version_2 ? read_offline_file($lease, $keys) : null; // it allows what such a lease does
    $claims = $file === null ? read_token($lease, 'lic\+jwt', LEASE_CLAIMS, $keys) : [];
    if ($claims === [] || (isset($claims[5]) && !$is_version_2)) {
        return $file;
    }
    $features = features_of($claims[5] ?? '');
    return new Lease($claims[1], $claims[2], (int) $claims[3], $claims[4], $features, isset($claims[6]));
}

/** Null if no pinned key signed it. */
function read_offline_file(string $file, array $keys): ?Lease
{
    $claims = read_token($file, 'offline\+jwt', OFFLINE_CLAIMS, $keys);
    if ($claims === []) {
        return null;
    }
    [, $application, $user_id, $issued, $expires, $device, $nonce, $feat] = $claims;
    $features = features_of($feat);
    return new Lease($application, $user_id, (int) $expires, $device, $features, true, (int) $issued, $nonce);
}

/** The claims of a token of this type and form that one of the keys signed; empty else. */
function read_token(string $token, string $type, string $form, array $keys): array
{
    [$parts, $header, $claims] = [[], [], []];
    $head = '/^\{"alg":"RS256","typ":"' . $type . '","kid":"app_([0-9]+)\.rs256\.[0-9]+"\}$/D';
    $is_token = preg_match('/^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{341}[AQgw])$/D', $token, $parts) === 1
        && preg_match($head, from_base64url($parts[1]), $header) === 1
        && is_signed("$parts[1].$parts[2]", from_base64url($parts[3]), $keys)
        && preg_match($form, from_base64url($parts[2]), $claims) === 1;
    return $is_token && $claims[1] === $header[1] ? $claims : [];
}

function features_of(string $feat): array
{
    $features = json_decode(from_base64url($feat), true);
    return is_array($features) ? $features : [];
}

/**
 * Whether the server allowed this user on this computer to go on without it until now. $mark is the latest time that
 * the server is known to have had: setting the clock back does not lengthen a lease.
 */
function lease_holds(
    string $lease,
    ?int $user_id,
    string $hwid,
    float $clock,
    float $mark,
    array $keys,
    bool $is_version_2 = false,
): bool {
    $found = read_lease($lease, $keys, $is_version_2);
    if ($found === null || $found->user_id !== (string) $user_id || !$found->is_of($hwid)) {
        return false;
    }
    return $clock >= $mark - MAX_CLOCK_STEP_BACK_SECONDS && max($clock, $mark) < $found->expires;
}

function to_base64url(string $bytes): string
{
    return rtrim(strtr(base64_encode($bytes), '+/', '-_'), '=');
}

function from_base64url(string $text): string
{
    return (string) base64_decode(strtr($text, '-_', '+/'), true);
}
// #endregion

// #region store
const MAX_STATE_BYTES = 16 * 1024;
const STATE = '/^keywright-state-1\n([0-9]{1,15})\n([A-Za-z0-9_-]*)\n([A-Za-z0-9_-]*)\n([0-9]{1,12})\n([0-9]{1,12})\n'
    . '([A-Za-z0-9_.-]+)\n([0-9a-f]{64})\n$/D';
const OFFLINE_REFUSALS = [
    'offline_none' => 'The server cannot be reached, and nobody is signed in on this computer.',
    'offline_expired' => 'The server cannot be reached, and the time for which this program runs without it is over.',
    'offline_clock' => 'The server cannot be reached, and the clock of this computer was set back.',
    'offline_machine' => 'The server cannot be reached, and the sign-in is of another computer.',
    'offline_invalid' => 'The server cannot be reached, and the stored sign-in was changed.',
];

function offline_refusal(string $code): Result
{
    return new Result(false, $code, OFFLINE_REFUSALS[$code]);
}

/** Where this system keeps what a program remembers of its user. */
function default_folder(string $salt): string
{
    $home = (string) (getenv('HOME') ?: getenv('USERPROFILE'));
    $base = match (PHP_OS_FAMILY) {
        'Windows' => getenv('LOCALAPPDATA') ?: "$home/AppData/Local",
        'Darwin' => "$home/Library/Application Support",
        default => getenv('XDG_STATE_HOME') ?: "$home/.local/state",
    };
    return "$base/Keywright/" . preg_replace('/[^A-Za-z0-9_-]/', '_', $salt);
}

/**
 * What a start without the server needs, in a file of the user: who it is, the lease, the latest time that is known.
 * Never a password or the API key. Its last line is an HMAC under a key of this computer: an edited file, and one of
 * another computer, are noticed. A folder of null keeps it in memory, so it ends with the program.
 */
final class StateFile
{
    private readonly string $key;
    private string $text = '';
    private string $nonce = '';

    public function __construct(string $salt, private readonly ?string $folder)
    {
        $this->key = hash_hmac('sha256', normalized(read_machine_id()), "state-v1:$salt", true);
    }

    /** Null: there is none. Without `is_own` it was changed, or written on another computer. */
    public function read(): ?array
    {
        $path = "$this->folder/state";
        $is_file = $this->folder !== null && is_file($path);
        $text = $is_file ? (string) @file_get_contents($path, false, null, 0, MAX_STATE_BYTES + 1) : $this->text;
        if ($text === '') {
            return null;
        }
        $found = [];
        if (strlen($text) > MAX_STATE_BYTES || preg_match(STATE, $text, $found) !== 1) {
            return ['is_own' => false, 'lease' => explode("\n", $text)[6] ?? ''];
        }
        return [
            'is_own' => hash_equals($this->mac_of(substr($text, 0, -66)), $found[7]),
            'user_id' => (int) $found[1],
            'username' => from_base64url($found[2]),
            'license_key' => from_base64url($found[3]),
            'mark' => (float) max((int) $found[4], (int) $found[5]),
            'lease' => $found[6],
        ];
    }

    /** By a file of another name: a crash leaves the old state or the new one. Without room for it there is none. */
    public function write(int $user_id, array $names, float $mark, float $seen, string $lease): void
    {
        $fields = [$user_id, ...array_map(to_base64url(...), $names), (int) floor($mark), (int) ceil($seen), $lease];
        $lines = "keywright-state-1\n" . implode("\n", $fields);
        $text = "$lines\n{$this->mac_of($lines)}\n";
        if (strlen($text) > MAX_STATE_BYTES) {
            return;
        }
        if ($this->folder === null) {
            $this->text = $text;
            return;
        }
        $next = "$this->folder/state." . getmypid();
        $this->put($next, $text) && @rename($next, "$this->folder/state");
    }

    /** Into a file for its owner alone; false: it could not be written. */
    private function put(string $path, string $text): bool
    {
        $before = umask(0o077);
        is_dir((string) $this->folder) || @mkdir((string) $this->folder, 0o700, true);
        $is_written = @file_put_contents($path, $text) === strlen($text);
        umask($before);
        return $is_written;
    }

    public function remove(): void
    {
        $this->text = '';
        $this->folder !== null && @unlink("$this->folder/state");
    }

    /** Of the last request for an offline file: no other file is taken. No secret. */
    public function nonce(): string
    {
        $path = "$this->folder/request";
        return $this->folder === null ? $this->nonce : (string) @file_get_contents($path, false, null, 0, 100);
    }

    public function keep_nonce(string $nonce): void
    {
        $this->nonce = $nonce;
        if ($this->folder !== null && !$this->put("$this->folder/request", $nonce)) {
            throw new \RuntimeException("cannot write into $this->folder");
        }
    }

    private function mac_of(string $lines): string
    {
        return hash_hmac('sha256', $lines, $this->key);
    }
}
// #endregion

// #region http
const CLIENT = 'keywright-php/0.2.0'; // this library, as the server's statistics call it
const MAX_ANSWER_BYTES = 64 * 1024;
const RESUME_SECONDS = 5; // a start does not wait longer for the server
const STATE_AHEAD_SECONDS = 60; // the state is written for a time to come: ending the program at once gains none
const END_SECONDS = 3; // a program that is closing waits for the end of its session
const CANCELLED_END_SECONDS = 0.7; // who gave a start up waits no longer for its end
const LONGEST_WAIT_SECONDS = 60; // between two tries of a call

/**
 * What a call came to. Codes made here: network_error (no answer), bad_answer, bad_signature (not to be trusted), cancelled
 * (given up), not_logged_in (nothing was sent).
 */
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
    public readonly string $request_id;
    public readonly string $grace_until;
    public readonly string $download_url;

    public function __construct(
        public readonly bool $ok,
        public readonly string $code,
        public readonly string $message,
        public readonly int $http_status = 0,
        public readonly bool $trusted = false,
        public readonly int $retry_after = 0,
        array $answer = [],
        public readonly int $offline_until = 0, // by resume, in unix seconds
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
        $this->request_id = text_of($answer, 'request_id');
        $this->grace_until = text_of($answer, 'grace_until');
        $this->download_url = text_of($answer, 'download_url');
    }

    /** Itself where it is ok; else it is thrown. */
    public function or_throw(): self
    {
        return $this->ok ? $this : throw new KeywrightError($this);
    }
}

/** What or_throw throws: a result that is not ok. getCode() gives its code, which is a text. */
final class KeywrightError extends \RuntimeException
{
    public readonly int $http_status;
    public readonly string $request_id;
    public readonly int $retry_after;
    public readonly bool $trusted;

    public function __construct(Result $result)
    {
        parent::__construct($result->message);
        $this->code = $result->code;
        $this->http_status = $result->http_status;
        $this->request_id = $result->request_id;
        $this->retry_after = $result->retry_after;
        $this->trusted = $result->trusted;
    }
}

function cancelled(): Result
{
    return new Result(false, 'cancelled', 'the call was cancelled.');
}

function not_logged_in(): Result
{
    return new Result(false, 'not_logged_in', 'nobody is logged in.');
}

/** Seconds to wait before the next try; endless: what came of this one is known, or the server asked for a longer pause. */
function seconds_before_retry(Result $result, int $tries): float
{
    $is_open = classify($result) === 'unknown' && $result->code !== 'cancelled';
    $wait = max(2 ** ($tries - 1) * random_between(0.5, 1), $result->retry_after);
    return $is_open && $result->retry_after <= LONGEST_WAIT_SECONDS ? $wait : INF;
}

function text_of(array $answer, string $name): string
{
    return is_string($answer[$name] ?? null) ? $answer[$name] : '';
}

/** An option of LicenseClient without which no call could work. */
final class InvalidOptions extends \InvalidArgumentException
{
    public function __construct(public readonly string $option)
    {
        parent::__construct("invalid_options: $option");
    }
}

/** Where a proxy is, and how the client names itself there; a place of '': the text is no address of a proxy. */
final class Proxy
{
    private const ADDRESS =
        '~^http://(?:([^:@/?#\s]*)(?::([^@/?#\s]*))?@)?(\[[0-9A-Fa-f:.]+\]|[^\s:@/?#\[\]]+)(?::([0-9]{1,5}))?/?$~D';
    public readonly string $place;
    public readonly string $name;
    public readonly string $password;

    public function __construct(#[\SensitiveParameter] string $text)
    {
        $found = [];
        preg_match(self::ADDRESS, $text, $found);
        [, $name, $password, $host, $digits] = $found + ['', '', '', '', ''];
        $port = (int) ($digits === '' ? 80 : $digits);
        $this->place = $host !== '' && $port > 0 && $port < 65536 ? "$host:$port" : '';
        $this->name = rawurldecode($name);
        $this->password = rawurldecode($password);
    }

    public function host_and_port(): array
    {
        $colon = (int) strrpos($this->place, ':');
        return [substr($this->place, 0, $colon), (int) substr($this->place, $colon + 1)];
    }

    public function headers(): array
    {
        $user = base64_encode("$this->name:$this->password");
        return $this->name === '' ? [] : ["Proxy-Authorization: Basic $user"];
    }
}

/**
 * Speaks with the server. No method throws for what the network or the server does; each returns a Result. A call that is
 * given $is_cancelled asks it again and again, and is given up within a second where it says true.
 */
final class LicenseClient
{
    /** Asked during each call: whether to give it up. */
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

    /** The keys that answers are checked with; none: checking is off. */
    private readonly array $pinned_keys;
    private ?SessionMonitor $monitor = null;
    /** Where a start without the server finds the user; null: not asked for. */
    private readonly ?StateFile $state;
    /** When what it holds is over; null: nothing is kept of this session. */
    private ?float $stored = null;
    /** The latest time that the state of an earlier run knew, and when it was read. */
    private ?array $floor = null;
    private bool $is_offline = false;
    private string $username = '';
    /** Where it was the sign-in. */
    private string $license_key = '';
    private readonly ?Proxy $proxy;

    /**
     * The first five as the dashboard shows them for your application; the times in seconds. The server expects a
     * heartbeat at least every 90 seconds. With $offline_start, and a pinned key, the sign-in is kept in $store_folder
     * ('': where this system keeps such things; null: in memory), and resume() starts without the server too. $log(level,
     * event, fields) is told of each call. Calls that sign nobody in are repeated up to $retries times where nobody knows
     * what came of them. $proxy is http://[name:password@]host[:port]; '': what the system says, with curl. $hardware_id
     * is what the program itself calls this computer; null: hardware_id(null, $hwid_salt).
     */
    public function __construct(
        public readonly string $origin,
        #[\SensitiveParameter] private readonly string $api_key,
        private readonly string $version,
        string $hwid_salt,
        array $public_keys = [],
        public readonly int $timeout_seconds = 30,
        public readonly int $heartbeat_seconds = 30,
        public readonly int $verify_seconds = 300,
        public readonly int $max_verify_failures = 3,
        public readonly int $retry_seconds = 5,
        bool $offline_start = false,
        ?string $store_folder = '',
        private readonly ?\Closure $log = null,
        public readonly int $retries = 0,
        #[\SensitiveParameter] string $proxy = '',
        ?string $hardware_id = null,
    ) {
        $given = ['origin' => $origin, 'api_key' => $api_key, 'version' => $version, 'hwid_salt' => $hwid_salt];
        $timing = ['timeout_seconds' => $timeout_seconds, 'heartbeat_seconds' => $heartbeat_seconds];
        $timing += ['verify_seconds' => $verify_seconds, 'max_verify_failures' => $max_verify_failures];
        $timing += ['retry_seconds' => $retry_seconds];
        foreach ($given + array_map(fn (int $value): string => $value > 0 ? 'is set' : '', $timing) as $option => $value) {
            $value === '' && throw new InvalidOptions($option);
        }
        $this->proxy = $proxy === '' ? null : new Proxy($proxy);
        $timeout_seconds > 120 && throw new InvalidOptions('timeout_seconds');
        ($retries < 0 || $retries > 3) && throw new InvalidOptions('retries');
        count($public_keys) > 2 && throw new InvalidOptions('public_keys');
        $this->proxy?->place === '' && throw new InvalidOptions('proxy');
        $is_pinned = fn (string $key): bool => $key !== '' && !str_starts_with($key, 'YOUR_');
        $this->pinned_keys = array_values(array_filter($public_keys, $is_pinned));
        ($hardware_id === null || is_hardware_id($hardware_id)) || throw new InvalidOptions('hardware_id');
        $this->hwid = $hardware_id ?? hardware_id(null, $hwid_salt);
        $folder = $store_folder === '' ? default_folder($hwid_salt) : $store_folder;
        $this->state = $offline_start && $this->pinned_keys !== [] ? new StateFile($hwid_salt, $folder) : null;
    }

    public function login(
        string $username,
        #[\SensitiveParameter] string $password,
        ?\Closure $is_cancelled = null,
    ): Result {
        $body = ['username' => trim($username), 'password' => $password] + $this->program() + $this->asked();
        return $this->begin($this->post('login', $body, true, is_cancelled: $is_cancelled));
    }

    /** For software without usernames: the key is all that is typed. Needs License login in the settings. */
    public function license(#[\SensitiveParameter] string $license_key, ?\Closure $is_cancelled = null): Result
    {
        return $this->sign_in_by_key(trim($license_key), null, $is_cancelled);
    }

    private function sign_in_by_key(
        #[\SensitiveParameter] string $key,
        ?int $timeout,
        ?\Closure $is_cancelled = null,
    ): Result {
        $body = ['license_key' => $key] + $this->program() + $this->asked();
        return $this->begin($this->post('license', $body, true, $timeout, is_cancelled: $is_cancelled), $key);
    }

    /**
     * Starts without a password where somebody is signed in on this computer: with the server if it answers within 5 s,
     * else with the stored lease (the code is `offline`). A trusted refusal of the server ends the sign-in.
     */
    public function resume(?\Closure $is_cancelled = null): Result
    {
        $stored = $this->state?->read();
        if ($stored === null) {
            return offline_refusal('offline_none');
        }
        $lease = read_lease($stored['lease'], $this->pinned_keys);
        if (!$stored['is_own'] || ($lease !== null && !$lease->is_of($this->hwid))) {
            $is_foreign = $lease !== null && !$lease->is_of($this->hwid);
            return offline_refusal($is_foreign ? 'offline_machine' : 'offline_invalid');
        }
        $this->session++;
        [$this->user_id, $this->username, $this->license_key] =
            [$stored['user_id'], $stored['username'], $stored['license_key']];
        [$this->lease, $this->stored, $this->last_signed] = [$stored['lease'], 0.0, null];
        $this->floor = ['mark' => $stored['mark'], 'at' => now()];
        $result = $this->reconnect(min(RESUME_SECONDS, $this->timeout_seconds), $is_cancelled);
        if (classify($result) !== 'unknown') {
            if ($result->ok && $this->features === [] && $this->may_go_on_offline()) {
                $this->features = $lease?->features ?? [];
            }
            return $result;
        }
        $this->session_token = null;
        if ($result->code === 'cancelled') {
            [$this->stored, $this->user_id, $this->lease] = [null, null, ''];
            return $result;
        }
        $refusal = $this->why_not_offline();
        if ($refusal !== null || $lease === null) {
            $this->stored = null;
            return $refusal ?? offline_refusal('offline_invalid');
        }
        $this->is_offline = true;
        $this->features = $lease->features;
        $this->keep_state();
        $text = 'The server cannot be reached. The program runs without it.';
        $user = ['user_id' => $this->user_id, 'username' => $this->username, 'features' => $lease->features];
        return new Result(true, 'offline', $text, 0, true, 0, $user, $lease->expires);
    }

    /** Begins a session for the user who is signed in on this computer; a license key signs in again. */
    public function reconnect(?int $timeout = null, ?\Closure $is_cancelled = null): Result
    {
        $key = $this->license_key;
        $signed_in = $key === '' ? null : $this->sign_in_by_key($key, $timeout, $is_cancelled);
        $may_start = $signed_in === null || $signed_in->ok;
        $result = $may_start ? $this->start_session($timeout, 0, $is_cancelled) : $signed_in;
        $this->is_offline = $this->is_offline && !$result->ok;
        return $result;
    }

    /** Started without the server, which has not been reached since. */
    public function is_offline(): bool
    {
        return $this->is_offline;
    }

    /** Until when the program may run without the server, in unix seconds; 0: not at all. */
    public function offline_until(): int
    {
        return read_lease($this->lease, $this->pinned_keys)?->expires ?? 0;
    }

    /** How long it may still do so. */
    public function offline_seconds(): float
    {
        return $this->offline_until() - max(microtime(true), $this->server_time());
    }

    /** Why the program may not run on without the server; null: it may. */
    public function why_not_offline(): ?Result
    {
        $lease = read_lease($this->lease, $this->pinned_keys);
        $code = match (true) {
            $lease === null || $lease->user_id !== (string) $this->user_id => 'offline_invalid',
            !$lease->may_start => 'offline_none',
            !$lease->is_of($this->hwid) => 'offline_machine',
            microtime(true) < $this->server_time() - MAX_CLOCK_STEP_BACK_SECONDS => 'offline_clock',
            $this->offline_seconds() <= 0 => 'offline_expired',
            default => '',
        };
        return $code === '' ? null : offline_refusal($code);
    }

    /** Stores the time that has passed, ahead of it: what a program ran for counts, also where it is ended at once. */
    public function keep_state(?int $ahead = null): void
    {
        if ($this->stored === null || $this->user_id === null) {
            return;
        }
        $mark = $this->server_time();
        $time = $this->is_offline ? max($mark, microtime(true)) : $mark;
        $ahead ??= max(STATE_AHEAD_SECONDS, 2 * $this->heartbeat_seconds);
        if ($ahead > 0 && $time + $ahead / 2 < $this->stored) {
            return;
        }
        $this->stored = $time + $ahead;
        $this->state?->write($this->user_id, [$this->username, $this->license_key], $mark, $this->stored, $this->lease);
    }

    private function drop_state(): void
    {
        $this->stored = null;
        $this->is_offline = false;
        $this->state?->remove();
    }

    /** What a lease that allows a start is asked for with; without $offline_start nothing is. */
    private function asked(): array
    {
        return $this->state === null ? [] : ['lease_version' => 2];
    }

    /**
     * Adds the time of another key: to the user whose session this is, or to the one who is named. The second form is
     * for a user whose access has ended and who therefore can't log in.
     */
    public function redeem(
        #[\SensitiveParameter] string $license_key,
        string $username = '',
        #[\SensitiveParameter] string $password = '',
        ?\Closure $is_cancelled = null,
    ): Result {
        if ($username === '' && $this->session_token === null) {
            return not_logged_in();
        }
        $named = ['username' => trim($username), 'password' => $password];
        $user = $username === '' ? ['session_token' => $this->session_token] : $named;
        $session = $this->session;
        $body = $user + ['license_key' => trim($license_key)] + $this->program() + $this->asked();
        $result = $this->post('redeem', $body, true, is_cancelled: $is_cancelled);
        return $result->ok && $username === '' ? $this->keep_lease($result, $session) : $result;
    }

    public function register(
        string $username,
        #[\SensitiveParameter] string $password,
        string $license_key = '',
        string $email = '',
        ?\Closure $is_cancelled = null,
    ): Result {
        $user = ['username' => trim($username), 'password' => $password, 'email' => $email === '' ? null : $email];
        $user['license_key'] = $license_key === '' ? null : $license_key;
        return $this->post('register', $user + $this->program(), true, is_cancelled: $is_cancelled);
    }

    public function verify(?\Closure $is_cancelled = null, ?int $retries = null): Result
    {
        if ($this->user_id === null) {
            return not_logged_in();
        }
        $session = $this->session;
        $body = ['user_id' => $this->user_id, 'session_token' => $this->session_token] + $this->asked();
        $result = $this->post('verify', $body, true, null, $retries ?? $this->retries, $is_cancelled);
        return $this->keep_lease($result, $session);
    }

    /** Makes a fresh token each time: the server takes none that has ended. One that is given up is ended at once. */
    public function start_session(?int $timeout = null, ?int $retries = null, ?\Closure $is_cancelled = null): Result
    {
        if ($this->user_id === null) {
            return not_logged_in();
        }
        if ($is_cancelled !== null && $is_cancelled()) {
            return $this->note('start', cancelled(), now());
        }
        $session = $this->session;
        $token = $this->session_token = 'sess_' . bin2hex(random_bytes(16)) . '_' . time();
        $body = ['action' => 'start', 'user_id' => $this->user_id, 'session_token' => $token, 'hwid' => $this->hwid];
        $this->starting = $this->on_wait === null ? null : \Fiber::getCurrent();
        $result = $this->post('session/track', $body, true, $timeout, $retries ?? $this->retries, $is_cancelled);
        if ($session !== $this->session) {
            $this->post_end($token); // ended meanwhile
        } elseif ($is_cancelled !== null && $result->code === 'cancelled') {
            $this->session_token = null;
            $this->undisturbed(fn () => $this->post_end($token, CANCELLED_END_SECONDS));
        }
        $this->starting = null;
        if ($result->ok && !in_array($result->session_token, ['', $token], true)) {
            return new Result(false, 'bad_answer', 'the answer is for another session.', $result->http_status);
        }
        return $this->keep_lease($result, $session);
    }

    public function heartbeat(?\Closure $is_cancelled = null, ?int $retries = null): Result
    {
        if ($this->session_token === null) {
            return not_logged_in();
        }
        $body = ['action' => 'heartbeat', 'session_token' => $this->session_token];
        return $this->post('session/track', $body, false, null, $retries ?? $this->retries, $is_cancelled);
    }

    /** Ends the session if there is one, within END_SECONDS: a program that is closing waits for it. */
    public function end_session(): void
    {
        $token = $this->session_token;
        $this->session_token = null;
        $this->session++;
        $this->keep_state(0);
        $this->stored = null;
        $this->is_offline = false;
        $this->lease = '';
        $starting = $this->starting;
        if ($starting !== null) {
            $this->undisturbed(fn () => $this->finish($starting)); // an end that overtakes the start would end nothing
        } elseif ($token !== null) {
            $this->undisturbed(fn () => $this->post_end($token));
        }
    }

    /** Nobody gives it up, and nothing else goes on meanwhile. */
    private function undisturbed(\Closure $job): void
    {
        $kept = [$this->is_cancelled, $this->on_wait];
        $this->is_cancelled = $this->on_wait = null;
        $job();
        [$this->is_cancelled, $this->on_wait] = $kept;
    }

    private function post_end(string $token, float $timeout = END_SECONDS): void
    {
        $this->post('session/track', ['action' => 'end', 'session_token' => $token], false, $timeout);
    }

    private function finish(\Fiber $call): void
    {
        $this->on_wait = \Fiber::suspend(...);
        for ($end = now() + END_SECONDS; $call->isSuspended() && now() < $end; usleep(10_000)) {
            $call->resume();
        }
        $this->starting = null;
    }

    /**
     * Keeps the session alive while you call its step(): PHP has no threads. $lost gets the result that ended it. Starts
     * the session first where that was not done: a start that is refused, or not answered, is a loss too. $offline is told
     * until when the program runs without the server (unix seconds), $online that it was reached again, $status what came
     * of each verification.
     */
    public function monitor(
        \Closure $lost,
        ?\Closure $offline = null,
        ?\Closure $online = null,
        ?\Closure $status = null,
    ): SessionMonitor {
        $this->monitor?->stop();
        $started = $this->session_token === null && !$this->is_offline ? $this->start_session() : null;
        $monitor = $this->monitor = new SessionMonitor($this, $offline, $online, $status);
        if ($started === null || $started->ok) {
            $monitor->start($lost);
            return $monitor;
        }
        $this->end_session(); // perhaps it did start and only the answer was lost
        $lost($started);
        return $monitor;
    }

    /** For a computer that never reaches the server. Needs $offline_start and a pinned key: throws InvalidOptions else. */
    public function offline(): OfflineFiles
    {
        $state = $this->state ?? throw new InvalidOptions('offline_start');
        return new OfflineFiles($this, $state, $this->hwid, $this->pinned_keys);
    }

    /** Stops the monitor and ends the session, within END_SECONDS; resume() starts nobody then. end_session() keeps that. */
    public function logout(): void
    {
        $this->drop_state();
        $this->monitor?->stop();
        $this->monitor = null;
        $this->user_id = null;
        $this->end_session();
    }

    /** Without an answer from the server: may this user still go on? Only where you switched offline leases on. */
    public function may_go_on_offline(): bool
    {
        $clock = microtime(true);
        $facts = [$this->user_id, $this->hwid, $clock, $this->server_time()];
        return lease_holds($this->lease, ...[...$facts, $this->pinned_keys, $this->state !== null]);
    }

    /** Until when the user may go on without the server (unix seconds), and with what; null: no lease holds now. */
    public function lease(): ?array
    {
        $held = $this->may_go_on_offline() ? read_lease($this->lease, $this->pinned_keys) : null;
        $facts = ['until' => $held?->expires, 'may_start' => $held?->may_start, 'features' => $held?->features];
        return $held === null ? null : $facts;
    }

    /** What the user has bought: `$client->feature('export') === true` switches a function on. Null: not bought. */
    public function feature(string $name): mixed
    {
        return $this->features()[$name] ?? null;
    }

    /** All that the user has bought; without the server only while the lease holds. */
    public function features(): array
    {
        return $this->is_offline && !$this->may_go_on_offline() ? [] : $this->features;
    }

    /** How far this computer's clock was from the server's at the last signed answer, in seconds. */
    public function clock_error(): float
    {
        return $this->last_signed === null ? 0 : $this->last_signed['clock'] - $this->last_signed['created'];
    }

    /** The latest time that the server is known to have had, moved on by a clock that nobody can set. */
    private function server_time(): float
    {
        $last = $this->last_signed ?? $this->floor;
        return $last === null ? 0 : $last['mark'] + now() - $last['at'];
    }

    private function program(): array
    {
        $name = device_name();
        return ['version' => $this->version, 'hwid' => $this->hwid, 'device_name' => $name === '' ? null : $name];
    }

    private function begin(Result $result, string $license_key = ''): Result
    {
        if ($result->ok) {
            $this->drop_state();
            [$this->user_id, $this->username, $this->license_key] = [$result->user_id, $result->username, $license_key];
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
            $this->stored = null;
        } elseif ($answer === 'ok' && $result->lease !== '') {
            $this->lease = $result->lease;
            $this->stored = $this->state === null ? null : 0.0;
            $this->keep_state();
        }
        if ($answer === 'definitive') {
            $this->drop_state();
        }
        if ($answer === 'ok' && $result->features !== null && $this->pinned_keys !== []) {
            $this->features = $result->features;
        }
        return $result;
    }

    /** One call: tries and waits together have $timeout. A wait that would end later is not begun. */
    private function post(
        string $path,
        array $body,
        bool $is_checked,
        ?float $timeout = null,
        int $retries = 0,
        ?\Closure $is_cancelled = null,
    ): Result {
        $timeout ??= $this->timeout_seconds;
        $always = $this->is_cancelled;
        $either = fn (): bool => $is_cancelled() || ($always !== null && $always());
        $this->is_cancelled = $is_cancelled === null ? $always : $either;
        try {
            return $this->try_until(now() + $timeout, $timeout, $retries, $path, $body, $is_checked);
        } finally {
            $this->is_cancelled = $always;
        }
    }

    private function try_until(float $end, float $timeout, int $retries, string $path, array $body, bool $is_checked): Result
    {
        for ($tries = 1;; $tries++) {
            $start = now();
            $result = $this->is_given_up() ? cancelled() : $this->send($path, $body, $is_checked, $timeout, $end);
            $this->note($body['action'] ?? $path, $result, $start);
            $due = now() + seconds_before_retry($result, $tries);
            if ($tries > $retries || $due >= $end) {
                return $result;
            }
            while (now() < $due && !$this->is_given_up()) {
                usleep(50_000);
            }
        }
    }

    private function is_given_up(): bool
    {
        return $this->is_cancelled !== null && ($this->is_cancelled)();
    }

    /** The log gets what came of a try, and no secret. */
    private function note(string $call, Result $result, float $start): Result
    {
        $fields = ['call' => $call, 'code' => $result->code, 'http_status' => $result->http_status];
        $fields += ['trusted' => $result->trusted, 'request_id' => $result->request_id, 'seconds' => now() - $start];
        try {
            $this->log === null || ($this->log)($result->ok ? 'info' : 'warn', 'call', $fields);
        } catch (\Throwable) {
            // what a log throws is no matter of the caller
        }
        return $result;
    }

    private function send(string $path, array $body, bool $is_checked, float $timeout, float $end): Result
    {
        $url = $this->origin . '/api/v1/' . $path;
        $given = array_filter($body, fn (mixed $value): bool => $value !== null);
        $sent = (string) json_encode($given, JSON_INVALID_UTF8_SUBSTITUTE | JSON_UNESCAPED_SLASHES);
        $keys = $is_checked ? $this->pinned_keys : [];
        $nonce = $keys === [] ? '' : bin2hex(random_bytes(16));
        $headers = [
            'Content-Type: application/json',
            'User-Agent: keywright-php/' . $this->version,
            'X-API-Key: ' . $this->api_key,
            'X-Client: ' . CLIENT,
        ];
        if ($nonce !== '') {
            array_push($headers, "X-Nonce: $nonce", 'Content-Digest: ' . content_digest($sent));
        }
        $send = function_exists('curl_init') ? $this->send_by_curl(...) : $this->send_by_stream(...);
        $answer = $send($url, $headers, $sent, $timeout, $end);
        if ($answer === 'cancelled') {
            return cancelled();
        }
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
            $mark = $this->last_signed === null ? $created : max($created, $this->server_time()); // no earlier run counts
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
    private function send_by_curl(string $url, array $headers, string $sent, float $timeout, float $end): array|string
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
        if ($this->proxy !== null) {
            curl_setopt_array($curl, [
                CURLOPT_PROXY => "http://{$this->proxy->place}",
                CURLOPT_NOPROXY => '', // of the environment
                CURLOPT_HEADEROPT => CURLHEADER_SEPARATE, // or the server would be told the password of the proxy
                CURLOPT_PROXYHEADER => $this->proxy->headers(),
                CURLOPT_SUPPRESS_CONNECT_HEADERS => true,
            ]);
        }
        $all = curl_multi_init();
        curl_multi_add_handle($all, $curl);
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
    private function send_by_stream(string $url, array $headers, string $sent, float $timeout, float $end): array|string
    {
        $address = parse_url($url) + ['scheme' => '', 'host' => '', 'path' => '/'];
        $host = $address['host'];
        $is_secure = $address['scheme'] === 'https';
        $port = $address['port'] ?? ($is_secure ? 443 : 80);
        $authority = isset($address['port']) ? "$host:$port" : $host;
        $is_open = $this->proxy !== null && !$is_secure; // a proxy sees such a call as it is
        array_unshift($headers, 'POST ' . ($is_open ? $url : $address['path']) . ' HTTP/1.1', "Host: $authority");
        array_push($headers, 'Connection: close', ...($is_open ? $this->proxy->headers() : []));
        $unsent = implode("\r\n", [...$headers, 'Content-Length: ' . strlen($sent)]) . "\r\n\r\n" . $sent;
        $reason = 'the connection broke';
        $peer = "$host:$port";
        if ($this->proxy !== null) {
            [$host, $port] = $this->proxy->host_and_port();
        }
        foreach (array_unique([...(gethostbynamel($host) ?: []), $host]) as $each) {
            $context = stream_context_create(['ssl' => ['peer_name' => trim($address['host'], '[]')]]);
            $how = STREAM_CLIENT_CONNECT | STREAM_CLIENT_ASYNC_CONNECT;
            $stream = @stream_socket_client("tcp://$each:$port", $number, $error, $timeout, $how, $context);
            if ($stream === false) {
                $reason = $error ?: $reason;
                continue;
            }
            stream_set_blocking($stream, false);
            $reason = $this->until_ready($stream, true, $end, $timeout);
            if ($reason === '' && stream_socket_get_name($stream, true) !== false) {
                $reason = $this->proxy !== null && $is_secure ? $this->tunnel($stream, $peer, $end, $timeout) : '';
                return $reason ?: $this->talk($stream, $is_secure, $unsent, $end, $timeout);
            }
            $reason = $reason ?: 'no connection';
        }
        return $reason;
    }

    /**
     * Asks the proxy for a way through; the reason if there is none.
     *
     * @param resource $stream
     */
    private function tunnel($stream, string $peer, float $end, float $timeout): string
    {
        $lines = ["CONNECT $peer HTTP/1.1", "Host: $peer", ...($this->proxy?->headers() ?? [])];
        @fwrite($stream, implode("\r\n", $lines) . "\r\n\r\n");
        for ($head = ''; !str_contains($head, "\r\n\r\n") && !feof($stream) && strlen($head) < 8192;) {
            $reason = $this->until_ready($stream, false, $end, $timeout);
            if ($reason !== '') {
                return $reason;
            }
            $head .= (string) @fread($stream, 1024);
        }
        $found = [];
        preg_match('/^HTTP\/\S+ ([0-9]{3})/', $head, $found);
        $status = $found[1] ?? 'nothing';
        return $status === '200' ? '' : "the proxy answers $status";
    }

    /** @param resource $stream */
    private function talk($stream, bool $is_secure, string $unsent, float $end, float $timeout): array|string
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
    private function until_ready($stream, bool $to_write, float $end, float $timeout): string
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
    private function wait_until(float $end, \Closure $wait, float $timeout): string
    {
        if ($this->on_wait !== null) {
            ($this->on_wait)();
        } else {
            $wait(0.05);
        }
        return match (true) {
            $this->is_given_up() => 'cancelled',
            now() >= $end => late($timeout),
            default => '',
        };
    }
}

function late(float $timeout): string
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
    $retry_after = preg_match('/^[0-9]{1,20}$/D', $seconds) === 1 ? min((int) $seconds, MAX_PAUSE_SECONDS) : 0;
    $code = $is_understood ? text_of($answer, 'code') : 'bad_answer';
    return new Result($is_understood && $success, $code, $message, $status, $trusted, $retry_after, $answer);
}
// #endregion

// #region offline files
const OFFLINE_FILE_FAULTS = [
    'offline_invalid' => 'The file is not whole, was changed, or does not answer the last request of this computer.',
    'offline_machine' => 'The file is for another computer.',
    'offline_expired' => 'The file has expired.',
    'offline_clock' => 'The clock of this computer is behind: set it right, and take the file again.',
];

/** The text that asks for an offline file, and the file that answers it. */
final class OfflineFiles
{
    public function __construct(
        private readonly LicenseClient $client,
        private readonly StateFile $state,
        private readonly string $hwid,
        private readonly array $keys,
    ) {
    }

    /**
     * The text that asks for a file, for whoever sells the program: with a username or a license key.
     * @throws \RuntimeException where the folder can't be written: no file would ever be taken
     */
    public function request(string $username = '', #[\SensitiveParameter] string $license_key = ''): string
    {
        $nonce = to_base64url(random_bytes(16));
        $this->state->keep_nonce($nonce);
        $who = $license_key === '' ? ['user' => trim($username)] : ['key' => trim($license_key)];
        $prints = array_map(fn (string $key): string => substr(hash_of((string) base64_decode($key)), 0, 16), $this->keys);
        $content = ['v' => 1, 'hwid' => $this->hwid] + $who + ['nonce' => $nonce, 'keys' => $prints, 'client' => CLIENT];
        $flags = JSON_INVALID_UTF8_SUBSTITUTE | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE;
        $text = to_base64url((string) json_encode($content, $flags));
        $text .= '.' . substr(hash_of($text), 0, 8); // finds what was lost or changed on the way
        $mark = fn (string $which): string => "-----$which KEYWRIGHT OFFLINE REQUEST-----\n";
        return $mark('BEGIN') . chunk_split($text, 64, "\n") . $mark('END');
    }

    /** Takes the file that answers the last request, and starts with it as resume() does from then on. */
    public function install(string $text): Result
    {
        $found = [];
        $mark = fn (string $which): string => "-----$which KEYWRIGHT OFFLINE LICENSE-----";
        preg_match('/' . $mark('BEGIN') . '(.+?)' . $mark('END') . '/s', $text, $found);
        $file = (string) preg_replace('/\s/', '', $found[1] ?? ''); // however mail has broken it
        $claims = read_offline_file($file, $this->keys);
        $code = $this->fault_of($claims);
        if ($claims === null || $code !== '') {
            return new Result(false, $code, OFFLINE_FILE_FAULTS[$code]);
        }
        $this->state->write((int) $claims->user_id, ['', ''], $claims->issued, $claims->issued, $file);
        return $this->client->resume();
    }

    /** Why a file is not taken; '': it is. */
    private function fault_of(?Lease $claims): string
    {
        return match (true) {
            $claims === null => 'offline_invalid',
            !$claims->is_of($this->hwid) => 'offline_machine',
            $claims->nonce !== $this->state->nonce() => 'offline_invalid',
            time() >= $claims->expires => 'offline_expired',
            time() < $claims->issued - MAX_CLOCK_STEP_BACK_SECONDS => 'offline_clock',
            default => '',
        };
    }
}

function hash_of(string $bytes): string
{
    return to_base64url(hash('sha256', $bytes, true));
}
// #endregion

// #region monitor
const BACK_OFF = [1, 2, 4, 8, 12]; // times retry_seconds; the last one from then on
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
 * whenever seconds_left() have passed, and no step waits for an answer. `max_verify_failures` failed verifications in a
 * row end the session, nothing else does. A definitive refusal is asked about again within seconds; without any answer a
 * verification fails only when its whole period has passed, so that a short outage logs nobody out.
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
    private ?Result $last_result = null;

    /** The server is not reached, and the lease holds. */
    private bool $is_offline = false;

    public function __construct(
        private readonly LicenseClient $client,
        private readonly ?\Closure $on_offline = null,
        private readonly ?\Closure $on_online = null,
        private readonly ?\Closure $on_status = null,
    ) {
        $this->verified_at = time();
    }

    /**
     * Call it once; $on_lost gets the last result. The jobs start at a random time: computers switched on together don't
     * call together.
     */
    public function start(\Closure $on_lost): void
    {
        $this->on_lost = $on_lost;
        $this->is_running = true;
        $this->verify_due = $this->period_end = now() + random_between(0.5, 1) * $this->client->verify_seconds;
        $this->beat_due = now() + random_between(0.5, 1) * $this->client->heartbeat_seconds;
        if ($this->client->is_offline()) {
            $this->verify_due = now() + $this->client->retry_seconds;
            $this->go_offline();
        }
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

    /** Steps until it is done, or the session lost: for a program that has nothing else to do meanwhile. */
    public function run_until(\Closure $is_done): void
    {
        while ($this->is_running && !$is_done()) {
            $this->step();
            usleep((int) (min($this->seconds_left(), 0.1) * 1e6));
        }
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

    private function go_offline(): void
    {
        if (!$this->is_offline) {
            $this->is_offline = true;
            $this->on_offline === null || ($this->on_offline)($this->client->offline_until());
        }
    }

    /** Without a session there is nothing to keep alive, but the lease may end. */
    private function beat_offline(float $due): void
    {
        $this->beat_due = min($due + $this->client->heartbeat_seconds, now() + $this->client->offline_seconds());
        $refusal = $this->client->why_not_offline();
        if ($refusal !== null) {
            $this->last_result = $refusal;
            $this->lose();
        }
    }

    private function beat(float $due): void
    {
        $this->client->keep_state();
        if ($this->client->is_offline()) {
            $this->beat_offline($due);
            return;
        }
        $this->beats++;
        $result = $this->client->heartbeat(retries: 0);
        $answer = classify($result);
        if ($answer === 'definitive' || ($answer === 'lost' && !$this->has_restarted)) {
            $soon = max(now(), $this->not_before);
            $this->verify_due = $soon < $this->verify_due - $this->client->retry_seconds ? $soon : $this->verify_due;
        }
        $pause = min($result->retry_after, MAX_PAUSE_SECONDS) * random_between(1, 1.2);
        $intervals = ceil((now() + $pause - $due) / $this->client->heartbeat_seconds);
        $this->beat_due = $due + max($intervals, 1) * $this->client->heartbeat_seconds;
    }

    private function verify(float $due): void
    {
        if ($due >= $this->period_end) {
            $this->end_period($due);
        }
        if ($this->failures >= $this->client->max_verify_failures) {
            $this->lose();
            return;
        }
        if ($due < $this->not_before) {
            $this->verify_due = min($this->not_before, $this->period_end);
            return;
        }
        $result = $this->client->is_offline() ? $this->client->reconnect() : $this->client->verify(retries: 0);
        if (classify($result) === 'lost' && !$this->has_restarted) {
            $result = $this->client->start_session(retries: 0);
            $this->has_restarted = classify($result) !== 'unknown';
        }
        if ($this->is_running) {
            $this->settle($result);
        }
    }

    private function end_period(float $due): void
    {
        $has_slept = now() > $due + $this->client->verify_seconds; // the computer was off, so nothing was missed
        if (!$this->is_answered && !$has_slept) {
            $this->client->may_go_on_offline() ? $this->go_offline() : $this->failures++;
        }
        $this->period_end = ($has_slept ? now() : $this->period_end) + $this->client->verify_seconds;
        $this->grace_left = MAX_PAUSE_SECONDS;
        $this->is_answered = false;
        $this->has_restarted = false;
    }

    private function settle(Result $result): void
    {
        $answer = classify($result);
        $this->last_result = $result;
        $this->on_status === null || ($this->on_status)($result);
        if ($answer === 'unknown') {
            $this->back_off($result->retry_after);
            return;
        }
        $this->is_answered = true;
        $this->silences = 0;
        $this->not_before = 0;
        if ($this->is_offline) {
            $this->is_offline = false;
            $this->on_online === null || ($this->on_online)();
        }
        if ($answer === 'ok') {
            $this->failures = 0;
            $this->verified_at = time();
        } elseif ($answer !== 'lost') {
            $this->failures++;
        }
        if ($this->failures >= $this->client->max_verify_failures) {
            $this->lose();
            return;
        }
        $this->verify_due = $answer === 'definitive' ? now() + $this->client->retry_seconds : $this->period_end;
    }

    /** Tries again inside the period, after a random wait: many clients must not return together. */
    private function back_off(int $retry_after): void
    {
        $longest = $this->client->retry_seconds * BACK_OFF[min($this->silences, count(BACK_OFF) - 1)];
        $due = now() + random_between(0.5, 1) * $longest;
        $this->silences++;
        $this->not_before = $retry_after > 0 ? now() + $retry_after * random_between(1, 1.2) : 0;
        if ($this->not_before > $this->period_end) {
            $grace = min($this->not_before + $this->client->timeout_seconds - $this->period_end, $this->grace_left);
            $this->period_end += $grace;
            $this->grace_left -= $grace;
        }
        $this->verify_due = min(max($due, $this->not_before), $this->period_end);
    }

    private function lose(): void
    {
        $this->stop();
        $this->client->end_session();
        ($this->on_lost)($this->last_result ?? new Result(false, '', ''));
    }
}
// #endregion

// #region texts
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
    [
        'Connection error',
        [
            ...['network_error', 'bad_answer', 'bad_signature', 'offline_none', 'offline_expired', 'offline_clock'],
            ...['offline_machine', 'offline_invalid'],
        ],
        [],
    ],
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

/** What to tell the user about a refusal, and what follows from it. */
final class Explanation
{
    /** @param string $next form (ask again), wait ($seconds, then ask again) or exit (no retry can help) */
    public function __construct(
        public readonly string $caption,
        public readonly string $text,
        public readonly string $next,
        public readonly int $seconds,
    ) {
    }
}

/** $otherwise is the caption of what has none of its own. */
function explain(Result $result, string $otherwise = 'Login failed'): Explanation
{
    $caption = caption_of($result, $otherwise);
    $text = $result->message . ($result->download_url === '' ? '' : "\nDownload: $result->download_url");
    $next = match ($caption) {
        'Update Required', 'Access Blocked' => 'exit',
        'Please wait' => 'wait',
        default => 'form',
    };
    return new Explanation($caption, $text, $next, min($result->retry_after ?: 5, 60));
}
// #endregion
