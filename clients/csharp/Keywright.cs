/*
 * Keywright client for C#: log in, verify, keep the session alive. One file, no package, for .NET Framework 4.7.2 and
 * later, .NET 8 and later, and mono. Compile it into your own program: a library beside it is swapped by one copy.
 *
 * The API key identifies your application, it is not a management secret. Still, never put it on a web page or into a
 * public repository.
 */
using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Runtime.InteropServices;
using System.Runtime.Serialization.Json;
using System.Security.Authentication;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;
using System.Threading;
using System.Threading.Tasks;
using System.Xml;
using System.Xml.Linq;
using Microsoft.Win32;

namespace Keywright
{
    // #region hwid
    public static class Hardware
    {
        /// <summary>Names this computer without giving its machine id away: 32 hex digits, or a fallback with its name.</summary>
        public static string Id(string salt) => Id(ReadMachineId(), salt);

        public static string Id(string machineId, string salt)
        {
            var id = Normalized(machineId);
            if (id.Trim('0', '-') == "" || id == "uninitialized")
            {
                var fallback = "HWID-FALLBACK-" + Environment.MachineName;
                return fallback.Substring(0, Math.Min(fallback.Length, 128));
            }
            using (var hmac = new HMACSHA256(Encoding.UTF8.GetBytes("hwid-v1:" + salt)))
            {
                return Hex(hmac.ComputeHash(Encoding.UTF8.GetBytes(id))).Substring(0, 32);
            }
        }

        /// <summary>As the server takes one: 1 to 128 characters on one line, without white space at the ends.</summary>
        public static bool IsId(string id) =>
            id != null && id.Length <= 128 && id == id.Trim() && Regex.IsMatch(id, @"\A(?:[^\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]|[\ud800-\udbff][\udc00-\udfff])+\z");

        public static string Normalized(string machineId) => machineId.Trim(' ', '\t', '\r', '\n', '\0').ToLowerInvariant();

        public static string Hex(byte[] bytes) => BitConverter.ToString(bytes).Replace("-", "").ToLowerInvariant();

        /// <summary>The id of this installation of the operating system, readable without administrator rights; or "".</summary>
        public static string ReadMachineId()
        {
            try
            {
                if (RuntimeInformation.IsOSPlatform(OSPlatform.Windows)) return ReadMachineGuid();
                if (RuntimeInformation.IsOSPlatform(OSPlatform.OSX)) return ReadPlatformUuid();
                return FirstMachineId("/etc/machine-id", "/var/lib/dbus/machine-id");
            }
            catch (Exception)
            {
                return "";
            }
        }

        /// <summary>What the first of these files that can be read holds, whatever it is; "" when none can be read.</summary>
        public static string FirstMachineId(params string[] paths)
        {
            foreach (var path in paths)
            {
                try
                {
                    return File.ReadAllText(path);
                }
                catch (Exception error) when (error is IOException || error is UnauthorizedAccessException)
                {
                    continue;
                }
            }
            return "";
        }

        private static string ReadMachineGuid()
        {
            using (var machine = RegistryKey.OpenBaseKey(RegistryHive.LocalMachine, RegistryView.Registry64))
            using (var key = machine.OpenSubKey(@"SOFTWARE\Microsoft\Cryptography"))
            {
                return key?.GetValue("MachineGuid") as string ?? "";
            }
        }

        private static string ReadPlatformUuid()
        {
            var start = new ProcessStartInfo("/usr/sbin/ioreg", "-rd1 -c IOPlatformExpertDevice");
            start.RedirectStandardOutput = true;
            start.UseShellExecute = false;
            using (var process = new Process { StartInfo = start })
            {
                process.Start();
                return Regex.Match(process.StandardOutput.ReadToEnd(), "\"IOPlatformUUID\" = \"([^\"]+)\"").Groups[1].Value;
            }
        }
    }
    // #endregion

    // #region signature
    public static class Signatures
    {
        private const string Components =
            "(\"@status\" \"content-digest\" \"@method\";req \"@path\";req \"content-digest\";req)";
        private const string SpkiPrefix = "30820122300d06092a864886f70d01010105000382010f003082010a0282010100";

        public static byte[] Sha256(byte[] data)
        {
            using (var sha256 = SHA256.Create()) return sha256.ComputeHash(data);
        }

        public static string ContentDigest(byte[] data) => "sha-256=:" + Convert.ToBase64String(Sha256(data)) + ":";

        /// <summary>
        /// When one of the keys signed this very answer to this very request, in unix seconds; null if none did. The
        /// parameters are compared as text with the one form there is: nobody else chooses what is checked, or how.
        /// </summary>
        public static long? SignedAt(string[] keys, string path, string nonce, byte[] requestBody, int status, byte[] body, string signatureInput, string signature)
        {
            var start = Regex.Escape(Components) + ";created=([0-9]{1,12});keyid=\"[A-Za-z0-9._-]{1,64}\"";
            var end = Regex.Escape(";alg=\"rsa-v1_5-sha256\";nonce=\"" + nonce + "\";tag=\"lic-v1\"");
            var found = Regex.Match(signatureInput, @"\Alic=(" + start + end + @")\z");
            var value = Regex.Match(signature, @"\Alic=:([A-Za-z0-9+/]{341}[AQgw]==):\z");
            if (!found.Success || !value.Success) return null;
            var lines = new[]
            {
                "\"@status\": " + status.ToString(CultureInfo.InvariantCulture),
                "\"content-digest\": " + ContentDigest(body),
                "\"@method\";req: POST",
                "\"@path\";req: " + path,
                "\"content-digest\";req: " + ContentDigest(requestBody),
                "\"@signature-params\": " + found.Groups[1].Value
            };
            var isRight = IsSigned(string.Join("\n", lines), Convert.FromBase64String(value.Groups[1].Value), keys);
            return isRight ? long.Parse(found.Groups[2].Value, CultureInfo.InvariantCulture) : (long?)null;
        }

        private static bool IsSigned(string text, byte[] signature, string[] keys) =>
            keys.Any(key => IsRight(key, Encoding.UTF8.GetBytes(text), signature));

        /// <summary>RSA-2048, exponent 65537, PKCS #1 v1.5 with SHA-256; the key is the SPKI in base64.</summary>
        private static bool IsRight(string key, byte[] message, byte[] signature)
        {
            try
            {
                var der = Convert.FromBase64String(key);
                var hex = Hardware.Hex(der);
                if (der.Length != 294 || !hex.StartsWith(SpkiPrefix, StringComparison.Ordinal) || !hex.EndsWith("0203010001", StringComparison.Ordinal)) return false;
                using (var rsa = RSA.Create())
                {
                    var modulus = der.Skip(33).Take(256).ToArray();
                    rsa.ImportParameters(new RSAParameters { Modulus = modulus, Exponent = new byte[] { 1, 0, 1 } });
                    return rsa.VerifyData(message, signature, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
                }
            }
            catch (Exception error) when (error is FormatException || error is CryptographicException)
            {
                return false;
            }
        }

        private const string LeaseClaims =
            @"\A\{""iss"":""[ !#-\[\]-~]*"",""aud"":""app:([0-9]+)"",""sub"":""([0-9]+)"",""jti"":""[0-9a-f-]{36}"",""iat"":[0-9]{1,12}," +
            @"""nbf"":[0-9]{1,12},""exp"":([0-9]{1,12}),""hwid"":""([A-Za-z0-9_-]{43})""(?:,""lic"":""[A-Za-z0-9_-]{43}"")?" +
            @"(?:,""ver"":1|,""feat"":""([A-Za-z0-9_-]*)""(,""off"":1)?,""ver"":2)\}\z";
        public const int MaxClockStepBackSeconds = 3600;

        private const string OfflineClaims =
            @"\A\{""aud"":""app:([0-9]+)"",""sub"":""([0-9]{1,15})"",""jti"":""[0-9a-f-]{36}"",""iat"":([0-9]{1,12}),""nbf"":[0-9]{1,12}," +
            @"""exp"":([0-9]{1,12}),""hwid"":""([A-Za-z0-9_-]{43})"",""nonce"":""([A-Za-z0-9_-]{22})"",""feat"":""([A-Za-z0-9_-]*)"",""ver"":1\}\z";

        /// <summary>What a lease says; Lease.None if no pinned key signed it. Version 2 is for those who asked for it.</summary>
        public static Lease ReadLease(string lease, string[] keys, bool isVersion2)
        {
            var file = isVersion2 ? ReadOfflineFile(lease, keys) : Lease.None; // it allows what such a lease does
            if (file != Lease.None) return file;
            var claims = ReadToken(lease, @"lic\+jwt", LeaseClaims, keys);
            if (!claims[4].Success || (claims[5].Success && !isVersion2)) return Lease.None;
            return new Lease
            {
                Application = claims[1].Value,
                UserId = claims[2].Value,
                Expires = long.Parse(claims[3].Value, CultureInfo.InvariantCulture),
                Device = claims[4].Value,
                Features = FromBase64Url(claims[5].Value),
                MayStart = claims[6].Success
            };
        }

        /// <summary>What an offline file says; Lease.None if no pinned key signed it.</summary>
        public static Lease ReadOfflineFile(string file, string[] keys)
        {
            var claims = ReadToken(file, @"offline\+jwt", OfflineClaims, keys);
            if (!claims[7].Success) return Lease.None;
            return new Lease
            {
                Application = claims[1].Value,
                UserId = claims[2].Value,
                Issued = long.Parse(claims[3].Value, CultureInfo.InvariantCulture),
                Expires = long.Parse(claims[4].Value, CultureInfo.InvariantCulture),
                Device = claims[5].Value,
                Nonce = claims[6].Value,
                Features = FromBase64Url(claims[7].Value),
                MayStart = true
            };
        }

        /// <summary>The claims of a token of this type and form that one of the keys signed; no group is a success else.</summary>
        private static GroupCollection ReadToken(string token, string type, string form, string[] keys)
        {
            var none = Match.Empty.Groups;
            var parts = Regex.Match(token, @"\A([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{341}[AQgw])\z").Groups;
            if (!parts[3].Success) return none;
            var head = @"\A\{""alg"":""RS256"",""typ"":""" + type + @""",""kid"":""app_([0-9]+)\.rs256\.[0-9]+""\}\z";
            var header = Regex.Match(Encoding.ASCII.GetString(FromBase64Url(parts[1].Value)), head).Groups;
            if (!header[1].Success || !IsSigned(parts[1].Value + "." + parts[2].Value, FromBase64Url(parts[3].Value), keys)) return none;
            var claims = Regex.Match(Encoding.ASCII.GetString(FromBase64Url(parts[2].Value)), form).Groups;
            return claims[1].Value == header[1].Value ? claims : none;
        }

        /// <summary>
        /// Whether the server allowed this user on this computer to go on without it until now. The mark is the latest
        /// time that the server is known to have had: setting the clock back does not lengthen a lease.
        /// </summary>
        public static bool LeaseHolds(string lease, int userId, string hwid, double clock, double mark, string[] keys, bool isVersion2 = false)
        {
            var found = ReadLease(lease, keys, isVersion2);
            if (found.UserId != userId.ToString(CultureInfo.InvariantCulture) || !found.IsOf(hwid)) return false;
            return clock >= mark - MaxClockStepBackSeconds && Math.Max(clock, mark) < found.Expires;
        }

        public static string ToBase64Url(byte[] data) => Convert.ToBase64String(data).TrimEnd('=').Replace('+', '-').Replace('/', '_');

        /// <summary>What base64url text without padding stands for; nothing when it is none.</summary>
        public static byte[] FromBase64Url(string text)
        {
            if (text.Length % 4 == 1) return new byte[0];
            return Convert.FromBase64String(text.Replace('-', '+').Replace('_', '/') + new string('=', (4 - text.Length % 4) % 4));
        }
    }
    // #endregion

    // #region store
    /// <summary>What a lease or an offline file says.</summary>
    public sealed class Lease
    {
        public static readonly Lease None = new Lease();
        public string Application = "";
        public string UserId = "";
        public long Expires;
        public string Device = "";
        public byte[] Features = new byte[0]; // JSON
        public bool MayStart;
        public long Issued; // of an offline file, in unix seconds
        public string Nonce = ""; // of the request that an offline file answers

        public bool IsOf(string hwid) =>
            Device == Signatures.ToBase64Url(Signatures.Sha256(Encoding.UTF8.GetBytes("app_" + Application + "|" + hwid)));
    }

    /// <summary>
    /// What a start without the server needs, in a file of the user: who it is, the lease, the latest time that is known.
    /// Never a password or the API key. Its last line is an HMAC under a key of this computer: an edited file, and one of
    /// another computer, are noticed. A folder of null keeps it in memory, so it ends with the program.
    /// </summary>
    public sealed class StateFile
    {
        private const int MaxBytes = 16 * 1024;
        private static readonly Regex Form = new Regex(
            @"\Akeywright-state-1\n([0-9]{1,15})\n([A-Za-z0-9_-]*)\n([A-Za-z0-9_-]*)\n([0-9]{1,12})\n([0-9]{1,12})\n([A-Za-z0-9_.-]+)\n([0-9a-f]{64})\n\z");
        private readonly byte[] key;
        private readonly string folder;
        private string text = "";
        private string nonce = "";

        public bool IsThere;
        public bool IsOwn; // else it was changed, or written on another computer
        public int UserId;
        public string Username = "";
        public string LicenseKey = "";
        public double Mark;
        public string LeaseText = "";

        public StateFile(string salt, string storeFolder)
        {
            folder = storeFolder == "" ? DefaultFolder(salt) : storeFolder;
            using (var hmac = new HMACSHA256(Encoding.UTF8.GetBytes("state-v1:" + salt)))
            {
                key = hmac.ComputeHash(Encoding.UTF8.GetBytes(Hardware.Normalized(Hardware.ReadMachineId())));
            }
        }

        /// <summary>Where this system keeps what a program remembers of its user.</summary>
        private static string DefaultFolder(string salt)
        {
            var home = Environment.GetFolderPath(Environment.SpecialFolder.UserProfile);
            var given = Environment.GetEnvironmentVariable("XDG_STATE_HOME") ?? "";
            var state = given == "" ? Path.Combine(home, ".local", "state") : given;
            if (RuntimeInformation.IsOSPlatform(OSPlatform.OSX)) state = Path.Combine(home, "Library", "Application Support");
            if (RuntimeInformation.IsOSPlatform(OSPlatform.Windows)) state = Environment.GetFolderPath(Environment.SpecialFolder.LocalApplicationData);
            return Path.Combine(state, "Keywright", Regex.Replace(salt, "[^A-Za-z0-9_-]", "_"));
        }

        public void Read()
        {
            var found = folder == null ? text : ReadText(Path.Combine(folder, "state"));
            var parts = Form.Match(found).Groups;
            IsThere = found != "";
            IsOwn = parts[7].Success && parts[7].Value == MacOf(found.Substring(0, found.Length - 66));
            LeaseText = found.Split('\n').ElementAtOrDefault(6) ?? "";
            if (!IsOwn) return;
            int.TryParse(parts[1].Value, NumberStyles.None, CultureInfo.InvariantCulture, out UserId);
            Username = Encoding.UTF8.GetString(Signatures.FromBase64Url(parts[2].Value));
            LicenseKey = Encoding.UTF8.GetString(Signatures.FromBase64Url(parts[3].Value));
            Mark = Math.Max(double.Parse(parts[4].Value, CultureInfo.InvariantCulture), double.Parse(parts[5].Value, CultureInfo.InvariantCulture));
        }

        private static string ReadText(string path)
        {
            try
            {
                return new FileInfo(path).Length > MaxBytes ? "-" : Encoding.GetEncoding("iso-8859-1").GetString(File.ReadAllBytes(path));
            }
            catch (Exception error) when (error is IOException || error is UnauthorizedAccessException)
            {
                return "";
            }
        }

        /// <summary>By a file of another name: a crash leaves the old state or the new one. Without room for it there is none.</summary>
        public void Write(int userId, string username, string licenseKey, double mark, double seen, string lease)
        {
            var names = new[] { username, licenseKey }.Select(name => Signatures.ToBase64Url(Encoding.UTF8.GetBytes(name)));
            var times = new[] { Math.Floor(mark), Math.Ceiling(seen) }.Select(time => ((long)time).ToString(CultureInfo.InvariantCulture));
            var first = new[] { "keywright-state-1", userId.ToString(CultureInfo.InvariantCulture) };
            var lines = string.Join("\n", first.Concat(names).Concat(times).Concat(new[] { lease }));
            var whole = lines + "\n" + MacOf(lines) + "\n";
            if (whole.Length > MaxBytes) return;
            text = whole;
            if (folder == null) return;
            try
            {
                var path = Path.Combine(folder, "state");
                var next = path + "." + Process.GetCurrentProcess().Id.ToString(CultureInfo.InvariantCulture);
                Directory.CreateDirectory(folder);
                Protect(folder, "700");
                File.WriteAllText(next, whole);
                Protect(next, "600");
                if (File.Exists(path)) File.Replace(next, path, null);
                else File.Move(next, path);
            }
            catch (Exception error) when (error is IOException || error is UnauthorizedAccessException)
            {
                text = whole;
            }
        }

        public void Remove()
        {
            text = "";
            try
            {
                if (folder != null) File.Delete(Path.Combine(folder, "state"));
            }
            catch (Exception error) when (error is IOException || error is UnauthorizedAccessException)
            {
                text = "";
            }
        }

        /// <summary>Of the last request for an offline file: no other file is taken. No secret.</summary>
        public string Nonce() => folder == null ? nonce : ReadText(Path.Combine(folder, "request"));

        public void KeepNonce(string value)
        {
            nonce = value;
            if (folder == null) return;
            var path = Path.Combine(folder, "request");
            Directory.CreateDirectory(folder);
            Protect(folder, "700");
            File.WriteAllText(path, value);
            Protect(path, "600");
        }

        /// <summary>For its owner alone; on Windows the folder of the user is.</summary>
        private static void Protect(string path, string mode)
        {
            if (RuntimeInformation.IsOSPlatform(OSPlatform.Windows)) return;
            ChangeMode(path, Convert.ToUInt32(mode, 8));
        }

        [DllImport("libc", EntryPoint = "chmod")]
        private static extern int ChangeMode(string path, uint mode);

        private string MacOf(string lines)
        {
            using (var hmac = new HMACSHA256(key)) return Hardware.Hex(hmac.ComputeHash(Encoding.GetEncoding("iso-8859-1").GetBytes(lines)));
        }

        public static Result Refusal(string code)
        {
            var reasons = new Dictionary<string, string>
            {
                { "offline_none", "nobody is signed in on this computer." },
                { "offline_expired", "the time for which this program runs without it is over." },
                { "offline_clock", "the clock of this computer was set back." },
                { "offline_machine", "the sign-in is of another computer." },
                { "offline_invalid", "the stored sign-in was changed." }
            };
            return new Result { Code = code, Message = "The server cannot be reached, and " + reasons[code] };
        }
    }
    // #endregion

    // #region http
    /// <summary>
    /// What a call came to. Codes made here: network_error (no answer), bad_answer, bad_signature (not to be trusted),
    /// cancelled (given up), not_logged_in (nothing was sent).
    /// </summary>
    public sealed class Result
    {
        /// <summary>Itself where it is Ok; else it is thrown.</summary>
        public Result OrThrow() => Ok ? this : throw new KeywrightException(this);

        public bool Ok;
        public string Code = "";
        public string Message = "";
        public int HttpStatus;
        public bool Trusted;
        public int RetryAfter;
        public int UserId;
        public string Username = "";
        public string Email = "";
        public string ExpiresAt = "";
        public bool HwidLocked;
        public string SessionToken = "";
        public string Lease = "";
        public string Reason = "";
        public string DownloadUrl = "";
        public string RequestId = "";
        public string GraceUntil = "";
        public Dictionary<string, object> Features = Session.NoFeatures;
        public int AddedDays; // of a redeemed key
        public long OfflineUntil; // of Resume, in unix seconds
    }

    /// <summary>What OrThrow throws: a result that is not Ok.</summary>
    public sealed class KeywrightException : Exception
    {
        public readonly string Code, RequestId;
        public readonly int HttpStatus, RetryAfter;
        public readonly bool Trusted;

        public KeywrightException(Result result) : base(result.Message)
        {
            Code = result.Code;
            RequestId = result.RequestId;
            HttpStatus = result.HttpStatus;
            RetryAfter = result.RetryAfter;
            Trusted = result.Trusted;
        }
    }

    /// <summary>
    /// Origin, ApiKey, Version, HwidSalt and PublicKeys as the dashboard shows them for your application; the others in
    /// seconds but for failures and retries. The server expects a heartbeat at least every 90 seconds.
    /// </summary>
    public sealed class ClientOptions
    {
        public string Origin = "";
        public string ApiKey = "";
        public string Version = "";
        public string HwidSalt = "";
        public string[] PublicKeys = new string[0];
        public int TimeoutSeconds = 30; // of one call with all its tries, 1 to 120
        public int HeartbeatSeconds = 30;
        public int VerifySeconds = 300;
        public int MaxVerifyFailures = 3;
        public int RetrySeconds = 5;
        public int Retries; // 0 to 3: of calls that sign nobody in, where nobody knows what came of them
        public string Proxy = ""; // http://[name:password@]host[:port]; "": what the system says
        public bool OfflineStart; // with a pinned key the sign-in is kept, and Resume starts without the server too
        public string StoreFolder = ""; // where it is kept; "": where this system keeps such things, null: in memory
        public Action<string, string, Dictionary<string, object>> Log = (level, name, fields) => { }; // is told of each call

        private string hardwareId = "";
        private bool hasHardwareId;

        /// <summary>What the program itself calls this computer, where it sets this; else Hardware.Id(HwidSalt) does.</summary>
        public string HardwareId
        {
            get { return hasHardwareId ? hardwareId : Hardware.Id(HwidSalt); }
            set
            {
                hardwareId = value;
                hasHardwareId = true;
            }
        }

        /// <summary>Throws for what is missing: without it no call could work.</summary>
        public void Check()
        {
            Check("HardwareId", !hasHardwareId || Hardware.IsId(hardwareId));
            Check("Origin", Origin != "");
            Check("ApiKey", ApiKey != "");
            Check("Version", Version != "");
            Check("HwidSalt", HwidSalt != "");
            Check("TimeoutSeconds", TimeoutSeconds >= 1 && TimeoutSeconds <= 120);
            Check("Retries", Retries >= 0 && Retries <= 3);
            Check("PublicKeys", PublicKeys.Length <= 2);
            Check("Proxy", Proxy == "" || new NamedProxy(Proxy).IsUsable);
            Check("HeartbeatSeconds", HeartbeatSeconds > 0);
            Check("VerifySeconds", VerifySeconds > 0);
            Check("MaxVerifyFailures", MaxVerifyFailures > 0);
            Check("RetrySeconds", RetrySeconds > 0);
        }

        private static void Check(string name, bool isUsable)
        {
            if (!isUsable) throw new ArgumentException("invalid_options: " + name, name);
        }

        /// <summary>The keys that answers are checked with; none: checking is off.</summary>
        public string[] PinnedKeys() =>
            PublicKeys.Where(key => key != "" && !key.StartsWith("YOUR_", StringComparison.Ordinal)).ToArray();
    }

    /// <summary>The one proxy that the options name, whatever the system says of addresses that need none.</summary>
    internal sealed class NamedProxy : IWebProxy
    {
        private static readonly Regex Form = new Regex("^http://(?:([^:@/?#\\s]*)(?::([^@/?#\\s]*))?@)?(\\[[0-9A-Fa-f:.]+\\]|[^\\s:@/?#\\[\\]]+)(?::([0-9]{1,5}))?/?\\z");
        private readonly Uri address = new Uri("http://localhost");

        public NamedProxy(string text)
        {
            var parts = Form.Match(text).Groups;
            var port = parts[4].Success ? int.Parse(parts[4].Value, CultureInfo.InvariantCulture) : 80;
            IsUsable = parts[0].Success && port > 0 && port < 65536;
            if (!IsUsable) return;
            address = new Uri("http://" + parts[3].Value + ":" + port.ToString(CultureInfo.InvariantCulture));
            Credentials = new NetworkCredential(Uri.UnescapeDataString(parts[1].Value), Uri.UnescapeDataString(parts[2].Value));
        }

        public bool IsUsable { get; }
#pragma warning disable CS8767 // newer systems may set none, older ones have no word for that
        public ICredentials Credentials { get; set; } = new NetworkCredential();
#pragma warning restore CS8767
        public Uri GetProxy(Uri destination) => address;
        public bool IsBypassed(Uri host) => false;
    }

    /// <summary>Until when the user may go on without the server, and with what.</summary>
    public sealed class HeldLease
    {
        public long Until; // unix seconds; 0: no lease holds now
        public bool MayStart; // a program may start by it
        public Dictionary<string, object> Features = Session.NoFeatures;
    }

    /// <summary>
    /// From a login to its end. What is answered later belongs to it still, and never to the session that followed.
    /// </summary>
    public sealed class Session
    {
        public static readonly Dictionary<string, object> NoFeatures = new Dictionary<string, object>();
        public int UserId;
        public string Token = "";
        public string Lease = "";
        public Dictionary<string, object> Features = NoFeatures; // what the user has bought, from signed answers alone
        public bool IsStarting; // a start is on its way
        public Task Starting = Task.FromResult(true); // done when it is over
        public bool HasEnded;
        public string Username = "";
        public string LicenseKey = ""; // where it was the sign-in
        public bool IsOffline; // started without the server, which has not been reached since
        public bool IsKept; // a start without the server may follow
        public double KeptUntil; // when what the state holds is over
    }

    /// <summary>
    /// Speaks with the server. No method throws for what the network or the server does; each gives a Result. Where a
    /// session may be named, the one of the latest login is meant otherwise. A call that is given a CancellationToken can be
    /// given up: then it is over within a second.
    /// </summary>
    public sealed class LicenseClient
    {
        internal const string Client = "keywright-csharp/0.2.0"; // this library, as the server's statistics call it
        private const int MaxAnswerBytes = 64 * 1024;
        private const int MaxDeviceName = 64;
        private const int MaxEndSeconds = 3;
        private const int ResumeSeconds = 5; // a start does not wait longer for the server
        private const int MaxWaitSeconds = 60; // between two tries of a call
        private const int StateAheadSeconds = 60; // written for a time to come: ending the program at once gains none
        private static readonly HttpClient Shared = CreateHttp("");
        private readonly HttpClient http;
        private readonly string[] pinnedKeys;
        private readonly string hwid;
        private readonly object gate = new object();
        private Session current = new Session();
        private Task ending = Task.FromResult(true);
        private SignedTimes lastSigned = new SignedTimes();
        private readonly StateFile state;
        private readonly bool isStored;
        private Action stopMonitor = () => { };

        public LicenseClient(ClientOptions options)
        {
            options.Check();
            Options = options;
            http = options.Proxy == "" ? Shared : CreateHttp(options.Proxy);
            pinnedKeys = options.PinnedKeys();
            hwid = options.HardwareId;
            isStored = options.OfflineStart && pinnedKeys.Length > 0;
            state = new StateFile(options.HwidSalt, options.StoreFolder);
        }

        public ClientOptions Options { get; }

        public int UserId
        {
            get { return CurrentSession().UserId; }
            set { CurrentSession().UserId = value; }
        }

        public Task<Result> Login(string username, string password) => Login(username, password, CancellationToken.None);

        public async Task<Result> Login(string username, string password, CancellationToken cancellation)
        {
            var body = WithDevice(new Dictionary<string, object> { { "username", username.Trim() }, { "password", password } });
            return Begin(await Post("login", Asking(body), Once(cancellation)).ConfigureAwait(false));
        }

        /// <summary>For software without usernames: the key is all that is typed. Needs License login in the settings.</summary>
        public Task<Result> License(string licenseKey) => License(licenseKey, CancellationToken.None);

        public Task<Result> License(string licenseKey, CancellationToken cancellation) => SignInByKey(licenseKey.Trim(), Once(cancellation));

        private async Task<Result> SignInByKey(string key, Way way)
        {
            var body = Asking(WithDevice(new Dictionary<string, object> { { "license_key", key } }));
            return Begin(await Post("license", body, way).ConfigureAwait(false), key);
        }

        /// <summary>
        /// Starts without a password where somebody is signed in on this computer: with the server if it answers within
        /// 5 s, else with the stored lease (the code is offline). A trusted refusal of the server ends the sign-in.
        /// </summary>
        public Task<Result> Resume() => Resume(CancellationToken.None);

        public async Task<Result> Resume(CancellationToken cancellation)
        {
            if (isStored) state.Read();
            if (!isStored || !state.IsThere) return StateFile.Refusal("offline_none");
            var lease = Signatures.ReadLease(state.LeaseText, pinnedKeys, true);
            if (lease != Keywright.Lease.None && !lease.IsOf(hwid)) return StateFile.Refusal("offline_machine");
            if (!state.IsOwn) return StateFile.Refusal("offline_invalid");
            var session = new Session { UserId = state.UserId, Username = state.Username, LicenseKey = state.LicenseKey, Lease = state.LeaseText, IsKept = true };
            lock (gate)
            {
                current.HasEnded = true;
                current = session;
                lastSigned = new SignedTimes { Mark = state.Mark, At = SessionMonitor.Now };
            }
            var way = Once(cancellation);
            way.TimeoutSeconds = Math.Min(ResumeSeconds, Options.TimeoutSeconds);
            var result = await Reconnect(session, way).ConfigureAwait(false);
            var features = ToFeatures(ParseJson(lease.Features));
            if (SessionMonitor.Classify(result) != Meaning.Unknown)
            {
                if (result.Ok && MayGoOnOffline(CurrentSession()) && CurrentSession().Features == Session.NoFeatures) CurrentSession().Features = features;
                return result;
            }
            session = CurrentSession();
            session.Token = "";
            if (result.Code == "cancelled")
            {
                lock (gate) current = new Session();
                return result;
            }
            var refusal = WhyNotOffline(session);
            if (!refusal.Ok)
            {
                session.IsKept = false;
                return refusal;
            }
            session.IsOffline = true;
            session.Features = features;
            KeepState(session);
            var message = "The server cannot be reached. The program runs without it.";
            return new Result { Ok = true, Code = "offline", Message = message, Trusted = true, UserId = session.UserId, Username = session.Username, Features = features, OfflineUntil = lease.Expires };
        }

        /// <summary>Begins a session for the user who is signed in on this computer; a license key signs in again.</summary>
        public Task<Result> Reconnect(Session session, int timeoutSeconds) => Reconnect(session, new Way { TimeoutSeconds = timeoutSeconds });

        private async Task<Result> Reconnect(Session session, Way way)
        {
            if (session.LicenseKey != "")
            {
                var signedIn = await SignInByKey(session.LicenseKey, way).ConfigureAwait(false);
                if (!signedIn.Ok) return signedIn;
                session = CurrentSession();
            }
            var started = await StartSession(session, way).ConfigureAwait(false);
            if (started.Ok) session.IsOffline = false;
            return started;
        }

        /// <summary>Until when the program may run without the server, in unix seconds; 0: not at all.</summary>
        public long OfflineUntil(Session session) => Signatures.ReadLease(session.Lease, pinnedKeys, true).Expires;

        /// <summary>How long it may still do so.</summary>
        public double OfflineSeconds(Session session)
        {
            lock (gate) return OfflineUntil(session) - Math.Max(UnixSeconds(), ServerTime());
        }

        /// <summary>Why the program may not run on without the server; a result that is Ok: it may.</summary>
        public Result WhyNotOffline(Session session)
        {
            var lease = Signatures.ReadLease(session.Lease, pinnedKeys, true);
            lock (gate)
            {
                if (lease.UserId != session.UserId.ToString(CultureInfo.InvariantCulture)) return StateFile.Refusal("offline_invalid");
                if (!lease.MayStart) return StateFile.Refusal("offline_none");
                if (!lease.IsOf(hwid)) return StateFile.Refusal("offline_machine");
                if (UnixSeconds() < ServerTime() - Signatures.MaxClockStepBackSeconds) return StateFile.Refusal("offline_clock");
                return OfflineSeconds(session) > 0 ? new Result { Ok = true } : StateFile.Refusal("offline_expired");
            }
        }

        /// <summary>Stores the time that has passed, ahead of it: what a program ran for counts, also where it is ended at once.</summary>
        public void KeepState(Session session)
        {
            lock (gate) WriteState(session, Math.Max(StateAheadSeconds, 2 * Options.HeartbeatSeconds));
        }

        private void WriteState(Session session, int ahead)
        {
            if (!isStored || !session.IsKept || session.HasEnded) return;
            var mark = ServerTime();
            var time = session.IsOffline ? Math.Max(mark, UnixSeconds()) : mark;
            if (ahead > 0 && time + ahead / 2.0 < session.KeptUntil) return;
            session.KeptUntil = time + ahead;
            state.Write(session.UserId, session.Username, session.LicenseKey, mark, session.KeptUntil, session.Lease);
        }

        private void DropState(Session session)
        {
            session.IsKept = false;
            session.IsOffline = false;
            if (isStored) state.Remove();
        }

        /// <summary>What a lease that allows a start is asked for with; without OfflineStart nothing is.</summary>
        private Dictionary<string, object> Asking(Dictionary<string, object> body)
        {
            if (isStored) body["lease_version"] = 2;
            return body;
        }

        public Task<Result> Register(string username, string password, string licenseKey = "", string email = "") =>
            Register(username, password, licenseKey, email, CancellationToken.None);

        public Task<Result> Register(string username, string password, string licenseKey, string email, CancellationToken cancellation)
        {
            var body = new Dictionary<string, object> { { "username", username.Trim() }, { "password", password } };
            if (licenseKey != "") body["license_key"] = licenseKey;
            if (email != "") body["email"] = email;
            return Post("register", WithDevice(body), Once(cancellation));
        }

        /// <summary>Adds the time of another key: of the user who is logged in or, after the access has ended, by name and password.</summary>
        public Task<Result> Redeem(string licenseKey, string username = "", string password = "") =>
            Redeem(licenseKey, username, password, CancellationToken.None);

        public async Task<Result> Redeem(string licenseKey, string username, string password, CancellationToken cancellation)
        {
            var session = CurrentSession();
            if (username == "" && session.Token == "") return NotLoggedIn();
            var body = WithDevice(new Dictionary<string, object> { { "license_key", licenseKey.Trim() } });
            if (username == "")
            {
                body["session_token"] = session.Token;
            }
            else
            {
                body["username"] = username.Trim();
                body["password"] = password;
            }
            var result = await Post("redeem", Asking(body), Once(cancellation)).ConfigureAwait(false);
            return result.Ok && username == "" ? Keep(session, result) : result; // a refusal is about the key
        }

        public Task<Result> Verify() => Verify(CancellationToken.None);

        public Task<Result> Verify(CancellationToken cancellation) => Verify(CurrentSession(), Repeated(cancellation));

        /// <summary>Is never repeated.</summary>
        public Task<Result> Verify(Session session) => Verify(session, Once(CancellationToken.None));

        private async Task<Result> Verify(Session session, Way way)
        {
            if (session.UserId == 0) return NotLoggedIn();
            var body = new Dictionary<string, object> { { "user_id", session.UserId } };
            var token = session.Token;
            if (token != "") body["session_token"] = token;
            return Keep(session, await Post("verify", Asking(body), way).ConfigureAwait(false));
        }

        /// <summary>Makes a fresh token each time: the server takes none that has ended.</summary>
        public Task<Result> StartSession() => StartSession(CancellationToken.None);

        /// <summary>A session whose start is given up is ended after its answer.</summary>
        public Task<Result> StartSession(CancellationToken cancellation) => StartSession(CurrentSession(), Repeated(cancellation));

        /// <summary>Is never repeated. A session that ends meanwhile stays ended.</summary>
        public Task<Result> StartSession(Session session) => StartSession(session, Once(CancellationToken.None));

        private async Task<Result> StartSession(Session session, Way way)
        {
            if (session.UserId == 0) return NotLoggedIn();
            var from = SessionMonitor.Now;
            if (way.Cancellation.IsCancellationRequested) return Note("start", Cancelled(), from);
            var token = "sess_" + RandomHex() + "_" + DateTimeOffset.UtcNow.ToUnixTimeSeconds().ToString(CultureInfo.InvariantCulture);
            var started = new TaskCompletionSource<bool>();
            lock (gate)
            {
                if (session.HasEnded) return new Result();
                session.Token = token;
                session.IsStarting = true;
                session.Starting = started.Task;
            }
            var start = Start(session, token, started, way);
            var givenUp = new TaskCompletionSource<bool>();
            using (way.Cancellation.Register(() => givenUp.TrySetResult(true)))
            {
                var isOver = await Task.WhenAny(start, givenUp.Task).ConfigureAwait(false) == start;
                return isOver || !GiveUp(session, token) ? await start.ConfigureAwait(false) : Note("start", Cancelled(), from);
            }
        }

        /// <summary>From now on nobody wants the session that is being started; false: it has started.</summary>
        private bool GiveUp(Session session, string token)
        {
            lock (gate)
            {
                if (session.Token == token && !session.IsStarting) return false;
                if (session.Token == token) session.Token = "";
                return true;
            }
        }

        private async Task<Result> Start(Session session, string token, TaskCompletionSource<bool> started, Way way)
        {
            Func<bool> isWanted = () => !session.HasEnded && session.Token == token;
            var body = new Dictionary<string, object>
            {
                { "action", "start" }, { "user_id", session.UserId }, { "session_token", token }, { "hwid", hwid }
            };
            var behind = new Way { TimeoutSeconds = way.TimeoutSeconds, Retries = way.Retries, IsWanted = isWanted };
            var result = await Post("session/track", body, behind).ConfigureAwait(false);
            if (result.Ok && result.SessionToken != "" && result.SessionToken != token)
            {
                result.Ok = false;
                result.Code = "bad_answer";
                result.Message = "the answer is for another session.";
            }
            var answer = SessionMonitor.Classify(isWanted() ? Keep(session, result) : result);
            var isLeft = false; // else the start is over: whoever ends the session from now on tells the server
            lock (gate)
            {
                isLeft = !isWanted();
                if (!isLeft) session.IsStarting = false;
            }
            if (isLeft && (answer == Meaning.Ok || answer == Meaning.Unknown)) await End(token).ConfigureAwait(false);
            lock (gate) session.IsStarting = session.IsStarting && (session.HasEnded || session.Starting != started.Task);
            started.SetResult(true);
            return result;
        }

        public Task<Result> Heartbeat() => Heartbeat(CancellationToken.None);

        public Task<Result> Heartbeat(CancellationToken cancellation) => Heartbeat(CurrentSession(), Repeated(cancellation));

        /// <summary>Is never repeated.</summary>
        public Task<Result> Heartbeat(Session session) => Heartbeat(session, Once(CancellationToken.None));

        private Task<Result> Heartbeat(Session session, Way way)
        {
            if (session.Token == "") return Task.FromResult(NotLoggedIn());
            way.IsChecked = false;
            var body = new Dictionary<string, object> { { "action", "heartbeat" }, { "session_token", session.Token } };
            return Post("session/track", body, way);
        }

        /// <summary>Ends the session if there is one, within 3 seconds: a program that is closing waits for it.</summary>
        public Task EndSession() => EndSession(CurrentSession());

        /// <summary>Whoever comes second waits until it has ended.</summary>
        public Task EndSession(Session session)
        {
            lock (gate)
            {
                if (session.HasEnded) return ending;
                WriteState(session, 0);
                session.HasEnded = true;
                session.Lease = "";
                if (session == current) current = new Session { UserId = session.UserId };
                var token = session.Token;
                session.Token = "";
                // a start on its way tells the server, after its answer: an end that overtakes it would end nothing
                var last = session.IsStarting ? Task.WhenAny(session.Starting, Task.Delay(MaxEndSeconds * 1000)) : token != "" ? (Task)End(token) : ending;
                return ending = Task.WhenAll(ending, last);
            }
        }

        /// <summary>The session of the latest login; before it and after its end an empty one.</summary>
        public Session CurrentSession()
        {
            lock (gate) return current;
        }

        /// <summary>What the user has bought: Equals(client.Feature("export"), true) switches a function on. "": not bought.</summary>
        public object Feature(string name) => Features().TryGetValue(name, out var value) ? value : "";

        /// <summary>All that the user has bought; without the server only while the lease holds.</summary>
        public Dictionary<string, object> Features()
        {
            var session = CurrentSession();
            var isOver = session.IsOffline && !MayGoOnOffline(session);
            return new Dictionary<string, object>(isOver ? Session.NoFeatures : session.Features);
        }

        /// <summary>Until when the user may go on without the server, and with what.</summary>
        public HeldLease Lease()
        {
            var session = CurrentSession();
            if (!MayGoOnOffline(session)) return new HeldLease();
            var lease = Signatures.ReadLease(session.Lease, pinnedKeys, true);
            return new HeldLease { Until = lease.Expires, MayStart = lease.MayStart, Features = ToFeatures(ParseJson(lease.Features)) };
        }

        /// <summary>
        /// Keeps the session alive in the background; `lost` gets the result that ended it, in the context of the caller
        /// (the thread of the window), else on a thread of the monitor. Starts the session first where that was not done:
        /// a start that is refused, or not answered, is a loss too.
        /// </summary>
        public Task<SessionMonitor> Monitor(Action<Result> lost) => Monitor(lost, until => { }, () => { });

        /// <summary>`offline` is told until when the program runs without the server (unix seconds), `online` that it was reached.</summary>
        public Task<SessionMonitor> Monitor(Action<Result> lost, Action<long> offline, Action online) => Monitor(lost, offline, online, result => { });

        /// <summary>`status` is told what came of each verification, before a loss that follows from it.</summary>
        public async Task<SessionMonitor> Monitor(Action<Result> lost, Action<long> offline, Action online, Action<Result> status)
        {
            var monitor = new SessionMonitor(this, offline, online, status);
            stopMonitor();
            stopMonitor = monitor.Stop;
            var session = CurrentSession();
            var started = session.Token == "" && !session.IsOffline ? await StartSession(session, Repeated(CancellationToken.None)) : new Result { Ok = true };
            if (started.Ok)
            {
                if (session == CurrentSession()) monitor.Start(lost); // else logged out meanwhile
                return monitor;
            }
            await EndSession(session); // perhaps it did start and only the answer was lost
            lost(started);
            return monitor;
        }

        /// <summary>
        /// For a computer that never reaches the server. Needs OfflineStart and a pinned key; throws invalid_options else.
        /// </summary>
        public OfflineFiles Offline =>
            isStored ? new OfflineFiles(this, state, hwid, pinnedKeys) : throw new ArgumentException("invalid_options: OfflineStart", "OfflineStart");

        /// <summary>Stops the monitor and ends the session, within 3 seconds; Resume starts nobody then. EndSession keeps that.</summary>
        public Task Logout()
        {
            stopMonitor();
            lock (gate) DropState(current);
            var ended = EndSession();
            UserId = 0;
            return ended;
        }

        /// <summary>Without an answer: may this user still go on? Only where you switched offline leases on.</summary>
        public bool MayGoOnOffline(Session session)
        {
            lock (gate) return Signatures.LeaseHolds(session.Lease, session.UserId, hwid, UnixSeconds(), ServerTime(), pinnedKeys, isStored);
        }

        /// <summary>How far this computer's clock was from the server's at the last signed answer, in seconds.</summary>
        public double ClockError()
        {
            lock (gate) return lastSigned.Created > 0 ? lastSigned.Clock - lastSigned.Created : 0;
        }

        /// <summary>The server's clock at the last signed answer, the latest time it had, ours, and a steady one.</summary>
        private sealed class SignedTimes
        {
            public double Created;
            public double Mark;
            public double Clock;
            public double At;
        }

        private static double UnixSeconds() => DateTimeOffset.UtcNow.ToUnixTimeMilliseconds() / 1000.0;

        /// <summary>The latest time that the server is known to have had, moved on by a clock that nobody can set.</summary>
        private double ServerTime() => lastSigned.Mark + SessionMonitor.Now - lastSigned.At;

        /// <summary>Each call that may bind this computer says which version runs there, and what it is called.</summary>
        private Dictionary<string, object> WithDevice(Dictionary<string, object> body)
        {
            var name = Environment.MachineName;
            body["version"] = Options.Version;
            body["hwid"] = hwid;
            body["device_name"] = name.Substring(0, Math.Min(name.Length, MaxDeviceName));
            return body;
        }

        /// <summary>After a login nothing is left of the session before it.</summary>
        private Result Begin(Result result, string licenseKey = "")
        {
            if (!result.Ok) return Keep(CurrentSession(), result);
            var session = new Session { UserId = result.UserId, Username = result.Username, LicenseKey = licenseKey };
            lock (gate)
            {
                DropState(current);
                current.HasEnded = true;
                current = session;
            }
            return Keep(session, result);
        }

        /// <summary>Keeps the lease and the features of an answer.</summary>
        private Result Keep(Session session, Result result)
        {
            var answer = SessionMonitor.Classify(result);
            lock (gate)
            {
                if (answer == Meaning.Definitive || answer == Meaning.Other) session.Lease = "";
                else if (answer == Meaning.Ok && result.Lease != "") session.Lease = result.Lease;
                if (answer == Meaning.Other) session.IsKept = false;
                if (answer == Meaning.Definitive && session == current) DropState(session);
                if (answer == Meaning.Ok && result.Lease != "" && session == current)
                {
                    session.IsKept = true;
                    session.KeptUntil = 0;
                    WriteState(session, StateAheadSeconds);
                }
                var isSigned = answer == Meaning.Ok && pinnedKeys.Length > 0;
                if (isSigned && result.Features != Session.NoFeatures) session.Features = result.Features;
            }
            return result;
        }

        private Task<Result> End(string token)
        {
            var body = new Dictionary<string, object> { { "action", "end" }, { "session_token", token } };
            return Post("session/track", body, new Way { IsChecked = false, TimeoutSeconds = MaxEndSeconds });
        }

        /// <summary>What an answer is worth. A refusal that nobody signed keeps its text: a wrong key has to be seen.</summary>
        private Result Judge(Result result, bool hasSignature, long? created)
        {
            if (created.HasValue)
            {
                lock (gate)
                {
                    var mark = lastSigned.Created > 0 ? Math.Max(created.Value, ServerTime()) : created.Value; // no earlier run counts
                    lastSigned = new SignedTimes { Created = created.Value, Mark = mark, Clock = UnixSeconds(), At = SessionMonitor.Now };
                }
                return result;
            }
            result.Trusted = false;
            if (result.Code == "bad_answer" || (!result.Ok && !hasSignature)) return result;
            return new Result { Code = "bad_signature", Message = "the server's answer could not be verified.", HttpStatus = result.HttpStatus, RetryAfter = result.RetryAfter };
        }

        private static HttpClient CreateHttp(string proxy)
        {
            // a redirect would take the key to another host
            var handler = new HttpClientHandler { AllowAutoRedirect = false, UseCookies = false, MaxConnectionsPerServer = 8 };
            // mono would speak TLS 1.0 and 1.1 too, and knows nothing newer; others know best what the system allows
            if (Type.GetType("Mono.Runtime") != null) handler.SslProtocols = SslProtocols.Tls12;
            if (proxy != "") handler.Proxy = new NamedProxy(proxy);
            return new HttpClient(handler) { Timeout = Timeout.InfiniteTimeSpan };
        }

        private static Result Cancelled() => new Result { Code = "cancelled", Message = "the call was cancelled." };
        private static Result NotLoggedIn() => new Result { Code = "not_logged_in", Message = "nobody is logged in." };

        /// <summary>How a call is made.</summary>
        private sealed class Way
        {
            public bool IsChecked = true;
            public int TimeoutSeconds;
            public int Retries;
            public CancellationToken Cancellation = CancellationToken.None;
            public Func<bool> IsWanted = () => true;
        }

        private Way Once(CancellationToken cancellation) => new Way { TimeoutSeconds = Options.TimeoutSeconds, Cancellation = cancellation };

        private Way Repeated(CancellationToken cancellation) =>
            new Way { TimeoutSeconds = Options.TimeoutSeconds, Retries = Options.Retries, Cancellation = cancellation };

        /// <summary>
        /// One call: tries and waits together have TimeoutSeconds. A wait that would end later is not begun, and none is
        /// while the call is not wanted any more.
        /// </summary>
        private async Task<Result> Post(string path, Dictionary<string, object> body, Way way)
        {
            var end = SessionMonitor.Now + way.TimeoutSeconds;
            for (var tries = 1; ; tries++)
            {
                var start = SessionMonitor.Now;
                var result = await SendInTime(path, body, way, end).ConfigureAwait(false);
                Note(body.ContainsKey("action") ? body["action"] : path, result, start);
                var due = SessionMonitor.Now + SecondsBeforeRetry(result, tries);
                if (tries > way.Retries || due >= end) return result;
                while (SessionMonitor.Now < due && way.IsWanted() && !way.Cancellation.IsCancellationRequested) await Task.Delay(50).ConfigureAwait(false);
                if (!way.IsWanted()) return result;
            }
        }

        /// <summary>Endless where what came of the call is known, or the server asked for a longer pause.</summary>
        private static double SecondsBeforeRetry(Result result, int tries)
        {
            var isOpen = SessionMonitor.Classify(result) == Meaning.Unknown && result.Code != "cancelled";
            if (!isOpen || result.RetryAfter > MaxWaitSeconds) return double.PositiveInfinity;
            var random = new Random(Guid.NewGuid().GetHashCode()).NextDouble();
            return Math.Max(Math.Pow(2, tries - 1) * (0.5 + random / 2), result.RetryAfter);
        }

        /// <summary>The log gets what came of a try, and no secret.</summary>
        private Result Note(object call, Result result, double start)
        {
            var seconds = SessionMonitor.Now - start;
            var fields = new Dictionary<string, object>
            {
                { "call", call }, { "code", result.Code }, { "httpStatus", result.HttpStatus },
                { "trusted", result.Trusted }, { "requestId", result.RequestId }, { "seconds", seconds }
            };
            try
            {
                Options.Log(result.Ok ? "info" : "warn", "call", fields);
            }
            catch (Exception)
            {
                return result; // what a log throws is no matter of the caller
            }
            return result;
        }

        private async Task<Result> SendInTime(string path, Dictionary<string, object> body, Way way, double end)
        {
            if (way.Cancellation.IsCancellationRequested) return Cancelled();
            using (var over = CancellationTokenSource.CreateLinkedTokenSource(way.Cancellation))
            {
                var token = over.Token;
                var call = Task.Run(() => Send(path, body, way.IsChecked, token));
                var left = TimeSpan.FromSeconds(Math.Max(end - SessionMonitor.Now, 0));
                var isInTime = await Task.WhenAny(call, Task.Delay(left, token)).ConfigureAwait(false) == call;
                if (isInTime) return await call.ConfigureAwait(false);
                over.Cancel();
                var late = new Result { Code = "network_error", Message = "no answer within " + way.TimeoutSeconds + " seconds" };
                return way.Cancellation.IsCancellationRequested ? Cancelled() : late;
            }
        }

        private async Task<Result> Send(string path, Dictionary<string, object> body, bool isChecked, CancellationToken cancellation)
        {
            try
            {
                var uri = new Uri(Options.Origin + "/api/v1/" + path);
                var sent = ToJson(body);
                var keys = isChecked ? pinnedKeys : new string[0];
                var nonce = keys.Length > 0 ? RandomHex() : "";
                using (var request = new HttpRequestMessage(HttpMethod.Post, uri))
                {
                    request.Content = new ByteArrayContent(sent);
                    request.Content.Headers.ContentType = new MediaTypeHeaderValue("application/json");
                    request.Headers.ExpectContinue = false;
                    request.Headers.TryAddWithoutValidation("User-Agent", "keywright-csharp/" + Options.Version);
                    request.Headers.TryAddWithoutValidation("X-API-Key", Options.ApiKey);
                    request.Headers.TryAddWithoutValidation("X-Client", Client);
                    if (nonce != "") request.Headers.TryAddWithoutValidation("X-Nonce", nonce);
                    if (nonce != "") request.Headers.TryAddWithoutValidation("Content-Digest", Signatures.ContentDigest(sent));
                    using (var response = await http.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, cancellation).ConfigureAwait(false))
                    {
                        var received = await ReadBody(response, cancellation).ConfigureAwait(false);
                        var result = ToResult(response, received);
                        if (nonce == "") return result;
                        var signature = Header(response, "Signature");
                        var input = Header(response, "Signature-Input");
                        var created = Signatures.SignedAt(keys, uri.AbsolutePath, nonce, sent, (int)response.StatusCode, received, input, signature);
                        return Judge(result, response.Headers.Contains("Signature"), created);
                    }
                }
            }
            catch (Exception error)
            {
                if (cancellation.IsCancellationRequested) return Cancelled(); // or late, and then nobody hears it
                return new Result { Code = "network_error", Message = error.GetBaseException().Message };
            }
        }

        private static byte[] ToJson(Dictionary<string, object> body)
        {
            var settings = new DataContractJsonSerializerSettings { UseSimpleDictionaryFormat = true, EmitTypeInformation = System.Runtime.Serialization.EmitTypeInformation.Never };
            using (var stream = new MemoryStream())
            {
                new DataContractJsonSerializer(typeof(Dictionary<string, object>), settings).WriteObject(stream, body);
                return stream.ToArray();
            }
        }

        private static string RandomHex()
        {
            var bytes = new byte[16];
            using (var random = RandomNumberGenerator.Create()) random.GetBytes(bytes);
            return Hardware.Hex(bytes);
        }

        private static async Task<byte[]> ReadBody(HttpResponseMessage response, CancellationToken cancellation)
        {
            using (var stream = await response.Content.ReadAsStreamAsync().ConfigureAwait(false))
            {
                var buffer = new byte[MaxAnswerBytes];
                var size = 0;
                for (int read; size < buffer.Length; size += read)
                {
                    read = await stream.ReadAsync(buffer, size, buffer.Length - size, cancellation).ConfigureAwait(false);
                    if (read == 0) break;
                }
                return buffer.Take(size).ToArray();
            }
        }

        /// <summary>"" when there is none.</summary>
        private static string Header(HttpResponseMessage response, string name) =>
            response.Headers.TryGetValues(name, out var values) ? string.Join(", ", values) : "";

        private static Result ToResult(HttpResponseMessage response, byte[] received)
        {
            var status = (int)response.StatusCode;
            var parsed = ParseJson(received);
            var answer = parsed.Attribute("type")?.Value == "object" ? parsed : NoJson;
            var success = Member(answer, "success", "boolean");
            var isUnderstood = success != "" && (status < 300 || status >= 400);
            var raw = parsed != NoJson ? "" : Regex.Replace(Encoding.UTF8.GetString(received), @"\p{Cc}+", " ").Trim();
            var message = Member(answer, "message", "string");
            if (message == "") message = (status + " " + (raw == "" ? response.ReasonPhrase : raw.Substring(0, Math.Min(raw.Length, 200)))).Trim();
            var seconds = Header(response, "Retry-After");
            var retryAfter = Regex.IsMatch(seconds, @"\A[0-9]{1,20}\z") ? (int)Math.Min(double.Parse(seconds, CultureInfo.InvariantCulture), SessionMonitor.MaxPauseSeconds) : 0;
            int userId;
            int.TryParse(Member(answer, "user_id", "number"), NumberStyles.None, CultureInfo.InvariantCulture, out userId);
            return new Result
            {
                Ok = isUnderstood && success == "true",
                Code = isUnderstood ? Member(answer, "code", "string") : "bad_answer",
                Message = message,
                HttpStatus = status,
                Trusted = true,
                RetryAfter = retryAfter,
                UserId = userId,
                Username = Member(answer, "username", "string"),
                Email = Member(answer, "email", "string"),
                ExpiresAt = Member(answer, "expires_at", "string"),
                HwidLocked = Member(answer, "hwid_locked", "boolean") == "true",
                SessionToken = Member(answer, "session_token", "string"),
                Lease = Member(answer, "lease", "string"),
                Reason = Member(answer, "reason", "string"),
                DownloadUrl = Member(answer, "download_url", "string"),
                RequestId = Member(answer, "request_id", "string"),
                GraceUntil = Member(answer, "grace_until", "string"),
                Features = FeaturesIn(answer),
                AddedDays = int.TryParse(Member(answer, "added_days", "number"), NumberStyles.None, CultureInfo.InvariantCulture, out var days) ? days : 0
            };
        }

        private static Dictionary<string, object> FeaturesIn(XElement answer)
        {
            var member = answer.Element("features");
            return member == null ? Session.NoFeatures : ToFeatures(member);
        }

        private static Dictionary<string, object> ToFeatures(XElement member)
        {
            if (member.Attribute("type")?.Value != "object") return Session.NoFeatures;
            var features = new Dictionary<string, object>();
            foreach (var each in member.Elements()) features[each.Name.LocalName] = ToValue(each.Value, each.Attribute("type")?.Value ?? "");
            return features;
        }

        private static object ToValue(string text, string type)
        {
            if (type == "boolean") return text == "true";
            return type == "number" && long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var number) ? (object)number : text;
        }

        private static readonly XElement NoJson = new XElement("none");

        /// <summary>Whether what was opened is closed: mono reads the beginning of an answer as if it were all of it.</summary>
        private static bool IsWhole(byte[] json)
        {
            var depth = 0;
            var inText = false;
            for (var at = 0; at < json.Length; at++)
            {
                if (inText && json[at] == '\\') at++;
                else if (json[at] == '"') inText = !inText;
                else if (!inText && (json[at] == '{' || json[at] == '[')) depth++;
                else if (!inText && (json[at] == '}' || json[at] == ']')) depth--;
            }
            return depth == 0 && !inText;
        }

        /// <summary>JSON as XML, the way .NET has read it since Framework 4; NoJson when it is none.</summary>
        private static XElement ParseJson(byte[] json)
        {
            if (!IsWhole(json)) return NoJson;
            try
            {
                var start = json.Length > 2 && json[0] == 0xEF && json[1] == 0xBB && json[2] == 0xBF ? 3 : 0;
                using (var reader = JsonReaderWriterFactory.CreateJsonReader(json, start, json.Length - start, new XmlDictionaryReaderQuotas()))
                {
                    return XElement.Load(reader);
                }
            }
            catch (Exception)
            {
                return NoJson;
            }
        }

        /// <summary>The member if it has this type; null, missing and another type are "".</summary>
        private static string Member(XElement answer, string name, string type)
        {
            var member = answer.Element(name);
            return member != null && member.Attribute("type")?.Value == type ? member.Value : "";
        }
    }
    // #endregion

    // #region offline files
    /// <summary>The text that asks for an offline file, and the file that answers it.</summary>
    public sealed class OfflineFiles
    {
        private static readonly Dictionary<string, string> Faults = new Dictionary<string, string>
        {
            { "offline_invalid", "The file is not whole, was changed, or does not answer the last request of this computer." },
            { "offline_machine", "The file is for another computer." },
            { "offline_expired", "The file has expired." },
            { "offline_clock", "The clock of this computer is behind: set it right, and take the file again." }
        };
        private readonly LicenseClient client;
        private readonly StateFile state;
        private readonly string hwid;
        private readonly string[] keys;

        internal OfflineFiles(LicenseClient client, StateFile state, string hwid, string[] keys)
        {
            this.client = client;
            this.state = state;
            this.hwid = hwid;
            this.keys = keys;
        }

        /// <summary>
        /// The text that asks for a file, for whoever sells the program: with a username or a license key. Throws an
        /// IOException where StoreFolder can't be written: no file would ever be taken.
        /// </summary>
        public string Request(string username = "", string licenseKey = "")
        {
            var bytes = new byte[16];
            using (var random = RandomNumberGenerator.Create()) random.GetBytes(bytes);
            var nonce = Signatures.ToBase64Url(bytes);
            state.KeepNonce(nonce);
            var who = licenseKey == "" ? "\"user\":" + Quoted(username.Trim()) : "\"key\":" + Quoted(licenseKey.Trim());
            var prints = keys.Select(key => Quoted(HashOf(Convert.FromBase64String(key)).Substring(0, 16)));
            var members = new[] { "\"v\":1", "\"hwid\":" + Quoted(hwid), who, "\"nonce\":" + Quoted(nonce), "\"keys\":[" + string.Join(",", prints) + "]" };
            var content = "{" + string.Join(",", members) + ",\"client\":" + Quoted(LicenseClient.Client) + "}";
            var text = Signatures.ToBase64Url(Encoding.UTF8.GetBytes(content));
            text += "." + HashOf(Encoding.ASCII.GetBytes(text)).Substring(0, 8); // finds what was lost or changed on the way
            var lines = Regex.Matches(text, ".{1,64}").Cast<Match>().Select(line => line.Value + "\n");
            return "-----BEGIN KEYWRIGHT OFFLINE REQUEST-----\n" + string.Concat(lines) + "-----END KEYWRIGHT OFFLINE REQUEST-----\n";
        }

        /// <summary>As JSON, and short: the serializers write a letter of six bytes for many of two.</summary>
        private static string Quoted(string text) =>
            "\"" + Regex.Replace(text, @"[""\\\p{Cc}]", found => "\\u" + ((int)found.Value[0]).ToString("x4", CultureInfo.InvariantCulture)) + "\"";

        private static string HashOf(byte[] data) => Signatures.ToBase64Url(Signatures.Sha256(data));

        /// <summary>
        /// Takes the file that answers the last request, and starts with it as Resume does from then on. Codes:
        /// offline_invalid, offline_machine, offline_expired, offline_clock.
        /// </summary>
        public async Task<Result> Install(string text)
        {
            var inner = Regex.Match(text, "-----BEGIN KEYWRIGHT OFFLINE LICENSE-----(.+?)-----END KEYWRIGHT OFFLINE LICENSE-----", RegexOptions.Singleline).Groups[1];
            var file = Regex.Replace(inner.Value, @"\s", ""); // however mail has broken it
            var found = Signatures.ReadOfflineFile(file, keys);
            var code = FaultOf(found);
            if (code != "") return new Result { Code = code, Message = Faults[code] };
            state.Write(int.Parse(found.UserId, CultureInfo.InvariantCulture), "", "", found.Issued, found.Issued, file);
            return await client.Resume().ConfigureAwait(false);
        }

        /// <summary>Why a file is not taken; "": it is.</summary>
        private string FaultOf(Lease found)
        {
            var clock = DateTimeOffset.UtcNow.ToUnixTimeSeconds();
            if (found == Lease.None) return "offline_invalid";
            if (!found.IsOf(hwid)) return "offline_machine";
            if (found.Nonce != state.Nonce()) return "offline_invalid";
            if (clock >= found.Expires) return "offline_expired";
            return clock < found.Issued - Signatures.MaxClockStepBackSeconds ? "offline_clock" : "";
        }
    }
    // #endregion

    // #region alarm
    /// <summary>Begins a job at its time, in a context where no two jobs run at once.</summary>
    internal sealed class Alarm : IDisposable
    {
        /// <summary>Nothing else may hold a monitor whose client the program has forgotten.</summary>
        private static readonly HashSet<Alarm> Running = new HashSet<Alarm>();
        private readonly Func<Task> job;
        private readonly System.Threading.Timer timer;
        private readonly object gate = new object();
        private double due;
        private bool isOver;

        public Alarm(Func<Task> job)
        {
            this.job = job;
            timer = new System.Threading.Timer(state => Task.Factory.StartNew(Ring, CancellationToken.None, TaskCreationOptions.None, Context));
        }

        public TaskScheduler Context { get; set; } = TaskScheduler.Default;

        /// <summary>Whether the job is still to begin.</summary>
        public bool IsSet { get; private set; }

        public void Set(double time)
        {
            lock (gate)
            {
                if (isOver) return;
                lock (Running) Running.Add(this);
                due = time;
                IsSet = true;
                timer.Change((int)Math.Ceiling(Math.Max((due - SessionMonitor.Now) * 1000, 0)), Timeout.Infinite);
            }
        }

        /// <summary>An alarm that was put off while it was ringing has to ring again.</summary>
        private void Ring()
        {
            lock (gate)
            {
                if (isOver || !IsSet) return;
                if (SessionMonitor.Now < due)
                {
                    Set(due);
                    return;
                }
                IsSet = false;
            }
            job();
        }

        public void Dispose()
        {
            lock (gate)
            {
                isOver = true;
                timer.Dispose();
                lock (Running) Running.Remove(this);
            }
        }
    }
    // #endregion

    // #region monitor
    /// <summary>What an answer means for the session; definitive: this user is refused, other: any other refusal.</summary>
    public enum Meaning { Unknown, Ok, Lost, Definitive, Other }

    /// <summary>
    /// Keeps one session alive with two jobs, heartbeats and verifications, on the thread of the window that starts it,
    /// else on one of its own. MaxVerifyFailures failed verifications in a row end it, nothing else does. A definitive
    /// refusal is asked about again within seconds; without any answer a verification fails only when its whole period
    /// has passed, so that a short outage logs nobody out.
    /// </summary>
    public sealed class SessionMonitor
    {
        internal const double MaxPauseSeconds = 900; // how far Retry-After may put things off
        private static readonly int[] BackOffSteps = { 1, 2, 4, 8, 12 }; // times RetrySeconds; the last one from then on
        private static readonly string[] DefinitiveRefusals =
        {
            "account_disabled", "account_paused", "account_banned", "account_expired", "license_expired",
            "license_inactive", "license_paused", "license_banned", "hwid_mismatch", "access_blocked", "user_not_found"
        };
        private readonly LicenseClient client;
        private readonly Random random = new Random(Guid.NewGuid().GetHashCode());
        private readonly ClientOptions options;
        private readonly Alarm beatTimer;
        private readonly Alarm verifyTimer;
        private Session session = new Session();
        private Action<Result> onLost = result => { };
        private readonly Action<long> onOffline;
        private readonly Action onOnline;
        private readonly Action<Result> onStatus;
        private bool isOffline; // the server is not reached, and the lease holds
        private volatile bool isRunning = true;
        private volatile bool isStopped;
        private double beatDue;
        private double verifyDue;
        private double periodEnd; // the next point of the grid of verifications
        private double graceLeft = MaxPauseSeconds; // how far Retry-After may still move it
        private bool isAnswered = true; // in this period
        private bool hasRestarted; // in this period
        private int silences; // verifications without an answer, in a row
        private double notBefore;
        private Result lastResult = new Result();

        public SessionMonitor(LicenseClient client) : this(client, until => { }, () => { })
        {
        }

        public SessionMonitor(LicenseClient client, Action<long> offline, Action online) : this(client, offline, online, result => { })
        {
        }

        public SessionMonitor(LicenseClient client, Action<long> offline, Action online, Action<Result> status)
        {
            onStatus = status;
            onOffline = offline;
            onOnline = online;
            this.client = client;
            options = client.Options;
            beatTimer = new Alarm(() => Beat(beatDue));
            verifyTimer = new Alarm(() => Verify(verifyDue));
        }

        public int Beats { get; private set; }
        public int Failures { get; private set; }
        public DateTime VerifiedAt { get; private set; } = DateTime.Now;

        /// <summary>Seconds, untouched by changes of the computer's time.</summary>
        public static double Now => Stopwatch.GetTimestamp() / (double)Stopwatch.Frequency;

        /// <summary>
        /// Call it once, for the session that has just started; `whenLost` gets the last result. The jobs start at a random
        /// time: computers switched on together don't call together.
        /// </summary>
        public void Start(Action<Result> whenLost)
        {
            var context = SynchronizationContext.Current == null
                ? new ConcurrentExclusiveSchedulerPair().ExclusiveScheduler
                : TaskScheduler.FromCurrentSynchronizationContext();
            beatTimer.Context = context;
            verifyTimer.Context = context;
            onLost = whenLost;
            session = client.CurrentSession();
            periodEnd = Now + RandomBetween(0.5, 1) * options.VerifySeconds;
            if (session.IsOffline) GoOffline();
            PlanVerification(session.IsOffline ? Now + options.RetrySeconds : periodEnd);
            PlanBeat(Now + RandomBetween(0.5, 1) * options.HeartbeatSeconds);
        }

        /// <summary>Takes effect at once; an answer still on its way is ignored, and a loss is not told any more.</summary>
        public void Stop()
        {
            isStopped = true;
            EndJobs();
        }

        private void EndJobs()
        {
            isRunning = false;
            beatTimer.Dispose();
            verifyTimer.Dispose();
        }

        public static Meaning Classify(Result result)
        {
            var status = result.HttpStatus;
            var isTemporary = (status >= 300 && status < 400) || status == 408 || status == 425 || status == 429 || status >= 500;
            var isForeign = result.Code == "network_error" || result.Code == "bad_answer" || result.Code == "bad_signature";
            if (isTemporary || isForeign || !result.Trusted) return Meaning.Unknown;
            if (result.Ok) return Meaning.Ok;
            if (result.Code == "session_not_found") return Meaning.Lost;
            if (result.Code == "session_ended") return result.Reason == "" || result.Reason == "timeout" ? Meaning.Lost : Meaning.Definitive;
            return DefinitiveRefusals.Contains(result.Code) ? Meaning.Definitive : Meaning.Other;
        }

        private double RandomBetween(double low, double high) => low + random.NextDouble() * (high - low);

        private void PlanBeat(double due)
        {
            beatDue = due;
            beatTimer.Set(due);
        }

        private void GoOffline()
        {
            if (isOffline) return;
            isOffline = true;
            onOffline(client.OfflineUntil(session));
        }

        /// <summary>Without a session there is nothing to keep alive, but the lease may end.</summary>
        private async Task BeatOffline(double due)
        {
            var refusal = client.WhyNotOffline(session);
            if (refusal.Ok)
            {
                PlanBeat(Math.Min(due + options.HeartbeatSeconds, Now + client.OfflineSeconds(session)));
                return;
            }
            lastResult = refusal;
            await Lose();
        }

        private async Task Beat(double due)
        {
            client.KeepState(session);
            if (session.IsOffline)
            {
                await BeatOffline(due);
                return;
            }
            Beats++;
            var result = await client.Heartbeat(session);
            if (!isRunning) return;
            var answer = Classify(result);
            if (answer == Meaning.Definitive || (answer == Meaning.Lost && !hasRestarted)) VerifySoon();
            var pause = Math.Min(result.RetryAfter, MaxPauseSeconds) * RandomBetween(1, 1.2);
            var intervals = Math.Ceiling((Now + pause - due) / options.HeartbeatSeconds);
            PlanBeat(due + Math.Max(intervals, 1) * options.HeartbeatSeconds);
        }

        private void PlanVerification(double due)
        {
            verifyDue = due;
            verifyTimer.Set(due);
        }

        /// <summary>Brings the next verification forward, unless it is running or near, or a pause was asked for.</summary>
        private void VerifySoon()
        {
            var due = Math.Max(Now, notBefore);
            if (verifyTimer.IsSet && due < verifyDue - options.RetrySeconds) PlanVerification(due);
        }

        private async Task Verify(double due)
        {
            if (due >= periodEnd) EndPeriod(due);
            if (Failures >= options.MaxVerifyFailures)
            {
                await Lose();
                return;
            }
            if (due < notBefore)
            {
                PlanVerification(Math.Min(notBefore, periodEnd));
                return;
            }
            var wasOffline = session.IsOffline;
            var result = wasOffline ? await client.Reconnect(session, options.TimeoutSeconds) : await client.Verify(session);
            if (wasOffline && isRunning) session = client.CurrentSession(); // a license key has signed in again
            if (isRunning && Classify(result) == Meaning.Lost && !hasRestarted)
            {
                result = await client.StartSession(session);
                hasRestarted = Classify(result) != Meaning.Unknown;
            }
            if (isRunning) await Settle(result);
        }

        private void EndPeriod(double due)
        {
            var hasSlept = Now > due + options.VerifySeconds; // the computer was off, so nothing was missed
            if (!isAnswered && !hasSlept && client.MayGoOnOffline(session)) GoOffline();
            else if (!isAnswered && !hasSlept) Failures++;
            periodEnd = (hasSlept ? Now : periodEnd) + options.VerifySeconds;
            graceLeft = MaxPauseSeconds;
            isAnswered = false;
            hasRestarted = false;
        }

        private async Task Settle(Result result)
        {
            var answer = Classify(result);
            lastResult = result;
            onStatus(result);
            if (answer == Meaning.Unknown)
            {
                BackOff(result.RetryAfter);
                return;
            }
            isAnswered = true;
            silences = 0;
            notBefore = 0;
            if (isOffline)
            {
                isOffline = false;
                onOnline();
            }
            if (answer == Meaning.Ok)
            {
                Failures = 0;
                VerifiedAt = DateTime.Now;
            }
            else if (answer != Meaning.Lost)
            {
                Failures++;
            }
            if (Failures >= options.MaxVerifyFailures) await Lose();
            else PlanVerification(answer == Meaning.Definitive ? Now + options.RetrySeconds : periodEnd);
        }

        /// <summary>Tries again inside the period, after a random wait: many clients must not return together.</summary>
        private void BackOff(int retryAfter)
        {
            var longest = options.RetrySeconds * BackOffSteps[Math.Min(silences, BackOffSteps.Length - 1)];
            var due = Now + RandomBetween(0.5, 1) * longest;
            silences++;
            notBefore = retryAfter > 0 ? Now + retryAfter * RandomBetween(1, 1.2) : 0;
            if (notBefore > periodEnd)
            {
                var grace = Math.Min(notBefore + options.TimeoutSeconds - periodEnd, graceLeft);
                periodEnd += grace;
                graceLeft -= grace;
            }
            PlanVerification(Math.Min(Math.Max(due, notBefore), periodEnd));
        }

        private async Task Lose()
        {
            EndJobs();
            await client.EndSession(session);
            if (!isStopped) onLost(lastResult);
        }
    }
    // #endregion

    // #region texts
    /// <summary>What to tell the user about a refusal, and what follows from it.</summary>
    public sealed class Explanation
    {
        public string Caption = "";
        public string Text = "";
        /// <summary>form: ask again; wait: after some seconds; exit: no retry can help.</summary>
        public string Next = "form";
        public int Seconds;

        /// <summary>Caption, codes, words: found by code; by a word in the message only when the answer has no code.</summary>
        private static readonly string[][] Refusals =
        {
            new[] { "Update Required", "version_mismatch", "version update" },
            new[] { "Hardware Mismatch", "hwid_mismatch", "hardware hwid" },
            new[] { "Account Expired", "account_expired license_expired", "expired" },
            new[] { "Account Disabled", "account_disabled account_paused account_banned license_inactive license_paused license_banned", "disabled paused" },
            new[] { "Access Blocked", "access_blocked", "blacklisted blocked" },
            new[] { "Please wait", "rate_limited unavailable", "" },
            new[] { "Connection error", "network_error bad_answer bad_signature offline_none offline_expired offline_clock offline_machine offline_invalid", "" }
        };

        /// <summary>`otherwise` is the caption of what has none of its own.</summary>
        public static Explanation Of(Result result, string otherwise = "Login failed")
        {
            var found = Refusals.Where(refusal => Means(refusal, result)).Select(refusal => refusal[0]);
            var caption = found.DefaultIfEmpty(otherwise).First();
            var ends = caption == "Update Required" || caption == "Access Blocked";
            return new Explanation
            {
                Caption = caption,
                Text = result.Message + (result.DownloadUrl == "" ? "" : "\nDownload: " + result.DownloadUrl),
                Next = ends ? "exit" : caption == "Please wait" ? "wait" : "form",
                Seconds = Math.Min(result.RetryAfter == 0 ? 5 : result.RetryAfter, 60)
            };
        }

        private static bool Means(string[] refusal, Result result)
        {
            if (result.Code != "") return refusal[1].Split(' ').Contains(result.Code);
            var words = refusal[2].Split(new[] { ' ' }, StringSplitOptions.RemoveEmptyEntries);
            return words.Any(word => result.Message.IndexOf(word, StringComparison.OrdinalIgnoreCase) >= 0);
        }
    }
    // #endregion
}
