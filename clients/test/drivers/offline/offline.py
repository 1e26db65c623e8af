"""Takes the Python library: `offline.py <its folder> <origin> <api key> <salt> <public key>` makes the calls it is told."""
import base64
import json
import sys

_, folder, origin, api_key, salt, key = sys.argv
sys.path.insert(0, folder)
from keywright import LicenseClient  # noqa: E402

client = None
running = None


def new(offline_start, store_folder):
    global client
    timing = {"heartbeat_seconds": 1, "verify_seconds": 2, "retry_seconds": 1, "timeout_seconds": 5}
    options = {"origin": origin, "api_key": api_key, "hwid_salt": salt, "version": "1.0", "public_keys": [key]}
    kept = {"offline_start": offline_start == "yes", "store_folder": store_folder or None}
    client = LicenseClient(**options, **timing, **kept)


def tell(text):
    print("! " + text, flush=True)


def monitor():
    global running
    lost = lambda result: tell("lost " + result.code)  # noqa: E731
    running = client.monitor(lost, offline=lambda until: tell("offline %d" % until), online=lambda: tell("online"))


def end():
    if running:
        running.stop()
    client.end_session()


def says(result):
    return "%s %s %d" % (result.code, str(result.ok).lower(), result.offline_until)


calls = {
    "new": new,
    "login": lambda username, password: says(client.login(username, password)),
    "license": lambda license_key: says(client.license(license_key)),
    "resume": lambda: says(client.resume()),
    "monitor": monitor,
    "logout": lambda: client.logout(),
    "end": end,
    "feature": lambda name: json.dumps(client.feature(name)),
}

for line in sys.stdin:
    name, *words = line.rstrip("\n").split(" ")
    said = calls[name](*(base64.b64decode(word).decode() for word in words))
    print("= " + (said or "done"), flush=True)
