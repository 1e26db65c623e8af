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
using System.Drawing;
using System.Globalization;
using System.IO;
using System.Security.Cryptography;
using System.Text;
using System.Threading.Tasks;
using System.Windows.Forms;

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

    // #region ui
    public static class Sample
    {
        public static LicenseClient NewClient() => new LicenseClient(new ClientOptions
        {
            Origin = Config.ORIGIN,
            ApiKey = Config.API_KEY,
            Version = Config.APP_VERSION,
            HwidSalt = Config.HWID_SALT,
            PublicKeys = new[] { Config.PUBLIC_KEY, Config.NEXT_PUBLIC_KEY },
            TimeoutSeconds = Config.HTTP_TIMEOUT_SECONDS,
            HeartbeatSeconds = Config.HEARTBEAT_SECONDS,
            VerifySeconds = Config.VERIFY_SECONDS,
            MaxVerifyFailures = Config.MAX_VERIFY_FAILURES,
            RetrySeconds = Config.RETRY_SECONDS
        });
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
        private readonly LicenseClient client = Sample.NewClient();
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
            FormClosed += (sender, args) => EndAtOnce();
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
            if (Equals(client.Feature("export"), true)) lines.Add("Export: switched on"); // what was bought decides, not the program
            userInfo.Text = string.Join("\n", lines);
            status.Text = user.Message;
            monitor = new SessionMonitor(client);
            monitor.Start(last => LeaveSession("Your session has expired. Please login again.\n" + last.Message));
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
            var reason = Explanation.Of(result, otherwise);
            if (reason.Next == "exit")
            {
                exitCode = 1;
                MessageBox.Show(this, reason.Text, reason.Caption, MessageBoxButtons.OK, MessageBoxIcon.Error);
                Close();
                return;
            }
            status.Text = reason.Caption + ": " + reason.Text;
            if (reason.Next != "wait") return;
            Enable(false);
            pause.Interval = reason.Seconds * 1000;
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
            // a shutdown of Windows is not to be held up: it may still be called off, else FormClosed follows
            if (mayClose || args.CloseReason == CloseReason.WindowsShutDown) return;
            args.Cancel = true;
            mayClose = true;
            monitor.Stop();
            Hide();
            await client.EndSession();
            Close();
        }

        /// <summary>Where no time was left to wait in the window's own way; else the session has ended already.</summary>
        private void EndAtOnce()
        {
            monitor.Stop();
            client.EndSession().Wait();
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
