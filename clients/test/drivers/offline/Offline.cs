/* Takes the C# library: `offline.exe - <origin> <api key> <salt> <public key>` makes the calls it is told. */
using System;
using System.Globalization;
using System.Linq;
using System.Text;
using System.Threading.Tasks;

namespace Keywright.Test
{
    public static class Offline
    {
        private static LicenseClient client = new LicenseClient(new ClientOptions { Origin = "-", ApiKey = "-", Version = "-", HwidSalt = "-" });

        private static Action stop = () => { };

        public static void Main(string[] args)
        {
            for (var line = Console.ReadLine(); line != null; line = Console.ReadLine())
            {
                var parts = line.Split(' ');
                var words = parts.Skip(1).Select(word => Encoding.UTF8.GetString(Convert.FromBase64String(word))).ToArray();
                var said = Call(args, parts[0], words).Result;
                Print("= " + said);
            }
        }

        private static async Task<string> Call(string[] args, string name, string[] words)
        {
            switch (name)
            {
                case "new":
                    client = new LicenseClient(OptionsOf(args, words[0] == "yes", words[1]));
                    return "done";
                case "login":
                    return Says(await client.Login(words[0], words[1]));
                case "license":
                    return Says(await client.License(words[0]));
                case "resume":
                    return Says(await client.Resume());
                case "monitor":
                    stop = (await client.Monitor(result => Print("! lost " + result.Code), until => Print("! offline " + until), () => Print("! online"))).Stop;
                    return "done";
                case "logout":
                    await client.Logout();
                    return "done";
                case "end":
                    stop();
                    await client.EndSession();
                    return "done";
                default:
                    var value = client.Feature(words[0]);
                    return value is bool ? value.ToString().ToLowerInvariant() : "null";
            }
        }

        private static ClientOptions OptionsOf(string[] args, bool offlineStart, string folder) => new ClientOptions
        {
            Origin = args[1],
            ApiKey = args[2],
            HwidSalt = args[3],
            PublicKeys = new[] { args[4] },
            Version = "1.0",
            TimeoutSeconds = 5,
            HeartbeatSeconds = 1,
            VerifySeconds = 2,
            RetrySeconds = 1,
            OfflineStart = offlineStart,
            StoreFolder = folder == "" ? null : folder
        };

        private static string Says(Result result) =>
            string.Format(CultureInfo.InvariantCulture, "{0} {1} {2}", result.Code, result.Ok ? "true" : "false", result.OfflineUntil);

        private static void Print(string line)
        {
            lock (Console.Out)
            {
                Console.Out.WriteLine(line);
                Console.Out.Flush();
            }
        }
    }
}
