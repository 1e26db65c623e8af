using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Runtime.Serialization.Json;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using System.Xml;
using System.Xml.Linq;

namespace Keywright.Test
{
    /// <summary>Obeys one line of JSON after the other and answers each with one. The end of the input is a logout.</summary>
    public static class Conformance
    {
        private static readonly StreamWriter Out = new StreamWriter(Console.OpenStandardOutput(), new UTF8Encoding(false)) { AutoFlush = true, NewLine = "\n" };
        private static readonly StreamReader In = new StreamReader(Console.OpenStandardInput(), new UTF8Encoding(false));
        private static LicenseClient client;
        private static SessionMonitor monitor;
        public static int Run()
        {
            for (var line = In.ReadLine(); line != null; line = In.ReadLine())
            {
                var reader = JsonReaderWriterFactory.CreateJsonReader(Encoding.UTF8.GetBytes(line), new XmlDictionaryReaderQuotas());
                var order = XElement.Load(reader);
                var call = Call(order);
                Say(Text(order, "do"), call == null ? Do(order) : FieldsOf(call.Result));
            }
            if (client != null) client.Logout().Wait();
            return 0;
        }

        private static void Offline(long until) => Say("offline", new Dictionary<string, object> { { "until", until } });
        private static string Text(XElement order, string name) => order.Element(name)?.Value ?? "";
        private static int Number(XElement order, string name, string otherwise = "") => int.Parse(order.Element(name)?.Value ?? otherwise, CultureInfo.InvariantCulture);

        /// <summary>Null: it is no call.</summary>
        private static Task<Result> Call(XElement order)
        {
            string username = Text(order, "username"), password = Text(order, "password"), key = Text(order, "key");
            var given = CancellationOf(Text(order, "cancelAfter"));
            switch (Text(order, "do"))
            {
                case "login": return client.Login(username, password, given);
                case "license": return client.License(key, given);
                case "register": return client.Register(username, password, key, "", given);
                case "redeem": return client.Redeem(key, username, password, given);
                case "verify": return client.Verify(given);
                case "resume": return client.Resume(given);
                case "start": return client.StartSession(given);
                case "heartbeat": return client.Heartbeat(given);
                case "install": return client.Offline.Install(Text(order, "text"));
                default: return null;
            }
        }

        /// <summary>Gives a call up after so many seconds.</summary>
        private static CancellationToken CancellationOf(string seconds)
        {
            if (seconds == "") return CancellationToken.None;
            if (seconds == "0") return new CancellationToken(true);
            return new CancellationTokenSource(TimeSpan.FromSeconds(double.Parse(seconds, CultureInfo.InvariantCulture))).Token;
        }

        /// <summary>The name of the option that cannot be used.</summary>
        private static string Refused(Action work)
        {
            try { work(); }
            catch (ArgumentException e) { return char.ToLowerInvariant(e.ParamName[0]) + e.ParamName.Substring(1); }
            return "";
        }

        private static Dictionary<string, object> Do(XElement order)
        {
            var fields = new Dictionary<string, object>();
            switch (Text(order, "do"))
            {
                case "open": fields["refused"] = Refused(() => client = new LicenseClient(OptionsOf(order))); break;
                case "monitor":
                    Action<Result> lost = result => Say("lost", FieldsOf(result)), status = result => Say("verified", FieldsOf(result));
                    monitor = client.Monitor(lost, Offline, () => Say("online", new Dictionary<string, object>()), status).Result;
                    break;
                case "status":
                    fields["beats"] = monitor?.Beats ?? 0;
                    fields["failures"] = monitor?.Failures ?? 0;
                    fields["clockError"] = (long)client.ClockError();
                    break;
                case "features": fields["features"] = client.Features(); break;
                case "lease":
                    var lease = client.Lease();
                    return new Dictionary<string, object> { { "until", lease.Until }, { "mayStart", lease.MayStart }, { "features", lease.Features } };
                case "request": fields["refused"] = Refused(() => fields["text"] = client.Offline.Request(Text(order, "username"), Text(order, "key"))); break;
                case "feature": fields["value"] = client.Feature(Text(order, "name")); break;
                case "end": monitor?.Stop(); client.EndSession().Wait(); break;
                case "logout": client.Logout().Wait(); break;
            }
            return fields;
        }

        private static ClientOptions OptionsOf(XElement order)
        {
            var options = MostOptionsOf(order);
            if (order.Element("hardwareId") != null) options.HardwareId = Text(order, "hardwareId");
            return options;
        }

        private static ClientOptions MostOptionsOf(XElement order) => new ClientOptions
        {
            Origin = Text(order, "origin"), ApiKey = Text(order, "apiKey"),
            Version = Text(order, "version"), HwidSalt = Text(order, "hwidSalt"),
            OfflineStart = Text(order, "offlineStart") == "true", StoreFolder = Text(order, "storeFolder"),
            PublicKeys = order.Element("publicKeys").Elements().Select(each => each.Value).ToArray(),
            TimeoutSeconds = Number(order, "timeoutSeconds"),
            HeartbeatSeconds = Number(order, "heartbeatSeconds"),
            VerifySeconds = Number(order, "verifySeconds"),
            RetrySeconds = Number(order, "retrySeconds"),
            MaxVerifyFailures = Number(order, "maxVerifyFailures", "3"),
            Retries = Number(order, "retries", "0"), Proxy = Text(order, "proxy"),
            Log = (level, name, fields) => Say("log", new Dictionary<string, object>(fields) { { "level", level }, { "event", name } })
        };

        private static Dictionary<string, object> FieldsOf(Result result) => new Dictionary<string, object>
        {
            { "code", result.Code },
            { "trusted", result.Trusted },
            { "message", result.Message },
            { "retryAfter", result.RetryAfter },
            { "addedDays", result.AddedDays },
            { "userId", result.UserId }, { "requestId", result.RequestId }, { "graceUntil", result.GraceUntil },
            { "offlineUntil", result.OfflineUntil }, { "thrown", ThrownBy(result) }
        };

        private static string ThrownBy(Result result)
        {
            try { return result.OrThrow() == result ? "" : "another result"; }
            catch (KeywrightException e) { return string.Join(" ", e.Code, e.HttpStatus, e.RetryAfter, Json(e.Trusted), e.RequestId, e.Message); }
        }

        private static void Say(string name, Dictionary<string, object> fields)
        {
            lock (Out) Out.WriteLine(Json(new Dictionary<string, object>(fields) { { "is", name } }));
        }

        private static string Json(object value)
        {
            if (value is Dictionary<string, object> members) return "{" + string.Join(",", members.Select(each => Json(each.Key) + ":" + Json(each.Value))) + "}";
            if (value is bool) return (bool)value ? "true" : "false";
            return value is string text ? "\"" + string.Concat(text.Select(Escaped)) + "\"" : Convert.ToString(value, CultureInfo.InvariantCulture);
        }

        private static string Escaped(char letter) => letter < ' ' || letter == '"' || letter == '\\' ? "\\u" + ((int)letter).ToString("x4") : letter.ToString();
    }
}
