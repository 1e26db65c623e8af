<?php
require 'vendor/autoload.php';

$keys = ['YOUR_PUBLIC_KEY', 'YOUR_NEXT_PUBLIC_KEY'];
$program = ['api_key' => 'YOUR_API_KEY', 'version' => '1.0.0', 'hwid_salt' => 'keywright-app-0'];
$client = new Keywright\LicenseClient(...$program, origin: 'http://localhost:3000', public_keys: $keys);
$user = $client->login($argv[1], $argv[2]);
echo $user->ok ? $user->message : Keywright\explain($user)->text, "\n";
stream_set_blocking(STDIN, false);
$is_over = fn () => fgets(STDIN) !== false || feof(STDIN);
if ($user->ok) $client->monitor(fn ($last) => print("$last->message\n"))->run_until($is_over);
$client->logout();
