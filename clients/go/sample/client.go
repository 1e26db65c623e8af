// Keywright sample for Go 1.19 and later: log in, verify, keep the session alive. One file, the standard library alone.
//
// Windows, Linux, macOS:      go run client.go
// with a registration first:  go run client.go register
//
// The API key identifies your application, it is not a management secret. Still, never put it on a web page or into a
// public repository. Take Client and Monitor into your own program; the console below shows their use.
package main

import (
	"bufio"
	"context"
	"fmt"
	"math"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"time"

	"keywright.dev/client"
)

// #region config

const API_KEY = "YOUR_API_KEY"
const APP_VERSION = "1.0.0"
const ORIGIN = "http://localhost:3000"

// The server's answers are checked with it.
const PUBLIC_KEY = "YOUR_PUBLIC_KEY"

// The key that will come after it.
const NEXT_PUBLIC_KEY = "YOUR_NEXT_PUBLIC_KEY"

// Never change it: the hardware id of every user would change with it.
const HWID_SALT = "keywright-app-0"

const HEARTBEAT_SECONDS = 30
const VERIFY_SECONDS = 300
const MAX_VERIFY_FAILURES = 3
const HTTP_TIMEOUT_SECONDS = 30
const RETRY_SECONDS = 5

// #endregion

// #region console

func newClient() (*keywright.Client, error) {
	return keywright.New(keywright.Options{
		Origin:            ORIGIN,
		APIKey:            API_KEY,
		Version:           APP_VERSION,
		HWIDSalt:          HWID_SALT,
		PublicKeys:        []string{PUBLIC_KEY, NEXT_PUBLIC_KEY},
		Timeout:           HTTP_TIMEOUT_SECONDS * time.Second,
		HeartbeatEvery:    HEARTBEAT_SECONDS * time.Second,
		VerifyEvery:       VERIFY_SECONDS * time.Second,
		MaxVerifyFailures: MAX_VERIFY_FAILURES,
		RetryDelay:        RETRY_SECONDS * time.Second,
	})
}

func show(lines ...string) {
	fmt.Println(strings.Join(lines, "\n"))
}

func localTime(at time.Time) string {
	return at.Local().Format("2006-01-02 15:04:05")
}

// terminal reads lines, from a terminal or from a pipe.
type terminal struct {
	isTerminal bool
	lines      chan string // closed at the end of the input
}

func openTerminal() *terminal {
	facts, err := os.Stdin.Stat()
	opened := &terminal{isTerminal: err == nil && facts.Mode()&os.ModeCharDevice != 0, lines: make(chan string)}
	go func() {
		defer close(opened.lines)
		reader := bufio.NewReader(os.Stdin)
		for {
			line, err := reader.ReadString('\n')
			if line != "" {
				opened.lines <- strings.TrimRight(line, "\r\n")
			}
			if err != nil {
				return
			}
		}
	}()
	return opened
}

// echo shows what is typed, or hides it. Windows has no stty: there the password is seen, unless you take the package
// golang.org/x/term.
func (t *terminal) echo(isShown bool) {
	if !t.isTerminal || runtime.GOOS == "windows" {
		return
	}
	mode := "-echo"
	if isShown {
		mode = "echo"
	}
	command := exec.Command("stty", mode)
	command.Stdin = os.Stdin
	_ = command.Run()
}

// app is the console's program.
type app struct {
	client   *keywright.Client
	terminal *terminal
	leaving  sync.Once
}

// leave ends the session and the program, whoever calls it first.
func (a *app) leave(status int) {
	a.leaving.Do(func() {
		a.terminal.echo(true)
		a.client.Logout()
		os.Exit(status)
	})
}

// ask reads one line. The end of the input leaves the program.
func (a *app) ask(prompt string) string {
	line, _ := a.askUntil(prompt, nil)
	return line
}

func (a *app) askHidden(prompt string) string {
	a.terminal.echo(false) // before the prompt: whoever types at once must not show the password
	line := a.ask(prompt)
	a.terminal.echo(true)
	if a.terminal.isTerminal {
		fmt.Println()
	}
	return line
}

// askUntil reads one line, or gives the result that ended the session first.
func (a *app) askUntil(prompt string, lost <-chan keywright.Result) (string, *keywright.Result) {
	fmt.Print(prompt)
	select {
	case line, isOpen := <-a.terminal.lines:
		if !isOpen || !a.terminal.isTerminal {
			fmt.Println()
		}
		if !isOpen {
			a.leave(0)
		}
		return line, nil
	case last := <-lost:
		fmt.Println()
		return "", &last
	}
}

// register asks until somebody is registered. The name is kept for the login, nothing else is.
func (a *app) register() string {
	for {
		user := keywright.Registration{Username: a.ask("Username: "), Password: a.askHidden("Password: ")}
		user.Email = strings.TrimSpace(a.ask("Email (optional): "))
		user.LicenseKey = strings.TrimSpace(a.ask("License key: "))
		if strings.TrimSpace(user.Username) == "" || user.Password == "" || user.LicenseKey == "" {
			show("Please fill in all required fields (Username, Password, License Key)")
			continue
		}
		registered := a.client.Register(context.Background(), user)
		if registered.OK {
			show(registered.Message, "Username: "+user.Username)
			return user.Username
		}
		a.refuse(registered, "Registration failed")
	}
}

func (a *app) logIn(username string) {
	ctx := context.Background()
	password := a.askHidden("Password: ")
	if strings.TrimSpace(username) == "" || password == "" {
		show("Please enter both username and password.")
		return
	}
	user := a.client.Login(ctx, username, password)
	if !user.OK {
		a.refuse(user, "Login failed")
		return
	}
	if verified := a.client.Verify(ctx); !verified.OK {
		show("Session verification failed. Please try logging in again.", verified.Message)
		return
	}
	if started := a.client.StartSession(ctx); !started.OK {
		a.client.EndSession() // perhaps it did start and only the answer was lost
		a.refuse(started, "Login failed")
		return
	}
	show(user.Message)
	a.serve(user)
}

// serve is the command loop: in its place goes what your program does for a user who is logged in.
func (a *app) serve(user keywright.Result) {
	email, expires := "Not provided", "Never"
	if user.Email != "" {
		email = user.Email
	}
	if !user.ExpiresAt.IsZero() {
		expires = localTime(user.ExpiresAt)
	}
	info := fmt.Sprintf("User ID: %d\nUsername: %s\nEmail: %s\nLogged in: %s\nExpires: %s",
		user.UserID, user.Username, email, localTime(time.Now()), expires)
	show(info)
	if a.client.Feature("export") == true { // what was bought decides, not the program
		show("Export: switched on")
	}
	lost := make(chan keywright.Result, 1) // of this session: a late one belongs to nobody
	monitor := a.client.Monitor(keywright.Events{Lost: func(last keywright.Result) { lost <- last }})
	for {
		command, last := a.askUntil("> ", lost)
		if last != nil {
			show("Your session has expired. Please login again.", last.Message)
			return
		}
		switch strings.ToLower(strings.TrimSpace(command)) {
		case "logout":
			a.client.Logout()
			show("You have been logged out.")
			return
		case "status":
			done := monitor.Figures()
			show(info, fmt.Sprintf("Heartbeats sent: %d", done.Beats), "Last verification: "+localTime(done.VerifiedAt),
				fmt.Sprintf("Failures in a row: %d", done.Failures))
			if seconds := math.Abs(a.client.ClockError().Seconds()); seconds > 300 {
				show(fmt.Sprintf("Clock: %.0f seconds off", seconds))
			}
		case "help":
			show("Commands: logout, status, help, quit, exit")
		case "quit", "exit":
			a.leave(0)
		case "":
		default:
			show("Unknown command. Type 'help' for available commands.")
		}
	}
}

// refuse shows why something was refused and does what follows from that.
func (a *app) refuse(result keywright.Result, otherwise string) {
	reason := keywright.Explain(result, otherwise)
	show(reason.Caption + ": " + reason.Text)
	switch reason.Next {
	case keywright.NextExit:
		a.leave(1)
	case keywright.NextWait:
		time.Sleep(reason.Wait)
	}
}

// #endregion

func main() {
	client, err := newClient()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	running := &app{client: client, terminal: openTerminal()}
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	go func() {
		<-signals
		running.leave(0)
	}()
	if len(os.Args) > 1 && os.Args[1] == "register" {
		running.logIn(running.register())
	}
	for {
		running.logIn(running.ask("Username: "))
	}
}
