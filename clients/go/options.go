package keywright

import (
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"
	"unicode/utf8"
)

// #region options

// Options say which application a client is of, and how it works. Origin, APIKey, Version and HWIDSalt are needed, as
// the dashboard shows them; what is zero has its default.
type Options struct {
	Origin     string   // the address of your server
	APIKey     string   // identifies your application; no management secret
	Version    string   // of your software
	HWIDSalt   string   // part of every hardware id: never change it
	PublicKeys []string // at most two; without one no answer is checked

	Timeout           time.Duration // of one call with all its tries, 1 to 120 s; 30 s
	HeartbeatEvery    time.Duration // 30 s; the server expects one at least every 90 s
	VerifyEvery       time.Duration // 300 s
	MaxVerifyFailures int           // so many failed verifications in a row end a session; 3
	RetryDelay        time.Duration // how soon the monitor asks again; 5 s
	Retries           int           // how often a call that signs nobody in is repeated, 0 to 3

	// "http://[name:password@]host[:port]"; empty: what the environment says.
	Proxy string

	// HardwareID is what your program itself calls this computer, 1 to 128 characters on one line; nil: the client makes
	// it of the system's id and the salt. An empty one is refused: a program that could not read its own is not bound to
	// another.
	HardwareID *string

	// Components say what the computer is made of, as HardwareComponents reads it; they are sent hashed. Nil: nothing is.
	Components map[string]string

	// OfflineStart keeps the sign-in, where a key is pinned, so that Resume starts without the server too.
	OfflineStart bool
	// StoreFolder is where it is kept; empty: where this system keeps such things.
	StoreFolder string
	// StoreInMemory keeps it until the program ends.
	StoreInMemory bool

	// Log is told of each call, and of each try of one, when it is over: level is "info" or "warn", event "call", the
	// fields are call, code, httpStatus, trusted, requestId and seconds. It gets no secret.
	Log func(level, event string, fields map[string]any)
}

// OptionsError names an option without which, or with which, no call could work.
type OptionsError struct {
	Option string // as Options names it
}

func (e *OptionsError) Error() string {
	return "invalid_options: " + e.Option
}

// settings are options that can be used.
type settings struct {
	Options
	keys  []publicKey
	proxy func(*http.Request) (*url.URL, error)
}

var proxyForm = regexp.MustCompile(
	`^http://(?:[^:@/?#\s]*(?::[^@/?#\s]*)?@)?(?:\[[0-9A-Fa-f:.]+\]|[^\s:@/?#\[\]]+)(?::([0-9]{1,5}))?/?$`)

func readOptions(options Options) (settings, error) {
	setDefaults(&options)
	read := settings{Options: options, proxy: http.ProxyFromEnvironment}
	type check struct {
		option    string
		isRefused bool
	}
	refusals := []check{
		{"Origin", options.Origin == ""},
		{"APIKey", options.APIKey == ""},
		{"Version", options.Version == ""},
		{"HWIDSalt", options.HWIDSalt == ""},
		{"PublicKeys", len(options.PublicKeys) > 2},
		{"Timeout", options.Timeout < time.Second || options.Timeout > 120*time.Second},
		{"HeartbeatEvery", options.HeartbeatEvery < 0},
		{"VerifyEvery", options.VerifyEvery < 0},
		{"MaxVerifyFailures", options.MaxVerifyFailures < 0},
		{"RetryDelay", options.RetryDelay < 0},
		{"Retries", options.Retries < 0 || options.Retries > 3},
		{"HardwareID", options.HardwareID != nil && !isHardwareID(*options.HardwareID)},
		{"Proxy", options.Proxy != "" && !read.takeProxy(options.Proxy)},
	}
	for name := range options.Components {
		refusals = append(refusals, check{"Components", !isComponentName(name)})
	}
	for _, each := range refusals {
		if each.isRefused {
			return settings{}, &OptionsError{Option: each.option}
		}
	}
	var pinned []string
	for _, key := range options.PublicKeys {
		if key != "" && !strings.HasPrefix(key, "YOUR_") {
			pinned = append(pinned, key)
		}
	}
	read.keys = readKeys(pinned)
	return read, nil
}

var oneLine = regexp.MustCompile(`^[^\x00-\x1f\x7f-\x{9f}\x{202a}-\x{202e}\x{2066}-\x{2069}]+$`)

// isHardwareID says whether the server would take this.
func isHardwareID(text string) bool {
	isWhole := utf8.ValidString(text) && strings.TrimSpace(text) == text
	return isWhole && oneLine.MatchString(text) && len(utf16.Encode([]rune(text))) <= 128
}

func setDefaults(options *Options) {
	durations := []struct {
		option *time.Duration
		usual  time.Duration
	}{
		{&options.Timeout, 30 * time.Second},
		{&options.HeartbeatEvery, 30 * time.Second},
		{&options.VerifyEvery, 300 * time.Second},
		{&options.RetryDelay, 5 * time.Second},
	}
	for _, each := range durations {
		if *each.option == 0 {
			*each.option = each.usual
		}
	}
	if options.MaxVerifyFailures == 0 {
		options.MaxVerifyFailures = 3
	}
}

// takeProxy gives false for what is no address of a proxy.
func (s *settings) takeProxy(text string) bool {
	found := proxyForm.FindStringSubmatch(text)
	address, err := url.Parse(text)
	if found == nil || err != nil {
		return false
	}
	if port, _ := strconv.Atoi(found[1]); found[1] != "" && (port < 1 || port > 65535) {
		return false
	}
	s.proxy = http.ProxyURL(address)
	return true
}

// #endregion
