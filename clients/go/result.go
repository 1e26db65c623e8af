package keywright

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// #region result

// Result is what a call came to.
//
// Code is one of the server, or one made here: network_error (no answer), bad_answer (not understood), bad_signature (not
// to be trusted), cancelled (the context was done), not_logged_in (nothing was sent), and those of a start without the
// server: offline, offline_none, offline_expired, offline_clock, offline_machine, offline_invalid.
type Result struct {
	OK         bool
	Code       string
	Message    string
	HTTPStatus int           // 0: there was no answer
	Trusted    bool          // the signature is right, or none was asked for
	RetryAfter time.Duration // at most 900 s

	RequestID   string
	Reason      string // why a session has ended
	DownloadURL string // of the version that is needed

	UserID       int64
	Username     string
	Email        string
	ExpiresAt    time.Time // zero: never
	GraceUntil   time.Time // zero: no days of grace
	HWIDLocked   bool
	AddedDays    int // by Redeem
	Features     map[string]any
	OfflineUntil time.Time // by Resume without the server

	token, lease string
	cause        error
}

// Err is nil where the result is ok, else an *Error.
func (r Result) Err() error {
	if r.OK {
		return nil
	}
	return &Error{r.Code, r.Message, r.HTTPStatus, r.RequestID, r.RetryAfter, r.Trusted, r.cause}
}

// Error is a result that is not ok.
type Error struct {
	Code       string
	Message    string
	HTTPStatus int
	RequestID  string
	RetryAfter time.Duration
	Trusted    bool
	cause      error
}

func (e *Error) Error() string {
	return e.Message
}

// Unwrap gives the context's error where that has ended the call.
func (e *Error) Unwrap() error {
	return e.cause
}

func cancelledBy(cause error) Result {
	return Result{Code: "cancelled", Message: "the call was cancelled.", cause: cause}
}

func notLoggedIn() Result {
	return Result{Code: "not_logged_in", Message: "nobody is logged in."}
}

const maxPauseSeconds = 900 // how far Retry-After may put things off

var wholeSeconds = regexp.MustCompile(`^[0-9]{1,20}$`)

// toResult reads an answer. What is unknown in it is passed over, and null is as good as absent.
func toResult(status int, header http.Header, received []byte) Result {
	answer := objectOf(received)
	success, isSaid := answer["success"].(bool)
	isUnderstood := isSaid && (status < 300 || status > 399)
	result := Result{
		OK:          isUnderstood && success,
		Code:        textOf(answer, "code"),
		Message:     textOf(answer, "message"),
		HTTPStatus:  status,
		Trusted:     true,
		RequestID:   textOf(answer, "request_id"),
		Reason:      textOf(answer, "reason"),
		DownloadURL: textOf(answer, "download_url"),
		UserID:      int64(numberOf(answer, "user_id")),
		Username:    textOf(answer, "username"),
		Email:       textOf(answer, "email"),
		ExpiresAt:   timeOf(answer, "expires_at"),
		GraceUntil:  timeOf(answer, "grace_until"),
		AddedDays:   numberOf(answer, "added_days"),
		token:       textOf(answer, "session_token"),
		lease:       textOf(answer, "lease"),
	}
	result.HWIDLocked, _ = answer["hwid_locked"].(bool)
	result.Features, _ = answer["features"].(map[string]any)
	if !isUnderstood {
		result.Code = "bad_answer"
	}
	if result.Message == "" {
		result.Message = insteadOfMessage(status, received)
	}
	if seconds := header.Get("Retry-After"); wholeSeconds.MatchString(seconds) {
		pause, err := strconv.Atoi(seconds)
		if err != nil || pause > maxPauseSeconds {
			pause = maxPauseSeconds
		}
		result.RetryAfter = time.Duration(pause) * time.Second
	}
	return result
}

// insteadOfMessage shows a page of somebody else in part, without what a terminal would obey.
func insteadOfMessage(status int, received []byte) string {
	shown := http.StatusText(status)
	if !json.Valid(withoutMark(received)) {
		words := strings.FieldsFunc(strings.ToValidUTF8(string(received), "\ufffd"), unicode.IsControl)
		if raw := []rune(strings.TrimSpace(strings.Join(words, " "))); len(raw) > 200 {
			shown = string(raw[:200])
		} else if len(raw) > 0 {
			shown = string(raw)
		}
	}
	return strings.TrimSpace(fmt.Sprintf("%d %s", status, shown))
}

func textOf(answer map[string]any, name string) string {
	text, _ := answer[name].(string)
	return text
}

func numberOf(answer map[string]any, name string) int {
	number, _ := answer[name].(int)
	return number
}

// timeOf gives zero for what never comes: no text, one of the year 9999, and one beyond it, as it is seen from another
// time zone.
func timeOf(answer map[string]any, name string) time.Time {
	text := textOf(answer, name)
	read, err := time.Parse(time.RFC3339, text)
	if err != nil || strings.HasPrefix(text, "9999") {
		return time.Time{}
	}
	return read
}

// #endregion
