"""Keywright client for Python 3.8 and later: log in, verify, keep the session alive. Standard library only.

The API key identifies your application, it is not a management secret. Still, never put it on a web page or into a
public repository.
"""
import base64
import hashlib
import hmac
import http.client
import json
import math
import os
import platform
import random
import re
import secrets
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from datetime import datetime


# #region hwid
def hardware_id(machine_id, salt):
    """Names this computer without giving its machine id away: 32 hex digits, or a fallback with the computer's name."""
    found = read_machine_id() if machine_id is None else machine_id
    found = normalized(found)
    if not found.strip("0-") or found == "uninitialized":
        return ("HWID-FALLBACK-" + platform.node())[:128]
    return hmac.new(("hwid-v1:" + salt).encode(), found.encode(), hashlib.sha256).hexdigest()[:32]


def hwid_of_client(given, salt):
    """What the program itself calls this computer, where it does.

    As the server takes it: 1 to 128 characters (of UTF-16) on one line, without white space at the ends.
    """
    if given is None:
        return hardware_id(None, salt)
    form = "[^\x00-\x1f\x7f-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069]+"
    if not isinstance(given, str) or given != given.strip() or not re.fullmatch(form, given):
        raise InvalidOptions("hardware_id")
    if len(given.encode("utf-16-le")) > 2 * 128:
        raise InvalidOptions("hardware_id")
    return given


def normalized(machine_id):
    return machine_id.strip(" \t\r\n\0").lower()


def read_machine_id():
    """The id of this installation of the operating system, readable without administrator rights; empty without one."""
    try:
        if sys.platform == "win32":
            import winreg

            access = winreg.KEY_READ | winreg.KEY_WOW64_64KEY
            with winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, r"SOFTWARE\Microsoft\Cryptography", 0, access) as key:
                return str(winreg.QueryValueEx(key, "MachineGuid")[0])
        if sys.platform == "darwin":
            command = ["/usr/sbin/ioreg", "-rd1", "-c", "IOPlatformExpertDevice"]
            text = subprocess.run(command, capture_output=True, timeout=5, check=True).stdout.decode("utf-8", "replace")
            found = re.search('"IOPlatformUUID" = "([^"]+)"', text)
            return found.group(1) if found else ""
    except (OSError, subprocess.SubprocessError):
        return ""
    return first_machine_id("/etc/machine-id", "/var/lib/dbus/machine-id")


def first_machine_id(*paths):
    """What the first of these files that can be read holds, whatever it is; empty when none can be read."""
    for path in paths:
        try:
            with open(path, encoding="utf-8", errors="replace") as file:
                return file.read()
        except OSError:
            continue
    return ""


def device_name():
    """What the owner of this computer calls it, in at most 64 bytes: shown to you and to your customer, never compared."""
    name = "".join(character for character in platform.node() if character.isprintable())
    return name.encode("utf-8", "ignore")[:64].decode("utf-8", "ignore")
# #endregion


# #region signature
COMPONENTS = '("@status" "content-digest" "@method";req "@path";req "content-digest";req)'


def content_digest(data):
    return "sha-256=:" + base64.b64encode(hashlib.sha256(data).digest()).decode() + ":"


def signed_at(keys, path, nonce, request_body, status, body, signature_input, signature):
    """When one of the keys signed this very answer to this very request, in unix seconds; None if none did.

    The parameters are compared as text with the one form there is: nobody else chooses what is checked, or how.
    """
    template = re.escape(COMPONENTS) + r';created=([0-9]{1,12});keyid="[A-Za-z0-9._-]{1,64}"'
    template += re.escape(';alg="rsa-v1_5-sha256";nonce="%s";tag="lic-v1"' % nonce)
    found = re.fullmatch("lic=(%s)" % template, signature_input or "")
    value = re.fullmatch("lic=:([A-Za-z0-9+/]{341}[AQgw]==):", signature or "")
    if not found or not value:
        return None
    lines = (
        '"@status": %d' % status,
        '"content-digest": ' + content_digest(body),
        '"@method";req: POST',
        '"@path";req: ' + path,
        '"content-digest";req: ' + content_digest(request_body),
        '"@signature-params": ' + found.group(1),
    )
    is_right = is_signed("\n".join(lines), base64.b64decode(value.group(1)), keys)
    return int(found.group(2)) if is_right else None


def is_signed(text, signature, keys):
    return any(rsa_ok(key, text.encode(), signature) for key in keys)


def rsa_ok(key, message, signature):
    """RSA-2048, exponent 65537, PKCS #1 v1.5 with SHA-256; `key` is the SPKI in base64."""
    try:
        der = base64.b64decode(key, validate=True)
    except ValueError:
        return False
    prefix = bytes.fromhex("30820122300d06092a864886f70d01010105000382010f003082010a0282010100")
    if len(der) != 294 or not der.startswith(prefix) or not der.endswith(bytes.fromhex("0203010001")):
        return False
    modulus = int.from_bytes(der[33:289], "big")
    number = int.from_bytes(signature, "big")
    hashed = bytes.fromhex("3031300d060960864801650304020105000420") + hashlib.sha256(message).digest()
    wanted = b"\x00\x01" + b"\xff" * (256 - 3 - len(hashed)) + b"\x00" + hashed
    if len(signature) != 256 or number >= modulus:
        return False
    return hmac.compare_digest(pow(number, 65537, modulus).to_bytes(256, "big"), wanted)


LEASE_HEADER = r'\{"alg":"RS256","typ":"lic\+jwt","kid":"app_([0-9]+)\.rs256\.[0-9]+"\}'
LEASE_CLAIMS = (
    r'\{"iss":"[ !#-\[\]-~]*","aud":"app:([0-9]+)","sub":"([0-9]+)","jti":"[0-9a-f-]{36}","iat":[0-9]{1,12},'
    r'"nbf":[0-9]{1,12},"exp":([0-9]{1,12}),"hwid":"([A-Za-z0-9_-]{43})"(?:,"lic":"[A-Za-z0-9_-]{43}")?'
    r'(?:,"ver":1|,"feat":"([A-Za-z0-9_-]*)"(,"off":1)?,"ver":2)\}'
)
MAX_CLOCK_STEP_BACK_SECONDS = 3600


class Lease:
    """What a lease says."""

    def __init__(self, claims):
        self.application, self.user_id, self.expires = claims.group(1), claims.group(2), int(claims.group(3))
        self.device, self.may_start = claims.group(4), claims.group(6) is not None
        self.features = object_of(from_base64url(claims.group(5) or ""))

    def is_of(self, hwid):
        device = hashlib.sha256(("app_%s|%s" % (self.application, hwid)).encode()).digest()
        return self.device == to_base64url(device)


def read_lease(lease, keys, is_version_2=True):
    """None if no pinned key signed it. Version 2 is for those who asked for it."""
    file = read_offline_file(lease, keys) if is_version_2 else None  # it allows what such a lease does
    if file:
        return file
    parts = re.fullmatch(r"([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{341}[AQgw])", lease)
    if not parts or not is_signed(parts.group(1) + "." + parts.group(2), from_base64url(parts.group(3)), keys):
        return None
    header = re.fullmatch(LEASE_HEADER, from_base64url(parts.group(1)).decode("ascii", "replace"))
    claims = re.fullmatch(LEASE_CLAIMS, from_base64url(parts.group(2)).decode("ascii", "replace"))
    if not header or not claims or claims.group(1) != header.group(1):
        return None
    return Lease(claims) if is_version_2 or claims.group(5) is None else None


def lease_holds(lease, user_id, hwid, clock, mark, keys, is_version_2=False):
    """Whether the server allowed this user on this computer to go on without it until now.

    `mark` is the latest time that the server is known to have had: setting the clock back does not lengthen a lease.
    """
    found = read_lease(lease, keys, is_version_2)
    if not found or found.user_id != str(user_id) or not found.is_of(hwid):
        return False
    return clock >= mark - MAX_CLOCK_STEP_BACK_SECONDS and max(clock, mark) < found.expires


def object_of(data):
    try:
        value = json.loads(data.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def to_base64url(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def from_base64url(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)) if len(text) % 4 != 1 else b""
# #endregion


# #region store
MAX_STATE_BYTES = 16 * 1024
STATE = re.compile(
    r"keywright-state-1\n([0-9]{1,15})\n([A-Za-z0-9_-]*)\n([A-Za-z0-9_-]*)\n([0-9]{1,12})\n([0-9]{1,12})\n"
    r"([A-Za-z0-9_.-]+)\n([0-9a-f]{64})\n"
)


def default_folder(salt):
    """Where this system keeps what a program remembers of its user."""
    home = os.path.expanduser("~")
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or os.path.join(home, "AppData", "Local")
    elif sys.platform == "darwin":
        base = os.path.join(home, "Library", "Application Support")
    else:
        base = os.environ.get("XDG_STATE_HOME") or os.path.join(home, ".local", "state")
    return os.path.join(base, "Keywright", re.sub("[^A-Za-z0-9_-]", "_", salt))


class StateFile:
    """What a start without the server needs, in a file of the user: who it is, the lease, the latest time that is known.

    Never a password or the API key. Its last line is an HMAC under a key of this computer: an edited file, and one of
    another computer, are noticed. A folder of None keeps it in memory, so it ends with the program.
    """

    def __init__(self, salt, folder):
        self._folder = default_folder(salt) if folder == "" else folder
        machine_id = normalized(read_machine_id()).encode()
        self._key = hmac.new(("state-v1:" + salt).encode(), machine_id, hashlib.sha256).digest()
        self._bytes = b""
        self._nonce = ""

    def read(self):
        """None: there is none. Without `is_own` it was changed, or written on another computer."""
        data = self._bytes if self._folder is None else self._read_file()
        if not data:
            return None
        text = data.decode("ascii", "replace")
        found = STATE.fullmatch(text)
        if not found:
            return {"is_own": False, "lease": (text.split("\n") + [""] * 7)[6]}
        user_id, username, license_key, mark, seen, lease, mac = found.groups()
        return {
            "is_own": hmac.compare_digest(mac, self._mac_of(text[:-66])),
            "user_id": int(user_id),
            "username": from_base64url(username).decode("utf-8", "replace"),
            "license_key": from_base64url(license_key).decode("utf-8", "replace"),
            "mark": max(int(mark), int(seen)),
            "lease": lease,
        }

    def _read_file(self):
        try:
            with open(os.path.join(self._folder, "state"), "rb") as file:
                data = file.read(MAX_STATE_BYTES + 1)
        except OSError:
            return b""
        return data if len(data) <= MAX_STATE_BYTES else b"-"

    def write(self, user_id, username, license_key, mark, seen, lease):
        """By a file of another name: a crash leaves the old state or the new one. Without room for it there is none."""
        names = [to_base64url(text.encode("utf-8", "replace")) for text in (username, license_key)]
        fields = ["keywright-state-1", str(user_id), *names, str(int(mark)), str(math.ceil(seen)), lease]
        text = "\n".join(fields)
        data = ("%s\n%s\n" % (text, self._mac_of(text))).encode()
        if len(data) > MAX_STATE_BYTES:
            return
        self._bytes = data
        if self._folder is None:
            return
        try:
            os.makedirs(self._folder, 0o700, exist_ok=True)
            path = os.path.join(self._folder, "state.%d" % os.getpid())
            with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
                file.write(data)
            os.replace(path, os.path.join(self._folder, "state"))
        except OSError:
            pass

    def remove(self):
        self._bytes = b""
        if self._folder is not None:
            try:
                os.remove(os.path.join(self._folder, "state"))
            except OSError:
                pass

    def nonce(self):
        """Of the last request for an offline file: no other file is taken. No secret."""
        if self._folder is None:
            return self._nonce
        try:
            with open(os.path.join(self._folder, "request"), encoding="ascii") as file:
                return file.read(100)
        except (OSError, ValueError):
            return ""

    def keep_nonce(self, nonce):
        self._nonce = nonce
        if self._folder is not None:
            os.makedirs(self._folder, 0o700, exist_ok=True)
            path = os.path.join(self._folder, "request")
            with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="ascii") as file:
                file.write(nonce)

    def _mac_of(self, text):
        return hmac.new(self._key, text.encode("utf-8", "replace"), hashlib.sha256).hexdigest()


OFFLINE_REFUSALS = {
    "offline_none": "The server cannot be reached, and nobody is signed in on this computer.",
    "offline_expired": "The server cannot be reached, and the time for which this program runs without it is over.",
    "offline_clock": "The server cannot be reached, and the clock of this computer was set back.",
    "offline_machine": "The server cannot be reached, and the sign-in is of another computer.",
    "offline_invalid": "The server cannot be reached, and the stored sign-in was changed.",
}


def offline_refusal(code):
    return Result(code=code, message=OFFLINE_REFUSALS[code])
# #endregion


# #region http
CLIENT = "keywright-python/0.2.0"  # this library, as the server's statistics call it
MAX_ANSWER_BYTES = 64 * 1024
RESUME_SECONDS = 5  # a start does not wait longer for the server
STATE_AHEAD_SECONDS = 60  # the state is written for a time to come: ending the program at once gains none
END_SECONDS = 3  # a program that is closing waits for the end of its session
LONGEST_WAIT_SECONDS = 60  # between two tries of a call
NEXT_ADDRESS_SECONDS = 2  # how long one address of a name may take while there is another


class Cancellation:
    """Gives up the calls that it is passed to, from any thread: within a second they are over, with the code cancelled."""

    def __init__(self):
        self.is_cancelled = False

    def cancel(self):
        self.is_cancelled = True


class KeywrightError(Exception):
    """What `or_throw` raises: a result that is not ok."""

    def __init__(self, result):
        super().__init__(result.message)
        self.code, self.message, self.http_status = result.code, result.message, result.http_status
        self.request_id, self.retry_after, self.trusted = result.request_id, result.retry_after, result.trusted


class Result:
    """What a call came to.

    Codes made here: network_error (no answer), bad_answer, bad_signature (not to be trusted), cancelled (given up),
    not_logged_in (nothing was sent).
    """

    def __init__(self, ok=False, code="", message="", http_status=0, trusted=False, retry_after=0, answer=None):
        self.ok, self.code, self.message, self.http_status = ok, code, message, http_status
        self.trusted, self.retry_after = trusted, retry_after
        answer = answer or {}
        self.user_id = answer.get("user_id")
        self.username = text_of(answer, "username")
        self.email = text_of(answer, "email")
        self.expires_at = text_of(answer, "expires_at")
        self.grace_until = text_of(answer, "grace_until")
        self.hwid_locked = answer.get("hwid_locked") is True
        self.session_token = text_of(answer, "session_token")
        self.lease = text_of(answer, "lease")
        self.features = answer.get("features")
        self.added_days = answer.get("added_days")  # by redeem
        self.reason = text_of(answer, "reason")
        self.request_id = text_of(answer, "request_id")
        self.download_url = text_of(answer, "download_url")
        self.offline_until = 0  # by resume, in unix seconds

    def or_throw(self):
        """Itself where it is ok; else it is raised."""
        if self.ok:
            return self
        raise KeywrightError(self)


def cancelled():
    return Result(code="cancelled", message="the call was cancelled.")


def not_logged_in():
    return Result(code="not_logged_in", message="nobody is logged in.")


def text_of(answer, name):
    value = answer.get(name)
    return value if isinstance(value, str) else ""


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect would take the key to another host."""

    def redirect_request(self, *_args):
        return None


class KeepsSocket:
    """Keeps a request's socket at hand, to be shut down from outside."""

    def do_open(self, http_class, request, **options):
        class Connection(http_class):
            def connect(self):
                self._create_connection = connect_to_any
                super().connect()
                request.socket = self.sock
                if getattr(request, "is_over", False):  # nobody waits any more for what would be sent now
                    raise TimeoutError("timed out")

        return super().do_open(Connection, request, **options)


class PlainHandler(KeepsSocket, urllib.request.HTTPHandler):
    pass


class SecureHandler(KeepsSocket, urllib.request.HTTPSHandler):
    pass


def connect_to_any(address, timeout, source_address=None):
    """The next address of a name has its turn after seconds: the first may be dead, and say nothing."""
    *others, last = [found[4][:2] for found in socket.getaddrinfo(*address, 0, socket.SOCK_STREAM)]
    for each in others:
        try:
            connected = socket.create_connection(each, min(timeout, NEXT_ADDRESS_SECONDS), source_address)
        except OSError:
            continue
        connected.settimeout(timeout)
        return connected
    return socket.create_connection(last, timeout, source_address)


OPENER = urllib.request.build_opener(NoRedirect, PlainHandler, SecureHandler)
WITHOUT_ENVIRONMENT = urllib.request.build_opener(NoRedirect, PlainHandler, SecureHandler, urllib.request.ProxyHandler({}))
PROXY = r"http://(?:([^:@/?#\s]*)(?::([^@/?#\s]*))?@)?(\[[0-9A-Fa-f:.]+\]|[^\s:@/?#\[\]]+)(?::([0-9]{1,5}))?/?"


class Proxy:
    """Where it is, and how the client names itself there; without a place the text is no address of a proxy."""

    def __init__(self, text):
        found = re.fullmatch(PROXY, text)
        name, password, host, port = found.groups(default="") if found else ("", "", "", "")
        is_usable = host and 0 < int(port or 80) < 65536
        self.place = "%s:%s" % (host, port or 80) if is_usable else ""
        user = "%s:%s" % (urllib.parse.unquote(name), urllib.parse.unquote(password))
        self.authorization = "Basic " + base64.b64encode(user.encode()).decode() if name else ""


def exchange(request, timeout, proxy=None, is_given_up=lambda: False):
    """Status, headers and body of the answer, or the error in its place, within the time that the whole call has.

    The time-outs of sockets are for each read, so a server that drips would keep the caller for ever. Sleeping, unlike
    waiting for a lock before Python 3.10, does not follow changes of the computer's time.
    """
    answers = []
    opener = WITHOUT_ENVIRONMENT if proxy else OPENER
    if proxy:
        request.set_proxy(proxy.place, "http")
    if proxy and proxy.authorization:
        request.add_header("Proxy-Authorization", proxy.authorization)

    def run():
        try:
            try:
                response = opener.open(request, timeout=timeout)
            except urllib.error.HTTPError as refusal:  # the body says what it is
                response = refusal
            with response:
                answers.append((response.status, response.headers, response.read(MAX_ANSWER_BYTES)))
        except (OSError, http.client.HTTPException, ValueError) as error:
            answers.append(error)

    threading.Thread(target=run, daemon=True).start()
    end = time.monotonic() + timeout
    while not answers and time.monotonic() < end and not is_given_up():
        time.sleep(0.01)
    if answers:
        return answers[0]
    request.is_over = True
    try:
        socket.socket.shutdown(request.socket, socket.SHUT_RDWR)  # or its thread would read on
    except (AttributeError, OSError):  # not connected yet, or not any more
        pass
    return TimeoutError("timed out")


class InvalidOptions(ValueError):
    """An option of LicenseClient without which no call could work; `option` is its name."""

    def __init__(self, option):
        super().__init__("invalid_options: " + option)
        self.code, self.option = "invalid_options", option


class Settings:
    """What a client and its monitor work by, in seconds but for the failures."""

    def __init__(self, origin, api_key, version, hwid_salt, public_keys, timing, retries, proxy):
        for name, value in (("origin", origin), ("api_key", api_key), ("version", version), ("hwid_salt", hwid_salt)):
            if not isinstance(value, str) or not value:
                raise InvalidOptions(name)
        self.origin, self.api_key, self.version, self.hwid_salt = origin, api_key, version, hwid_salt
        if isinstance(public_keys, str) or len(public_keys) > 2:
            raise InvalidOptions("public_keys")
        self.pinned_keys = [key for key in public_keys if key and not key.startswith("YOUR_")]
        for name, value in timing.items():
            if not value > 0 or (name == "timeout_seconds" and not 1 <= value <= 120):
                raise InvalidOptions(name)
        if retries not in (0, 1, 2, 3):
            raise InvalidOptions("retries")
        self.retries = retries
        self.proxy = Proxy(str(proxy)) if proxy else None
        if self.proxy and not self.proxy.place:
            raise InvalidOptions("proxy")
        self.timeout_seconds = timing["timeout_seconds"]
        self.heartbeat_seconds = timing["heartbeat_seconds"]
        self.verify_seconds = timing["verify_seconds"]
        self.max_verify_failures = timing["max_verify_failures"]
        self.retry_seconds = timing["retry_seconds"]


class LicenseClient:
    """Speaks with the server. No method raises for what the network or the server does; each returns a Result.

    `origin`, `api_key`, `version`, `hwid_salt` and `public_keys` are as the dashboard shows them for your application.
    With `offline_start`, and a pinned key, the sign-in is kept in `store_folder` (None: in memory), and `resume` starts
    without the server too. Calls that sign nobody in are repeated up to `retries` times where nobody knows what came of
    them. A call that is given a `cancellation` can be given up.
    """

    def __init__(
        self,
        *,
        origin,
        api_key,
        version,
        hwid_salt,
        public_keys=(),
        timeout_seconds=30,  # of one call with all its tries, 1 to 120
        heartbeat_seconds=30,  # the server expects one at least every 90 seconds
        verify_seconds=300,
        max_verify_failures=3,
        retry_seconds=5,
        offline_start=False,
        store_folder="",  # where this system keeps such things
        log=None,  # log(level, event, fields) is told of each call
        retries=0,  # 0 to 3
        proxy="",  # "http://[name:password@]host[:port]"; "": what the system says
        hardware_id=None  # what the program itself calls this computer; None: made of the system's id and the salt
    ):
        timing = {
            "timeout_seconds": timeout_seconds,
            "heartbeat_seconds": heartbeat_seconds,
            "verify_seconds": verify_seconds,
            "max_verify_failures": max_verify_failures,
            "retry_seconds": retry_seconds,
        }
        self.settings = Settings(origin, api_key, version, hwid_salt, public_keys, timing, retries, proxy)
        if store_folder is not None and not isinstance(store_folder, str):
            raise InvalidOptions("store_folder")
        if log is not None and not callable(log):
            raise InvalidOptions("log")
        self._log = log
        is_kept = offline_start and self.settings.pinned_keys
        self._state = StateFile(hwid_salt, store_folder) if is_kept else None  # where resume finds the user
        self._stored = None  # when what it holds is over; None: nothing is kept of this session
        self._floor = None  # the latest time that the state of an earlier run knew
        self.is_offline = False  # this run started without the server and has not reached it yet
        self._username = ""
        self._license_key = ""  # where it was the sign-in
        self._monitor = None
        self.session = 0  # counts logins and ends: what belongs to an earlier session changes nothing in this one
        self._lock = threading.Lock()  # sessions are started and ended in different threads
        self._starting = set()  # tokens of sessions that the server was asked for
        self._hwid = hwid_of_client(hardware_id, hwid_salt)
        self._user_id = None
        self._session_token = None
        self._lease = ""
        self._features = {}  # what the user has bought, from signed answers alone
        self._last_signed = None  # what the server's clock showed at the last signed answer, its latest time, and ours

    def login(self, username, password, *, cancellation=None):
        body = self._asking(dict(self._program(), username=username.strip(), password=password))
        return self._begin(self._post("login", body, checked=True, cancellation=cancellation))

    def license(self, license_key, *, cancellation=None):
        """For software without usernames: the key is all that is typed. Needs License login in the settings."""
        return self._sign_in_by_key(license_key.strip(), cancellation=cancellation)

    def _sign_in_by_key(self, key, timeout=None, cancellation=None):
        body = self._asking(dict(self._program(), license_key=key))
        result = self._post("license", body, checked=True, timeout=timeout, cancellation=cancellation)
        return self._begin(result, key)

    def resume(self, *, cancellation=None):
        """Starts without a password where somebody is signed in on this computer.

        With the server if it answers within 5 s, else with the stored lease (`code` is `offline`). A trusted refusal of
        the server ends the sign-in.
        """
        stored = self._state.read() if self._state else None
        if not stored:
            return offline_refusal("offline_none")
        lease = read_lease(stored["lease"], self.settings.pinned_keys)
        if lease and not lease.is_of(self._hwid):
            return offline_refusal("offline_machine")
        if not stored["is_own"]:
            return offline_refusal("offline_invalid")
        with self._lock:
            self.session += 1
            self._user_id, self._username, self._license_key = (
                stored["user_id"], stored["username"], stored["license_key"]
            )
            self._lease, self._stored = stored["lease"], 0
            self._floor, self._last_signed = {"mark": stored["mark"], "at": time.monotonic()}, None
        result = self.reconnect(None, min(RESUME_SECONDS, self.settings.timeout_seconds), cancellation)
        if classify(result) != "unknown":
            result.user_id, result.username = stored["user_id"], stored["username"]
            if result.ok and lease and not self._features and self.may_go_on_offline():
                self._features = lease.features
            return result
        self._session_token = None
        if result.code == "cancelled":
            self._stored, self._user_id, self._lease = None, None, ""
            return result
        refusal = self.offline_refusal()
        if refusal:
            self._stored = None
            return refusal
        self.is_offline, self._features = True, lease.features
        self.keep_state()
        user = {"user_id": stored["user_id"], "username": stored["username"], "features": lease.features}
        result = Result(True, "offline", "The server cannot be reached. The program runs without it.", 0, True, 0, user)
        result.offline_until = lease.expires
        return result

    def reconnect(self, session=None, timeout=None, cancellation=None):
        """Begins a session for the user who is signed in on this computer; a license key signs in again."""
        if self._license_key:
            signed_in = self._sign_in_by_key(self._license_key, timeout, cancellation)
            if not signed_in.ok:
                return signed_in
            session = None
        started = self.start_session(session, timeout, cancellation=cancellation, retries=0)
        if started.ok:
            self.is_offline = False
        return started

    def offline_until(self):
        """Until when the program may run without the server, in unix seconds; 0: not at all."""
        lease = read_lease(self._lease, self.settings.pinned_keys)
        return lease.expires if lease else 0

    def offline_seconds(self):
        """How long it may still do so."""
        return self.offline_until() - max(time.time(), self._server_time())

    def offline_refusal(self):
        """Why the program may not run on without the server; None: it may."""
        lease = read_lease(self._lease, self.settings.pinned_keys)
        if not lease or lease.user_id != str(self._user_id):
            return offline_refusal("offline_invalid")
        if not lease.may_start:
            return offline_refusal("offline_none")
        if not lease.is_of(self._hwid):
            return offline_refusal("offline_machine")
        if time.time() < self._server_time() - MAX_CLOCK_STEP_BACK_SECONDS:
            return offline_refusal("offline_clock")
        return offline_refusal("offline_expired") if self.offline_seconds() <= 0 else None

    def keep_state(self):
        """Stores the time that has passed, ahead of it: what a program ran for counts, also where it is ended at once."""
        with self._lock:
            self._write_state(max(STATE_AHEAD_SECONDS, 2 * self.settings.heartbeat_seconds))

    def _write_state(self, ahead):
        if self._stored is None:
            return
        mark = self._server_time()
        now = max(mark, time.time()) if self.is_offline else mark
        if ahead > 0 and now + ahead / 2 < self._stored:
            return
        self._stored = now + ahead
        self._state.write(self._user_id, self._username, self._license_key, mark, self._stored, self._lease)

    def _drop_state(self):
        self._stored, self.is_offline = None, False
        if self._state:
            self._state.remove()

    def _asking(self, body):
        """What a lease that allows a start is asked for with; without `offline_start` nothing is."""
        return dict(body, lease_version=2) if self._state else body

    def redeem(self, license_key, username="", password="", *, cancellation=None):
        """Adds the time of another key: to the user whose session this is, or to the one who is named.

        The second form is for a user whose access has ended and who therefore can't log in.
        """
        user = {"username": username.strip(), "password": password} if username else {"session_token": self._session_token}
        if not username and not self._session_token:
            return not_logged_in()
        session = self.session
        body = self._asking(dict(user, license_key=license_key.strip(), **self._program()))
        result = self._post("redeem", body, checked=True, cancellation=cancellation)
        return self._keep_lease(result, session) if result.ok and not username else result

    def register(self, username, password, license_key="", email="", *, cancellation=None):
        user = {"username": username.strip(), "password": password}
        body = dict(user, email=email or None, license_key=license_key or None, **self._program())
        return self._post("register", body, checked=True, cancellation=cancellation)

    def verify(self, *, cancellation=None, retries=None):
        if self._user_id is None:
            return not_logged_in()
        session = self.session
        body = self._asking({"user_id": self._user_id, "session_token": self._session_token})
        retries = self.settings.retries if retries is None else retries
        result = self._post("verify", body, checked=True, retries=retries, cancellation=cancellation)
        return self._keep_lease(result, session)

    def start_session(self, session=None, timeout=None, *, cancellation=None, retries=None):
        """Makes a fresh token each time: the server takes none that has ended. With `session`: only while that one goes on.

        One that is given up is ended after its answer, behind the caller.
        """
        if self._user_id is None:
            return not_logged_in()
        start = time.monotonic()
        if is_given_up(cancellation):
            return self._note("start", start, cancelled())
        token = "sess_%s_%d" % (secrets.token_hex(16), time.time())
        with self._lock:
            if session not in (None, self.session):
                return Result(code="cancelled", message="the session was ended.")
            session, self._session_token = self.session, token
            self._starting.add(token)
        retries = self.settings.retries if retries is None else retries
        if cancellation is None:
            result = self._start(token, timeout, retries)
        else:
            answers = []
            threading.Thread(target=lambda: answers.append(self._start(token, timeout, retries)), daemon=True).start()
            while not answers:
                if self._is_start_over(token, cancellation):
                    return self._note("start", start, cancelled())
                time.sleep(0.01)
            result = answers[0]
        if result.ok and result.session_token not in ("", token):
            result.ok, result.code, result.message = False, "bad_answer", "the answer is for another session."
        return self._keep_lease(result, session)

    def heartbeat(self, *, cancellation=None, retries=None):
        if not self._session_token:
            return not_logged_in()
        body = {"action": "heartbeat", "session_token": self._session_token}
        retries = self.settings.retries if retries is None else retries
        return self._post("session/track", body, retries=retries, cancellation=cancellation)

    def _start(self, token, timeout, retries):
        def is_wanted():
            return self._session_token == token

        body = {"action": "start", "user_id": self._user_id, "session_token": token, "hwid": self._hwid}
        more = {"timeout": timeout, "retries": retries, "is_wanted": is_wanted}
        result = self._post("session/track", body, checked=True, **more)
        with self._lock:
            has_ended = not is_wanted()
            if not has_ended:
                self._starting.discard(token)  # whoever ends the session from now on tells the server
        if has_ended:
            self._post_end(token)
            self._starting.discard(token)
        return result

    def _is_start_over(self, token, cancellation):
        """Given up, and not answered before that; then the start itself tells the server that nobody wants it."""
        with self._lock:
            is_over = cancellation.is_cancelled and token in self._starting
            if is_over and self._session_token == token:
                self._session_token = None
            return is_over

    def end_session(self, session=None, is_logout=False):
        """Ends the session if there is one, within END_SECONDS: a program that is closing waits for it."""
        with self._lock:
            if session not in (None, self.session):
                return
            token, self._session_token = self._session_token, None
            self.session += 1
            self._write_state(0)
            self._stored, self.is_offline = None, False
            if is_logout:
                self._drop_state()
                self._user_id = None
            self._lease = ""
            is_starting = token in self._starting  # an end that overtakes the start would end nothing
        if token and not is_starting:
            self._post_end(token)
        end = time.monotonic() + END_SECONDS
        while self._starting and time.monotonic() < end:
            time.sleep(0.01)

    def monitor(self, lost, offline=None, online=None, status=None):
        """Keeps the session alive in the background; `lost` gets the result that ended it, in a thread of the monitor.

        Starts the session first where that was not done: a start that is refused, or not answered, is a loss too.
        `offline` is told until when the program runs without the server (unix seconds), `online` that it was reached,
        `status` what came of each verification.
        """
        if self._monitor:
            self._monitor.stop()
        started = None if self._session_token or self.is_offline else self.start_session()
        monitor = self._monitor = SessionMonitor(self, offline, online, status)
        if started and not started.ok:
            self.end_session()  # perhaps it did start and only the answer was lost
            lost(started)
        else:
            monitor.start(lost)
        return monitor

    def logout(self):
        """Stops the monitor and ends the session, within END_SECONDS; `resume` starts nobody then. `end_session` keeps that."""
        if self._monitor:
            self._monitor.stop()
        self._monitor = None
        self.end_session(is_logout=True)

    def may_go_on_offline(self):
        """Without an answer from the server: may this user still go on? Only where you switched offline leases on."""
        clock, mark = time.time(), self._server_time()
        keys, is_version_2 = self.settings.pinned_keys, self._state is not None
        return lease_holds(self._lease, self._user_id, self._hwid, clock, mark, keys, is_version_2)

    def lease(self):
        """Until when (unix seconds) the user may go on without the server, and with what; None: no lease holds now."""
        held = read_lease(self._lease, self.settings.pinned_keys) if self.may_go_on_offline() else None
        return {"until": held.expires, "may_start": held.may_start, "features": held.features} if held else None

    def feature(self, name):
        """What the user has bought: `client.feature("export") is True` switches a function on. None: not bought."""
        return self.features().get(name)

    def features(self):
        """All that the user has bought; without the server only while the lease holds."""
        return {} if self.is_offline and not self.may_go_on_offline() else dict(self._features)

    def clock_error(self):
        """How far this computer's clock was from the server's at the last signed answer, in seconds."""
        return self._last_signed["clock"] - self._last_signed["created"] if self._last_signed else 0

    def _program(self):
        return {"version": self.settings.version, "hwid": self._hwid, "device_name": device_name() or None}

    def _begin(self, result, license_key=""):
        if result.ok:
            with self._lock:
                self._drop_state()
                self._user_id, self._username, self._license_key = result.user_id, result.username, license_key
                self._session_token = None
                self.session += 1
                self._lease = ""
                self._features = {}
        return self._keep_lease(result, self.session)

    def _server_time(self):
        """The latest time that the server is known to have had, moved on by a clock that nobody can set."""
        last = self._last_signed or self._floor
        return last["mark"] + time.monotonic() - last["at"] if last else 0

    def _keep_lease(self, result, session):
        answer = classify(result)
        with self._lock:
            if session != self.session:
                return result
            if answer in ("definitive", "other"):
                self._lease, self._stored = "", None
            if answer == "definitive":
                self._drop_state()
            if answer == "ok" and result.lease:
                self._lease = result.lease
                if self._state:
                    self._stored = 0
                    self._write_state(STATE_AHEAD_SECONDS)
            if answer == "ok" and self.settings.pinned_keys and isinstance(result.features, dict):
                self._features = result.features
        return result

    def _post_end(self, token):
        self._post("session/track", {"action": "end", "session_token": token}, timeout=END_SECONDS)

    def _post(self, path, body, checked=False, timeout=None, retries=0, cancellation=None, is_wanted=lambda: True):
        """One call: its tries and waits have `timeout` together.

        A wait that would end later is not begun, and none is while the call is not wanted any more.
        """
        timeout = timeout or self.settings.timeout_seconds
        end = time.monotonic() + timeout
        for tries in range(1, retries + 2):
            start = time.monotonic()
            result = cancelled()
            if not is_given_up(cancellation):
                result = self._send(path, body, checked, timeout, end, cancellation)
            self._note(body.get("action") or path, start, result)
            due = time.monotonic() + seconds_before_retry(result, tries)
            if tries > retries or due >= end:
                break
            while time.monotonic() < due and is_wanted() and not is_given_up(cancellation):
                time.sleep(0.05)
            if not is_wanted():
                break
        return result

    def _note(self, call, start, result):
        """The log gets what came of a try, and no secret."""
        if self._log:
            fields = {"call": call, "code": result.code, "http_status": result.http_status}
            fields.update(trusted=result.trusted, request_id=result.request_id, seconds=time.monotonic() - start)
            try:
                self._log("info" if result.ok else "warn", "call", fields)
            except Exception:  # what a log raises is no matter of the caller
                pass
        return result

    def _send(self, path, body, checked, timeout, end, cancellation):
        settings = self.settings
        url = settings.origin + "/api/v1/" + path
        sent = json.dumps({name: value for name, value in body.items() if value is not None}).encode()
        nonce = secrets.token_hex(16) if checked and settings.pinned_keys else ""
        headers = {
            "Content-Type": "application/json",
            "User-Agent": "keywright-python/" + settings.version,
            "X-API-Key": settings.api_key,
            "X-Client": CLIENT,
        }
        if nonce:
            headers.update({"X-Nonce": nonce, "Content-Digest": content_digest(sent)})
        try:
            request = urllib.request.Request(url, sent, headers)
            left = max(end - time.monotonic(), 0.01)
            answer = exchange(request, left, settings.proxy, lambda: is_given_up(cancellation))
        except ValueError as error:  # the origin is no address
            answer = error
        if isinstance(answer, Exception):
            if is_given_up(cancellation):
                return cancelled()
            reason = getattr(answer, "reason", None) or answer
            is_late = isinstance(reason, OSError) and "timed out" in str(reason)
            text = "no answer within %d seconds" % timeout if is_late else str(reason) or "the connection broke"
            return Result(code="network_error", message=text)
        status, answer_headers, received = answer
        result = to_result(status, http.client.responses.get(status, ""), answer_headers, received)
        if not nonce:
            return result
        signature_input, signature = answer_headers.get("Signature-Input"), answer_headers.get("Signature")
        signed_path = urllib.parse.urlsplit(url).path
        bodies = (sent, status, received)
        created = signed_at(settings.pinned_keys, signed_path, nonce, *bodies, signature_input, signature)
        return self._judge(result, signature, created)

    def _judge(self, result, signature, created):
        """What an answer is worth. A refusal that nobody signed keeps its text: a wrong API key has to be seen as one."""
        if created is not None:
            mark = max(created, self._server_time()) if self._last_signed else created  # no earlier run counts now
            self._last_signed = {"created": created, "mark": mark, "clock": time.time(), "at": time.monotonic()}
            return result
        result.trusted = False
        if result.code == "bad_answer" or (not result.ok and signature is None):
            return result
        message = "the server's answer could not be verified."
        return Result(False, "bad_signature", message, result.http_status, False, result.retry_after)

    @property
    def offline(self):
        """For a computer that never reaches the server. Needs `offline_start` and a pinned key."""
        if not self._state:
            raise InvalidOptions("offline_start")
        return OfflineFiles(self, self.settings.pinned_keys, self._hwid, self._state)


class OfflineFile(Lease):
    """What an offline file says."""

    def __init__(self, claims):
        self.application, self.user_id, self.issued = claims.group(1), claims.group(2), int(claims.group(3))
        self.expires, self.device, self.nonce = int(claims.group(4)), claims.group(5), claims.group(6)
        self.features, self.may_start = object_of(from_base64url(claims.group(7))), True


def read_offline_file(file, keys):
    """None if no pinned key signed it."""
    parts = re.fullmatch(r"([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{341}[AQgw])", file)
    header = parts and re.fullmatch(OFFLINE_HEADER, from_base64url(parts.group(1)).decode("ascii", "replace"))
    if not header or not is_signed(parts.group(1) + "." + parts.group(2), from_base64url(parts.group(3)), keys):
        return None
    claims = re.fullmatch(OFFLINE_CLAIMS, from_base64url(parts.group(2)).decode("ascii", "replace"))
    return OfflineFile(claims) if claims and claims.group(1) == header.group(1) else None


OFFLINE_HEADER = r'\{"alg":"RS256","typ":"offline\+jwt","kid":"app_([0-9]+)\.rs256\.[0-9]+"\}'
OFFLINE_CLAIMS = (
    r'\{"aud":"app:([0-9]+)","sub":"([0-9]{1,15})","jti":"[0-9a-f-]{36}","iat":([0-9]{1,12}),"nbf":[0-9]{1,12},'
    r'"exp":([0-9]{1,12}),"hwid":"([A-Za-z0-9_-]{43})","nonce":"([A-Za-z0-9_-]{22})","feat":"([A-Za-z0-9_-]*)","ver":1\}'
)
OFFLINE_FILE_FAULTS = {
    "offline_invalid": "The file is not whole, was changed, or does not answer the last request of this computer.",
    "offline_machine": "The file is for another computer.",
    "offline_expired": "The file has expired.",
    "offline_clock": "The clock of this computer is behind: set it right, and take the file again.",
}


class OfflineFiles:
    """The text that asks for an offline file, and the file that answers it."""

    def __init__(self, client, keys, hwid, state):
        self._client, self._keys, self._hwid, self._state = client, keys, hwid, state

    def request(self, username="", license_key=""):
        """The text that asks for a file, for whoever sells the program: with a username or a license key."""
        nonce = to_base64url(secrets.token_bytes(16))
        self._state.keep_nonce(nonce)
        keys = [to_base64url(hashlib.sha256(base64.b64decode(key)).digest())[:16] for key in self._keys]
        who = {"key": license_key.strip()} if license_key else {"user": username.strip()}
        content = dict(who, v=1, hwid=self._hwid, nonce=nonce, keys=keys, client=CLIENT)
        text = to_base64url(json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace"))
        text += "." + to_base64url(hashlib.sha256(text.encode()).digest())[:8]  # finds what was lost or changed on the way
        lines = [text[start : start + 64] for start in range(0, len(text), 64)]
        mark = "-----%s KEYWRIGHT OFFLINE REQUEST-----"
        return "\n".join([mark % "BEGIN", *lines, mark % "END", ""])

    def install(self, text):
        """Takes the file that answers the last request, and starts with it as `resume` does from then on."""
        mark = "-----%s KEYWRIGHT OFFLINE LICENSE-----"
        inner = re.search("%s(.+?)%s" % (mark % "BEGIN", mark % "END"), text, re.DOTALL)
        file = re.sub(r"\s", "", inner.group(1)) if inner else ""
        found = read_offline_file(file, self._keys)
        code = self._fault(found)
        if code:
            return Result(code=code, message=OFFLINE_FILE_FAULTS[code])
        self._state.write(int(found.user_id), "", "", found.issued, found.issued, file)
        return self._client.resume()

    def _fault(self, found):
        """Why a file is not taken; None: it is."""
        clock = time.time()
        if not found:
            return "offline_invalid"
        if not found.is_of(self._hwid):
            return "offline_machine"
        if found.nonce != self._state.nonce():
            return "offline_invalid"
        if clock >= found.expires:
            return "offline_expired"
        return "offline_clock" if clock < found.issued - MAX_CLOCK_STEP_BACK_SECONDS else None


def is_given_up(cancellation):
    return cancellation is not None and cancellation.is_cancelled


def seconds_before_retry(result, tries):
    """Endless where what came of the call is known, or the server asked for a longer pause."""
    if classify(result) != "unknown" or result.code == "cancelled" or result.retry_after > LONGEST_WAIT_SECONDS:
        return math.inf
    return max(2 ** (tries - 1) * random.uniform(0.5, 1), result.retry_after)


def to_result(status, status_text, headers, received):
    text = received.decode("utf-8-sig", "replace")
    raw = ""
    try:
        parsed = json.loads(text)
    except (ValueError, RecursionError):
        parsed = None
        raw = re.sub(r"[\x00-\x1f\x7f-\x9f]+", " ", text).strip()[:200]
    answer = parsed if isinstance(parsed, dict) else {}
    success = answer.get("success")
    is_understood = isinstance(success, bool) and not 300 <= status < 400
    message = text_of(answer, "message") or ("%d %s" % (status, raw or status_text)).strip()
    seconds = headers.get("Retry-After", "")
    retry_after = min(int(seconds), MAX_PAUSE_SECONDS) if re.fullmatch("[0-9]{1,20}", seconds) else 0
    code = text_of(answer, "code") if is_understood else "bad_answer"
    return Result(is_understood and success, code, message, status, True, retry_after, answer)
# #endregion


# #region monitor
BACK_OFF = (1, 2, 4, 8, 12)  # times retry_seconds; the last one from then on
MAX_PAUSE_SECONDS = 900  # how far Retry-After may put things off
DEFINITIVE_REFUSALS = {
    "account_disabled", "account_paused", "account_banned", "account_expired", "license_expired", "license_inactive",
    "license_paused", "license_banned",
    "hwid_mismatch", "access_blocked", "user_not_found",
}


def classify(result):
    """What an answer means for the session: unknown, ok, lost, definitive (this user is refused) or other (a refusal)."""
    status = result.http_status
    is_temporary = 300 <= status < 400 or status in (408, 425, 429) or status >= 500
    if is_temporary or not result.trusted or result.code in ("network_error", "bad_answer", "bad_signature"):
        return "unknown"
    if result.ok:
        return "ok"
    if result.code == "session_not_found":
        return "lost"
    if result.code == "session_ended":
        return "lost" if result.reason in ("", "timeout") else "definitive"
    return "definitive" if result.code in DEFINITIVE_REFUSALS else "other"


class SessionMonitor:
    """Keeps one session alive with two jobs, heartbeats and verifications, each in a thread of its own.

    `max_verify_failures` failed verifications in a row end the session, nothing else does. A definitive refusal is asked
    about again within seconds; without any answer a verification fails only when its whole period has passed, so that
    a short outage logs nobody out.
    """

    def __init__(self, client, offline=None, online=None, status=None):
        self._on_offline, self._on_online, self._on_status = offline, online, status
        self._is_offline = False  # the server is not reached, and the lease holds
        self.beats = 0
        self.failures = 0
        self.verified_at = datetime.now()
        self._client = client
        self._settings = client.settings
        self._session = client.session
        self._is_stopped = False
        self._grace_left = MAX_PAUSE_SECONDS  # how far Retry-After may still move the end of the period
        self._is_answered = True  # in this period
        self._has_restarted = False  # in this period
        self._silences = 0  # verifications without an answer, in a row
        self._not_before = 0.0
        self._last_result = Result()

    def start(self, on_lost):
        """Call it once; `on_lost` gets the last result.

        The jobs start at a random time: computers switched on together don't call together.
        """
        self._on_lost = on_lost
        self._period_end = time.monotonic() + random.uniform(0.5, 1) * self._settings.verify_seconds  # a point of the grid
        self._verify_due = self._period_end
        if self._client.is_offline:
            self._go_offline()
            self._verify_due = time.monotonic() + self._settings.retry_seconds
        self._beat_due = time.monotonic() + random.uniform(0.5, 1) * self._settings.heartbeat_seconds
        threading.Thread(target=self._keep_beating, daemon=True).start()
        threading.Thread(target=self._keep_verifying, daemon=True).start()

    def stop(self):
        """Takes effect at once; an answer still on its way is ignored."""
        self._is_stopped = True

    def _keep_beating(self):
        while self._sleep_until(lambda: self._beat_due):
            self._beat(self._beat_due)

    def _keep_verifying(self):
        while self._sleep_until(lambda: self._verify_due):
            self._verify(self._verify_due)

    def _sleep_until(self, due):
        """In slices, for the other job may bring it forward. False: the monitor was stopped."""
        while not self._is_stopped and due() > time.monotonic():
            time.sleep(min(max(due() - time.monotonic(), 0), 0.2))
        return not self._is_stopped

    def _go_offline(self):
        if not self._is_offline:
            self._is_offline = True
            if self._on_offline:
                self._on_offline(self._client.offline_until())

    def _beat(self, due):
        self._client.keep_state()
        if self._client.is_offline:
            return self._beat_offline(due)
        self.beats += 1
        result = self._client.heartbeat(retries=0)
        answer = classify(result)
        if answer == "definitive" or (answer == "lost" and not self._has_restarted):
            soon = max(time.monotonic(), self._not_before)
            if soon < self._verify_due - self._settings.retry_seconds:
                self._verify_due = soon
        pause = min(result.retry_after, MAX_PAUSE_SECONDS) * random.uniform(1, 1.2)
        intervals = math.ceil((time.monotonic() + pause - due) / self._settings.heartbeat_seconds)
        self._beat_due = due + max(intervals, 1) * self._settings.heartbeat_seconds
        return None

    def _beat_offline(self, due):
        """Without a session there is nothing to keep alive, but the lease may end."""
        refusal = self._client.offline_refusal()
        if refusal:
            self._last_result = refusal
            return self._lose()
        end = time.monotonic() + self._client.offline_seconds()
        self._beat_due = min(due + self._settings.heartbeat_seconds, end)
        return None

    def _verify(self, due):
        if due >= self._period_end:
            self._end_period(due)
        if self.failures >= self._settings.max_verify_failures:
            return self._lose()
        if due < self._not_before:
            self._verify_due = min(self._not_before, self._period_end)
            return None
        if self._client.is_offline:
            result = self._client.reconnect(self._session)
            self._session = self._client.session if result.ok else self._session
        else:
            result = self._client.verify(retries=0)
        if classify(result) == "lost" and not self._has_restarted:
            result = self._client.start_session(self._session, retries=0)
            self._has_restarted = classify(result) != "unknown"
        return None if self._is_stopped else self._settle(result)

    def _end_period(self, due):
        has_slept = time.monotonic() > due + self._settings.verify_seconds  # the computer was off, so nothing was missed
        if not self._is_answered and not has_slept:
            if self._client.may_go_on_offline():
                self._go_offline()
            else:
                self.failures += 1
        self._period_end = (time.monotonic() if has_slept else self._period_end) + self._settings.verify_seconds
        self._grace_left = MAX_PAUSE_SECONDS
        self._is_answered = False
        self._has_restarted = False

    def _settle(self, result):
        answer = classify(result)
        self._last_result = result
        if self._on_status:
            self._on_status(result)
        if answer == "unknown":
            return self._back_off(result.retry_after)
        self._is_answered = True
        self._silences = 0
        self._not_before = 0.0
        if self._is_offline:
            self._is_offline = False
            if self._on_online:
                self._on_online()
        if answer == "ok":
            self.failures = 0
            self.verified_at = datetime.now()
        elif answer != "lost":
            self.failures += 1
        if self.failures >= self._settings.max_verify_failures:
            return self._lose()
        self._verify_due = time.monotonic() + self._settings.retry_seconds if answer == "definitive" else self._period_end
        return None

    def _back_off(self, retry_after):
        """Tries again inside the period, after a random wait: many clients must not return together."""
        now = time.monotonic()
        due = now + random.uniform(0.5, 1) * self._settings.retry_seconds * BACK_OFF[min(self._silences, len(BACK_OFF) - 1)]
        self._silences += 1
        self._not_before = now + retry_after * random.uniform(1, 1.2) if retry_after > 0 else 0.0
        if self._not_before > self._period_end:
            grace = min(self._not_before + self._settings.timeout_seconds - self._period_end, self._grace_left)
            self._period_end += grace
            self._grace_left -= grace
        self._verify_due = min(max(due, self._not_before), self._period_end)

    def _lose(self):
        self.stop()
        self._client.end_session(self._session)
        self._on_lost(self._last_result)
# #endregion


# #region texts
# found by code; by a word in the message only when the answer has no code
REFUSALS = (
    ("Update Required", ("version_mismatch",), ("version", "update")),
    ("Hardware Mismatch", ("hwid_mismatch",), ("hardware", "hwid")),
    ("Account Expired", ("account_expired", "license_expired"), ("expired",)),
    (
        "Account Disabled",
        ("account_disabled", "account_paused", "account_banned", "license_inactive", "license_paused", "license_banned"),
        ("disabled", "paused"),
    ),
    ("Access Blocked", ("access_blocked",), ("blacklisted", "blocked")),
    ("Please wait", ("rate_limited", "unavailable"), ()),
    ("Connection error", ("network_error", "bad_answer", "bad_signature", *OFFLINE_REFUSALS), ()),
)


def caption_of(result, otherwise):
    for caption, codes, words in REFUSALS:
        message = result.message.lower()
        if result.code in codes if result.code else any(word in message for word in words):
            return caption
    return otherwise


class Explanation:
    """What to tell the user about a refusal, and what follows: "form" (ask again), "wait" (`seconds` first) or "exit"."""

    def __init__(self, caption, text, seconds):
        self.caption, self.text, self.seconds = caption, text, seconds
        ends = caption in ("Update Required", "Access Blocked")  # no retry can help
        self.next = "exit" if ends else "wait" if caption == "Please wait" else "form"


def explain(result, otherwise="Login failed"):
    """`otherwise` is the caption of what has none of its own."""
    text = result.message + ("\nDownload: " + result.download_url if result.download_url else "")
    return Explanation(caption_of(result, otherwise), text, min(result.retry_after or 5, 60))
# #endregion
