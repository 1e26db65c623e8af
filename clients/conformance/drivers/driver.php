<?php

/**
 * Obeys one line of JSON after the other and answers each with one: `driver.php <file with the library>`. The end of the
 * input is a logout.
 */

declare(strict_types=1);

namespace Keywright;

require $argv[1];

function say(string $is, array $fields): void
{
    echo json_encode(['is' => $is] + $fields, JSON_INVALID_UTF8_SUBSTITUTE), "\n";
}

function fields_of(Result $result): array
{
    return [
        'code' => $result->code,
        'trusted' => $result->trusted,
        'message' => $result->message,
        'retryAfter' => $result->retry_after,
        'addedDays' => $result->added_days ?? 0,
        'userId' => $result->user_id ?? 0,
        'offlineUntil' => $result->offline_until,
        'requestId' => $result->request_id,
        'graceUntil' => $result->grace_until,
        'thrown' => thrown_by($result),
    ];
}

function thrown_by(Result $result): string
{
    try {
        return $result->or_throw() === $result ? '' : 'another result';
    } catch (KeywrightError $error) {
        $trusted = json_encode($error->trusted);
        $parts = [$error->getCode(), $error->http_status, $error->retry_after, $trusted, $error->request_id];
        return implode(' ', [...$parts, $error->getMessage()]);
    }
}

function log_line(string $level, string $event, array $fields): void
{
    say('log', ['level' => $level, 'event' => $event] + $fields);
}

function with_snake_case(array $options): array
{
    $snake = fn (string $name): string => strtolower((string) preg_replace('/[A-Z]/', '_$0', $name));
    return array_combine(array_map($snake, array_keys($options)), $options);
}

/** Gives a call up after so many seconds. */
function cancellation_of(?float $seconds): ?\Closure
{
    $due = hrtime(true) + $seconds * 1e9;
    return $seconds === null ? null : fn (): bool => hrtime(true) >= $due;
}

/** The name of the option that cannot be used. */
function refused(\Closure $open): string
{
    try {
        $open();
        return '';
    } catch (InvalidOptions $error) {
        return lcfirst(str_replace('_', '', ucwords($error->option, '_')));
    }
}

/** A line waits, or no more will come. */
function has_line(): bool
{
    [$read, $none] = [[STDIN], null];
    return stream_select($read, $none, $none, 0) > 0;
}

$client = null;
$monitor = null;
while (true) {
    // PHP has no threads: the session is kept alive until the next line comes
    $monitor?->run_until(has_line(...));
    $line = fgets(STDIN);
    if ($line === false) {
        break;
    }
    $order = json_decode($line, true);
    [$name, $user] = [$order['do'], [$order['username'] ?? '', $order['password'] ?? '']];
    $more = ['is_cancelled' => cancellation_of($order['cancelAfter'] ?? null)];
    unset($order['do'], $order['cancelAfter']);
    $result = match ($name) {
        'login' => $client->login(...$user, ...$more),
        'license' => $client->license($order['key'], ...$more),
        'register' => $client->register(...$user, ...$more, license_key: $order['key']),
        'redeem' => $client->redeem($order['key'], ...$user, ...$more),
        'verify' => $client->verify(...$more),
        'resume' => $client->resume(...$more),
        'start' => $client->start_session(...$more),
        'heartbeat' => $client->heartbeat(...$more),
        'install' => $client->offline()->install($order['text']),
        default => null,
    };
    $fields = [];
    if ($name === 'open') {
        $fields['refused'] = refused(function () use (&$client, $order): void {
            $client = new LicenseClient(...with_snake_case($order), log: log_line(...));
        });
    } elseif ($name === 'request') {
        $fields['refused'] = refused(function () use ($client, $order, &$fields): void {
            $fields['text'] = $client->offline()->request($order['username'] ?? '', $order['key'] ?? '');
        });
    } elseif ($name === 'monitor') {
        $lost = fn (Result $last) => say('lost', fields_of($last));
        $status = fn (Result $result) => say('verified', fields_of($result));
        $offline = fn (int $until) => say('offline', ['until' => $until]);
        $monitor = $client->monitor($lost, $offline, fn () => say('online', []), $status);
    } elseif ($name === 'status') {
        $fields = ['beats' => $monitor->beats ?? 0, 'failures' => $monitor->failures ?? 0];
        $fields['clockError'] = $client->clock_error();
    } elseif ($name === 'features') {
        $fields = ['features' => (object) $client->features()];
    } elseif ($name === 'lease') {
        $held = $client->lease() ?? ['until' => 0, 'may_start' => false, 'features' => []];
        $fields = ['until' => $held['until'], 'mayStart' => $held['may_start'], 'features' => (object) $held['features']];
    } elseif ($name === 'feature') {
        $fields = ['value' => $client->feature($order['name'])];
    } elseif ($name === 'end') {
        $monitor?->stop();
        $client->end_session();
    } elseif ($name === 'logout') {
        $client->logout();
    }
    say($name, $result === null ? $fields : fields_of($result));
}
$client?->logout();
