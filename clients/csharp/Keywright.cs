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
            var id = machineId.Trim(' ', '\t', '\r', '\n', '\0').ToLowerInvariant();
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

        public static string Hex(byte[] bytes) => BitConverter.ToString(bytes).Replace("-", "").ToLowerInvariant();

        /// <summary>The id of this installation of the operating system, readable without administrator rights; or "".</summary>
        private static string ReadMachineId()
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

        private const string LeaseHeader = @"\A\{""alg"":""RS256"",""typ"":""lic\+jwt"",""kid"":""app_([0-9]+)\.rs256\.[0-9]+""\}\z";
        private const string LeaseClaims =
            @"\A\{""iss"":""[ !#-\[\]-~]*"",""aud"":""app:([0-9]+)"",""sub"":""([0-9]+)"",""jti"":""[0-9a-f-]{36}"",""iat"":[0-9]{1,12}," +
            @"""nbf"":[0-9]{1,12},""exp"":([0-9]{1,12}),""hwid"":""([A-Za-z0-9_-]{43})""(?:,""lic"":""[A-Za-z0-9_-]{43}"")?,""ver"":1\}\z";
        private const int MaxClockStepBackSeconds = 3600;

        /// <summary>
        /// Whether the server allowed this user on this computer to go on without it until now. The mark is the latest
        /// time that the server is known to have had: setting the clock back does not lengthen a lease.
        /// </summary>
        public static bool LeaseHolds(string lease, int userId, string hwid, double clock, double mark, string[] keys)
        {
            var parts = Regex.Match(lease, @"\A([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{341}[AQgw])\z").Groups;
            if (!parts[3].Success || !IsSigned(parts[1].Value + "." + parts[2].Value, FromBase64Url(parts[3].Value), keys)) return false;
            var header = Regex.Match(Encoding.ASCII.GetString(FromBase64Url(parts[1].Value)), LeaseHeader).Groups;
            var claims = Regex.Match(Encoding.ASCII.GetString(FromBase64Url(parts[2].Value)), LeaseClaims).Groups;
            if (!header[1].Success || !claims[4].Success || claims[1].Value != header[1].Value) return false;
            if (claims[2].Value != userId.ToString(CultureInfo.InvariantCulture)) return false;
            var device = Sha256(Encoding.UTF8.GetBytes("app_" + claims[1].Value + "|" + hwid));
            if (claims[4].Value != Convert.ToBase64String(device).TrimEnd('=').Replace('+', '-').Replace('/', '_')) return false;
            return clock >= mark - MaxClockStepBackSeconds && Math.Max(clock, mark) < long.Parse(claims[3].Value, CultureInfo.InvariantCulture);
        }

        /// <summary>What base64url text without padding stands for; nothing when it is none.</summary>
        private static byte[] FromBase64Url(string text)
        {
            if (text.Length % 4 == 1) return new byte[0];
            return Convert.FromBase64String(text.Replace('-', '+').Replace('_', '/') + new string('=', (4 - text.Length % 4) % 4));
        }
    }
    // #endregion

    // #region http
    /// <summary>
    /// What a call came to. Codes made here: network_error (no answer), bad_answer, bad_signature (not to be trusted).
    /// </summary>
    public sealed class Result
    {
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
        public Dictionary<string, object> Features = Session.NoFeatures;
        public int AddedDays; // of a redeemed key
    }

    /// <summary>
    /// Origin, ApiKey, Version, HwidSalt and PublicKeys as the dashboard shows them for your application; the others in
    /// seconds but for the failures. The server expects a heartbeat at least every 90 seconds.
    /// </summary>
    public sealed class ClientOptions
    {
        public string Origin = "";
        public string ApiKey = "";
        public string Version = "";
        public string HwidSalt = "";
        public string[] PublicKeys = new string[0];
        public int TimeoutSeconds = 30;
        public int HeartbeatSeconds = 30;
        public int VerifySeconds = 300;
        public int MaxVerifyFailures = 3;
        public int RetrySeconds = 5;

        /// <summary>Throws for what is missing: without it no call could work.</summary>
        public void Check()
        {
            Check("Origin", Origin != "");
            Check("ApiKey", ApiKey != "");
            Check("Version", Version != "");
            Check("HwidSalt", HwidSalt != "");
            Check("TimeoutSeconds", TimeoutSeconds > 0);
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
        public Task Starting = Task.FromResult(true); // done unless a start is on its way
        public bool HasEnded;
    }

    /// <summary>
    /// Speaks with the server. No method throws for what the network or the server does; each gives a Result. Where a
    /// session may be named, the one of the latest login is meant otherwise.
    /// </summary>
    public sealed class LicenseClient
    {
        private const string Client = "keywright-csharp/0.1.0"; // this library, as the server's statistics call it
        private const int MaxAnswerBytes = 64 * 1024;
        private const int MaxDeviceName = 64;
        private const int MaxEndSeconds = 3;
        private static readonly HttpClient Http = CreateHttp();
        private readonly string[] pinnedKeys;
        private readonly string hwid;
        private readonly object gate = new object();
        private Session current = new Session();
        private Task ending = Task.FromResult(true);
        private SignedTimes lastSigned = new SignedTimes();
        private Action stopMonitor = () => { };

        public LicenseClient(ClientOptions options)
        {
            options.Check();
            Options = options;
            pinnedKeys = options.PinnedKeys();
            hwid = Hardware.Id(options.HwidSalt);
        }

        public ClientOptions Options { get; }

        public int UserId
        {
            get { return CurrentSession().UserId; }
            set { CurrentSession().UserId = value; }
        }

        public async Task<Result> Login(string username, string password)
        {
            var body = WithDevice(new Dictionary<string, object> { { "username", username.Trim() }, { "password", password } });
            return Begin(await Post("login", body, true, Options.TimeoutSeconds).ConfigureAwait(false));
        }

        /// <summary>For software without usernames: the key is all that is typed. Needs License login in the settings.</summary>
        public async Task<Result> License(string licenseKey)
        {
            var body = WithDevice(new Dictionary<string, object> { { "license_key", licenseKey.Trim() } });
            return Begin(await Post("license", body, true, Options.TimeoutSeconds).ConfigureAwait(false));
        }

        public Task<Result> Register(string username, string password, string licenseKey = "", string email = "")
        {
            var body = new Dictionary<string, object> { { "username", username.Trim() }, { "password", password } };
            if (licenseKey != "") body["license_key"] = licenseKey;
            if (email != "") body["email"] = email;
            return Post("register", WithDevice(body), true, Options.TimeoutSeconds);
        }

        /// <summary>Adds the time of another key: of the user who is logged in or, after the access has ended, by name and password.</summary>
        public async Task<Result> Redeem(string licenseKey, string username = "", string password = "")
        {
            var session = CurrentSession();
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
            var result = await Post("redeem", body, true, Options.TimeoutSeconds).ConfigureAwait(false);
            return result.Ok && username == "" ? Keep(session, result) : result; // a refusal is about the key
        }

        public Task<Result> Verify() => Verify(CurrentSession());

        public async Task<Result> Verify(Session session)
        {
            var body = new Dictionary<string, object> { { "user_id", session.UserId } };
            var token = session.Token;
            if (token != "") body["session_token"] = token;
            return Keep(session, await Post("verify", body, true, Options.TimeoutSeconds).ConfigureAwait(false));
        }

        /// <summary>Makes a fresh token each time: the server takes none twice.</summary>
        public Task<Result> StartSession() => StartSession(CurrentSession());

        /// <summary>A session that ends meanwhile stays ended.</summary>
        public async Task<Result> StartSession(Session session)
        {
            var token = "sess_" + RandomHex() + "_" + DateTimeOffset.UtcNow.ToUnixTimeSeconds().ToString(CultureInfo.InvariantCulture);
            var started = new TaskCompletionSource<bool>();
            lock (gate)
            {
                if (session.HasEnded) return new Result();
                session.Token = token;
                session.Starting = started.Task;
            }
            var body = new Dictionary<string, object>
            {
                { "action", "start" }, { "user_id", session.UserId }, { "session_token", token }, { "hwid", hwid }
            };
            var result = await Post("session/track", body, true, Options.TimeoutSeconds).ConfigureAwait(false);
            if (result.Ok && result.SessionToken != "" && result.SessionToken != token)
            {
                result.Ok = false;
                result.Code = "bad_answer";
                result.Message = "the answer is for another session.";
            }
            var answer = SessionMonitor.Classify(Keep(session, result));
            // whoever ended the session without waiting for this took its token
            var isMine = session.Token == token;
            started.SetResult(true);
            if (!isMine && (answer == Meaning.Ok || answer == Meaning.Unknown)) await End(token, MaxEndSeconds).ConfigureAwait(false);
            return result;
        }

        public Task<Result> Heartbeat() => Heartbeat(CurrentSession());

        public Task<Result> Heartbeat(Session session)
        {
            var body = new Dictionary<string, object> { { "action", "heartbeat" }, { "session_token", session.Token } };
            return Post("session/track", body, false, Options.TimeoutSeconds);
        }

        /// <summary>Ends the session if there is one, within 3 seconds: a program that is closing waits for it.</summary>
        public Task EndSession() => EndSession(CurrentSession());

        /// <summary>Whoever comes second waits until it has ended.</summary>
        public Task EndSession(Session session)
        {
            lock (gate)
            {
                var hasBegun = session.Token != "" && !session.HasEnded;
                session.HasEnded = true;
                session.Lease = "";
                if (session == current) current = new Session { UserId = session.UserId };
                if (hasBegun) ending = Task.WhenAll(ending, Leave(session));
                return ending;
            }
        }

        /// <summary>A start on its way is waited for first: the server can end only what has begun.</summary>
        private async Task Leave(Session session)
        {
            var start = SessionMonitor.Now;
            await Task.WhenAny(session.Starting, Task.Delay((MaxEndSeconds - 1) * 1000)).ConfigureAwait(false);
            var token = session.Token;
            session.Token = "";
            var secondsLeft = MaxEndSeconds - (int)Math.Round(SessionMonitor.Now - start);
            await End(token, Math.Max(secondsLeft, 1)).ConfigureAwait(false);
        }

        /// <summary>The session of the latest login; before it and after its end an empty one.</summary>
        public Session CurrentSession()
        {
            lock (gate) return current;
        }

        /// <summary>What the user has bought: Equals(client.Feature("export"), true) switches a function on. "": not bought.</summary>
        public object Feature(string name) => CurrentSession().Features.TryGetValue(name, out var value) ? value : "";

        /// <summary>All that the user has bought.</summary>
        public Dictionary<string, object> Features() => new Dictionary<string, object>(CurrentSession().Features);

        /// <summary>
        /// Keeps the session alive in the background; `lost` gets the result that ended it, in the context of the caller
        /// (the thread of the window), else on a thread of the monitor. Starts the session first where that was not done:
        /// a start that is refused, or not answered, is a loss too.
        /// </summary>
        public async Task<SessionMonitor> Monitor(Action<Result> lost)
        {
            var monitor = new SessionMonitor(this);
            stopMonitor();
            stopMonitor = monitor.Stop;
            var session = CurrentSession();
            var started = session.Token == "" ? await StartSession(session) : new Result { Ok = true };
            if (started.Ok)
            {
                if (session == CurrentSession()) monitor.Start(lost); // else logged out meanwhile
                return monitor;
            }
            await EndSession(session); // perhaps it did start and only the answer was lost
            lost(started);
            return monitor;
        }

        /// <summary>Stops the monitor and ends the session, within 3 seconds.</summary>
        public Task Logout()
        {
            stopMonitor();
            return EndSession();
        }

        /// <summary>Without an answer: may this user still go on? Only where you switched offline leases on.</summary>
        public bool MayGoOnOffline(Session session)
        {
            lock (gate) return Signatures.LeaseHolds(session.Lease, session.UserId, hwid, UnixSeconds(), ServerTime(), pinnedKeys);
        }

        /// <summary>How far this computer's clock was from the server's at the last signed answer, in seconds.</summary>
        public double ClockError()
        {
            lock (gate) return lastSigned.Clock - lastSigned.Created;
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
        private Result Begin(Result result)
        {
            if (!result.Ok) return Keep(CurrentSession(), result);
            var session = new Session { UserId = result.UserId };
            lock (gate)
            {
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
                var isSigned = answer == Meaning.Ok && pinnedKeys.Length > 0;
                if (isSigned && result.Features != Session.NoFeatures) session.Features = result.Features;
            }
            return result;
        }

        private Task<Result> End(string token, int timeoutSeconds)
        {
            var body = new Dictionary<string, object> { { "action", "end" }, { "session_token", token } };
            return Post("session/track", body, false, timeoutSeconds);
        }

        /// <summary>What an answer is worth. A refusal that nobody signed keeps its text: a wrong key has to be seen.</summary>
        private Result Judge(Result result, bool hasSignature, long? created)
        {
            if (created.HasValue)
            {
                lock (gate)
                {
                    var mark = Math.Max(created.Value, ServerTime());
                    lastSigned = new SignedTimes { Created = created.Value, Mark = mark, Clock = UnixSeconds(), At = SessionMonitor.Now };
                }
                return result;
            }
            result.Trusted = false;
            if (result.Code == "bad_answer" || (!result.Ok && !hasSignature)) return result;
            return new Result { Code = "bad_signature", Message = "the server's answer could not be verified.", HttpStatus = result.HttpStatus, RetryAfter = result.RetryAfter };
        }

        private static HttpClient CreateHttp()
        {
            // a redirect would take the key to another host
            var handler = new HttpClientHandler { AllowAutoRedirect = false, UseCookies = false, MaxConnectionsPerServer = 8 };
            // mono would speak TLS 1.0 and 1.1 too, and knows nothing newer; others know best what the system allows
            if (Type.GetType("Mono.Runtime") != null) handler.SslProtocols = SslProtocols.Tls12;
            return new HttpClient(handler) { Timeout = Timeout.InfiniteTimeSpan };
        }

        /// <summary>One try, never more: whoever calls decides about the next.</summary>
        private async Task<Result> Post(string path, Dictionary<string, object> body, bool isChecked, int timeoutSeconds)
        {
            using (var cancellation = new CancellationTokenSource())
            {
                var call = Task.Run(() => Send(path, body, isChecked, cancellation.Token));
                var isInTime = await Task.WhenAny(call, Task.Delay(timeoutSeconds * 1000)).ConfigureAwait(false) == call;
                if (isInTime) return await call.ConfigureAwait(false);
                cancellation.Cancel();
                return new Result { Code = "network_error", Message = "no answer within " + timeoutSeconds + " seconds" };
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
                    using (var response = await Http.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, cancellation).ConfigureAwait(false))
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
                Features = ToFeatures(answer),
                AddedDays = int.TryParse(Member(answer, "added_days", "number"), NumberStyles.None, CultureInfo.InvariantCulture, out var days) ? days : 0
            };
        }

        private static Dictionary<string, object> ToFeatures(XElement answer)
        {
            var member = answer.Element("features");
            if (member == null || member.Attribute("type")?.Value != "object") return Session.NoFeatures;
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

        public SessionMonitor(LicenseClient client)
        {
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
            PlanVerification(periodEnd);
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

        private async Task Beat(double due)
        {
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
            var result = await client.Verify(session);
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
            if (!isAnswered && !hasSlept && !client.MayGoOnOffline(session)) Failures++;
            periodEnd = (hasSlept ? Now : periodEnd) + options.VerifySeconds;
            graceLeft = MaxPauseSeconds;
            isAnswered = false;
            hasRestarted = false;
        }

        private async Task Settle(Result result)
        {
            var answer = Classify(result);
            lastResult = result;
            if (answer == Meaning.Unknown)
            {
                BackOff(result.RetryAfter);
                return;
            }
            isAnswered = true;
            silences = 0;
            notBefore = 0;
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
            new[] { "Connection error", "network_error bad_answer bad_signature", "" }
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
