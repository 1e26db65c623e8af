/*
 * Keywright sample for C# and Windows Forms: a window to register and log in, which keeps the session alive. One file,
 * no package, for .NET Framework 4.7.2 and later, .NET 8 and later, and mono.
 *
 * Windows:       dotnet new winforms -n LoginSample, remove its .cs files, put this one there, dotnet run
 * Linux, macOS:  mcs LoginSample.cs -r:System.Windows.Forms,System.Drawing,System.Net.Http
 *                    -r:System.Runtime.Serialization,System.Xml,System.Xml.Linq && mono LoginSample.exe
 *
 * The API key identifies your application, it is not a management secret. Still, never put it on a web page or into a
 * public repository. Take LicenseClient and SessionMonitor into your own program; the window below shows their use.
 */
using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Drawing;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Runtime.InteropServices;
using System.Runtime.Serialization.Json;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;
using System.Threading;
using System.Threading.Tasks;
using System.Windows.Forms;
using System.Xml;
using System.Xml.Linq;
using Microsoft.Win32;

namespace Keywright
{
    // #region config
    public static class Config
    {
        public const string API_KEY = "YOUR_API_KEY";
        public const string APP_VERSION = "1.0.0";
        public const string ORIGIN = "http://localhost:3000";
        public const string PUBLIC_KEY = "YOUR_PUBLIC_KEY"; // the server's answers are checked with it
        public const string NEXT_PUBLIC_KEY = "YOUR_NEXT_PUBLIC_KEY"; // the key that will come after it
        public const string HWID_SALT = "keywright-app-0"; // never change it: every user's hardware id would change with it

        public const int HEARTBEAT_SECONDS = 30;
        public const int VERIFY_SECONDS = 300;
        public const int MAX_VERIFY_FAILURES = 3;
        public const int HTTP_TIMEOUT_SECONDS = 30;
        public const int RETRY_SECONDS = 5;
    }
    // #endregion

    // #region hwid
    public static class Hardware
    {
        /// <summary>Names this computer without giving its machine id away: 32 hex digits, or a fallback with its name.</summary>
        public static string Id() => Id(ReadMachineId(), Config.HWID_SALT);

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

        /// <summary>The keys that answers are checked with; none: checking is off.</summary>
        public static string[] PinnedKeys() =>
            new[] { Config.PUBLIC_KEY, Config.NEXT_PUBLIC_KEY }.Where(key => key != "" && !key.StartsWith("YOUR_", StringComparison.Ordinal)).ToArray();

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
    }

    /// <summary>Speaks with the server. No method throws for what the network or the server does; each gives a Result.</summary>
    public sealed class LicenseClient
    {
        private const int MaxAnswerBytes = 64 * 1024;
        private static readonly HttpClient Http = CreateHttp();
        private readonly string hwid = Hardware.Id();
        private readonly object signedLock = new object();
        private string sessionToken = "";
        private string lease = "";
        private SignedTimes lastSigned = new SignedTimes();

        public int UserId { get; set; }

        public async Task<Result> Login(string username, string password)
        {
            var body = new Dictionary<string, object>
            {
                { "username", username.Trim() }, { "password", password }, { "version", Config.APP_VERSION }, { "hwid", hwid }
            };
            var result = await Post("login", body, true, Config.HTTP_TIMEOUT_SECONDS).ConfigureAwait(false);
            if (result.Ok)
            {
                UserId = result.UserId;
                sessionToken = "";
                lease = "";
            }
            return KeepLease(result);
        }

        public Task<Result> Register(string username, string password, string licenseKey, string email)
        {
            var body = new Dictionary<string, object>
            {
                { "username", username.Trim() }, { "password", password }, { "license_key", licenseKey },
                { "version", Config.APP_VERSION }, { "hwid", hwid }
            };
            if (email != "") body["email"] = email;
            return Post("register", body, true, Config.HTTP_TIMEOUT_SECONDS);
        }

        public async Task<Result> Verify()
        {
            var body = new Dictionary<string, object> { { "user_id", UserId } };
            if (sessionToken != "") body["session_token"] = sessionToken;
            return KeepLease(await Post("verify", body, true, Config.HTTP_TIMEOUT_SECONDS).ConfigureAwait(false));
        }

        /// <summary>Makes a fresh token each time: the server takes none twice.</summary>
        public async Task<Result> StartSession()
        {
            var token = "sess_" + RandomHex() + "_" + DateTimeOffset.UtcNow.ToUnixTimeSeconds().ToString(CultureInfo.InvariantCulture);
            sessionToken = token;
            var body = new Dictionary<string, object>
            {
                { "action", "start" }, { "user_id", UserId }, { "session_token", token }, { "hwid", hwid }
            };
            var result = await Post("session/track", body, true, Config.HTTP_TIMEOUT_SECONDS).ConfigureAwait(false);
            if (result.Ok && result.SessionToken != "" && result.SessionToken != token)
            {
                result.Ok = false;
                result.Code = "bad_answer";
                result.Message = "the answer is for another session.";
            }
            return KeepLease(result);
        }

        public Task<Result> Heartbeat()
        {
            var body = new Dictionary<string, object> { { "action", "heartbeat" }, { "session_token", sessionToken } };
            return Post("session/track", body, false, Config.HTTP_TIMEOUT_SECONDS);
        }

        /// <summary>Ends the session if there is one, within 3 seconds: a program that is closing waits for it.</summary>
        public async Task EndSession()
        {
            var token = sessionToken;
            sessionToken = "";
            lease = "";
            if (token == "") return;
            var body = new Dictionary<string, object> { { "action", "end" }, { "session_token", token } };
            await Post("session/track", body, false, 3).ConfigureAwait(false);
        }

        /// <summary>Without an answer: may this user still go on? Only where you switched offline leases on.</summary>
        public bool MayGoOnOffline()
        {
            lock (signedLock) return Signatures.LeaseHolds(lease, UserId, hwid, UnixSeconds(), ServerTime(), Signatures.PinnedKeys());
        }

        /// <summary>How far this computer's clock was from the server's at the last signed answer, in seconds.</summary>
        public double ClockError()
        {
            lock (signedLock) return lastSigned.Clock - lastSigned.Created;
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

        private Result KeepLease(Result result)
        {
            var answer = SessionMonitor.Classify(result);
            if (answer == Meaning.Definitive || answer == Meaning.Other) lease = "";
            else if (answer == Meaning.Ok && result.Lease != "") lease = result.Lease;
            return result;
        }

        /// <summary>What an answer is worth. A refusal that nobody signed keeps its text: a wrong key has to be seen.</summary>
        private Result Judge(Result result, bool hasSignature, long? created)
        {
            if (created.HasValue)
            {
                lock (signedLock)
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
                var uri = new Uri(Config.ORIGIN + "/api/v1/" + path);
                var sent = ToJson(body);
                var keys = isChecked ? Signatures.PinnedKeys() : new string[0];
                var nonce = keys.Length > 0 ? RandomHex() : "";
                using (var request = new HttpRequestMessage(HttpMethod.Post, uri))
                {
                    request.Content = new ByteArrayContent(sent);
                    request.Content.Headers.ContentType = new MediaTypeHeaderValue("application/json");
                    request.Headers.ExpectContinue = false;
                    request.Headers.TryAddWithoutValidation("User-Agent", "keywright-csharp/" + Config.APP_VERSION);
                    request.Headers.TryAddWithoutValidation("X-API-Key", Config.API_KEY);
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
            var retryAfter = Regex.IsMatch(seconds, @"\A[0-9]{1,9}\z") ? int.Parse(seconds, CultureInfo.InvariantCulture) : 0;
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
                DownloadUrl = Member(answer, "download_url", "string")
            };
        }

        private static readonly XElement NoJson = new XElement("none");

        /// <summary>JSON as XML, the way .NET has read it since Framework 4; NoJson when it is none.</summary>
        private static XElement ParseJson(byte[] json)
        {
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

    // #region monitor
    /// <summary>What an answer means for the session; definitive: this user is refused, other: any other refusal.</summary>
    public enum Meaning { Unknown, Ok, Lost, Definitive, Other }

    /// <summary>
    /// Keeps one session alive with two jobs, heartbeats and verifications, on the thread of the window that starts it.
    /// MAX_VERIFY_FAILURES failed verifications in a row end it, nothing else does. A definitive refusal is asked about
    /// again within seconds; without any answer a verification fails only when its whole period has passed, so that a
    /// short outage logs nobody out.
    /// </summary>
    public sealed class SessionMonitor
    {
        private const double MaxPauseSeconds = 900; // how far Retry-After may put things off
        private static readonly int[] BackOffSteps = { 1, 2, 4, 8, 12 }; // times RETRY_SECONDS; the last one from then on
        private static readonly string[] DefinitiveRefusals =
        {
            "account_disabled", "account_paused", "account_banned", "account_expired", "license_expired",
            "license_inactive", "license_paused", "license_banned", "hwid_mismatch", "access_blocked", "user_not_found"
        };
        private readonly LicenseClient client;
        private readonly Random random = new Random(Guid.NewGuid().GetHashCode());
        private readonly System.Windows.Forms.Timer beatTimer = new System.Windows.Forms.Timer();
        private readonly System.Windows.Forms.Timer verifyTimer = new System.Windows.Forms.Timer();
        private Action<string> onLost = message => { };
        private bool isRunning = true;
        private double beatDue;
        private double verifyDue;
        private double periodEnd; // the next point of the grid of verifications
        private double graceLeft = MaxPauseSeconds; // how far Retry-After may still move it
        private bool isAnswered = true; // in this period
        private bool hasRestarted; // in this period
        private int silences; // verifications without an answer, in a row
        private double notBefore;
        private string lastMessage = "";

        public SessionMonitor(LicenseClient client)
        {
            this.client = client;
            beatTimer.Tick += async (sender, args) => await Beat(beatDue);
            verifyTimer.Tick += async (sender, args) => await Verify(verifyDue);
        }

        public int Beats { get; private set; }
        public int Failures { get; private set; }
        public DateTime VerifiedAt { get; private set; } = DateTime.Now;

        /// <summary>Seconds, untouched by changes of the computer's time.</summary>
        public static double Now => Stopwatch.GetTimestamp() / (double)Stopwatch.Frequency;

        /// <summary>Call it once. The jobs start at a random time: computers switched on together don't call together.</summary>
        public void Start(Action<string> whenLost)
        {
            onLost = whenLost;
            periodEnd = Now + RandomBetween(0.5, 1) * Config.VERIFY_SECONDS;
            PlanVerification(periodEnd);
            PlanBeat(Now + RandomBetween(0.5, 1) * Config.HEARTBEAT_SECONDS);
        }

        /// <summary>Takes effect at once; an answer still on its way is ignored.</summary>
        public void Stop()
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

        private static void RunAt(System.Windows.Forms.Timer timer, double due)
        {
            timer.Interval = (int)Math.Max((due - Now) * 1000, 1);
            timer.Start();
        }

        private void PlanBeat(double due)
        {
            beatDue = due;
            RunAt(beatTimer, due);
        }

        private async Task Beat(double due)
        {
            beatTimer.Stop();
            Beats++;
            var result = await client.Heartbeat();
            if (!isRunning) return;
            var answer = Classify(result);
            if (answer == Meaning.Definitive || (answer == Meaning.Lost && !hasRestarted)) VerifySoon();
            var pause = Math.Min(result.RetryAfter, MaxPauseSeconds) * RandomBetween(1, 1.2);
            var intervals = Math.Ceiling((Now + pause - due) / Config.HEARTBEAT_SECONDS);
            PlanBeat(due + Math.Max(intervals, 1) * Config.HEARTBEAT_SECONDS);
        }

        private void PlanVerification(double due)
        {
            verifyTimer.Stop();
            verifyDue = due;
            RunAt(verifyTimer, due);
        }

        /// <summary>Brings the next verification forward, unless it is running or near, or a pause was asked for.</summary>
        private void VerifySoon()
        {
            var due = Math.Max(Now, notBefore);
            if (verifyTimer.Enabled && due < verifyDue - Config.RETRY_SECONDS) PlanVerification(due);
        }

        private async Task Verify(double due)
        {
            verifyTimer.Stop();
            if (due >= periodEnd) EndPeriod(due);
            if (Failures >= Config.MAX_VERIFY_FAILURES)
            {
                await Lose();
                return;
            }
            if (due < notBefore)
            {
                PlanVerification(Math.Min(notBefore, periodEnd));
                return;
            }
            var result = await client.Verify();
            if (isRunning && Classify(result) == Meaning.Lost && !hasRestarted)
            {
                result = await client.StartSession();
                hasRestarted = Classify(result) != Meaning.Unknown;
            }
            if (isRunning) await Settle(result);
        }

        private void EndPeriod(double due)
        {
            var hasSlept = Now > due + Config.VERIFY_SECONDS; // the computer was off, so nothing was missed
            if (!isAnswered && !hasSlept && !client.MayGoOnOffline()) Failures++;
            periodEnd = (hasSlept ? Now : periodEnd) + Config.VERIFY_SECONDS;
            graceLeft = MaxPauseSeconds;
            isAnswered = false;
            hasRestarted = false;
        }

        private async Task Settle(Result result)
        {
            var answer = Classify(result);
            lastMessage = result.Message;
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
            if (Failures >= Config.MAX_VERIFY_FAILURES) await Lose();
            else PlanVerification(answer == Meaning.Definitive ? Now + Config.RETRY_SECONDS : periodEnd);
        }

        /// <summary>Tries again inside the period, after a random wait: many clients must not return together.</summary>
        private void BackOff(int retryAfter)
        {
            var longest = Config.RETRY_SECONDS * BackOffSteps[Math.Min(silences, BackOffSteps.Length - 1)];
            var due = Now + RandomBetween(0.5, 1) * longest;
            silences++;
            notBefore = retryAfter > 0 ? Now + retryAfter * RandomBetween(1, 1.2) : 0;
            if (notBefore > periodEnd)
            {
                var grace = Math.Min(notBefore + Config.HTTP_TIMEOUT_SECONDS - periodEnd, graceLeft);
                periodEnd += grace;
                graceLeft -= grace;
            }
            PlanVerification(Math.Min(Math.Max(due, notBefore), periodEnd));
        }

        private async Task Lose()
        {
            Stop();
            await client.EndSession();
            onLost(lastMessage);
        }
    }
    // #endregion

    // #region ui
    /// <summary>Found by code; by a word in the message only when the answer has no code.</summary>
    public sealed class Refusal
    {
        public readonly string Caption;
        public readonly bool Ends;
        public readonly bool Waits;
        private readonly string[] codes;
        private readonly string[] words;

        private static readonly Refusal[] All =
        {
            new Refusal("Update Required", "version_mismatch", "version update", true, false),
            new Refusal("Hardware Mismatch", "hwid_mismatch", "hardware hwid", false, false),
            new Refusal("Account Expired", "account_expired license_expired", "expired", false, false),
            new Refusal("Account Disabled", "account_disabled account_paused account_banned license_inactive license_paused license_banned", "disabled paused", false, false),
            new Refusal("Access Blocked", "access_blocked", "blacklisted blocked", true, false),
            new Refusal("Please wait", "rate_limited unavailable", "", false, true),
            new Refusal("Connection error", "network_error bad_answer bad_signature", "", false, false)
        };

        private Refusal(string caption, string codes, string words, bool ends, bool waits)
        {
            Caption = caption;
            this.codes = codes.Split(new[] { ' ' }, StringSplitOptions.RemoveEmptyEntries);
            this.words = words.Split(new[] { ' ' }, StringSplitOptions.RemoveEmptyEntries);
            Ends = ends;
            Waits = waits;
        }

        public static Refusal Of(Result result, string otherwise) =>
            All.FirstOrDefault(refusal => refusal.Means(result)) ?? new Refusal(otherwise, "", "", false, false);

        private bool Means(Result result)
        {
            if (result.Code != "") return codes.Contains(result.Code);
            return words.Any(word => result.Message.IndexOf(word, StringComparison.OrdinalIgnoreCase) >= 0);
        }
    }

    /// <summary>The id of the user who logged in last, kept for the next start; nothing else is.</summary>
    public static class SavedUser
    {
        private static string FilePath()
        {
            var data = Environment.GetFolderPath(Environment.SpecialFolder.LocalApplicationData, Environment.SpecialFolderOption.Create);
            using (var sha256 = SHA256.Create())
            {
                var application = sha256.ComputeHash(Encoding.UTF8.GetBytes(Config.ORIGIN + " " + Config.HWID_SALT));
                return Path.Combine(data, "Keywright", Hardware.Hex(application).Substring(0, 16) + ".user");
            }
        }

        /// <summary>0 when there is none.</summary>
        public static int Read()
        {
            try
            {
                int userId;
                return int.TryParse(File.ReadAllText(FilePath()), NumberStyles.None, CultureInfo.InvariantCulture, out userId) ? userId : 0;
            }
            catch (Exception error) when (error is IOException || error is UnauthorizedAccessException)
            {
                return 0;
            }
        }

        /// <summary>0 forgets it. A file that cannot be written costs the convenience, nothing else.</summary>
        public static void Write(int userId)
        {
            try
            {
                var path = FilePath();
                Directory.CreateDirectory(Path.GetDirectoryName(path));
                if (userId == 0) File.Delete(path);
                else File.WriteAllText(path, userId.ToString(CultureInfo.InvariantCulture));
            }
            catch (Exception error) when (error is IOException || error is UnauthorizedAccessException)
            {
            }
        }
    }

    public class LoginForm : Form
    {
        private readonly LicenseClient client = new LicenseClient();
        private readonly Panel loginPanel = new Panel { Name = "loginPanel" };
        private readonly Panel mainPanel = new Panel { Name = "mainPanel" };
        private readonly TextBox username = new TextBox { Name = "username" };
        private readonly TextBox password = new TextBox { Name = "password", UseSystemPasswordChar = true };
        private readonly Button login = new Button { Name = "login", Text = "Login" };
        private readonly TextBox regUsername = new TextBox { Name = "regUsername" };
        private readonly TextBox regPassword = new TextBox { Name = "regPassword", UseSystemPasswordChar = true };
        private readonly TextBox regEmail = new TextBox { Name = "regEmail" };
        private readonly TextBox regLicense = new TextBox { Name = "regLicense" };
        private readonly Button register = new Button { Name = "register", Text = "Register" };
        private readonly Label userInfo = new Label { Name = "userInfo" };
        private readonly Label session = new Label { Name = "session" };
        private readonly Button logout = new Button { Name = "logout", Text = "Logout" };
        private readonly Label status = new Label { Name = "status" };
        private readonly System.Windows.Forms.Timer pause = new System.Windows.Forms.Timer();
        private readonly System.Windows.Forms.Timer refresh = new System.Windows.Forms.Timer { Interval = 200 };
        private SessionMonitor monitor; // of the latest session
        private bool mayClose;
        private int exitCode;

        public LoginForm()
        {
            Text = "Keywright Sample";
            Name = "LoginForm";
            ClientSize = new Size(460, 500);
            StartPosition = FormStartPosition.CenterScreen;
            FormBorderStyle = FormBorderStyle.FixedSingle;
            MaximizeBox = false;
            Lay();
            monitor = new SessionMonitor(client);
            login.Click += async (sender, args) => await LogIn();
            register.Click += async (sender, args) => await RegisterUser();
            logout.Click += async (sender, args) => await LogOut();
            refresh.Tick += (sender, args) => ShowSession();
            pause.Tick += (sender, args) =>
            {
                pause.Stop();
                Enable(true);
            };
            Load += async (sender, args) => await Restore();
            FormClosing += async (sender, args) => await CloseSession(args);
        }

        /// <summary>The exit code of the program: 1 when the server refused this program or this computer.</summary>
        public int ExitCode() => exitCode;

        private void Lay()
        {
            loginPanel.SetBounds(0, 0, 460, 420);
            mainPanel.SetBounds(0, 0, 460, 420);
            loginPanel.Controls.Add(Form("Login", 16, login, new[] { "Username", "Password" }, username, password));
            loginPanel.Controls.Add(Form("Register", 166, register, new[] { "Username", "Password", "Email (optional)", "License Key" }, regUsername, regPassword, regEmail, regLicense));
            userInfo.SetBounds(24, 24, 412, 110);
            session.SetBounds(24, 144, 412, 70);
            logout.SetBounds(24, 224, 110, 30);
            mainPanel.Controls.AddRange(new Control[] { userInfo, session, logout });
            mainPanel.Visible = false;
            status.SetBounds(20, 424, 420, 68);
            Controls.AddRange(new Control[] { loginPanel, mainPanel, status });
            AcceptButton = login;
            foreach (var field in new[] { regUsername, regPassword, regEmail, regLicense }) field.Enter += (sender, args) => AcceptButton = register;
            foreach (var field in new[] { username, password }) field.Enter += (sender, args) => AcceptButton = login;
        }

        private static GroupBox Form(string title, int top, Button button, string[] labels, params TextBox[] fields)
        {
            var box = new GroupBox { Text = title };
            box.SetBounds(16, top, 428, 70 + fields.Length * 34);
            for (var i = 0; i < fields.Length; i++)
            {
                var label = new Label { Text = labels[i] };
                label.SetBounds(14, 30 + i * 34, 120, 20);
                fields[i].SetBounds(140, 26 + i * 34, 272, 24);
                fields[i].TabIndex = i;
                box.Controls.Add(label);
                box.Controls.Add(fields[i]);
            }
            button.SetBounds(302, 28 + fields.Length * 34, 110, 30);
            button.TabIndex = fields.Length;
            box.Controls.Add(button);
            return box;
        }

        private async Task LogIn()
        {
            if (username.Text.Trim() == "" || password.Text == "")
            {
                status.Text = "Please enter both username and password.";
                return;
            }
            Enable(false);
            var user = await client.Login(username.Text, password.Text);
            var verified = user.Ok ? await client.Verify() : user;
            var started = verified.Ok ? await client.StartSession() : verified;
            if (verified.Ok && !started.Ok) await client.EndSession(); // perhaps only its answer was lost
            Enable(true);
            if (!user.Ok)
            {
                Refuse(user, "Login failed");
            }
            else if (!verified.Ok)
            {
                Clear(username, password);
                status.Text = "Session verification failed. Please try logging in again.\n" + verified.Message;
            }
            else if (!started.Ok)
            {
                Refuse(started, "Login failed");
            }
            else
            {
                SavedUser.Write(user.UserId);
                Serve(user, "Username: " + user.Username, "Email: " + (user.Email == "" ? "Not provided" : user.Email));
            }
        }

        /// <summary>Goes on for the user of the last time, if the server still knows him; else shows the empty form.</summary>
        private async Task Restore()
        {
            client.UserId = SavedUser.Read();
            if (client.UserId == 0) return;
            Enable(false);
            var verified = await client.Verify();
            var started = verified.Ok ? await client.StartSession() : verified;
            if (!started.Ok) await client.EndSession();
            Enable(true);
            if (started.Ok) Serve(new Result { UserId = client.UserId, Message = verified.Message }, "Restored from the last login");
            else SavedUser.Write(0);
        }

        /// <summary>Shows the main panel: in its place goes what your program does for a user who is logged in.</summary>
        private void Serve(Result user, params string[] who)
        {
            Clear(password);
            var lines = new List<string> { "User ID: " + user.UserId };
            lines.AddRange(who);
            lines.Add("Logged in: " + DateTime.Now);
            if (user.Username != "") lines.Add("Expires: " + ShownExpiry(user.ExpiresAt));
            userInfo.Text = string.Join("\n", lines);
            status.Text = user.Message;
            monitor = new SessionMonitor(client);
            monitor.Start(message => LeaveSession("Your session has expired. Please login again.\n" + message));
            refresh.Start();
            ShowSession();
            ShowPanel(mainPanel);
        }

        private static string ShownExpiry(string expiresAt)
        {
            // beyond the year 9999 lies "never" as seen from another time zone
            if (expiresAt == "" || expiresAt.StartsWith("9999", StringComparison.Ordinal) || expiresAt[0] == '+') return "Never";
            DateTimeOffset time;
            var isTime = DateTimeOffset.TryParse(expiresAt, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out time);
            return isTime ? time.LocalDateTime.ToString() : expiresAt;
        }

        private void ShowSession()
        {
            var lines = new List<string> { "Heartbeats sent: " + monitor.Beats, "Last verification: " + monitor.VerifiedAt, "Failures in a row: " + monitor.Failures };
            var clockError = Math.Round(Math.Abs(client.ClockError()));
            if (clockError > 300) lines.Add("Clock: " + clockError + " seconds off");
            session.Text = string.Join("\n", lines);
        }

        private void ShowPanel(Panel panel)
        {
            loginPanel.Visible = panel == loginPanel;
            mainPanel.Visible = panel == mainPanel;
        }

        private async Task LogOut()
        {
            Enable(false);
            monitor.Stop();
            await client.EndSession();
            Enable(true);
            LeaveSession("You have been logged out.");
        }

        private void LeaveSession(string text)
        {
            SavedUser.Write(0);
            refresh.Stop();
            status.Text = text;
            ShowPanel(loginPanel);
        }

        private async Task RegisterUser()
        {
            if (regUsername.Text.Trim() == "" || regPassword.Text == "" || regLicense.Text.Trim() == "")
            {
                status.Text = "Please fill in all required fields (Username, Password, License Key)";
                return;
            }
            Enable(false);
            var result = await client.Register(regUsername.Text, regPassword.Text, regLicense.Text.Trim(), regEmail.Text.Trim());
            Enable(true);
            if (!result.Ok)
            {
                Refuse(result, "Registration failed");
                return;
            }
            username.Text = regUsername.Text;
            Clear(password, regPassword, regEmail, regLicense);
            status.Text = result.Message;
        }

        /// <summary>Shows why something was refused and does what follows from that.</summary>
        private void Refuse(Result result, string otherwise)
        {
            var refusal = Refusal.Of(result, otherwise);
            var text = result.Message + (result.DownloadUrl == "" ? "" : "\nDownload: " + result.DownloadUrl);
            if (refusal.Ends)
            {
                exitCode = 1;
                MessageBox.Show(this, text, refusal.Caption, MessageBoxButtons.OK, MessageBoxIcon.Error);
                Close();
                return;
            }
            status.Text = refusal.Caption + ": " + text;
            if (!refusal.Waits) return;
            Enable(false);
            pause.Interval = Math.Min(result.RetryAfter == 0 ? 5 : result.RetryAfter, 60) * 1000;
            pause.Start();
        }

        private static void Clear(params TextBox[] fields)
        {
            foreach (var field in fields) field.Text = "";
        }

        private void Enable(bool isEnabled)
        {
            foreach (var button in new[] { login, register, logout }) button.Enabled = isEnabled;
        }

        /// <summary>Ends the session, which takes 3 seconds at most, before the window closes.</summary>
        private async Task CloseSession(FormClosingEventArgs args)
        {
            if (mayClose) return;
            args.Cancel = true;
            mayClose = true;
            monitor.Stop();
            Hide();
            await client.EndSession();
            Close();
        }
    }
    // #endregion

    public static class Program
    {
        [STAThread]
        public static int Main()
        {
            Application.EnableVisualStyles();
            Application.SetCompatibleTextRenderingDefault(false);
            var form = new LoginForm();
            Application.Run(form);
            return form.ExitCode();
        }
    }
}
