<?php

/** Takes the PHP sample as a library: `driver.php client.php vectors` answers what it is asked line by line. */

declare(strict_types=1);

namespace Keywright;

require $argv[1];

$decode = fn (string $text): string => (string) base64_decode($text, true);

while (($line = fgets(STDIN)) !== false) {
    $words = explode(' ', rtrim($line, "\n"));
    if ($words[0] === 'hwid') {
        echo hardware_id($decode($words[1]), $decode($words[2])), "\n";
    } elseif ($words[0] === 'component') {
        echo component(...array_map($decode, array_slice($words, 1))) ?? 'None', "\n";
    } elseif ($words[0] === 'files') {
        [, $salt, $first, $second] = array_map($decode, $words);
        echo hardware_id(first_machine_id($first, $second), $salt), "\n";
    } elseif ($words[0] === 'signed') {
        [, $keys, $path, $nonce, $sent, $status, $body, $input, $signature] = $words;
        [$input, $signature] = array_map(fn ($each) => $each === '-' ? null : $decode($each), [$input, $signature]);
        $bodies = [$decode($sent), (int) $status, $decode($body)];
        $created = signed_at(explode(',', $keys), $decode($path), $nonce, ...$bodies, signature_input: $input, signature: $signature);
        echo $created ?? 'None', "\n";
    } elseif ($words[0] === 'lease') {
        [, $keys, $lease, $user_id, $hwid, $clock, $mark] = $words;
        $times = [(float) $clock, (float) $mark];
        $holds = lease_holds($decode($lease), (int) $user_id, $decode($hwid), $times[0], $times[1], explode(',', $keys));
        echo $holds ? "holds\n" : "refused\n";
    } elseif ($words[0] === 'values') {
        foreach ([API_KEY, APP_VERSION, ORIGIN, PUBLIC_KEY, NEXT_PUBLIC_KEY, HWID_SALT] as $value) {
            echo base64_encode($value), "\n";
        }
    }
}
