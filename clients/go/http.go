package keywright

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"math"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// #region http

const (
	maxAnswerBytes     = 64 * 1024
	longestWaitSeconds = 60 // between two tries of a call
)

// call is one call of the server with all its tries.
type call struct {
	path      string
	body      map[string]any
	isChecked bool          // the answer is to be signed, while a key is pinned
	timeout   time.Duration // zero: that of the options
	retries   int
	isWanted  func() bool // nil: it is to the end
}

// name is what the log calls it.
func (c call) name() string {
	if action, hasAction := c.body["action"].(string); hasAction {
		return action
	}
	return c.path
}

func newTransport(of settings) *http.Transport {
	return &http.Transport{
		Proxy:              of.proxy,
		DisableCompression: true,
		// the calls are minutes apart: a connection that is kept would often be closed just when it is used again
		DisableKeepAlives: true,
	}
}

// post makes a call: its tries and waits have the time-out together. A wait that would end later is not begun, and none
// is while the call is not wanted any more.
func (c *Client) post(ctx context.Context, made call) Result {
	if made.timeout == 0 {
		made.timeout = c.settings.Timeout
	}
	end := time.Now().Add(made.timeout)
	for tries := 1; ; tries++ {
		begun := time.Now()
		result := cancelledBy(ctx.Err())
		if ctx.Err() == nil {
			result = c.send(ctx, made, end)
		}
		c.note(made.name(), begun, result)
		seconds := secondsBeforeRetry(result, tries)
		due := time.Now().Add(secondsOf(seconds))
		if tries > made.retries || math.IsInf(seconds, 1) || !due.Before(end) || !isWantedUntil(ctx, due, made.isWanted) {
			return result
		}
	}
}

// isWantedUntil waits; a context that is done ends the wait.
func isWantedUntil(ctx context.Context, due time.Time, isWanted func() bool) bool {
	ticks := time.NewTicker(50 * time.Millisecond)
	defer ticks.Stop()
	for time.Now().Before(due) {
		if isWanted != nil && !isWanted() {
			return false
		}
		select {
		case <-ctx.Done():
			return true // the next try says so
		case <-ticks.C:
		}
	}
	return true
}

// secondsBeforeRetry is endless where what came of the call is known, or the server asked for a longer pause.
func secondsBeforeRetry(result Result, tries int) float64 {
	pause := result.RetryAfter.Seconds()
	if classify(result) != classUnknown || result.Code == "cancelled" || pause > longestWaitSeconds {
		return math.Inf(1)
	}
	return math.Max(math.Exp2(float64(tries-1))*randomBetween(0.5, 1), pause)
}

func secondsOf(seconds float64) time.Duration {
	return time.Duration(math.Min(seconds, 1e9) * float64(time.Second))
}

// randomBetween spreads what many programs would do at once. The usual source gives the same numbers to all of them.
func randomBetween(low, high float64) float64 {
	var drawn [8]byte
	_, _ = rand.Read(drawn[:])
	return low + (high-low)*float64(binary.LittleEndian.Uint64(drawn[:])>>11)/(1<<53)
}

// randomHex gives 32 hexadecimal digits that nobody can guess.
func randomHex() (string, error) {
	var drawn [16]byte
	_, err := rand.Read(drawn[:])
	return hex.EncodeToString(drawn[:]), err
}

// note tells the log what came of a try, and no secret.
func (c *Client) note(name string, begun time.Time, result Result) {
	if c.settings.Log == nil {
		return
	}
	level := "warn"
	if result.OK {
		level = "info"
	}
	defer func() { _ = recover() }() // what a log throws is no matter of the caller
	c.settings.Log(level, "call", map[string]any{
		"call": name, "code": result.Code, "httpStatus": result.HTTPStatus, "trusted": result.Trusted,
		"requestId": result.RequestID, "seconds": time.Since(begun).Seconds(),
	})
}

func (c *Client) send(ctx context.Context, made call, end time.Time) Result {
	sent, err := json.Marshal(made.body)
	if err != nil {
		return Result{Code: "network_error", Message: err.Error()}
	}
	limited, cancel := context.WithDeadline(ctx, end)
	defer cancel()
	request, err := http.NewRequestWithContext(limited, "POST", c.settings.Origin+"/api/v1/"+made.path, bytes.NewReader(sent))
	if err != nil { // the origin is no address
		return Result{Code: "network_error", Message: err.Error()}
	}
	request.Header = http.Header{
		"Content-Type": {"application/json"},
		"User-Agent":   {"keywright-go/" + c.settings.Version},
		"X-API-Key":    {c.settings.APIKey},
		"X-Client":     {clientName},
	}
	checked := exchange{path: request.URL.EscapedPath(), sent: sent}
	if made.isChecked && len(c.settings.keys) > 0 {
		if checked.nonce, err = randomHex(); err != nil {
			return Result{Code: "network_error", Message: err.Error()}
		}
		request.Header["X-Nonce"] = []string{checked.nonce}
		request.Header["Content-Digest"] = []string{contentDigest(sent)}
	}
	header, err := c.exchange(request, &checked)
	if ctx.Err() != nil && err != nil {
		return cancelledBy(ctx.Err())
	}
	if err != nil {
		return Result{Code: "network_error", Message: reasonOf(err, made.timeout)}
	}
	result := toResult(checked.status, header, checked.received)
	if checked.nonce == "" {
		return result
	}
	return c.judge(result, checked)
}

// exchange sends once: no redirect is followed, which would take the key to another host. The body is read whatever the
// status, for a refusal says there what it is.
func (c *Client) exchange(request *http.Request, into *exchange) (http.Header, error) {
	response, err := c.transport.RoundTrip(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	into.status = response.StatusCode
	into.received, err = io.ReadAll(io.LimitReader(response.Body, maxAnswerBytes))
	into.signatureInput = strings.Join(response.Header["Signature-Input"], ", ")
	into.signature = strings.Join(response.Header["Signature"], ", ")
	return response.Header, err
}

func reasonOf(err error, timeout time.Duration) string {
	var broken net.Error
	switch {
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &broken) && broken.Timeout():
		return "no answer within " + strconv.FormatFloat(timeout.Seconds(), 'f', -1, 64) + " seconds"
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return "the connection broke"
	default:
		return err.Error()
	}
}

// judge says what an answer is worth. A refusal that nobody signed keeps its text: a wrong API key has to be seen as one.
func (c *Client) judge(result Result, checked exchange) Result {
	if created, isSigned := checked.signedAt(c.settings.keys); isSigned {
		c.mutex.Lock()
		defer c.mutex.Unlock()
		now := time.Now()
		mark := float64(created)
		if c.signed != nil { // of an earlier run nothing counts now
			mark = math.Max(mark, c.serverTime())
		}
		c.signed = &knownTime{mark: mark, at: now, ahead: unixSeconds(now) - float64(created)}
		return result
	}
	result.Trusted = false
	if result.Code == "bad_answer" || (!result.OK && checked.signature == "") {
		return result
	}
	return Result{
		Code: "bad_signature", Message: "the server's answer could not be verified.",
		HTTPStatus: result.HTTPStatus, RetryAfter: result.RetryAfter,
	}
}

func unixSeconds(at time.Time) float64 {
	return float64(at.UnixNano()) / 1e9
}

// class is what an answer means for the session.
type class int

const (
	classUnknown    class = iota // nobody knows what came of it
	classOK                      //
	classLost                    // the session is gone, and may be started again
	classDefinitive              // this user is refused
	classOther                   // another refusal
)

func classify(result Result) class {
	status := result.HTTPStatus
	isTemporary := (status >= 300 && status < 400) || status == 408 || status == 425 || status == 429 || status >= 500
	if isTemporary || !result.Trusted || result.Code == "bad_answer" {
		return classUnknown
	}
	if result.OK {
		return classOK
	}
	switch result.Code {
	case "session_not_found":
		return classLost
	case "session_ended":
		if result.Reason == "" || result.Reason == "timeout" {
			return classLost
		}
		return classDefinitive
	case "account_disabled", "account_paused", "account_banned", "account_expired",
		"license_expired", "license_inactive", "license_paused", "license_banned",
		"hwid_mismatch", "access_blocked", "user_not_found":
		return classDefinitive
	}
	return classOther
}

// #endregion
