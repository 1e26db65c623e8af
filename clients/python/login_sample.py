"""Keywright sample for Python 3.8 and later: a window to register and log in, which keeps the session alive.

One file, standard library only (on Debian and Ubuntu Tkinter is the package python3-tk).

Windows:       py login_sample.py
Linux, macOS:  python3 login_sample.py

The API key identifies your application, it is not a management secret. Still, never put it on a web page or into a
public repository. Take LicenseClient and SessionMonitor into your own program; the window below shows their use.
"""
import queue
import signal
import sys
import threading
import tkinter as tk
from datetime import datetime
from tkinter import messagebox, ttk
from keywright import LicenseClient, SessionMonitor, explain

# #region config
API_KEY = "YOUR_API_KEY"
APP_VERSION = "1.0.0"
ORIGIN = "http://localhost:3000"
PUBLIC_KEY = "YOUR_PUBLIC_KEY"  # the server's answers are checked with it
NEXT_PUBLIC_KEY = "YOUR_NEXT_PUBLIC_KEY"  # the key that will come after it
HWID_SALT = "keywright-app-0"  # never change it: the hardware id of every user would change with it

HEARTBEAT_SECONDS = 30
VERIFY_SECONDS = 300
MAX_VERIFY_FAILURES = 3
HTTP_TIMEOUT_SECONDS = 30
RETRY_SECONDS = 5
# #endregion


# #region ui
def new_client():
    return LicenseClient(
        origin=ORIGIN,
        api_key=API_KEY,
        version=APP_VERSION,
        hwid_salt=HWID_SALT,
        public_keys=(PUBLIC_KEY, NEXT_PUBLIC_KEY),
        timeout_seconds=HTTP_TIMEOUT_SECONDS,
        heartbeat_seconds=HEARTBEAT_SECONDS,
        verify_seconds=VERIFY_SECONDS,
        max_verify_failures=MAX_VERIFY_FAILURES,
        retry_seconds=RETRY_SECONDS,
    )


def shown_expiry(expires_at):
    # beyond the year 9999 lies "never" as seen from another time zone
    if not expires_at or expires_at.startswith(("9999", "+")):
        return "Never"
    try:
        return datetime.fromisoformat(expires_at.replace("Z", "+00:00")).astimezone().strftime("%c")
    except (ValueError, OverflowError, OSError):
        return expires_at


class App(tk.Tk):
    """The window. Calls run in threads, and their results come back to it through a queue: Tk knows one thread only."""

    def __init__(self):
        super().__init__()
        self.title("Keywright Sample")
        self.exit_code = 0
        self._must_leave = False
        self._is_closed = False
        self._client = new_client()
        self._monitor = None
        self._results = queue.Queue()
        self._timers = {}
        names = ("username", "password", "reg_username", "reg_password", "reg_email", "reg_license")
        self.fields = {name: tk.StringVar(self) for name in names}
        self.status = tk.StringVar(self)
        self.user_info = tk.StringVar(self)
        self.session_info = tk.StringVar(self)
        self.buttons = {}
        self._build()
        self.protocol("WM_DELETE_WINDOW", self.close)
        self._repeat("pump", 50, self._pump)
        self._show(self.login_panel)

    def run(self):
        """Returns the exit code when the window is gone. Ctrl+C in the terminal closes it too."""
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), self._note_signal)
        self.mainloop()
        return self.exit_code

    def _note_signal(self, _signal, _frame):
        self._must_leave = True  # the window's next look at its results comes soon

    def _build(self):
        self.minsize(440, 420)
        self.login_panel = ttk.Frame(self, padding=20)
        self._add_form(self.login_panel, "Login", (("Username", "username"), ("Password", "password")), self.log_in)
        registration = (
            ("Username", "reg_username"),
            ("Password", "reg_password"),
            ("Email (optional)", "reg_email"),
            ("License Key", "reg_license"),
        )
        self._add_form(self.login_panel, "Register", registration, self.register)
        self.main_panel = ttk.Frame(self, padding=20)
        ttk.Label(self.main_panel, textvariable=self.user_info, justify="left").pack(anchor="w")
        ttk.Label(self.main_panel, textvariable=self.session_info, justify="left").pack(anchor="w", pady=12)
        self.buttons["logout"] = ttk.Button(self.main_panel, text="Logout", command=self.log_out)
        self.buttons["logout"].pack(anchor="w")
        status = ttk.Label(self, textvariable=self.status, padding=(20, 0, 20, 16), wraplength=400, justify="left")
        status.pack(side="bottom", fill="x")

    def _add_form(self, parent, title, rows, command):
        form = ttk.LabelFrame(parent, text=title, padding=12)
        form.pack(fill="x", pady=(0, 12))
        form.columnconfigure(1, weight=1)
        for number, (label, name) in enumerate(rows):
            ttk.Label(form, text=label).grid(row=number, column=0, sticky="w", padx=(0, 12), pady=3)
            entry = ttk.Entry(form, textvariable=self.fields[name], show="*" if "password" in name else "")
            entry.grid(row=number, column=1, sticky="ew", pady=3)
            entry.bind("<Return>", lambda _event: self.buttons[title.lower()].invoke())
        button = ttk.Button(form, text=title, command=command)
        button.grid(row=len(rows), column=1, sticky="e", pady=(6, 0))
        self.buttons[title.lower()] = button

    def _show(self, panel):
        for each in (self.login_panel, self.main_panel):
            each.pack_forget()
        panel.pack(fill="both", expand=True)

    def log_in(self):
        username, password = self.fields["username"].get(), self.fields["password"].get()
        if not username.strip() or not password:
            self.status.set("Please enter both username and password.")
            return
        self._call(lambda: self._enter(username, password), self._entered)

    def _enter(self, username, password):
        """Login, verification and start of the session; runs in a thread. The step that failed, and the results."""
        user = self._client.login(username, password)
        if not user.ok:
            return "login", user, user
        verified = self._client.verify()
        if not verified.ok:
            return "verify", verified, user
        started = self._client.start_session()
        if not started.ok:
            self._client.end_session()  # perhaps it did start and only the answer was lost
            return "start", started, user
        return None, started, user

    def _entered(self, outcome):
        failed_step, result, user = outcome
        if failed_step == "verify":
            self._clear("username", "password")
            self.status.set("Session verification failed. Please try logging in again.\n" + result.message)
        elif failed_step:
            self._refuse(result, "Login failed")
        else:
            self._serve(user)

    def _serve(self, user):
        """Shows the main panel: in its place goes what your program does for a user who is logged in."""
        self._clear("password")
        lines = (
            "User ID: %s" % user.user_id,
            "Username: " + user.username,
            "Email: " + (user.email or "Not provided"),
            "Logged in: " + datetime.now().strftime("%c"),
            "Expires: " + shown_expiry(user.expires_at),
        )
        if self._client.feature("export") is True:
            lines += ("Export: switched on",)  # what was bought decides, not the program
        self.user_info.set("\n".join(lines))
        self.status.set(user.message)
        monitor = self._monitor = SessionMonitor(self._client)
        monitor.start(lambda last: self._results.put((lambda _none: self._lost(monitor, last.message), None)))
        self._repeat("session", 200, self._show_session)
        self._show(self.main_panel)

    def _show_session(self):
        monitor = self._monitor
        if monitor:
            verified = monitor.verified_at.strftime("%c")
            lines = (monitor.beats, verified, monitor.failures)
            text = "Heartbeats sent: %d\nLast verification: %s\nFailures in a row: %d" % lines
            clock_error = round(abs(self._client.clock_error()))
            self.session_info.set(text + ("\nClock: %d seconds off" % clock_error if clock_error > 300 else ""))

    def _lost(self, monitor, message):
        if monitor is self._monitor:
            self._leave_session(("Your session has expired. Please login again.\n" + message).strip())

    def log_out(self):
        self._monitor.stop()
        self._call(self._client.end_session, lambda _none: self._leave_session("You have been logged out."))

    def _leave_session(self, text):
        self._monitor = None
        self.status.set(text)
        self._show(self.login_panel)

    def register(self):
        username, password, email, license_key = (
            self.fields[name].get() for name in ("reg_username", "reg_password", "reg_email", "reg_license")
        )
        if not username.strip() or not password or not license_key.strip():
            self.status.set("Please fill in all required fields (Username, Password, License Key)")
            return
        job = lambda: self._client.register(username, password, license_key.strip(), email.strip())
        self._call(job, self._registered)

    def _registered(self, result):
        if not result.ok:
            self._refuse(result, "Registration failed")
            return
        self.fields["username"].set(self.fields["reg_username"].get())
        self._clear("password", "reg_password", "reg_email", "reg_license")
        self.status.set(result.message)

    def _refuse(self, result, otherwise):
        """Shows why something was refused and does what follows from that."""
        reason = explain(result, otherwise)
        if reason.next == "exit":
            self.exit_code = 1
            try:
                messagebox.showerror(reason.caption, reason.text, parent=self)
            except tk.TclError:
                pass  # the window was closed under the box
            self.close()
            return
        self.status.set("%s: %s" % (reason.caption, reason.text))
        if reason.next == "wait":
            self._enable(False)
            self.after(reason.seconds * 1000, lambda: self._enable(True))

    def _clear(self, *names):
        for name in names:
            self.fields[name].set("")

    def _enable(self, is_enabled):
        for button in self.buttons.values():
            button.state(["!disabled" if is_enabled else "disabled"])

    def _call(self, job, done):
        """Runs job in a thread, then done with its result in the window's own; the buttons are off meanwhile."""
        self._enable(False)

        def finish(result):
            self._enable(True)
            done(result)

        threading.Thread(target=lambda: self._results.put((finish, job())), daemon=True).start()

    def _pump(self):
        if self._must_leave:
            self.close()
        while not self._is_closed and not self._results.empty():
            done, result = self._results.get()
            done(result)

    def _repeat(self, name, milliseconds, job):
        if name in self._timers:
            self.after_cancel(self._timers[name])

        def tick():
            self._timers[name] = self.after(milliseconds, tick)
            job()

        tick()

    def close(self):
        """Ends the session, which takes END_SECONDS at most, and closes the window."""
        if self._is_closed:
            return
        self._is_closed = True
        if self._monitor:
            self._monitor.stop()
        self.withdraw()
        self._client.end_session()
        for timer in self._timers.values():
            self.after_cancel(timer)
        self.destroy()
# #endregion


def main():
    return App().run()


if __name__ == "__main__":
    sys.exit(main())
