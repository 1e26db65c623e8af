<?php

/** Takes the PHP library: `offline.php Keywright.php <origin> <api key> <salt> <public key>` makes the calls it is told. */

declare(strict_types=1);

use Keywright\LicenseClient;
use Keywright\Result;
use Keywright\SessionMonitor;

[, $library, $origin, $api_key, $salt, $key] = $argv;
require $library;

$client = null;
/** @var ?SessionMonitor $monitor */
$monitor = null;
$tell = function (string $text): void {
    echo "! $text\n";
};
$says = fn (Result $result): string => sprintf(
    '%s %s %d',
    $result->code,
    $result->ok ? 'true' : 'false',
    $result->offline_until,
);
$calls = [
    'new' => function (string $offline_start, string $folder) use (&$client, $origin, $api_key, $salt, $key): void {
        $place = $folder === '' ? null : $folder;
        $times = [5, 1, 2, 3, 1];
        $client = new LicenseClient($origin, $api_key, '1.0', $salt, [$key], ...[...$times, $offline_start === 'yes', $place]);
    },
    'login' => function (string $username, string $password) use (&$client, $says): string {
        return $says($client->login($username, $password));
    },
    'license' => function (string $license_key) use (&$client, $says): string {
        return $says($client->license($license_key));
    },
    'resume' => function () use (&$client, $says): string {
        return $says($client->resume());
    },
    'monitor' => function () use (&$client, &$monitor, $tell): void {
        $monitor = $client->monitor(
            fn (Result $result) => $tell("lost $result->code"),
            fn (int $until) => $tell("offline $until"),
            fn () => $tell('online'),
        );
    },
    'logout' => function () use (&$client): void {
        $client->logout();
    },
    'end' => function () use (&$client, &$monitor): void {
        $monitor?->stop();
        $client->end_session();
    },
    'feature' => function (string $name) use (&$client): string {
        return (string) json_encode($client->feature($name));
    },
];

for (;;) {
    $read = [STDIN];
    $none = null;
    $monitor?->step();
    if (stream_select($read, $none, $none, 0, 20_000) === 0) {
        continue;
    }
    $line = fgets(STDIN);
    if ($line === false) {
        break;
    }
    $words = explode(' ', rtrim($line, "\n"));
    $said = $calls[$words[0]](...array_map('base64_decode', array_slice($words, 1)));
    echo '= ', $said ?? 'done', "\n";
}
