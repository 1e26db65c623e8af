//! Keywright sample for Rust 1.63 and later: log in, verify, keep the session alive.
//!
//! Windows:  cargo init --name client
//!           cargo add native-tls@0.2 ring@0.17 serde_json@1 signal-hook@0.3
//!           copy main.rs src
//!           cargo run
//! Linux:    the same, with cp, after apt install cargo pkg-config libssl-dev
//! macOS:    the same, with cp
//! With a registration first:  cargo run -- register
//!
//! The API key identifies your application, it is not a management secret. Still, never put it on a web page or into a
//! public repository. Take LicenseClient and SessionMonitor into your own program; the console below shows their use.
#![allow(dead_code)] // the library has more than this program needs

mod keywright;

use keywright::{explain, Answer, Events, KeywrightError, LicenseClient, Next};
use signal_hook::{consts, flag};
use std::collections::VecDeque;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use std::{env, io, process, thread};

// #region config
const API_KEY: &str = "YOUR_API_KEY";
const APP_VERSION: &str = "1.0.0";
const ORIGIN: &str = "http://localhost:3000";
const PUBLIC_KEY: &str = "YOUR_PUBLIC_KEY"; // the server's answers are checked with it
const NEXT_PUBLIC_KEY: &str = "YOUR_NEXT_PUBLIC_KEY"; // the key that will come after it
const HWID_SALT: &str = "keywright-app-0"; // never change it: the hardware id of every user would change with it

const HEARTBEAT_SECONDS: u32 = 30;
const VERIFY_SECONDS: u32 = 300;
const MAX_VERIFY_FAILURES: u32 = 3;
const HTTP_TIMEOUT_SECONDS: u32 = 30;
const RETRY_SECONDS: u32 = 5;
// #endregion

// #region console
fn new_client() -> LicenseClient {
    let builder = LicenseClient::builder(ORIGIN, API_KEY, APP_VERSION, HWID_SALT)
        .public_keys([PUBLIC_KEY, NEXT_PUBLIC_KEY])
        .timeout_seconds(HTTP_TIMEOUT_SECONDS)
        .heartbeat_seconds(HEARTBEAT_SECONDS)
        .verify_seconds(VERIFY_SECONDS)
        .max_verify_failures(MAX_VERIFY_FAILURES)
        .retry_seconds(RETRY_SECONDS);
    builder.build().expect("the values above are usable")
}

/// Of the Gregorian calendar, in UTC: the standard library knows no time zone.
fn shown_time(time: SystemTime) -> String {
    let seconds = time.duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let days = seconds / 86_400 + 719_468; // since the first of March of the year 0
    let century = (4 * days + 3) / 146_097;
    let of_century = days - 146_097 * century / 4;
    let year = (4 * of_century + 3) / 1461;
    let of_year = of_century - 1461 * year / 4;
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let (year, month) = if month < 10 { (100 * century + year, month + 3) } else { (100 * century + year + 1, month - 9) };
    let (hours, minutes) = (seconds / 3600 % 24, seconds / 60 % 60);
    format!("{year}-{month:02}-{day:02} {hours:02}:{minutes:02}:{:02} UTC", seconds % 60)
}

fn shown_expiry(expires_at: &str) -> String {
    // beyond the year 9999 lies "never" as seen from another time zone
    if expires_at.is_empty() || expires_at.starts_with("9999") || expires_at.starts_with('+') {
        return "Never".to_string();
    }
    match expires_at.get(..19) {
        Some(known) if expires_at.ends_with('Z') => format!("{} UTC", known.replace('T', " ")),
        _ => expires_at.to_string(),
    }
}

/// Leaves the console from wherever it is, with this exit code.
struct Leave(i32);

/// What withdraws the one question that waits for it.
type News = Arc<Mutex<Option<String>>>;

#[derive(Default)]
struct Inbox {
    lines: VecDeque<String>,
    is_asked: bool,
    has_ended: bool,
    must_leave: bool,
}

/// Lines, from a terminal or from a pipe. They are read in a thread, so that a question can be withdrawn.
struct Terminal {
    inbox: Arc<(Mutex<Inbox>, Condvar)>,
    is_terminal: bool,
}

impl Terminal {
    fn new() -> Terminal {
        let inbox = Arc::new((Mutex::new(Inbox::default()), Condvar::new()));
        let reading = Arc::clone(&inbox);
        thread::spawn(move || read_lines(&reading));
        Terminal { inbox, is_terminal: set_echo(true) }
    }

    /// One line. The end of the input leaves the program.
    fn ask(&self, prompt: &str, is_hidden: bool) -> Result<String, Leave> {
        Ok(self.read(prompt, is_hidden, &News::default())?.unwrap_or_default())
    }

    /// One line; nothing when the news came first.
    fn ask_until(&self, news: &News, prompt: &str) -> Result<Option<String>, Leave> {
        self.read(prompt, false, news)
    }

    fn read(&self, prompt: &str, is_hidden: bool, news: &News) -> Result<Option<String>, Leave> {
        // before the prompt: whoever types at once must not see the password
        if is_hidden && self.is_terminal {
            set_echo(false);
        }
        print!("{prompt}");
        let _ = io::stdout().flush();
        let (inbox, changed) = &*self.inbox;
        let mut inbox = inbox.lock().unwrap();
        inbox.is_asked = true;
        changed.notify_all();
        while inbox.lines.is_empty() && !inbox.has_ended && !inbox.must_leave && news.lock().unwrap().is_none() {
            inbox = changed.wait(inbox).unwrap();
        }
        if is_hidden && self.is_terminal {
            set_echo(true);
        }
        if is_hidden || !self.is_terminal {
            println!();
        }
        if inbox.must_leave {
            return Err(Leave(0));
        }
        if news.lock().unwrap().is_some() {
            return Ok(None);
        }
        inbox.lines.pop_front().map(Some).ok_or(Leave(0))
    }

    fn tell(inbox: &(Mutex<Inbox>, Condvar), news: &News, text: &str) {
        let _inbox = inbox.0.lock().unwrap();
        *news.lock().unwrap() = Some(text.to_string());
        inbox.1.notify_all();
    }

    fn leave(&self) {
        self.inbox.0.lock().unwrap().must_leave = true;
        self.inbox.1.notify_all();
    }

    /// Waits, unless the program is to be left meanwhile.
    fn pause(&self, seconds: u32) -> Result<(), Leave> {
        let end = Instant::now() + Duration::from_secs(seconds.into());
        let mut inbox = self.inbox.0.lock().unwrap();
        while !inbox.must_leave && Instant::now() < end {
            let left = end.saturating_duration_since(Instant::now());
            inbox = self.inbox.1.wait_timeout(inbox, left).unwrap().0;
        }
        if inbox.must_leave {
            Err(Leave(0))
        } else {
            Ok(())
        }
    }
}

/// One by one, when they are asked for.
fn read_lines((inbox, changed): &(Mutex<Inbox>, Condvar)) {
    loop {
        let mut waiting = inbox.lock().unwrap();
        while !waiting.is_asked || !waiting.lines.is_empty() {
            waiting = changed.wait(waiting).unwrap();
        }
        drop(waiting);
        let mut line = String::new();
        let is_read = io::stdin().read_line(&mut line).map_or(false, |count| count > 0);
        let mut inbox = inbox.lock().unwrap();
        inbox.is_asked = false;
        inbox.has_ended = !is_read;
        if is_read {
            inbox.lines.push_back(line.trim_end_matches(|end| end == '\r' || end == '\n').to_string());
        }
        changed.notify_all();
        if !is_read {
            return;
        }
    }
}

/// Whether the terminal shows what is typed. False: there is none.
#[cfg(not(windows))]
fn set_echo(is_on: bool) -> bool {
    let mut stty = process::Command::new("stty");
    let status = stty.arg(if is_on { "echo" } else { "-echo" }).stderr(process::Stdio::null()).status();
    status.map_or(false, |status| status.success())
}

/// Whether the terminal shows what is typed. False: there is none.
#[cfg(windows)]
fn set_echo(is_on: bool) -> bool {
    #[link(name = "kernel32")]
    extern "system" {
        fn GetStdHandle(which: i32) -> isize;
        fn GetConsoleMode(handle: isize, mode: *mut u32) -> i32;
        fn SetConsoleMode(handle: isize, mode: u32) -> i32;
    }
    const ECHO: u32 = 4;
    let mut mode = 0;
    // the handle of the standard input is taken as the system gives it, and `mode` outlives the call
    unsafe {
        let input = GetStdHandle(-10);
        GetConsoleMode(input, &mut mode) != 0 && SetConsoleMode(input, if is_on { mode | ECHO } else { mode & !ECHO }) != 0
    }
}

struct ConsoleApp {
    client: LicenseClient,
    terminal: Terminal,
}

impl ConsoleApp {
    /// Until the user or the server wants the program to end.
    fn run(&self, needs_registration: bool) -> Leave {
        let run = || -> Result<(), Leave> {
            if needs_registration {
                self.log_in(&self.register()?)?;
            }
            loop {
                self.log_in(&self.terminal.ask("Username: ", false)?)?;
            }
        };
        run().err().unwrap_or(Leave(0))
    }

    /// Asks until somebody is registered. The name is kept for the login, nothing else is.
    fn register(&self) -> Result<String, Leave> {
        loop {
            let username = self.terminal.ask("Username: ", false)?;
            let password = self.terminal.ask("Password: ", true)?;
            let email = self.terminal.ask("Email (optional): ", false)?.trim().to_string();
            let license_key = self.terminal.ask("License key: ", false)?.trim().to_string();
            if username.trim().is_empty() || password.is_empty() || license_key.is_empty() {
                println!("Please fill in all required fields (Username, Password, License Key)");
                continue;
            }
            let email = Some(email.as_str()).filter(|email| !email.is_empty());
            match self.client.register(&username, &password, Some(&license_key), email) {
                Ok(registered) => {
                    println!("{}\nUsername: {username}", registered.message);
                    return Ok(username);
                }
                Err(refusal) => self.refuse(&refusal, "Registration failed")?,
            }
        }
    }

    fn log_in(&self, username: &str) -> Result<(), Leave> {
        let password = self.terminal.ask("Password: ", true)?;
        if username.trim().is_empty() || password.is_empty() {
            println!("Please enter both username and password.");
            return Ok(());
        }
        let user = match self.client.login(username, &password) {
            Ok(user) => user,
            Err(refusal) => return self.refuse(&refusal, "Login failed"),
        };
        if let Err(refusal) = self.client.verify() {
            println!("Session verification failed. Please try logging in again.\n{refusal}");
            return Ok(());
        }
        if let Err(refusal) = self.client.start_session() {
            self.client.end_session(); // perhaps it did start and only the answer was lost
            return self.refuse(&refusal, "Login failed");
        }
        println!("{}", user.message);
        self.serve(&user)
    }

    /// The command loop: in its place goes what your program does for a user who is logged in.
    fn serve(&self, user: &Answer) -> Result<(), Leave> {
        let email = if user.email.is_empty() { "Not provided" } else { &user.email };
        let (now, expiry) = (shown_time(SystemTime::now()), shown_expiry(&user.expires_at));
        let info = format!("User ID: {}\nUsername: {}\nEmail: {email}\nLogged in: {now}\nExpires: {expiry}", user.user_id, user.username);
        println!("{info}");
        // what was bought decides, not the program
        if self.client.feature("export") == true {
            println!("Export: switched on");
        }
        let lost = News::default(); // of this session: a late one belongs to nobody
        let (inbox, telling) = (Arc::clone(&self.terminal.inbox), Arc::clone(&lost));
        let monitor = self.client.monitor(Events::lost(move |last| Terminal::tell(&inbox, &telling, &last.message)));
        loop {
            let line = match self.terminal.ask_until(&lost, "> ")? {
                Some(line) => line,
                None => {
                    monitor.stop();
                    println!("Your session has expired. Please login again.\n{}", lost.lock().unwrap().take().unwrap_or_default());
                    return Ok(());
                }
            };
            match line.trim().to_lowercase().as_str() {
                "logout" => {
                    monitor.stop();
                    self.client.end_session();
                    println!("You have been logged out.");
                    return Ok(());
                }
                "status" => {
                    let figures = monitor.figures();
                    println!("{info}\nHeartbeats sent: {}", figures.beats);
                    println!("Last verification: {}\nFailures in a row: {}", shown_time(figures.verified_at), figures.failures);
                    let clock_error = self.client.clock_error().abs().round();
                    if clock_error > 300.0 {
                        println!("Clock: {clock_error} seconds off");
                    }
                }
                "help" => println!("Commands: logout, status, help, quit, exit"),
                "quit" | "exit" => {
                    monitor.stop();
                    return Err(Leave(0));
                }
                "" => {}
                _ => println!("Unknown command. Type 'help' for available commands."),
            }
        }
    }

    /// Shows why something was refused and does what follows from that.
    fn refuse(&self, refusal: &KeywrightError, otherwise: &str) -> Result<(), Leave> {
        let reason = explain(refusal, otherwise);
        println!("{}: {}", reason.caption, reason.text);
        match reason.next {
            Next::Exit => Err(Leave(1)),
            Next::Wait(seconds) => self.terminal.pause(seconds),
            Next::Form => Ok(()),
        }
    }

    /// From another thread than the program's, which may be waiting for an answer.
    fn leave_at_once(&self) -> ! {
        self.terminal.leave();
        thread::sleep(Duration::from_millis(200)); // a call may be on its way
        self.client.end_session();
        set_echo(true);
        process::exit(0)
    }
}
// #endregion

#[cfg(windows)]
const SIGNALS: [i32; 2] = [consts::SIGINT, consts::SIGTERM];
#[cfg(not(windows))]
const SIGNALS: [i32; 3] = [consts::SIGINT, consts::SIGTERM, consts::SIGHUP];

fn main() {
    let app = Arc::new(ConsoleApp { client: new_client(), terminal: Terminal::new() });
    let is_asked_to_leave = Arc::new(AtomicBool::new(false));
    for signal in SIGNALS {
        flag::register(signal, Arc::clone(&is_asked_to_leave)).expect("the system tells of the signal");
    }
    let leaving = Arc::clone(&app);
    thread::spawn(move || {
        while !is_asked_to_leave.load(Ordering::SeqCst) {
            thread::sleep(Duration::from_millis(50));
        }
        leaving.leave_at_once()
    });
    let Leave(exit_code) = app.run(env::args().nth(1).as_deref() == Some("register"));
    app.client.end_session();
    process::exit(exit_code)
}
