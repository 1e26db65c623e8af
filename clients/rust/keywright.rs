//! Keywright client for Rust 1.63 and later: log in, verify, keep the session alive. Needs `native-tls`, `ring` and
//! `serde_json`.
//!
//! The API key identifies your application, it is not a management secret. Still, never put it on a web page or into a
//! public repository.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

use native_tls::{Protocol, TlsConnector};
use ring::rand::{SecureRandom, SystemRandom};
use ring::signature::{UnparsedPublicKey, RSA_PKCS1_2048_8192_SHA256};
use ring::{digest, hmac};
use serde_json::{json, Map, Value};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream, ToSocketAddrs};
use std::ops::Deref;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use std::{env, error, fmt, fs, io, panic, thread};

// #region hardware-id
/// What a program may call the computer itself, as the server takes it: 1 to 128 characters (of UTF-16) on one line, without
/// white space at the ends.
fn is_hardware_id(id: &str) -> bool {
    let is_foreign = |letter: char| letter.is_control() || matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    (1..=128).contains(&id.encode_utf16().count()) && id.trim() == id && !id.contains(is_foreign)
}

/// Names this computer without giving its machine id away: 32 hex digits, or a fallback with the computer's name.
pub(crate) fn hardware_id(machine_id: &str, salt: &str) -> String {
    let found = normalized(machine_id);
    if found.trim_matches(|c| c == '0' || c == '-').is_empty() || found == "uninitialized" {
        return format!("HWID-FALLBACK-{}", machine_name()).chars().take(128).collect();
    }
    to_hex(&hmac_sha256(format!("hwid-v1:{salt}").as_bytes(), found.as_bytes()))[..32].to_string()
}

fn normalized(machine_id: &str) -> String {
    machine_id.trim_matches(is_margin).to_ascii_lowercase()
}

fn is_margin(letter: char) -> bool {
    matches!(letter, ' ' | '\t' | '\r' | '\n' | '\0')
}

/// The id of this installation of the operating system, readable without administrator rights; empty without one.
fn read_machine_id() -> String {
    if cfg!(windows) {
        return registry_value("SOFTWARE\\Microsoft\\Cryptography", "MachineGuid");
    }
    if cfg!(target_os = "macos") {
        let said = output_of("/usr/sbin/ioreg", &["-rd1", "-c", "IOPlatformExpertDevice"]);
        let after = said.split("\"IOPlatformUUID\" = \"").nth(1).unwrap_or_default();
        return after.split('"').next().unwrap_or_default().to_string();
    }
    first_machine_id(&["/etc/machine-id", "/var/lib/dbus/machine-id"])
}

/// What the first of these files that can be read holds, whatever it is; empty when none can be read.
pub(crate) fn first_machine_id(paths: &[&str]) -> String {
    let found = paths.iter().find_map(|path| fs::read(path).ok()).unwrap_or_default();
    String::from_utf8_lossy(&found).into_owned()
}

/// The names that parts of a computer have.
const COMPONENT_NAMES: [&str; 8] = ["machine", "board", "bios", "cpu", "disk", "mac", "gpu", "tpm"];

/// Some parts of this computer, by name, as the system gives them: for `components`. What cannot be read is left out.
pub fn hardware_components() -> BTreeMap<String, String> {
    let (board, cpu, disk) = if cfg!(windows) {
        let bios = |name: &str| registry_value("HARDWARE\\DESCRIPTION\\System\\BIOS", name);
        let drive = format!("\\DosDevices\\{}", env::var("SystemDrive").unwrap_or_default());
        (
            joined_parts(&["BaseBoardManufacturer", "BaseBoardProduct", "SystemProductName"].map(bios)),
            registry_value("HARDWARE\\DESCRIPTION\\System\\CentralProcessor\\0", "ProcessorNameString"),
            registry_value("SYSTEM\\MountedDevices", &drive),
        )
    } else if cfg!(target_os = "macos") {
        let sysctl = |name: &str| output_of("/usr/sbin/sysctl", &["-n", name]);
        let disk = output_of("/usr/sbin/diskutil", &["info", "/"]);
        let after = disk.split("Volume UUID:").nth(1).and_then(|after| after.lines().next()).unwrap_or_default();
        (sysctl("hw.model"), sysctl("machdep.cpu.brand_string"), after.to_string())
    } else {
        let board = ["board_vendor", "board_name", "product_name"].map(|name| first_machine_id(&[&format!("/sys/class/dmi/id/{name}")]));
        let processors = first_machine_id(&["/proc/cpuinfo"]);
        let model = processors.lines().find(|line| line.starts_with("model name")).and_then(|line| line.split_once(':'));
        let disk = output_of("/usr/bin/findmnt", &["-n", "-f", "-o", "UUID", "/"]);
        (joined_parts(&board), model.map_or(String::new(), |(_, model)| model.to_string()), disk)
    };
    let named = [("machine", read_machine_id()), ("board", board), ("cpu", cpu), ("disk", disk)];
    named.into_iter().filter(|(_, value)| !value.is_empty()).map(|(name, value)| (name.to_string(), value)).collect()
}

fn joined_parts(parts: &[String]) -> String {
    parts.iter().map(|part| part.trim_matches(is_margin)).collect::<Vec<_>>().join("|")
}

/// A part of this computer, not given away: 32 hex digits; nothing where its value tells computers apart no better than none.
fn component(name: &str, value: &str, salt: &str) -> Option<String> {
    let value = normalized(value);
    let is_worthless = value.trim_matches(|c| matches!(c, '0' | '-' | '|')).is_empty() || value == "uninitialized";
    let hashed = || to_hex(&hmac_sha256(format!("hwid-v1:{salt}").as_bytes(), format!("{name}:{value}").as_bytes()))[..32].to_string();
    (!is_worthless).then(hashed)
}

/// Of the registry of Windows, for the whole computer, as a 64-bit program sees it.
fn registry_value(key: &str, name: &str) -> String {
    let reg = format!("{}\\System32\\reg.exe", env::var("SystemRoot").unwrap_or_default());
    let said = output_of(&reg, &["query", &format!("HKLM\\{key}"), "/v", name, "/reg:64"]);
    let kinds = ["REG_SZ", "REG_BINARY"];
    kinds.iter().find_map(|kind| said.split_once(kind)).map_or(String::new(), |(_, value)| value.trim().to_string())
}

/// What a program of the system prints; empty when it cannot be run, or takes more than 5 seconds.
fn output_of(program: &str, arguments: &[&str]) -> String {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    #[cfg(windows)]
    std::os::windows::process::CommandExt::creation_flags(&mut command, 0x0800_0000); // opens no window
    let mut run = || -> Option<Vec<u8>> {
        let mut child = command.spawn().ok()?;
        let mut output = child.stdout.take()?;
        let reading = thread::spawn(move || {
            let mut said = Vec::new();
            output.read_to_end(&mut said).map(|_| said)
        });
        let end = Instant::now() + Duration::from_secs(5);
        while child.try_wait().ok()?.is_none() {
            if Instant::now() > end {
                child.kill().ok()?;
            }
            thread::sleep(Duration::from_millis(5));
        }
        reading.join().ok()?.ok().filter(|_| Instant::now() <= end)
    };
    String::from_utf8_lossy(&run().unwrap_or_default()).into_owned()
}

fn machine_name() -> String {
    let known = fs::read_to_string("/proc/sys/kernel/hostname").or_else(|_| env::var("COMPUTERNAME"));
    known.unwrap_or_else(|_| output_of("hostname", &[])).trim().to_string()
}

/// What the owner of this computer calls it, in at most 64 bytes: shown to you and to your customer, never compared.
fn device_name() -> String {
    let mut name = String::new();
    for character in machine_name().chars().filter(|character| !character.is_control()) {
        if name.len() + character.len_utf8() > 64 {
            break;
        }
        name.push(character);
    }
    name
}
// #endregion

// #region answer-signature
const COMPONENTS: &str = r#"("@status" "content-digest" "@method";req "@path";req "content-digest";req)"#;

/// A request and its answer, as they went over the wire.
pub(crate) struct Exchange<'a> {
    pub(crate) path: &'a str,
    pub(crate) nonce: &'a str,
    pub(crate) request_body: &'a [u8],
    pub(crate) status: u16,
    pub(crate) body: &'a [u8],
    pub(crate) signature_input: Option<&'a str>,
    pub(crate) signature: Option<&'a str>,
}

/// When one of the keys signed this very answer to this very request, in unix seconds; nothing if none did. The
/// parameters are compared as text with the one form there is: nobody else chooses what is checked, or how.
pub(crate) fn signed_at(keys: &[String], exchange: &Exchange) -> Option<u64> {
    let params = exchange.signature_input?.strip_prefix("lic=")?;
    let mut scan = Scan(params.as_bytes());
    scan.skip(COMPONENTS)?;
    scan.skip(";created=")?;
    let created = scan.digits(12)?;
    scan.skip(";keyid=\"")?;
    scan.take(1, 64, |byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-'))?;
    scan.skip(&format!("\";alg=\"rsa-v1_5-sha256\";nonce=\"{}\";tag=\"lic-v1\"", exchange.nonce))?;
    scan.end()?;
    let value = exchange.signature?.strip_prefix("lic=:")?.strip_suffix("==:")?;
    let text = [
        format!("\"@status\": {}", exchange.status),
        format!("\"content-digest\": {}", content_digest(exchange.body)),
        "\"@method\";req: POST".to_string(),
        format!("\"@path\";req: {}", exchange.path),
        format!("\"content-digest\";req: {}", content_digest(exchange.request_body)),
        format!("\"@signature-params\": {params}"),
    ];
    is_signed(&text.join("\n"), &signature_of(value, BASE64)?, keys).then(|| created.parse().ok())?
}

fn content_digest(data: &[u8]) -> String {
    format!("sha-256=:{}:", to_base64(&sha256(data)))
}

/// Of 342 characters without their padding, in the one spelling that a signature of RSA-2048 has.
fn signature_of(text: &str, alphabet: &[u8; 64]) -> Option<Vec<u8>> {
    let is_spelled_so = text.len() == 342 && text.ends_with(|last| matches!(last, 'A' | 'Q' | 'g' | 'w'));
    from_base(text, alphabet).filter(|_| is_spelled_so)
}

fn is_signed(text: &str, signature: &[u8], keys: &[String]) -> bool {
    keys.iter().any(|key| is_right(key, text.as_bytes(), signature))
}

/// RSA-2048, exponent 65537, PKCS #1 v1.5 with SHA-256; `key` is the SPKI in base64.
fn is_right(key: &str, message: &[u8], signature: &[u8]) -> bool {
    const HEAD: [u8; 33] = *b"\x30\x82\x01\x22\x30\x0d\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x01\x01\x05\x00\x03\x82\x01\x0f\x00\x30\x82\x01\x0a\x02\x82\x01\x01\x00";
    let der = from_base(key, BASE64).unwrap_or_default();
    let is_known_form = der.len() == 294 && der.starts_with(&HEAD) && der.ends_with(b"\x02\x03\x01\x00\x01");
    // what ring takes begins behind the name of the algorithm
    is_known_form && UnparsedPublicKey::new(&RSA_PKCS1_2048_8192_SHA256, &der[24..]).verify(message, signature).is_ok()
}
// #endregion

// #region lease
const MAX_CLOCK_STEP_BACK_SECONDS: f64 = 3600.0;

/// What a lease or an offline file says.
struct Lease {
    application: String,
    user_id: String,
    expires: f64,
    device: String, // hashed
    features: Map<String, Value>,
    may_start: bool,
    issued: f64,   // of an offline file
    nonce: String, // of an offline file
}

impl Lease {
    fn is_of(&self, hwid: &str) -> bool {
        self.device == to_base64url(&sha256(format!("app_{}|{hwid}", self.application).as_bytes()))
    }
}

/// Header and claims of a text that a pinned key signed.
fn signed_parts(text: &str, keys: &[String]) -> Option<(Vec<u8>, Vec<u8>)> {
    let (signed, signature) = text.rsplit_once('.')?;
    let (header, claims) = signed.split_once('.')?;
    let parts = (from_base(header, BASE64URL)?, from_base(claims, BASE64URL)?);
    is_signed(signed, &signature_of(signature, BASE64URL)?, keys).then_some(parts)
}

/// The application that the header of a lease, or of an offline file, names.
fn application_of(header: &[u8], kind: &str) -> Option<String> {
    let mut scan = Scan(header);
    scan.skip(&format!("{{\"alg\":\"RS256\",\"typ\":\"{kind}+jwt\",\"kid\":\"app_"))?;
    let application = scan.digits(usize::MAX)?;
    scan.skip(".rs256.")?;
    scan.digits(usize::MAX)?;
    scan.skip("\"}")?;
    scan.end()?;
    Some(application)
}

/// Nothing if no pinned key signed it. Version 2, and offline files, are for those who asked for them.
fn read_lease(text: &str, keys: &[String], is_version_2: bool) -> Option<Lease> {
    let file = if is_version_2 { read_offline_file(text, keys) } else { None }; // it allows what such a lease does
    if file.is_some() {
        return file;
    }
    let (header, claims) = signed_parts(text, keys)?;
    let application = application_of(&header, "lic")?;
    let mut scan = Scan(&claims);
    scan.skip("{\"iss\":\"")?;
    scan.take(0, usize::MAX, |byte| matches!(byte, b' '..=b'~') && byte != b'"' && byte != b'\\')?;
    scan.skip(&format!("\",\"aud\":\"app:{application}\",\"sub\":\""))?;
    let user_id = scan.digits(usize::MAX)?;
    scan.skip("\",\"jti\":\"")?;
    scan.take(36, 36, |byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f' | b'-'))?;
    scan.skip("\",\"iat\":")?;
    scan.digits(12)?;
    scan.skip(",\"nbf\":")?;
    scan.digits(12)?;
    scan.skip(",\"exp\":")?;
    let expires = scan.digits(12)?.parse().ok()?;
    scan.skip(",\"hwid\":\"")?;
    let device = scan.base64url(43, 43)?;
    scan.skip("\"")?;
    if scan.skip(",\"lic\":\"").is_some() {
        scan.base64url(43, 43)?;
        scan.skip("\"")?;
    }
    let mut features = Map::new();
    let mut may_start = false;
    if is_version_2 && scan.skip(",\"feat\":\"").is_some() {
        features = object_of(&scan.base64url(0, usize::MAX)?);
        scan.skip("\"")?;
        may_start = scan.skip(",\"off\":1").is_some();
        scan.skip(",\"ver\":2}")?;
    } else {
        scan.skip(",\"ver\":1}")?;
    }
    scan.end()?;
    Some(Lease { application, user_id, expires, device, features, may_start, issued: 0.0, nonce: String::new() })
}

/// Nothing if no pinned key signed it.
fn read_offline_file(text: &str, keys: &[String]) -> Option<Lease> {
    let (header, claims) = signed_parts(text, keys)?;
    let application = application_of(&header, "offline")?;
    let mut scan = Scan(&claims);
    scan.skip(&format!("{{\"aud\":\"app:{application}\",\"sub\":\""))?;
    let user_id = scan.digits(15)?;
    scan.skip("\",\"jti\":\"")?;
    scan.take(36, 36, |byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f' | b'-'))?;
    scan.skip("\",\"iat\":")?;
    let issued = scan.digits(12)?.parse().ok()?;
    scan.skip(",\"nbf\":")?;
    scan.digits(12)?;
    scan.skip(",\"exp\":")?;
    let expires = scan.digits(12)?.parse().ok()?;
    scan.skip(",\"hwid\":\"")?;
    let device = scan.base64url(43, 43)?;
    scan.skip("\",\"nonce\":\"")?;
    let nonce = scan.base64url(22, 22)?;
    scan.skip("\",\"feat\":\"")?;
    let features = object_of(&scan.base64url(0, usize::MAX)?);
    scan.skip("\",\"ver\":1}")?;
    scan.end()?;
    Some(Lease { application, user_id, expires, device, features, may_start: true, issued, nonce })
}

/// Whether the server allowed this user on this computer to go on without it until now. `mark` is the latest time that
/// the server is known to have had: setting the clock back does not lengthen a lease.
pub(crate) fn lease_holds(lease: &str, user_id: i64, hwid: &str, clock: f64, mark: f64, keys: &[String], is_version_2: bool) -> bool {
    let found = read_lease(lease, keys, is_version_2);
    let of_user = found.filter(|found| found.user_id == user_id.to_string() && found.is_of(hwid));
    of_user.map_or(false, |found| clock >= mark - MAX_CLOCK_STEP_BACK_SECONDS && clock.max(mark) < found.expires)
}

fn object_of(base64url: &str) -> Map<String, Value> {
    let text = from_base(base64url, BASE64URL).unwrap_or_default();
    match serde_json::from_slice(&text) {
        Ok(Value::Object(members)) => members,
        _ => Map::new(),
    }
}

/// What is left of a text that has one form only.
struct Scan<'a>(&'a [u8]);

impl<'a> Scan<'a> {
    fn skip(&mut self, text: &str) -> Option<()> {
        self.0 = self.0.strip_prefix(text.as_bytes())?;
        Some(())
    }

    fn take(&mut self, from: usize, to: usize, is_part: impl Fn(u8) -> bool) -> Option<String> {
        let count = self.0.iter().take_while(|byte| is_part(**byte)).count();
        if count < from || count > to {
            return None;
        }
        let (taken, rest) = self.0.split_at(count);
        self.0 = rest;
        String::from_utf8(taken.to_vec()).ok()
    }

    fn digits(&mut self, most: usize) -> Option<String> {
        self.take(1, most, |byte| byte.is_ascii_digit())
    }

    fn base64url(&mut self, from: usize, to: usize) -> Option<String> {
        self.take(from, to, |byte| BASE64URL.contains(&byte))
    }

    fn end(&self) -> Option<()> {
        self.0.is_empty().then_some(())
    }
}
// #endregion

// #region bytes
const BASE64: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const BASE64URL: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Without padding.
fn to_base(data: &[u8], alphabet: &[u8; 64]) -> String {
    let mut text = String::new();
    for group in data.chunks(3) {
        let bytes = [group[0], *group.get(1).unwrap_or(&0), *group.get(2).unwrap_or(&0)];
        let bits = u32::from(bytes[0]) << 16 | u32::from(bytes[1]) << 8 | u32::from(bytes[2]);
        for place in 0..=group.len() {
            text.push(alphabet[(bits >> (18 - 6 * place) & 63) as usize] as char);
        }
    }
    text
}

/// With or without padding; nothing where the text has another character.
pub(crate) fn from_base(text: &str, alphabet: &[u8; 64]) -> Option<Vec<u8>> {
    let mut data = Vec::new();
    let mut bits = 0;
    let mut count = 0;
    for letter in text.trim_end_matches('=').bytes() {
        bits = (bits << 6 | alphabet.iter().position(|each| *each == letter)? as u32) & 0xff_ffff;
        count += 6;
        if count >= 8 {
            count -= 8;
            data.push((bits >> count) as u8);
        }
    }
    (count < 6).then_some(data)
}

pub(crate) fn to_base64(data: &[u8]) -> String {
    let text = to_base(data, BASE64);
    let padding = (4 - text.len() % 4) % 4;
    text + &"=".repeat(padding)
}

fn to_base64url(data: &[u8]) -> String {
    to_base(data, BASE64URL)
}

fn to_hex(data: &[u8]) -> String {
    data.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn sha256(data: &[u8]) -> Vec<u8> {
    digest::digest(&digest::SHA256, data).as_ref().to_vec()
}

fn hmac_sha256(key: &[u8], data: &[u8]) -> Vec<u8> {
    hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, key), data).as_ref().to_vec()
}

/// From the system's source.
fn random_bytes<const COUNT: usize>() -> [u8; COUNT] {
    let mut bytes = [0; COUNT];
    SystemRandom::new().fill(&mut bytes).expect("the system gives no random bytes");
    bytes
}

/// Spreads calls: many clients must not come together.
fn random_between(low: f64, high: f64) -> f64 {
    low + (high - low) * f64::from(u32::from_le_bytes(random_bytes())) / f64::from(u32::MAX)
}
// #endregion

// #region store
const MAX_STATE_BYTES: usize = 16 * 1024;

/// What a start without the server needs, in a file of the user: who it is, the lease, the latest time that is known.
/// Never a password or the API key. Its last line is an HMAC under a key of this computer: an edited file, and one of
/// another computer, are noticed. Without a folder it is kept in memory, so it ends with the program.
struct StateFile {
    folder: Option<PathBuf>,
    key: Vec<u8>,
    kept: Mutex<(Vec<u8>, String)>, // what was written last: the state, and the nonce of the request for an offline file
}

#[derive(Default)]
struct StoredState {
    is_own: bool, // else it was changed, or written on another computer
    user_id: i64,
    username: String,
    license_key: String,
    mark: f64,
    lease: String,
}

impl StateFile {
    fn new(salt: &str, folder: Option<PathBuf>) -> StateFile {
        let key = hmac_sha256(format!("state-v1:{salt}").as_bytes(), normalized(&read_machine_id()).as_bytes());
        StateFile { folder, key, kept: Mutex::default() }
    }

    /// Nothing: there is none.
    fn read(&self) -> Option<StoredState> {
        let data = match &self.folder {
            Some(folder) => fs::read(folder.join("state")).unwrap_or_default(),
            None => lock(&self.kept).0.clone(),
        };
        if data.is_empty() {
            return None;
        }
        let text = String::from_utf8_lossy(&data);
        let lease = text.split('\n').nth(6).unwrap_or_default().to_string();
        let read = if data.len() > MAX_STATE_BYTES { None } else { self.read_lines(&text) };
        Some(read.unwrap_or(StoredState { lease, ..StoredState::default() }))
    }

    /// Nothing: it has another form.
    fn read_lines(&self, text: &str) -> Option<StoredState> {
        let (signed, mac) = text.strip_suffix('\n')?.rsplit_once('\n')?;
        let lines: Vec<&str> = signed.split('\n').collect();
        let [name, user_id, username, license_key, mark, seen, lease] = <[&str; 7]>::try_from(lines).ok()?;
        let number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse::<i64>().ok())?;
        let words = |text: &str| Some(String::from_utf8_lossy(&from_base(text, BASE64URL)?).into_owned());
        Some(StoredState {
            is_own: name == "keywright-state-1" && mac == self.mac_of(signed),
            user_id: number(user_id)?,
            username: words(username)?,
            license_key: words(license_key)?,
            mark: number(mark)?.max(number(seen)?) as f64,
            lease: lease.to_string(),
        })
    }

    /// By a file of another name: a crash leaves the old state or the new one. Without room for it there is none.
    fn write(&self, state: &StoredState, seen: f64) {
        let [username, license_key] = [&state.username, &state.license_key].map(|text| to_base64url(text.as_bytes()));
        let (user_id, mark, seen, lease) = (state.user_id, state.mark.floor(), seen.ceil(), &state.lease);
        let text = format!("keywright-state-1\n{user_id}\n{username}\n{license_key}\n{mark}\n{seen}\n{lease}");
        let data = format!("{text}\n{}\n", self.mac_of(&text)).into_bytes();
        if data.len() > MAX_STATE_BYTES {
            return;
        }
        if let Some(folder) = &self.folder {
            let next = folder.join(format!("state.{}", std::process::id()));
            let _ = write_privately(folder, &next, &data).and_then(|()| fs::rename(&next, folder.join("state")));
        }
        lock(&self.kept).0 = data;
    }

    fn remove(&self) {
        lock(&self.kept).0.clear();
        if let Some(folder) = &self.folder {
            let _ = fs::remove_file(folder.join("state"));
        }
    }

    /// Of the last request for an offline file: no other file is taken. No secret.
    fn nonce(&self) -> String {
        match &self.folder {
            Some(folder) => fs::read_to_string(folder.join("request")).unwrap_or_default(),
            None => lock(&self.kept).1.clone(),
        }
    }

    fn keep_nonce(&self, nonce: &str) -> io::Result<()> {
        lock(&self.kept).1 = nonce.to_string();
        self.folder.as_ref().map_or(Ok(()), |folder| write_privately(folder, &folder.join("request"), nonce.as_bytes()))
    }

    fn mac_of(&self, lines: &str) -> String {
        to_hex(&hmac_sha256(&self.key, lines.as_bytes()))
    }
}

/// Where this system keeps what a program remembers of its user.
fn default_folder(salt: &str) -> PathBuf {
    let place = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = || place(if cfg!(windows) { "USERPROFILE" } else { "HOME" }).unwrap_or_default();
    let base = if cfg!(windows) {
        place("LOCALAPPDATA").unwrap_or_else(|| home().join("AppData").join("Local"))
    } else if cfg!(target_os = "macos") {
        home().join("Library").join("Application Support")
    } else {
        place("XDG_STATE_HOME").unwrap_or_else(|| home().join(".local").join("state"))
    };
    let is_kept = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-');
    base.join("Keywright").join(salt.chars().map(|letter| if is_kept(letter) { letter } else { '_' }).collect::<String>())
}

/// A file that nobody else may read, in a folder where nobody else may look.
fn write_privately(folder: &PathBuf, path: &PathBuf, data: &[u8]) -> io::Result<()> {
    let mut folders = fs::DirBuilder::new();
    let mut options = fs::OpenOptions::new();
    #[cfg(unix)]
    {
        std::os::unix::fs::DirBuilderExt::mode(&mut folders, 0o700);
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    }
    folders.recursive(true).create(folder)?;
    options.write(true).create(true).truncate(true).open(path)?.write_all(data)
}

const OFFLINE_REFUSALS: [(&str, &str); 5] = [
    ("offline_none", "nobody is signed in on this computer."),
    ("offline_expired", "the time for which this program runs without it is over."),
    ("offline_clock", "the clock of this computer was set back."),
    ("offline_machine", "the sign-in is of another computer."),
    ("offline_invalid", "the stored sign-in was changed."),
];

fn offline_refusal(code: &str) -> Answer {
    let reason = OFFLINE_REFUSALS.iter().find(|(each, _)| *each == code).map_or("", |(_, reason)| *reason);
    Answer::own(code, &format!("The server cannot be reached, and {reason}"))
}
// #endregion

// #region http
const CLIENT: &str = "keywright-rust/0.2.0"; // this library, as the server's statistics call it
const MAX_ANSWER_BYTES: u64 = 64 * 1024;
const NEXT_ADDRESS: Duration = Duration::from_secs(2); // how long one address of a name may take while there is another
const LOOK: Duration = Duration::from_millis(50); // between two looks whether a call was given up

/// What the server said to a call.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    is_ok: bool,
    /// Of the server; made here: `network_error` (no answer), `bad_answer`, `bad_signature` (not to be trusted),
    /// `cancelled` (given up), `not_logged_in` (nothing was sent) and, by `resume`, those that begin with `offline`.
    pub code: String,
    /// For the user.
    pub message: String,
    /// 0: there was no answer.
    pub http_status: u16,
    /// A pinned key signed it, or none is pinned.
    pub trusted: bool,
    /// Seconds after which the server wants to be asked again, at most 900; 0: it named none.
    pub retry_after: u32,
    /// 0 where the answer names no user.
    pub user_id: i64,
    /// Empty where the answer has none, as all texts are.
    pub username: String,
    /// Of the user.
    pub email: String,
    /// When the access ends, as a date of ISO 8601.
    pub expires_at: String,
    /// Until when the access goes on after its end, as a date of ISO 8601.
    pub grace_until: String,
    /// The user is bound to this computer.
    pub hwid_locked: bool,
    /// Of the session that was started.
    pub session_token: String,
    /// What was bought, from answers that have it.
    pub features: Option<Map<String, Value>>,
    /// By `redeem`.
    pub added_days: i64,
    /// Why a session has ended.
    pub reason: String,
    /// What the server's operator finds the call by.
    pub request_id: String,
    /// Where the new version is, in a refusal of an old one.
    pub download_url: String,
    /// By `resume` without the server: until when the program may run so, in unix seconds.
    pub offline_until: i64,
    lease: String,
}

impl Answer {
    /// One that never reached the server, or whose answer nobody waited for.
    fn own(code: &str, message: &str) -> Answer {
        Answer { code: code.to_string(), message: message.to_string(), ..Answer::default() }
    }

    fn cancelled() -> Answer {
        Answer::own("cancelled", "the call was cancelled.")
    }

    fn not_logged_in() -> Answer {
        Answer::own("not_logged_in", "nobody is logged in.")
    }

    fn into_result(self) -> Result<Answer, KeywrightError> {
        if self.is_ok {
            Ok(self)
        } else {
            Err(KeywrightError(Box::new(self)))
        }
    }
}

/// What a call came to that is no success: it has all fields of the answer.
#[derive(Clone)]
pub struct KeywrightError(Box<Answer>);

impl Deref for KeywrightError {
    type Target = Answer;
    fn deref(&self) -> &Answer {
        &self.0
    }
}

impl fmt::Debug for KeywrightError {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "{}: {}", self.code, self.message)
    }
}

impl fmt::Display for KeywrightError {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl error::Error for KeywrightError {}

/// Gives up the calls of a client that was made with it, from any thread: within a second they are over, with the code
/// `cancelled`. Clones are one.
#[derive(Clone, Debug, Default)]
pub struct Cancellation(Arc<AtomicBool>);

impl Cancellation {
    /// Not given up yet.
    pub fn new() -> Cancellation {
        Cancellation::default()
    }

    /// From now on, for all calls.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// Whether `cancel` was called.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

/// A place on the network, of an address that begins with `http://` or `https://`.
#[derive(Clone, Debug)]
struct Place {
    is_secure: bool,
    host: String, // without the brackets of an IPv6 address
    port: u16,
    authority: String, // host and port as the address has them
    path: String,
    user: String, // as the address has it, percent-encoded
}

impl Place {
    /// Nothing: it is no such address.
    fn of(address: &str) -> Option<Place> {
        let (scheme, rest) = address.split_once("://")?;
        let is_secure = scheme.eq_ignore_ascii_case("https");
        if !is_secure && !scheme.eq_ignore_ascii_case("http") {
            return None;
        }
        let end = rest.find('/').unwrap_or(rest.len());
        let (user, authority) = rest[..end].rsplit_once('@').unwrap_or(("", &rest[..end]));
        let (host, port) = match authority.strip_prefix('[') {
            Some(inner) => inner.split_once(']')?,
            None => authority.split_at(authority.find(':').unwrap_or(authority.len())),
        };
        let usual = if is_secure { 443 } else { 80 };
        let port = port.strip_prefix(':').map_or(port.is_empty().then_some(usual), |port| port.parse().ok())?;
        let is_foreign = |letter: char| letter.is_whitespace() || letter.is_control() || matches!(letter, '?' | '#');
        if host.is_empty() || port == 0 || rest.contains(is_foreign) || user.contains('@') {
            return None;
        }
        let [host, authority, path, user] = [host, authority, &rest[end..], user].map(str::to_string);
        Some(Place { is_secure, host, port, authority, path, user })
    }

    /// Of a proxy: no path, and it is not spoken with in secret.
    fn of_proxy(address: &str) -> Option<Place> {
        Place::of(address).filter(|place| !place.is_secure && matches!(place.path.as_str(), "" | "/"))
    }

    /// The proxy that the environment names for this place.
    fn proxy_of_environment(&self) -> Option<Place> {
        let named = |name: &str| env::var(name.to_ascii_lowercase()).or_else(|_| env::var(name)).ok().filter(|text| !text.is_empty());
        let is_left_out = |pattern: &str| {
            let name = pattern.trim().trim_start_matches('.');
            let before = self.host.strip_suffix(name).filter(|_| !name.is_empty());
            name == "*" || before.map_or(false, |before| before.is_empty() || before.ends_with('.'))
        };
        if named("NO_PROXY").unwrap_or_default().split(',').any(is_left_out) {
            return None;
        }
        let address = named(if self.is_secure { "HTTPS_PROXY" } else { "HTTP_PROXY" })?;
        Place::of_proxy(&if address.contains("://") { address } else { format!("http://{address}") })
    }

    /// How a client names itself there: a line of the request, or nothing.
    fn authorization(&self) -> String {
        let (name, password) = self.user.split_once(':').unwrap_or((&self.user, ""));
        let user = [percent_decoded(name), b":".to_vec(), percent_decoded(password)].concat();
        if self.user.is_empty() {
            return String::new();
        }
        format!("Proxy-Authorization: Basic {}\r\n", to_base64(&user))
    }
}

fn percent_decoded(text: &str) -> Vec<u8> {
    let mut data = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((first, others)) = rest.split_first() {
        let digits = others.get(..2).and_then(|two| std::str::from_utf8(two).ok());
        let byte = digits.filter(|_| *first == b'%').and_then(|two| u8::from_str_radix(two, 16).ok());
        data.push(byte.unwrap_or(*first));
        rest = if byte.is_some() { &others[2..] } else { others };
    }
    data
}

/// What goes to the server, and how.
struct Request {
    place: Place,
    proxy: Option<Place>,
    headers: String, // lines
    body: Vec<u8>,
    tls: TlsConnector,
}

/// What came back.
struct Response {
    status: u16,
    status_text: String,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

impl Response {
    fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(each, _)| each.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }
}

trait Stream: Read + Write {}
impl<Any: Read + Write> Stream for Any {}

/// A request on its way, in a thread of its own: nothing else can limit the time that looking up a name takes.
#[derive(Default)]
struct Flight {
    is_over: bool, // nobody waits any more
    socket: Option<TcpStream>,
    response: Option<io::Result<Response>>,
}

/// The answer, or the error in its place, within the time that there is.
fn exchange(request: Request, deadline: Instant, is_given_up: &dyn Fn() -> bool) -> io::Result<Response> {
    let flight = Arc::new((Mutex::new(Flight::default()), Condvar::new()));
    let flying = Arc::clone(&flight);
    thread::spawn(move || {
        let response = fly(&request, deadline, &flying.0);
        lock(&flying.0).response = Some(response);
        flying.1.notify_all();
    });
    let mut state = lock(&flight.0);
    loop {
        if let Some(response) = state.response.take() {
            return response;
        }
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() || is_given_up() {
            break;
        }
        state = wait(&flight.1, state, left.min(LOOK));
    }
    state.is_over = true;
    if let Some(socket) = &state.socket {
        let _ = socket.shutdown(Shutdown::Both); // or its thread would read on
    }
    Err(io::ErrorKind::TimedOut.into())
}

fn fly(request: &Request, deadline: Instant, flight: &Mutex<Flight>) -> io::Result<Response> {
    let Request { place, proxy, headers, body, tls } = request;
    let mut socket = connect(proxy.as_ref().unwrap_or(place), deadline)?;
    let is_over = {
        let mut state = lock(flight);
        state.socket = Some(socket.try_clone()?);
        state.is_over
    };
    if is_over {
        return Err(io::ErrorKind::TimedOut.into());
    }
    let (mut target, mut authorization) = (place.path.clone(), String::new());
    match proxy {
        Some(proxy) if place.is_secure => open_tunnel(&mut socket, proxy, place)?,
        Some(proxy) => {
            target = format!("http://{}{}", place.authority, place.path);
            authorization = proxy.authorization();
        }
        None => {}
    }
    let mut stream: Box<dyn Stream> = if place.is_secure {
        Box::new(tls.connect(&place.host, socket).map_err(|error| failure(&error.to_string()))?)
    } else {
        Box::new(socket)
    };
    if lock(flight).is_over {
        return Err(io::ErrorKind::TimedOut.into());
    }
    let head = format!("POST {target} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{authorization}{headers}\r\n", place.authority);
    stream.write_all(&[head.as_bytes(), body].concat())?;
    stream.flush()?;
    read_response(&mut BufReader::new(stream))
}

fn failure(text: &str) -> io::Error {
    io::Error::new(io::ErrorKind::Other, text)
}

/// The next address of a name has its turn after seconds: the first may be dead, and say nothing.
fn connect(place: &Place, deadline: Instant) -> io::Result<TcpStream> {
    let mut addresses = (place.host.as_str(), place.port).to_socket_addrs()?.peekable();
    let mut failed = failure("the name has no address");
    while let Some(address) = addresses.next() {
        let left = deadline.saturating_duration_since(Instant::now()).max(Duration::from_millis(1));
        let time = if addresses.peek().is_some() { left.min(NEXT_ADDRESS) } else { left };
        match TcpStream::connect_timeout(&address, time) {
            Ok(socket) => {
                socket.set_nodelay(true)?;
                return Ok(socket);
            }
            Err(error) => failed = error,
        }
    }
    Err(failed)
}

/// Through the proxy to the server; what it sees of the call from then on is bytes.
fn open_tunnel(socket: &mut TcpStream, proxy: &Place, place: &Place) -> io::Result<()> {
    let bracketed = if place.host.contains(':') { format!("[{}]", place.host) } else { place.host.clone() };
    let target = format!("{bracketed}:{}", place.port);
    let head = format!("CONNECT {target} HTTP/1.1\r\nHost: {target}\r\n{}\r\n", proxy.authorization());
    socket.write_all(head.as_bytes())?;
    let (status, status_text, _) = read_head(&mut BufReader::with_capacity(1, socket))?; // not a byte of what follows
    if (200..300).contains(&status) {
        return Ok(());
    }
    Err(failure(&format!("the proxy refused: {status} {status_text}")))
}

type Head = (u16, String, Vec<(String, String)>);

fn read_head(reader: &mut impl BufRead) -> io::Result<Head> {
    let mut limited = reader.by_ref().take(MAX_ANSWER_BYTES);
    let mut read_line = || {
        let mut line = Vec::new();
        limited.read_until(b'\n', &mut line)?;
        let text = line.strip_suffix(b"\n").ok_or_else(|| failure("the connection broke"))?;
        Ok::<_, io::Error>(String::from_utf8_lossy(text).trim_end_matches('\r').to_string())
    };
    let first = read_line()?;
    let mut words = first.splitn(3, ' ');
    let is_http = words.next().map_or(false, |version| version.starts_with("HTTP/1."));
    let status = words.next().filter(|status| is_http && status.len() == 3).and_then(|status| status.parse().ok());
    let status = status.ok_or_else(|| failure("the answer is not HTTP"))?;
    let status_text = words.next().unwrap_or_default().trim().to_string();
    let mut headers = Vec::new();
    loop {
        let line = read_line()?;
        if line.is_empty() {
            return Ok((status, status_text, headers));
        }
        let (name, value) = line.split_once(':').ok_or_else(|| failure("the answer is not HTTP"))?;
        headers.push((name.to_string(), value.trim_matches(|c| c == ' ' || c == '\t').to_string()));
    }
}

fn read_response(reader: &mut impl BufRead) -> io::Result<Response> {
    loop {
        let (status, status_text, headers) = read_head(reader)?;
        if (100..200).contains(&status) {
            continue;
        }
        let mut response = Response { status, status_text, headers, body: Vec::new() };
        let coding = response.header("transfer-encoding").unwrap_or_default().to_ascii_lowercase();
        let length = response.header("content-length").map(|length| length.parse::<u64>().map_err(|_| failure("the answer is not HTTP")));
        response.body = match length {
            _ if matches!(status, 204 | 304) => Vec::new(),
            _ if coding == "chunked" => read_chunks(reader)?,
            Some(length) => read_whole(reader, length?)?,
            None => {
                let mut body = Vec::new();
                reader.by_ref().take(MAX_ANSWER_BYTES).read_to_end(&mut body)?;
                body
            }
        };
        return Ok(response);
    }
}

/// So many bytes, or as many of them as an answer may have.
fn read_whole(reader: &mut impl BufRead, length: u64) -> io::Result<Vec<u8>> {
    let mut body = Vec::new();
    let wanted = length.min(MAX_ANSWER_BYTES);
    reader.by_ref().take(wanted).read_to_end(&mut body)?;
    if (body.len() as u64) < wanted {
        return Err(failure("the connection broke"));
    }
    Ok(body)
}

fn read_chunks(reader: &mut impl BufRead) -> io::Result<Vec<u8>> {
    let mut body = Vec::new();
    while (body.len() as u64) < MAX_ANSWER_BYTES {
        let mut line = Vec::new();
        reader.by_ref().take(1024).read_until(b'\n', &mut line)?;
        let text = String::from_utf8_lossy(&line);
        let digits = text.split(';').next().unwrap_or_default().trim();
        let length = u64::from_str_radix(digits, 16).map_err(|_| failure("the connection broke"))?;
        if length == 0 {
            return Ok(body);
        }
        body.extend(read_whole(reader, length)?);
        if length > MAX_ANSWER_BYTES {
            break;
        }
        read_whole(reader, 2)?; // the end of the line
    }
    body.truncate(MAX_ANSWER_BYTES as usize);
    Ok(body)
}

fn to_answer(response: &Response) -> Answer {
    let text = String::from_utf8_lossy(&response.body);
    let text = text.trim_start_matches('\u{feff}');
    let parsed = serde_json::from_str::<Value>(text);
    let raw = if parsed.is_ok() { String::new() } else { shown_raw(text) };
    let said = parsed.unwrap_or(Value::Null);
    let text_of = |name: &str| said[name].as_str().unwrap_or_default().to_string();
    let Response { status, status_text, .. } = response;
    let success = said["success"].as_bool().filter(|_| !(300..400).contains(status));
    let message = Some(text_of("message")).filter(|message| !message.is_empty());
    let seconds = response.header("retry-after").filter(|text| text.bytes().all(|byte| byte.is_ascii_digit())).unwrap_or_default();
    let retry_after = seconds.parse::<f64>().unwrap_or(0.0).min(MAX_PAUSE_SECONDS) as u32;
    let message = message.unwrap_or_else(|| format!("{status} {}", if raw.is_empty() { status_text } else { &raw }).trim().to_string());
    let answer = Answer { message, http_status: *status, trusted: true, retry_after, ..Answer::default() };
    let is_ok = match success {
        None => return Answer { code: "bad_answer".to_string(), ..answer },
        Some(is_ok) => is_ok,
    };
    Answer {
        is_ok,
        code: text_of("code"),
        user_id: said["user_id"].as_i64().unwrap_or(0),
        username: text_of("username"),
        email: text_of("email"),
        expires_at: text_of("expires_at"),
        grace_until: text_of("grace_until"),
        hwid_locked: said["hwid_locked"] == true,
        session_token: text_of("session_token"),
        features: said["features"].as_object().cloned(),
        added_days: said["added_days"].as_i64().unwrap_or(0),
        reason: text_of("reason"),
        request_id: text_of("request_id"),
        download_url: text_of("download_url"),
        lease: text_of("lease"),
        ..answer
    }
}

/// The first characters of a text that is no answer, without what would move the cursor of a terminal.
fn shown_raw(text: &str) -> String {
    let words = text.split(char::is_control).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
    words.trim().chars().take(200).collect()
}
// #endregion

// #region client
const RESUME_SECONDS: u32 = 5; // a start does not wait longer for the server
const STATE_AHEAD_SECONDS: f64 = 60.0; // the state is written for a time to come: ending the program at once gains none
const END_SECONDS: u32 = 3; // a program that is closing waits for the end of its session
const LONGEST_WAIT_SECONDS: u32 = 60; // between two tries of a call

fn lock<Kept>(mutex: &Mutex<Kept>) -> MutexGuard<Kept> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn wait<'a, Kept>(changed: &Condvar, guard: MutexGuard<'a, Kept>, time: Duration) -> MutexGuard<'a, Kept> {
    changed.wait_timeout(guard, time).unwrap_or_else(PoisonError::into_inner).0
}

fn unix_seconds() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |time| time.as_secs_f64())
}

/// An option without which no call could work; the text of the error names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidOption {
    /// Its name, as the builder has it.
    pub option: &'static str,
}

impl fmt::Display for InvalidOption {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "invalid_options: {}", self.option)
    }
}

impl error::Error for InvalidOption {}

/// What the log is told of each call, and of each try of one, when it is over. No secret is in it.
#[derive(Clone, Debug)]
pub struct LogEntry {
    /// `info` for a success, else `warn`.
    pub level: &'static str,
    /// `call`.
    pub event: &'static str,
    /// `login`, `verify`, `start`, `heartbeat` …
    pub call: String,
    /// As in the answer.
    pub code: String,
    /// As in the answer.
    pub http_status: u16,
    /// As in the answer.
    pub trusted: bool,
    /// As in the answer.
    pub request_id: String,
    /// How long it took.
    pub seconds: f64,
}

type Log = Arc<dyn Fn(&LogEntry) + Send + Sync>;

#[derive(Clone)]
struct Options {
    origin: String,
    api_key: String,
    version: String,
    hwid_salt: String,
    public_keys: Vec<String>,
    timeout_seconds: u32,
    heartbeat_seconds: u32,
    verify_seconds: u32,
    max_verify_failures: u32,
    retry_seconds: u32,
    retries: u32,
    proxy: String,
    hardware_id: Option<String>,
    components: BTreeMap<String, String>,
    offline_start: bool,
    store: Store,
    log: Option<Log>,
}

#[derive(Clone)]
enum Store {
    OfSystem,
    Folder(PathBuf),
    Memory,
}

/// The options of a client. What is not said has the value that its method names.
#[derive(Clone)]
pub struct ClientBuilder(Options);

impl ClientBuilder {
    /// At most two, as the dashboard shows them: answers are checked with them. None: checking is off.
    pub fn public_keys<Keys: IntoIterator>(mut self, keys: Keys) -> Self
    where
        Keys::Item: Into<String>,
    {
        self.0.public_keys = keys.into_iter().map(Into::into).collect();
        self
    }

    /// Of one call with all its tries, 1 to 120; 30.
    pub fn timeout_seconds(mut self, seconds: u32) -> Self {
        self.0.timeout_seconds = seconds;
        self
    }

    /// Between two heartbeats; 30. The server expects one at least every 90 seconds.
    pub fn heartbeat_seconds(mut self, seconds: u32) -> Self {
        self.0.heartbeat_seconds = seconds;
        self
    }

    /// Between two verifications; 300.
    pub fn verify_seconds(mut self, seconds: u32) -> Self {
        self.0.verify_seconds = seconds;
        self
    }

    /// Failed verifications in a row that end the session; 3.
    pub fn max_verify_failures(mut self, failures: u32) -> Self {
        self.0.max_verify_failures = failures;
        self
    }

    /// Until the monitor asks again after a failure; 5.
    pub fn retry_seconds(mut self, seconds: u32) -> Self {
        self.0.retry_seconds = seconds;
        self
    }

    /// How often `verify`, `start_session` and `heartbeat` are repeated where nobody knows what came of them, 0 to 3; 0.
    pub fn retries(mut self, retries: u32) -> Self {
        self.0.retries = retries;
        self
    }

    /// `http://[name:password@]host[:port]`, name and password percent-encoded; what the environment says.
    pub fn proxy(mut self, address: impl Into<String>) -> Self {
        self.0.proxy = address.into();
        self
    }

    /// What the program itself calls this computer, 1 to 128 characters on one line; made of the system's id and the salt.
    pub fn hardware_id(mut self, id: impl Into<String>) -> Self {
        self.0.hardware_id = Some(id.into());
        self
    }

    /// Parts of this computer by name, such as `hardware_components` reads: an application that allows it recognizes a
    /// computer of which one was changed. Sent hashed; none.
    pub fn components(mut self, components: BTreeMap<String, String>) -> Self {
        self.0.components = components;
        self
    }

    /// Keeps the sign-in where a key is pinned, so that `resume` starts without the server too; off.
    pub fn offline_start(mut self, is_on: bool) -> Self {
        self.0.offline_start = is_on;
        self
    }

    /// Where the sign-in is kept; the folder that this system has for such things.
    pub fn store_folder(mut self, folder: impl Into<PathBuf>) -> Self {
        self.0.store = Store::Folder(folder.into());
        self
    }

    /// The sign-in is kept until the program ends, and in no file.
    pub fn store_in_memory(mut self) -> Self {
        self.0.store = Store::Memory;
        self
    }

    /// Is told of each call, also from threads of the monitor; nobody.
    pub fn log(mut self, log: impl Fn(&LogEntry) + Send + Sync + 'static) -> Self {
        self.0.log = Some(Arc::new(log));
        self
    }

    /// The client.
    ///
    /// # Errors
    /// Names the first option with which no call could work.
    pub fn build(self) -> Result<LicenseClient, InvalidOption> {
        let options = self.0;
        let usable = [
            ("origin", !options.origin.is_empty()),
            ("api_key", !options.api_key.is_empty()),
            ("version", !options.version.is_empty()),
            ("hwid_salt", !options.hwid_salt.is_empty()),
            ("public_keys", options.public_keys.len() <= 2),
            ("timeout_seconds", (1..=120).contains(&options.timeout_seconds)),
            ("heartbeat_seconds", options.heartbeat_seconds > 0),
            ("verify_seconds", options.verify_seconds > 0),
            ("max_verify_failures", options.max_verify_failures > 0),
            ("retry_seconds", options.retry_seconds > 0),
            ("retries", options.retries <= 3),
            ("proxy", options.proxy.is_empty() || Place::of_proxy(&options.proxy).is_some()),
            ("components", options.components.keys().all(|name| COMPONENT_NAMES.contains(&name.as_str()))),
            ("hardware_id", options.hardware_id.as_deref().map_or(true, is_hardware_id)),
        ];
        match usable.iter().find(|(_, is_usable)| !is_usable) {
            Some((option, _)) => Err(InvalidOption { option: *option }),
            None => Ok(LicenseClient { shared: Arc::new(Shared::new(options)), cancellation: None }),
        }
    }
}

/// What a lease that holds allows.
#[derive(Clone, Debug, PartialEq)]
pub struct LeaseFacts {
    /// Unix seconds.
    pub until: i64,
    /// The program may start without the server.
    pub may_start: bool,
    /// What holds meanwhile.
    pub features: Map<String, Value>,
}

/// Speaks with the server. No call panics for what the network or the server does: each gives the answer, or the error
/// that says why not. Clones are one client, and may be used in any thread.
#[derive(Clone)]
pub struct LicenseClient {
    shared: Arc<Shared>,
    cancellation: Option<Cancellation>,
}

/// What a call comes to.
type CallResult = Result<Answer, KeywrightError>;

impl LicenseClient {
    /// As the dashboard shows them for your application: the address of the server, the API key, the version of your
    /// program, and what keeps the hardware ids of your users apart from those of others.
    pub fn builder(
        origin: impl Into<String>,
        api_key: impl Into<String>,
        version: impl Into<String>,
        hwid_salt: impl Into<String>,
    ) -> ClientBuilder {
        ClientBuilder(Options {
            origin: origin.into(),
            api_key: api_key.into(),
            version: version.into(),
            hwid_salt: hwid_salt.into(),
            public_keys: Vec::new(),
            timeout_seconds: 30,
            heartbeat_seconds: 30,
            verify_seconds: 300,
            max_verify_failures: 3,
            retry_seconds: 5,
            retries: 0,
            proxy: String::new(),
            hardware_id: None,
            components: BTreeMap::new(),
            offline_start: false,
            store: Store::OfSystem,
            log: None,
        })
    }

    /// The same client; the calls that are made with this handle can be given up.
    pub fn with_cancellation(&self, cancellation: &Cancellation) -> LicenseClient {
        LicenseClient { shared: Arc::clone(&self.shared), cancellation: Some(cancellation.clone()) }
    }

    fn once(&self) -> Terms {
        Terms { cancellation: self.cancellation.clone(), ..Terms::default() }
    }

    fn repeated(&self) -> Terms {
        Terms { retries: self.shared.options.retries, ..self.once() }
    }

    /// Signs a user in.
    pub fn login(&self, username: &str, password: &str) -> CallResult {
        let body = json!({ "username": username.trim(), "password": password });
        self.shared.sign_in("login", body, "", &self.once()).into_result()
    }

    /// For software without usernames: the key is all that is typed. Needs License login in the settings.
    pub fn license(&self, license_key: &str) -> CallResult {
        self.shared.sign_in_by_key(license_key.trim(), &self.once()).into_result()
    }

    /// Makes a user of your application.
    pub fn register(&self, username: &str, password: &str, license_key: Option<&str>, email: Option<&str>) -> CallResult {
        let body = json!({ "username": username.trim(), "password": password, "license_key": license_key, "email": email });
        let body = self.shared.with_program(body);
        self.shared.post("register", body, true, &self.once()).into_result()
    }

    /// Adds the time of another key to the user whose session this is.
    pub fn redeem(&self, license_key: &str) -> CallResult {
        let (token, session) = {
            let state = lock(&self.shared.state);
            (state.token.clone(), state.session)
        };
        if token.is_empty() {
            return Answer::not_logged_in().into_result();
        }
        let body = json!({ "session_token": token, "license_key": license_key.trim() });
        let body = self.shared.asking(self.shared.with_program(body));
        let answer = self.shared.post("redeem", body, true, &self.once());
        let is_kept = answer.is_ok; // a refusal is about the key
        let answer = if is_kept { self.shared.keep_lease(answer, session) } else { answer };
        answer.into_result()
    }

    /// Adds the time of another key to a user whose access has ended, and who therefore can't log in.
    pub fn redeem_for(&self, license_key: &str, username: &str, password: &str) -> CallResult {
        let body = json!({ "username": username.trim(), "password": password, "license_key": license_key.trim() });
        let body = self.shared.asking(self.shared.with_program(body));
        self.shared.post("redeem", body, true, &self.once()).into_result()
    }

    /// Asks whether the user may go on.
    pub fn verify(&self) -> CallResult {
        self.shared.verify(&self.repeated()).into_result()
    }

    /// Makes a fresh token each time: the server takes none that has ended. One that is given up is ended after its
    /// answer, behind the caller.
    pub fn start_session(&self) -> CallResult {
        Shared::start_session(&self.shared, None, &self.repeated()).into_result()
    }

    /// Says that the program still runs.
    pub fn heartbeat(&self) -> CallResult {
        self.shared.heartbeat(&self.repeated()).into_result()
    }

    /// Starts without a password where somebody is signed in on this computer: with the server if it answers within 5 s,
    /// else with the stored lease (the code is `offline`). A trusted refusal of the server ends the sign-in.
    pub fn resume(&self) -> CallResult {
        Shared::resume(&self.shared, self.once()).into_result()
    }

    /// Keeps the session alive in the background, in threads of its own. Starts the session first where that was not
    /// done: a start that is refused, or not answered, is a loss too.
    pub fn monitor(&self, events: Events) -> SessionMonitor {
        let shared = &self.shared;
        let before = lock(&shared.state).monitor.take();
        if let Some(monitor) = before {
            monitor.stop();
        }
        let is_started = {
            let state = lock(&shared.state);
            !state.token.is_empty() || state.is_offline
        };
        let started = if is_started { None } else { self.start_session().err() };
        let monitor = SessionMonitor(Arc::new(MonitorShared::new(Arc::clone(shared), events)));
        lock(&shared.state).monitor = Some(monitor.clone());
        match started {
            None => MonitorShared::start(&monitor.0),
            Some(refusal) => {
                monitor.stop();
                self.end_session(); // perhaps it did start and only the answer was lost
                (monitor.0.events.lost)(&refusal);
            }
        }
        monitor
    }

    /// Ends the session if there is one, within 3 seconds: a program that is closing waits for it. The user stays.
    pub fn end_session(&self) {
        self.shared.end_session(None, false);
    }

    /// Stops the monitor and ends the session, within 3 seconds; `resume` starts nobody then.
    pub fn logout(&self) {
        let monitor = lock(&self.shared.state).monitor.take();
        if let Some(monitor) = monitor {
            monitor.stop();
        }
        self.shared.end_session(None, true);
    }

    /// What the user has bought: `client.feature("export") == true` switches a function on. Null: not bought.
    pub fn feature(&self, name: &str) -> Value {
        self.features().remove(name).unwrap_or(Value::Null)
    }

    /// All that the user has bought; without the server only while the lease holds.
    pub fn features(&self) -> Map<String, Value> {
        let state = lock(&self.shared.state);
        let is_over = state.is_offline && !self.shared.holds(&state);
        if is_over {
            Map::new()
        } else {
            state.features.clone()
        }
    }

    /// Until when the user may go on without the server, and with what; nothing: no lease holds now.
    pub fn lease(&self) -> Option<LeaseFacts> {
        let state = lock(&self.shared.state);
        let held = read_lease(&state.lease, &self.shared.pinned_keys, self.shared.file.is_some());
        let held = held.filter(|_| self.shared.holds(&state))?;
        Some(LeaseFacts { until: held.expires as i64, may_start: held.may_start, features: held.features })
    }

    /// How far this computer's clock was from the server's at the last signed answer, in seconds.
    pub fn clock_error(&self) -> f64 {
        let signed = lock(&self.shared.state).last_signed;
        signed.filter(|signed| signed.created > 0.0).map_or(0.0, |signed| signed.clock - signed.created)
    }

    /// For a computer that never reaches the server.
    ///
    /// # Errors
    /// Without `offline_start` and a pinned key.
    pub fn offline(&self) -> Result<OfflineFiles, InvalidOption> {
        match self.shared.file {
            Some(_) => Ok(OfflineFiles(self.clone())),
            None => Err(InvalidOption { option: "offline_start" }),
        }
    }
}

/// What a call may take.
#[derive(Clone, Default)]
struct Terms {
    seconds: u32, // tries and waits together; 0: as the options say
    retries: u32,
    cancellation: Option<Cancellation>,
    wanted_token: String, // no further try is made when the session has another one
}

impl Terms {
    fn is_given_up(&self) -> bool {
        self.cancellation.as_ref().map_or(false, Cancellation::is_cancelled)
    }
}

/// What is known of the server's time since an answer that it signed.
#[derive(Clone, Copy)]
struct Signed {
    created: f64, // what its clock showed; 0: an earlier run of the program knew `mark`
    mark: f64,    // the latest time that it is known to have had
    clock: f64,
    at: Instant,
}

#[derive(Default)]
struct State {
    session: u64, // counts logins and ends: what belongs to an earlier session changes nothing in this one
    user_id: Option<i64>,
    username: String,
    license_key: String, // where it was the sign-in
    token: String,
    starting: Vec<String>, // tokens of sessions that the server was asked for
    lease: String,
    features: Map<String, Value>, // what the user has bought, from signed answers alone
    stored: Option<f64>,          // when what the file holds is over; nothing: nothing is kept of this session
    is_offline: bool,             // started without the server, and not reached it yet
    last_signed: Option<Signed>,
    monitor: Option<SessionMonitor>,
    tls: Option<TlsConnector>, // reading what the system trusts takes long
}

impl State {
    /// The latest time that the server is known to have had, moved on by a clock that nobody can set.
    fn server_time(&self) -> f64 {
        self.last_signed.map_or(0.0, |signed| signed.mark + signed.at.elapsed().as_secs_f64())
    }
}

struct Shared {
    options: Options,
    pinned_keys: Vec<String>,
    hwid: String,
    components: Value,       // hashed
    file: Option<StateFile>, // where resume finds the user
    state: Mutex<State>,
    changed: Condvar,
    ending: Mutex<()>,
}

impl Shared {
    fn new(options: Options) -> Shared {
        let is_pinned = |key: &&String| !key.is_empty() && !key.starts_with("YOUR_");
        let pinned_keys: Vec<String> = options.public_keys.iter().filter(is_pinned).cloned().collect();
        let folder = match &options.store {
            Store::OfSystem => Some(default_folder(&options.hwid_salt)),
            Store::Folder(folder) => Some(folder.clone()),
            Store::Memory => None,
        };
        let hashed = options.components.iter().filter_map(|(name, value)| Some((name, component(name, value, &options.hwid_salt)?)));
        let components = json!(hashed.collect::<BTreeMap<_, _>>());
        let is_kept = options.offline_start && !pinned_keys.is_empty();
        let file = is_kept.then(|| StateFile::new(&options.hwid_salt, folder));
        let made = || hardware_id(&read_machine_id(), &options.hwid_salt);
        let hwid = options.hardware_id.clone().unwrap_or_else(made);
        Shared { options, pinned_keys, hwid, components, file, state: Mutex::default(), changed: Condvar::new(), ending: Mutex::default() }
    }

    /// Each call that may bind this computer says which version runs there, and what the computer is called.
    fn with_program(&self, mut body: Value) -> Value {
        body["version"] = json!(self.options.version);
        body["hwid"] = json!(self.hwid);
        if self.components != json!({}) {
            body["hwid_components"] = self.components.clone();
        }
        body["device_name"] = json!(Some(device_name()).filter(|name| !name.is_empty()));
        body
    }

    /// What a lease that allows a start is asked for with; without `offline_start` nothing is.
    fn asking(&self, mut body: Value) -> Value {
        if self.file.is_some() {
            body["lease_version"] = json!(2);
        }
        body
    }

    fn sign_in_by_key(&self, key: &str, terms: &Terms) -> Answer {
        self.sign_in("license", json!({ "license_key": key }), key, terms)
    }

    /// After a success nothing is left of the session before it.
    fn sign_in(&self, path: &str, body: Value, license_key: &str, terms: &Terms) -> Answer {
        let answer = self.post(path, self.asking(self.with_program(body)), true, terms);
        let session = {
            let mut state = lock(&self.state);
            if answer.is_ok {
                self.drop_state(&mut state);
                state.session += 1;
                state.user_id = Some(answer.user_id);
                state.username = answer.username.clone();
                state.license_key = license_key.to_string();
                state.token.clear();
                state.lease.clear();
                state.features.clear();
            }
            state.session
        };
        self.keep_lease(answer, session)
    }

    fn verify(&self, terms: &Terms) -> Answer {
        let (user_id, token, session) = {
            let state = lock(&self.state);
            (state.user_id, state.token.clone(), state.session)
        };
        let user_id = match user_id {
            Some(user_id) => user_id,
            None => return Answer::not_logged_in(),
        };
        let body = json!({ "user_id": user_id, "session_token": Some(token).filter(|token| !token.is_empty()) });
        let answer = self.post("verify", self.asking(body), true, terms);
        self.keep_lease(answer, session)
    }

    fn heartbeat(&self, terms: &Terms) -> Answer {
        let token = lock(&self.state).token.clone();
        if token.is_empty() {
            return Answer::not_logged_in();
        }
        self.post("session/track", json!({ "action": "heartbeat", "session_token": token }), false, terms)
    }

    /// With `session`: only while that one goes on.
    fn start_session(shared: &Arc<Shared>, session: Option<u64>, terms: &Terms) -> Answer {
        let begun = Instant::now();
        let token = format!("sess_{}_{}", to_hex(&random_bytes::<16>()), unix_seconds() as u64);
        let session = {
            let mut state = lock(&shared.state);
            if state.user_id.is_none() {
                return Answer::not_logged_in();
            }
            if terms.is_given_up() {
                return shared.note("start", begun, Answer::cancelled());
            }
            if session.map_or(false, |session| session != state.session) {
                return Answer::own("cancelled", "the session was ended.");
            }
            state.token = token.clone();
            state.starting.push(token.clone());
            state.session
        };
        let on = Terms { cancellation: None, wanted_token: token.clone(), ..terms.clone() };
        let answered = match terms.cancellation {
            None => Some(shared.start(&token, &on)),
            Some(_) => Shared::start_behind(shared, &token, on, terms),
        };
        let mut answer = match answered {
            Some(answer) => answer,
            None => return shared.note("start", begun, Answer::cancelled()),
        };
        if answer.is_ok && !answer.session_token.is_empty() && answer.session_token != token {
            answer.is_ok = false;
            answer.code = "bad_answer".to_string();
            answer.message = "the answer is for another session.".to_string();
        }
        shared.keep_lease(answer, session)
    }

    /// One that the program may give up. The server may have begun the session then: the request goes on, and after it the
    /// session is ended. Nothing: it was given up.
    fn start_behind(shared: &Arc<Shared>, token: &str, on: Terms, terms: &Terms) -> Option<Answer> {
        let answered = Arc::new(Mutex::new(None));
        let (worker, answering, own_token) = (Arc::clone(shared), Arc::clone(&answered), token.to_string());
        thread::spawn(move || {
            let answer = worker.start(&own_token, &on);
            *lock(&answering) = Some(answer);
            let _state = lock(&worker.state); // whoever waits has looked, or waits already
            worker.changed.notify_all();
        });
        let mut state = lock(&shared.state);
        loop {
            if let Some(answer) = lock(&answered).take() {
                return Some(answer);
            }
            if terms.is_given_up() && state.starting.iter().any(|each| each == token) {
                if state.token == token {
                    state.token.clear();
                }
                return None;
            }
            state = wait(&shared.changed, state, LOOK);
        }
    }

    /// Where nobody wants the session any more when the answer comes, the server is told.
    fn start(&self, token: &str, terms: &Terms) -> Answer {
        let user_id = lock(&self.state).user_id;
        let body = json!({ "action": "start", "user_id": user_id, "session_token": token, "hwid": self.hwid });
        let answer = self.post("session/track", body, true, terms);
        let has_ended = {
            let mut state = lock(&self.state);
            let has_ended = state.token != token;
            if !has_ended {
                state.starting.retain(|each| each != token); // whoever ends the session from now on tells the server
            }
            has_ended
        };
        if has_ended {
            self.post_end(token);
            lock(&self.state).starting.retain(|each| each != token);
        }
        self.changed.notify_all();
        answer
    }

    /// With `session`: only that one. Whoever comes second waits until it has ended.
    fn end_session(&self, session: Option<u64>, is_logout: bool) {
        let _ending = lock(&self.ending);
        let (token, is_starting) = {
            let mut state = lock(&self.state);
            if session.map_or(false, |session| session != state.session) {
                return;
            }
            self.write_state(&mut state, 0.0);
            state.session += 1;
            state.stored = None;
            state.is_offline = false;
            if is_logout {
                self.drop_state(&mut state);
                state.user_id = None;
            }
            state.lease.clear();
            let token = std::mem::take(&mut state.token);
            let is_starting = state.starting.contains(&token); // an end that overtakes the start would end nothing
            (token, is_starting)
        };
        if !token.is_empty() && !is_starting {
            self.post_end(&token);
        }
        let end = Instant::now() + Duration::from_secs(END_SECONDS.into());
        let mut state = lock(&self.state);
        while !state.starting.is_empty() && Instant::now() < end {
            state = wait(&self.changed, state, LOOK);
        }
    }

    fn post_end(&self, token: &str) {
        let terms = Terms { seconds: END_SECONDS, ..Terms::default() };
        self.post("session/track", json!({ "action": "end", "session_token": token }), false, &terms);
    }

    fn resume(shared: &Arc<Shared>, terms: Terms) -> Answer {
        let stored = match shared.file.as_ref().and_then(StateFile::read) {
            Some(stored) => stored,
            None => return offline_refusal("offline_none"),
        };
        let lease = read_lease(&stored.lease, &shared.pinned_keys, true);
        if lease.as_ref().map_or(false, |lease| !lease.is_of(&shared.hwid)) {
            return offline_refusal("offline_machine");
        }
        if !stored.is_own {
            return offline_refusal("offline_invalid");
        }
        {
            let mut state = lock(&shared.state);
            state.session += 1;
            state.user_id = Some(stored.user_id);
            state.username = stored.username.clone();
            state.license_key = stored.license_key.clone();
            state.lease = stored.lease.clone();
            state.features.clear();
            state.token.clear();
            state.stored = Some(0.0);
            state.last_signed = Some(Signed { created: 0.0, mark: stored.mark, clock: 0.0, at: Instant::now() });
        }
        let seconds = RESUME_SECONDS.min(shared.options.timeout_seconds);
        let mut answer = Shared::reconnect(shared, None, &Terms { seconds, ..terms });
        let refusal = shared.offline_refusal();
        let mut state = lock(&shared.state);
        if classify(&answer) != Meaning::Unknown {
            answer.user_id = stored.user_id;
            answer.username = stored.username;
            if let Some(lease) = lease.filter(|_| answer.is_ok && state.features.is_empty() && shared.holds(&state)) {
                state.features = lease.features;
            }
            return answer;
        }
        state.token.clear();
        if answer.code == "cancelled" {
            state.stored = None;
            state.user_id = None;
            state.lease.clear();
            return answer;
        }
        match (lease, refusal) {
            (Some(lease), None) => {
                state.is_offline = true;
                state.features = lease.features.clone();
                shared.write_state(&mut state, STATE_AHEAD_SECONDS);
                Answer {
                    is_ok: true,
                    trusted: true,
                    user_id: stored.user_id,
                    username: stored.username,
                    features: Some(lease.features),
                    offline_until: lease.expires as i64,
                    ..Answer::own("offline", "The server cannot be reached. The program runs without it.")
                }
            }
            (_, refusal) => {
                state.stored = None;
                refusal.unwrap_or_else(|| offline_refusal("offline_invalid"))
            }
        }
    }

    /// Begins a session for the user who is signed in on this computer; a license key signs in again.
    fn reconnect(shared: &Arc<Shared>, session: Option<u64>, terms: &Terms) -> Answer {
        let key = lock(&shared.state).license_key.clone();
        let mut session = session;
        if !key.is_empty() {
            let signed_in = shared.sign_in_by_key(&key, terms);
            if !signed_in.is_ok {
                return signed_in;
            }
            session = None;
        }
        let started = Shared::start_session(shared, session, terms);
        if started.is_ok {
            lock(&shared.state).is_offline = false;
        }
        started
    }

    /// Whether the lease does, so that the user may go on without an answer; the state is locked.
    fn holds(&self, state: &State) -> bool {
        let (user_id, mark) = (state.user_id.unwrap_or(0), state.server_time());
        lease_holds(&state.lease, user_id, &self.hwid, unix_seconds(), mark, &self.pinned_keys, self.file.is_some())
    }

    /// Until when the program may run without the server, in unix seconds; 0: not at all.
    fn offline_until(&self) -> f64 {
        let lease = lock(&self.state).lease.clone();
        read_lease(&lease, &self.pinned_keys, true).map_or(0.0, |lease| lease.expires)
    }

    /// How long it may still do so.
    fn offline_seconds(&self) -> f64 {
        self.offline_until() - unix_seconds().max(lock(&self.state).server_time())
    }

    /// Why the program may not run on without the server; nothing: it may.
    fn offline_refusal(&self) -> Option<Answer> {
        let (lease, user_id, mark) = {
            let state = lock(&self.state);
            (state.lease.clone(), state.user_id.unwrap_or(0), state.server_time())
        };
        let lease = read_lease(&lease, &self.pinned_keys, true).filter(|lease| lease.user_id == user_id.to_string());
        let code = match lease {
            None => "offline_invalid",
            Some(lease) if !lease.may_start => "offline_none",
            Some(lease) if !lease.is_of(&self.hwid) => "offline_machine",
            Some(_) if unix_seconds() < mark - MAX_CLOCK_STEP_BACK_SECONDS => "offline_clock",
            Some(lease) if unix_seconds().max(mark) >= lease.expires => "offline_expired",
            Some(_) => return None,
        };
        Some(offline_refusal(code))
    }

    /// Stores the time that has passed, ahead of it: what a program ran for counts, also where it is ended at once.
    fn keep_state(&self) {
        let ahead = STATE_AHEAD_SECONDS.max(2.0 * f64::from(self.options.heartbeat_seconds));
        self.write_state(&mut lock(&self.state), ahead);
    }

    fn write_state(&self, state: &mut State, ahead: f64) {
        let (file, stored) = match (&self.file, state.stored) {
            (Some(file), Some(stored)) => (file, stored),
            _ => return,
        };
        let mark = state.server_time();
        let now = if state.is_offline { mark.max(unix_seconds()) } else { mark };
        if ahead > 0.0 && now + ahead / 2.0 < stored {
            return;
        }
        state.stored = Some(now + ahead);
        let (username, license_key, lease) = (state.username.clone(), state.license_key.clone(), state.lease.clone());
        let user_id = state.user_id.unwrap_or(0);
        file.write(&StoredState { is_own: true, user_id, username, license_key, mark, lease }, now + ahead);
    }

    fn drop_state(&self, state: &mut State) {
        state.stored = None;
        state.is_offline = false;
        if let Some(file) = &self.file {
            file.remove();
        }
    }

    /// Keeps the lease and the features of an answer that belongs to this session still.
    fn keep_lease(&self, answer: Answer, session: u64) -> Answer {
        let meaning = classify(&answer);
        let mut state = lock(&self.state);
        if session != state.session {
            return answer;
        }
        if matches!(meaning, Meaning::Definitive | Meaning::Other) {
            state.lease.clear();
            state.stored = None;
        }
        if meaning == Meaning::Definitive {
            self.drop_state(&mut state);
        }
        if meaning == Meaning::Ok && !answer.lease.is_empty() {
            state.lease = answer.lease.clone();
            if self.file.is_some() {
                state.stored = Some(0.0);
                self.write_state(&mut state, STATE_AHEAD_SECONDS);
            }
        }
        if let Some(features) = answer.features.as_ref().filter(|_| meaning == Meaning::Ok && !self.pinned_keys.is_empty()) {
            state.features = features.clone();
        }
        answer
    }

    /// One call: its tries and waits have their time together. A wait that would end later is not begun, and none is while
    /// the call is not wanted any more.
    fn post(&self, path: &str, body: Value, is_checked: bool, terms: &Terms) -> Answer {
        let seconds = if terms.seconds > 0 { terms.seconds } else { self.options.timeout_seconds };
        let deadline = Instant::now() + Duration::from_secs(seconds.into());
        let call = body["action"].as_str().unwrap_or(path).to_string();
        let is_wanted = || terms.wanted_token.is_empty() || lock(&self.state).token == terms.wanted_token;
        let mut tries = 0;
        loop {
            let begun = Instant::now();
            let sent = if terms.is_given_up() { Ok(Answer::cancelled()) } else { self.send(path, &body, is_checked, terms, deadline) };
            let answer = sent.unwrap_or_else(|error| match error.kind() {
                _ if terms.is_given_up() => Answer::cancelled(),
                io::ErrorKind::TimedOut => Answer::own("network_error", &format!("no answer within {seconds} seconds")),
                _ => Answer::own("network_error", &error.to_string()),
            });
            let answer = self.note(&call, begun, answer);
            tries += 1;
            let pause = random_between(0.5, 1.0) * f64::from(1 << (tries - 1));
            let due = Instant::now() + Duration::from_secs_f64(pause.max(answer.retry_after.into()));
            let is_final = answer.code == "cancelled" || answer.retry_after > LONGEST_WAIT_SECONDS;
            if is_final || classify(&answer) != Meaning::Unknown || tries > terms.retries || due >= deadline {
                return answer;
            }
            while Instant::now() < due && is_wanted() && !terms.is_given_up() {
                thread::sleep(LOOK.min(due.saturating_duration_since(Instant::now())));
            }
            if !is_wanted() {
                return answer;
            }
        }
    }

    /// The log gets what came of a try, and no secret.
    fn note(&self, call: &str, begun: Instant, answer: Answer) -> Answer {
        if let Some(log) = &self.options.log {
            let entry = LogEntry {
                level: if answer.is_ok { "info" } else { "warn" },
                event: "call",
                call: call.to_string(),
                code: answer.code.clone(),
                http_status: answer.http_status,
                trusted: answer.trusted,
                request_id: answer.request_id.clone(),
                seconds: begun.elapsed().as_secs_f64(),
            };
            // how a log fails is no matter of the caller
            let _ = panic::catch_unwind(panic::AssertUnwindSafe(|| log(&entry)));
        }
        answer
    }

    fn send(&self, path: &str, body: &Value, is_checked: bool, terms: &Terms, deadline: Instant) -> io::Result<Answer> {
        let options = &self.options;
        let place = Place::of(&format!("{}/api/v1/{path}", options.origin)).ok_or_else(|| failure("the origin is no address"))?;
        let members = body.as_object().into_iter().flatten().filter(|(_, value)| !value.is_null());
        let sent = serde_json::to_vec(&members.map(|(name, value)| (name.clone(), value.clone())).collect::<Map<_, _>>())?;
        let nonce = if is_checked && !self.pinned_keys.is_empty() { to_hex(&random_bytes::<16>()) } else { String::new() };
        let mut headers = vec![
            ("Content-Type", "application/json".to_string()),
            ("Content-Length", sent.len().to_string()),
            ("User-Agent", format!("keywright-rust/{}", options.version)),
            ("X-API-Key", options.api_key.clone()),
            ("X-Client", CLIENT.to_string()),
        ];
        if !nonce.is_empty() {
            headers.push(("X-Nonce", nonce.clone()));
            headers.push(("Content-Digest", content_digest(&sent)));
        }
        let is_line = |value: &str| value.chars().all(|letter| !letter.is_control());
        if !headers.iter().all(|(_, value)| is_line(value)) {
            return Err(failure("the API key or the version has a character that no header may have"));
        }
        let headers = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        let proxy = if options.proxy.is_empty() { place.proxy_of_environment() } else { Place::of_proxy(&options.proxy) };
        let request = Request { place: place.clone(), proxy, headers, body: sent.clone(), tls: self.tls()? };
        let response = exchange(request, deadline, &|| terms.is_given_up())?;
        let answer = to_answer(&response);
        if nonce.is_empty() {
            return Ok(answer);
        }
        let exchange = Exchange {
            path: &place.path,
            nonce: &nonce,
            request_body: &sent,
            status: response.status,
            body: &response.body,
            signature_input: response.header("signature-input"),
            signature: response.header("signature"),
        };
        Ok(self.judge(answer, exchange.signature.is_some(), signed_at(&self.pinned_keys, &exchange)))
    }

    /// By the checks of this system, with what it trusts.
    fn tls(&self) -> io::Result<TlsConnector> {
        let mut state = lock(&self.state);
        if let Some(known) = &state.tls {
            return Ok(known.clone());
        }
        let made = TlsConnector::builder().min_protocol_version(Some(Protocol::Tlsv12)).build();
        let made = made.map_err(|error| failure(&error.to_string()))?;
        state.tls = Some(made.clone());
        Ok(made)
    }

    /// What an answer is worth. A refusal that nobody signed keeps its text: a wrong API key has to be seen as one.
    fn judge(&self, answer: Answer, has_signature: bool, created: Option<u64>) -> Answer {
        if let Some(created) = created {
            let created = created as f64;
            let mut state = lock(&self.state);
            let is_known = state.last_signed.map_or(false, |signed| signed.created > 0.0); // no earlier run counts now
            let mark = if is_known { created.max(state.server_time()) } else { created };
            state.last_signed = Some(Signed { created, mark, clock: unix_seconds(), at: Instant::now() });
            return answer;
        }
        if answer.code == "bad_answer" || (!answer.is_ok && !has_signature) {
            return Answer { trusted: false, ..answer };
        }
        let (http_status, retry_after) = (answer.http_status, answer.retry_after);
        Answer { http_status, retry_after, ..Answer::own("bad_signature", "the server's answer could not be verified.") }
    }
}

const OFFLINE_FILE_FAULTS: [(&str, &str); 4] = [
    ("offline_invalid", "The file is not whole, was changed, or does not answer the last request of this computer."),
    ("offline_machine", "The file is for another computer."),
    ("offline_expired", "The file has expired."),
    ("offline_clock", "The clock of this computer is behind: set it right, and take the file again."),
];

const MAX_REQUEST_LENGTH: usize = 700; // of what a picture holds that a telephone reads

/// In lines that mail leaves as they are.
fn armored(content: &Value) -> String {
    let text = to_base64url(content.to_string().as_bytes());
    let check = &to_base64url(&sha256(text.as_bytes()))[..8]; // finds what was lost or changed on the way
    let whole = format!("{text}.{check}");
    let lines: Vec<&str> = (0..whole.len()).step_by(64).map(|from| &whole[from..whole.len().min(from + 64)]).collect();
    let mark = |word: &str| format!("-----{word} KEYWRIGHT OFFLINE REQUEST-----");
    format!("{}\n{}\n{}\n", mark("BEGIN"), lines.join("\n"), mark("END"))
}

/// The text that asks for an offline file, and the file that answers it.
pub struct OfflineFiles(LicenseClient);

impl OfflineFiles {
    /// The text that asks for a file for this user, for whoever sells the program.
    ///
    /// # Errors
    /// Where the folder cannot be written to.
    pub fn request(&self, username: &str) -> io::Result<String> {
        self.request_with("user", username.trim())
    }

    /// The same with a license key.
    ///
    /// # Errors
    /// Where the folder cannot be written to.
    pub fn request_by_key(&self, license_key: &str) -> io::Result<String> {
        self.request_with("key", license_key.trim())
    }

    fn request_with(&self, kind: &str, name: &str) -> io::Result<String> {
        let shared = &self.0.shared;
        let nonce = to_base64url(&random_bytes::<16>());
        if let Some(file) = &shared.file {
            file.keep_nonce(&nonce)?;
        }
        let short = |key: &String| to_base64url(&sha256(&from_base(key, BASE64).unwrap_or_default()))[..16].to_string();
        let keys: Vec<String> = shared.pinned_keys.iter().map(short).collect();
        let mut content = json!({ kind: name, "v": 1, "hwid": shared.hwid, "nonce": nonce, "keys": keys, "client": CLIENT });
        let plain = armored(&content);
        if shared.components == json!({}) {
            return Ok(plain);
        }
        content["components"] = shared.components.clone();
        Some(armored(&content)).filter(|text| text.len() <= MAX_REQUEST_LENGTH).map_or(Ok(plain), Ok)
    }

    /// Takes the file that answers the last request, and starts with it as `resume` does from then on.
    pub fn install(&self, text: &str) -> CallResult {
        let shared = &self.0.shared;
        let after = text.split_once("-----BEGIN KEYWRIGHT OFFLINE LICENSE-----").map_or("", |(_, after)| after);
        let inner = after.split_once("-----END KEYWRIGHT OFFLINE LICENSE-----").map_or("", |(inner, _)| inner);
        let whole: String = inner.split_whitespace().collect();
        let found = match self.read(&whole) {
            Ok(found) => found,
            Err(code) => {
                let text = OFFLINE_FILE_FAULTS.iter().find(|(each, _)| *each == code).map_or("", |(_, text)| *text);
                return Answer::own(code, text).into_result();
            }
        };
        if let Some(file) = &shared.file {
            let user_id = found.user_id.parse().unwrap_or(0);
            let stored = StoredState { user_id, mark: found.issued, lease: whole, ..StoredState::default() };
            file.write(&stored, found.issued);
        }
        self.0.resume()
    }

    /// The file, or the code that says why it is not taken.
    fn read(&self, text: &str) -> Result<Lease, &'static str> {
        let shared = &self.0.shared;
        let found = read_offline_file(text, &shared.pinned_keys).ok_or("offline_invalid")?;
        let clock = unix_seconds();
        let nonce = shared.file.as_ref().map(StateFile::nonce).unwrap_or_default();
        match () {
            () if !found.is_of(&shared.hwid) => Err("offline_machine"),
            () if found.nonce != nonce => Err("offline_invalid"),
            () if clock >= found.expires => Err("offline_expired"),
            () if clock < found.issued - MAX_CLOCK_STEP_BACK_SECONDS => Err("offline_clock"),
            () => Ok(found),
        }
    }
}
// #endregion

// #region session-monitor
const BACK_OFF: [f64; 5] = [1.0, 2.0, 4.0, 8.0, 12.0]; // times retry_seconds; the last one from then on
const MAX_PAUSE_SECONDS: f64 = 900.0; // how far Retry-After may put things off
const DEFINITIVE_REFUSALS: [&str; 11] = [
    "account_disabled",
    "account_paused",
    "account_banned",
    "account_expired",
    "license_expired",
    "license_inactive",
    "license_paused",
    "license_banned",
    "hwid_mismatch",
    "access_blocked",
    "user_not_found",
];

/// What an answer means for the session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    Unknown,
    Ok,
    Lost,
    Definitive, // this user is refused
    Other,      // another refusal
}

fn classify(answer: &Answer) -> Meaning {
    let is_temporary = matches!(answer.http_status, 300..=399 | 408 | 425 | 429 | 500..=u16::MAX);
    let is_foreign = matches!(answer.code.as_str(), "network_error" | "bad_answer" | "bad_signature");
    match answer.code.as_str() {
        _ if is_temporary || is_foreign || !answer.trusted => Meaning::Unknown,
        _ if answer.is_ok => Meaning::Ok,
        "session_not_found" => Meaning::Lost,
        "session_ended" if matches!(answer.reason.as_str(), "" | "timeout") => Meaning::Lost,
        "session_ended" => Meaning::Definitive,
        code if DEFINITIVE_REFUSALS.contains(&code) => Meaning::Definitive,
        _ => Meaning::Other,
    }
}

/// What the monitor tells, in a thread of its own.
pub struct Events {
    lost: Box<dyn Fn(&KeywrightError) + Send + Sync>,
    offline: Box<dyn Fn(i64) + Send + Sync>,
    online: Box<dyn Fn() + Send + Sync>,
    status: Box<dyn Fn(&Result<Answer, KeywrightError>) + Send + Sync>,
}

impl Events {
    /// Gets what ended the session; once, and not after a logout.
    pub fn lost(lost: impl Fn(&KeywrightError) + Send + Sync + 'static) -> Events {
        Events { lost: Box::new(lost), offline: Box::new(|_| {}), online: Box::new(|| {}), status: Box::new(|_| {}) }
    }

    /// Is told until when the program runs without the server, in unix seconds.
    pub fn offline(self, offline: impl Fn(i64) + Send + Sync + 'static) -> Events {
        Events { offline: Box::new(offline), ..self }
    }

    /// Is told that the server was reached again.
    pub fn online(self, online: impl Fn() + Send + Sync + 'static) -> Events {
        Events { online: Box::new(online), ..self }
    }

    /// Is told what came of each verification, before a loss that follows.
    pub fn status(self, status: impl Fn(&Result<Answer, KeywrightError>) + Send + Sync + 'static) -> Events {
        Events { status: Box::new(status), ..self }
    }
}

/// What the monitor has done so far.
#[derive(Clone, Copy, Debug)]
pub struct Figures {
    /// Heartbeats sent.
    pub beats: u32,
    /// Failed verifications in a row.
    pub failures: u32,
    /// When the last one was right.
    pub verified_at: SystemTime,
}

/// Keeps one session alive with two jobs, heartbeats and verifications, each in a thread of its own. So many failed
/// verifications in a row as the options say end the session, nothing else does. A definitive refusal is asked about
/// again within seconds; without any answer a verification fails only when its whole period has passed, so that a short
/// outage logs nobody out. Clones are one.
#[derive(Clone)]
pub struct SessionMonitor(Arc<MonitorShared>);

impl SessionMonitor {
    /// Takes effect at once; an answer still on its way is ignored, and a loss is not told any more.
    pub fn stop(&self) {
        let mut watch = lock(&self.0.watch);
        watch.is_running = false;
        watch.is_stopped = true;
        self.0.changed.notify_all();
    }

    /// What it has done so far.
    pub fn figures(&self) -> Figures {
        lock(&self.0.watch).figures
    }
}

struct MonitorShared {
    client: Arc<Shared>,
    events: Events,
    watch: Mutex<Watch>,
    changed: Condvar,
    begun: Instant, // all times below are seconds since then
}

struct Watch {
    session: u64,
    figures: Figures,
    last: Answer,
    beat_due: f64,
    verify_due: f64,
    not_before: f64,
    period_end: f64, // the next point of the grid of verifications
    grace_left: f64, // how far Retry-After may still move it
    silences: usize, // verifications without an answer, in a row
    is_running: bool,
    is_stopped: bool,
    is_verifying: bool,
    is_answered: bool,   // in this period
    has_restarted: bool, // in this period
    is_offline: bool,    // the server is not reached, and the lease holds
}

impl MonitorShared {
    /// The jobs begin at a random time: computers switched on together don't call together.
    fn new(client: Arc<Shared>, events: Events) -> MonitorShared {
        let verify_due = random_between(0.5, 1.0) * f64::from(client.options.verify_seconds);
        let watch = Watch {
            session: lock(&client.state).session,
            figures: Figures { beats: 0, failures: 0, verified_at: SystemTime::now() },
            last: Answer::default(),
            beat_due: random_between(0.5, 1.0) * f64::from(client.options.heartbeat_seconds),
            verify_due,
            not_before: 0.0,
            period_end: verify_due,
            grace_left: MAX_PAUSE_SECONDS,
            silences: 0,
            is_running: true,
            is_stopped: false,
            is_verifying: false,
            is_answered: true,
            has_restarted: false,
            is_offline: false,
        };
        MonitorShared { client, events, watch: Mutex::new(watch), changed: Condvar::new(), begun: Instant::now() }
    }

    fn start(monitor: &Arc<MonitorShared>) {
        if lock(&monitor.client.state).is_offline {
            lock(&monitor.watch).verify_due = f64::from(monitor.client.options.retry_seconds);
            monitor.go_offline();
        }
        let jobs: [(fn(&Watch) -> f64, fn(&MonitorShared, f64)); 2] =
            [(|watch| watch.beat_due, MonitorShared::beat), (|watch| watch.verify_due, MonitorShared::verify)];
        for (due, job) in jobs {
            let monitor = Arc::clone(monitor);
            thread::spawn(move || {
                while let Some(due) = monitor.wait_until(due) {
                    job(&monitor, due);
                }
            });
        }
    }

    fn now(&self) -> f64 {
        self.begun.elapsed().as_secs_f64()
    }

    /// The time at which a job is due, once it is; the other job may bring it forward. Nothing: the monitor was stopped.
    fn wait_until(&self, due_of: fn(&Watch) -> f64) -> Option<f64> {
        let mut watch = lock(&self.watch);
        while watch.is_running {
            let due = due_of(&watch);
            let left = due - self.now();
            if left <= 0.0 {
                return Some(due);
            }
            watch = wait(&self.changed, watch, Duration::from_secs_f64(left.min(60.0)));
        }
        None
    }

    fn go_offline(&self) {
        if !std::mem::replace(&mut lock(&self.watch).is_offline, true) {
            (self.events.offline)(self.client.offline_until() as i64);
        }
    }

    fn beat(&self, due: f64) {
        let every = f64::from(self.client.options.heartbeat_seconds);
        self.client.keep_state();
        if lock(&self.client.state).is_offline {
            return self.beat_offline(due + every);
        }
        lock(&self.watch).figures.beats += 1;
        let answer = self.client.heartbeat(&Terms::default());
        let meaning = classify(&answer);
        let mut watch = lock(&self.watch);
        if meaning == Meaning::Definitive || (meaning == Meaning::Lost && !watch.has_restarted) {
            self.verify_soon(&mut watch);
        }
        let pause = f64::from(answer.retry_after) * random_between(1.0, 1.2);
        watch.beat_due = due + ((self.now() + pause - due) / every).ceil().max(1.0) * every;
    }

    /// Without a session there is nothing to keep alive, but the lease may end.
    fn beat_offline(&self, next: f64) {
        match self.client.offline_refusal() {
            Some(refusal) => {
                lock(&self.watch).last = refusal;
                self.lose();
            }
            None => lock(&self.watch).beat_due = next.min(self.now() + self.client.offline_seconds()),
        }
    }

    /// Brings the next verification forward, unless it is running or near, or the server asked for a pause.
    fn verify_soon(&self, watch: &mut Watch) {
        let due = self.now().max(watch.not_before);
        if !watch.is_verifying && due < watch.verify_due - f64::from(self.client.options.retry_seconds) {
            watch.verify_due = due;
            self.changed.notify_all();
        }
    }

    fn verify(&self, due: f64) {
        if due >= lock(&self.watch).period_end {
            self.end_period(due);
        }
        let session = {
            let mut watch = lock(&self.watch);
            if watch.figures.failures >= self.client.options.max_verify_failures {
                drop(watch);
                return self.lose();
            }
            if due < watch.not_before {
                watch.verify_due = watch.not_before.min(watch.period_end);
                return;
            }
            watch.is_verifying = true;
            watch.session
        };
        let was_offline = lock(&self.client.state).is_offline;
        let terms = Terms::default();
        let mut answer = if was_offline { Shared::reconnect(&self.client, Some(session), &terms) } else { self.client.verify(&terms) };
        let mut watch = lock(&self.watch);
        if was_offline && watch.is_running {
            watch.session = lock(&self.client.state).session; // a license key has signed in again
        }
        if watch.is_running && classify(&answer) == Meaning::Lost && !watch.has_restarted {
            let session = watch.session;
            drop(watch);
            answer = Shared::start_session(&self.client, Some(session), &terms);
            watch = lock(&self.watch);
            watch.has_restarted = classify(&answer) != Meaning::Unknown;
        }
        watch.is_verifying = false;
        if watch.is_running {
            drop(watch);
            self.settle(answer);
        }
    }

    fn end_period(&self, due: f64) {
        let every = f64::from(self.client.options.verify_seconds);
        let has_slept = self.now() > due + every; // the computer was off, so nothing was missed
        let is_missed = !lock(&self.watch).is_answered && !has_slept;
        let goes_on = is_missed && self.client.holds(&lock(&self.client.state));
        if goes_on {
            self.go_offline();
        }
        let mut watch = lock(&self.watch);
        if is_missed && !goes_on {
            watch.figures.failures += 1;
        }
        watch.period_end = if has_slept { self.now() } else { watch.period_end } + every;
        watch.grace_left = MAX_PAUSE_SECONDS;
        watch.is_answered = false;
        watch.has_restarted = false;
    }

    fn settle(&self, answer: Answer) {
        let meaning = classify(&answer);
        if meaning == Meaning::Unknown {
            self.back_off(answer.retry_after.into());
        } else {
            self.take_answer(meaning);
        }
        lock(&self.watch).last = answer.clone();
        (self.events.status)(&answer.into_result());
        let is_over = {
            let watch = lock(&self.watch);
            watch.is_running && watch.figures.failures >= self.client.options.max_verify_failures
        };
        if is_over && meaning != Meaning::Unknown {
            self.lose();
        }
    }

    fn take_answer(&self, meaning: Meaning) {
        let was_offline = {
            let mut watch = lock(&self.watch);
            watch.is_answered = true;
            watch.silences = 0;
            watch.not_before = 0.0;
            match meaning {
                Meaning::Ok => {
                    watch.figures.failures = 0;
                    watch.figures.verified_at = SystemTime::now();
                }
                Meaning::Lost => {}
                _ => watch.figures.failures += 1,
            }
            let soon = self.now() + f64::from(self.client.options.retry_seconds);
            watch.verify_due = if meaning == Meaning::Definitive { soon } else { watch.period_end };
            std::mem::replace(&mut watch.is_offline, false)
        };
        if was_offline {
            (self.events.online)();
        }
    }

    /// Tries again inside the period, after a random wait: many clients must not return together.
    fn back_off(&self, retry_after: f64) {
        let now = self.now();
        let mut watch = lock(&self.watch);
        let step = BACK_OFF[watch.silences.min(BACK_OFF.len() - 1)];
        let due = now + random_between(0.5, 1.0) * f64::from(self.client.options.retry_seconds) * step;
        watch.silences += 1;
        watch.not_before = if retry_after > 0.0 { now + retry_after * random_between(1.0, 1.2) } else { 0.0 };
        if watch.not_before > watch.period_end {
            let wanted = watch.not_before + f64::from(self.client.options.timeout_seconds) - watch.period_end;
            let grace = wanted.min(watch.grace_left);
            watch.period_end += grace;
            watch.grace_left -= grace;
        }
        watch.verify_due = due.max(watch.not_before).min(watch.period_end);
    }

    fn lose(&self) {
        let (session, last) = {
            let mut watch = lock(&self.watch);
            watch.is_running = false;
            self.changed.notify_all();
            (watch.session, watch.last.clone())
        };
        self.client.end_session(Some(session), false);
        if lock(&self.watch).is_stopped {
            return; // the user left meanwhile
        }
        (self.events.lost)(&KeywrightError(Box::new(last)));
    }
}
// #endregion

// #region texts
/// Caption, codes, words: found by code; by a word in the message only when the answer has no code.
type Refusal = (&'static str, &'static [&'static str], &'static [&'static str]);

const REFUSALS: [Refusal; 7] = [
    ("Update Required", &["version_mismatch"], &["version", "update"]),
    ("Hardware Mismatch", &["hwid_mismatch"], &["hardware", "hwid"]),
    ("Account Expired", &["account_expired", "license_expired"], &["expired"]),
    (
        "Account Disabled",
        &["account_disabled", "account_paused", "account_banned", "license_inactive", "license_paused", "license_banned"],
        &["disabled", "paused"],
    ),
    ("Access Blocked", &["access_blocked"], &["blacklisted", "blocked"]),
    ("Please wait", &["rate_limited", "unavailable"], &[]),
    ("Connection error", &["network_error", "bad_answer", "bad_signature"], &[]),
];

/// What follows for the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Ask again.
    Form,
    /// Ask again after so many seconds.
    Wait(u32),
    /// No retry can help: the program ends.
    Exit,
}

/// What to tell the user about a refusal, and what follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// Of a message box, or before the text.
    pub caption: String,
    /// The server's own words.
    pub text: String,
    /// What follows.
    pub next: Next,
}

/// `otherwise` is the caption of what has none of its own.
pub fn explain(error: &KeywrightError, otherwise: &str) -> Explanation {
    let message = error.message.to_lowercase();
    let is_meant = |(_, codes, words): &&Refusal| match error.code.as_str() {
        "" => words.iter().any(|word| message.contains(word)),
        code => codes.contains(&code),
    };
    let is_offline = OFFLINE_REFUSALS.iter().any(|(code, _)| *code == error.code);
    let otherwise = if is_offline { "Connection error" } else { otherwise };
    let caption = REFUSALS.iter().find(is_meant).map_or(otherwise, |(caption, ..)| *caption);
    let next = match caption {
        "Update Required" | "Access Blocked" => Next::Exit,
        "Please wait" => Next::Wait(if error.retry_after > 0 { error.retry_after.min(60) } else { 5 }),
        _ => Next::Form,
    };
    let download = if error.download_url.is_empty() { String::new() } else { format!("\nDownload: {}", error.download_url) };
    Explanation { caption: caption.to_string(), text: format!("{}{download}", error.message), next }
}
// #endregion
