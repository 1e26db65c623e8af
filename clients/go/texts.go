package keywright

import (
	"strings"
	"time"
)

// #region texts

// Next is what follows from a refusal.
type Next string

const (
	NextForm Next = "form" // ask again
	NextWait Next = "wait" // ask again after the wait
	NextExit Next = "exit" // no retry can help
)

// Explanation is what to tell the user about a refusal, and what follows from it.
type Explanation struct {
	Caption, Text string
	Next          Next
	Wait          time.Duration
}

// refusal has its codes and words with spaces between them.
type refusal struct {
	caption      string
	next         Next
	codes, words string
}

func (r refusal) isAbout(result Result) bool {
	message := strings.ToLower(result.Message)
	for _, code := range strings.Fields(r.codes) {
		if code == result.Code {
			return true
		}
	}
	for _, word := range strings.Fields(r.words) {
		if result.Code == "" && strings.Contains(message, word) {
			return true
		}
	}
	return false
}

// refusals are found by the code; by a word in the message only when the answer has no code.
var refusals = []refusal{
	{"Update Required", NextExit, "version_mismatch", "version update"},
	{"Hardware Mismatch", NextForm, "hwid_mismatch", "hardware hwid"},
	{"Account Expired", NextForm, "account_expired license_expired", "expired"},
	{"Account Disabled", NextForm, "account_disabled account_paused account_banned license_inactive license_paused " +
		"license_banned", "disabled paused"},
	{"Access Blocked", NextExit, "access_blocked", "blacklisted blocked"},
	{"Please wait", NextWait, "rate_limited unavailable", ""},
	{"Connection error", NextForm, "network_error bad_answer bad_signature offline_none offline_expired offline_clock " +
		"offline_machine offline_invalid", ""},
}

// Explain says what to tell the user about a refusal; otherwise is the caption of what has none of its own, such as
// "Login failed".
func Explain(result Result, otherwise string) Explanation {
	explained := Explanation{Caption: otherwise, Text: result.Message, Next: NextForm}
	if result.DownloadURL != "" {
		explained.Text += "\nDownload: " + result.DownloadURL
	}
	for _, each := range refusals {
		if each.isAbout(result) {
			explained.Caption, explained.Next = each.caption, each.next
			break
		}
	}
	if explained.Next == NextWait {
		explained.Wait = 5 * time.Second
		if result.RetryAfter > 0 {
			explained.Wait = result.RetryAfter
		}
		if explained.Wait > time.Minute {
			explained.Wait = time.Minute
		}
	}
	return explained
}

// #endregion
