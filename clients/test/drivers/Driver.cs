using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using System.Windows.Forms;

namespace Keywright.Test
{
    /// <summary>
    /// Takes the C# sample as a library: without an argument it drives the window, with "vectors" its functions, with
    /// "conform" its client.
    /// </summary>
    public static class Driver
    {
        private static readonly ConcurrentQueue<string> Commands = new ConcurrentQueue<string>();
        private static readonly Dictionary<string, string> Shown = new Dictionary<string, string>();
        private static readonly StreamWriter Out = new StreamWriter(Console.OpenStandardOutput(), new UTF8Encoding(false)) { AutoFlush = true, NewLine = "\n" };
        private static readonly StreamReader In = new StreamReader(Console.OpenStandardInput(), new UTF8Encoding(false));
        private static LoginForm form;

        [STAThread]
        public static int Main(string[] args)
        {
            if (args.Length > 0 && args[0] == "vectors") return Vectors();
            if (args.Length > 0 && args[0] == "conform") return Conformance.Run();
            // mono would show what goes wrong in a window of its own, and wait there for a click
            Application.SetUnhandledExceptionMode(UnhandledExceptionMode.ThrowException);
            Application.EnableVisualStyles();
            Application.SetCompatibleTextRenderingDefault(false);
            form = new LoginForm();
            var timer = new System.Windows.Forms.Timer { Interval = 20 };
            timer.Tick += (sender, e) => Tick();
            timer.Start();
            new Thread(Read) { IsBackground = true }.Start();
            Application.Run(form);
            return form.ExitCode();
        }

        private static void Read()
        {
            for (var line = In.ReadLine(); line != null; line = In.ReadLine()) Commands.Enqueue(line);
        }

        private static void Tick()
        {
            string line;
            while (!form.IsDisposed && Commands.TryDequeue(out line)) Obey(line.Split(new[] { ' ' }, 3));
            if (!form.IsDisposed) Look();
        }

        private static Control Find(string name) => form.Controls.Find(name, true).Single();

        private static Form Box() => Application.OpenForms.Cast<Form>().FirstOrDefault(each => each != form);

        private static void Obey(string[] words)
        {
            switch (words[0])
            {
                case "set":
                    Find(words[1]).Text = words[2];
                    break;
                case "click":
                    Find("status").Text = "";
                    Shown.Remove("status");
                    Shown.Remove("ready");
                    ((Button)Find(words[1])).PerformClick();
                    break;
                case "status":
                    Out.WriteLine(Find("session").Text);
                    break;
                case "accept":
                    ((Button)Box().AcceptButton ?? Box().Controls.OfType<Button>().First()).PerformClick();
                    break;
                case "shutdown":
                    ShutDown(words[1]);
                    break;
                case "close":
                    form.Close();
                    break;
            }
        }

        /// <summary>Windows asks every window first. When all agree it tells them, and waits for no message after that.</summary>
        private static void ShutDown(string step)
        {
            var closing = new FormClosingEventArgs(CloseReason.WindowsShutDown, false);
            if (step == "asks")
            {
                Raise("OnFormClosing", closing);
                Out.WriteLine(closing.Cancel ? "[shutdown] is held up" : "[shutdown] may go on");
            }
            else
            {
                Raise("OnFormClosed", new FormClosedEventArgs(CloseReason.WindowsShutDown));
                Environment.Exit(0);
            }
        }

        private static void Raise(string name, EventArgs args)
        {
            var method = typeof(Form).GetMethod(name, System.Reflection.BindingFlags.NonPublic | System.Reflection.BindingFlags.Instance);
            method.Invoke(form, new object[] { args });
        }

        private static void Look()
        {
            var box = Box();
            var panel = Find("mainPanel").Visible ? "[main]" : Find("loginPanel").Visible ? "[login]" : "";
            Show("info", panel == "[main]" ? Find("userInfo").Text : "");
            Show("status", Find("status").Text);
            Show("box", box == null ? "" : "[box] " + box.Text + ": " + TextOf(box));
            Show("ready", Find("login").Enabled && box == null ? panel : "");
        }

        /// <summary>mono's message box paints its text, and keeps it in a field.</summary>
        private static string TextOf(Form box)
        {
            var fields = box.GetType().GetFields(System.Reflection.BindingFlags.NonPublic | System.Reflection.BindingFlags.Instance);
            return Convert.ToString(fields.Single(each => each.Name == "msgbox_text").GetValue(box));
        }

        private static void Show(string name, string text)
        {
            string before;
            Shown.TryGetValue(name, out before);
            if (text != "" && text != before) Out.WriteLine(text);
            Shown[name] = text;
        }

        private static string Decode(string text) => Encoding.UTF8.GetString(Convert.FromBase64String(text));

        private static int Vectors()
        {
            for (var line = In.ReadLine(); line != null; line = In.ReadLine())
            {
                var words = line.Split(' ');
                switch (words[0])
                {
                    case "hwid":
                        Out.WriteLine(Hardware.Id(Decode(words[1]), Decode(words[2])));
                        break;
                    case "component":
                        var component = Hardware.Component(Decode(words[1]), Decode(words[2]), Decode(words[3]));
                        Out.WriteLine(component == "" ? "None" : component);
                        break;
                    case "files":
                        Out.WriteLine(Hardware.Id(Hardware.FirstMachineId(Decode(words[2]), Decode(words[3])), Decode(words[1])));
                        break;
                    case "signed":
                        var headers = words.Skip(7).Select(each => each == "-" ? "" : Decode(each)).ToArray();
                        var sent = Convert.FromBase64String(words[4]);
                        var body = Convert.FromBase64String(words[6]);
                        var status = int.Parse(words[5], CultureInfo.InvariantCulture);
                        var created = Signatures.SignedAt(words[1].Split(','), Decode(words[2]), words[3], sent, status, body, headers[0], headers[1]);
                        Out.WriteLine(created.HasValue ? created.Value.ToString(CultureInfo.InvariantCulture) : "None");
                        break;
                    case "lease":
                        var numbers = words.Skip(5).Select(each => double.Parse(each, CultureInfo.InvariantCulture)).ToArray();
                        var userId = int.Parse(words[3], CultureInfo.InvariantCulture);
                        var holds = Signatures.LeaseHolds(Decode(words[2]), userId, Decode(words[4]), numbers[0], numbers[1], words[1].Split(','));
                        Out.WriteLine(holds ? "holds" : "refused");
                        break;
                    case "values":
                        var values = new[] { Config.API_KEY, Config.APP_VERSION, Config.ORIGIN, Config.PUBLIC_KEY, Config.NEXT_PUBLIC_KEY, Config.HWID_SALT };
                        foreach (var value in values) Out.WriteLine(Convert.ToBase64String(Encoding.UTF8.GetBytes(value)));
                        break;
                }
            }
            return 0;
        }
    }
}
