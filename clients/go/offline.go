package keywright

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// #region offline

const (
	resumeSeconds     = 5  // a start does not wait longer for the server
	stateAheadSeconds = 60 // the state is written for a time to come: ending the program at once gains none

	maxRequestLength = 700 // of the text that asks for an offline file
)

// Resume starts without a password where somebody is signed in on this computer: with the server if it answers within
// 5 s, else with the stored lease (Code is "offline"). A trusted refusal of the server ends the sign-in. Needs the option
// OfflineStart and a pinned key.
func (c *Client) Resume(ctx context.Context) Result {
	stored, lease, refusal := c.takeStored()
	if refusal != "" {
		return offlineRefusal(refusal)
	}
	timeout := c.settings.Timeout
	if timeout > resumeSeconds*time.Second {
		timeout = resumeSeconds * time.Second
	}
	result := c.reconnect(ctx, anySession, timeout)
	result.UserID, result.Username = stored.userID, stored.username
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if classify(result) != classUnknown {
		if result.OK && len(c.features) == 0 && c.mayGoOn() {
			c.features = lease.features
		}
		return result
	}
	c.token = ""
	if result.Code == "cancelled" {
		c.isStored, c.userID, c.lease = false, 0, ""
		return cancelledBy(result.cause)
	}
	if refusal := c.offlineRefusal(); refusal != "" {
		c.isStored = false
		return offlineRefusal(refusal)
	}
	c.isOffline, c.features = true, lease.features
	c.writeState(c.aheadSeconds())
	return Result{
		OK: true, Code: "offline", Message: "The server cannot be reached. The program runs without it.", Trusted: true,
		UserID: stored.userID, Username: stored.username, Features: lease.features,
		OfflineUntil: time.Unix(lease.expires, 0),
	}
}

// takeStored takes over who is signed in on this computer, or says why nobody is.
func (c *Client) takeStored() (stored *signIn, lease *permit, refusal string) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.state != nil {
		stored = c.state.read()
	}
	if stored == nil {
		return nil, nil, "offline_none"
	}
	lease = readLease(stored.lease, c.settings.keys, true)
	if lease != nil && !lease.isOf(c.hwid) {
		return nil, nil, "offline_machine"
	}
	if !stored.isOwn {
		return nil, nil, "offline_invalid"
	}
	c.session++
	c.userID, c.username, c.licenseKey, c.lease = stored.userID, stored.username, stored.licenseKey, stored.lease
	c.isStored, c.storedTo, c.token = true, 0, ""
	c.floor, c.signed = &knownTime{mark: math.Max(stored.mark, stored.seen), at: time.Now()}, nil
	return stored, lease, ""
}

// reconnect begins a session for the user who is signed in on this computer; a license key signs in again.
func (c *Client) reconnect(ctx context.Context, session int, timeout time.Duration) Result {
	c.mutex.Lock()
	key := c.licenseKey
	c.mutex.Unlock()
	if key != "" {
		if signedIn := c.signInByKey(ctx, key, timeout); !signedIn.OK {
			return signedIn
		}
		session = anySession
	}
	started := c.startSession(ctx, session, timeout, 0)
	if started.OK {
		c.mutex.Lock()
		c.isOffline = false
		c.mutex.Unlock()
	}
	return started
}

// Permission says until when the user may go on without the server, whether a program may start so, and what was bought
// meanwhile.
type Permission struct {
	Until    time.Time
	MayStart bool
	Features map[string]any
}

// Lease gives nil where no lease holds at this moment.
func (c *Client) Lease() *Permission {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	held := c.heldLease()
	if !c.mayGoOn() {
		return nil
	}
	return &Permission{Until: time.Unix(held.expires, 0), MayStart: held.mayStart, Features: held.features}
}

// Those that follow are for callers who have the mutex.

func (c *Client) heldLease() *permit {
	return readLease(c.lease, c.settings.keys, c.state != nil)
}

// mayGoOn says, without an answer from the server, whether this user may still go on: only where you switched offline
// leases on.
func (c *Client) mayGoOn() bool {
	return leaseHolds(c.heldLease(), c.userID, c.hwid, unixSeconds(time.Now()), c.serverTime())
}

// offlineSeconds says for how long the program may still run without the server.
func (c *Client) offlineSeconds() float64 {
	held := c.heldLease()
	if held == nil {
		return 0
	}
	return float64(held.expires) - math.Max(unixSeconds(time.Now()), c.serverTime())
}

// offlineRefusal says why the program may not run on without the server; empty: it may.
func (c *Client) offlineRefusal() string {
	held := c.heldLease()
	switch {
	case held == nil || held.userID != strconv.FormatInt(c.userID, 10):
		return "offline_invalid"
	case !held.mayStart:
		return "offline_none"
	case !held.isOf(c.hwid):
		return "offline_machine"
	case unixSeconds(time.Now()) < c.serverTime()-maxClockStepBackSeconds:
		return "offline_clock"
	case c.offlineSeconds() <= 0:
		return "offline_expired"
	}
	return ""
}

func (c *Client) aheadSeconds() float64 {
	return math.Max(stateAheadSeconds, 2*c.settings.HeartbeatEvery.Seconds())
}

// writeState stores the time that has passed, ahead of it: what a program ran for counts, also where it is ended at once.
func (c *Client) writeState(ahead float64) {
	if !c.isStored {
		return
	}
	mark := c.serverTime()
	now := mark
	if c.isOffline {
		now = math.Max(mark, unixSeconds(time.Now()))
	}
	if ahead > 0 && now+ahead/2 < c.storedTo {
		return
	}
	c.storedTo = now + ahead
	c.state.write(signIn{
		userID: c.userID, username: c.username, licenseKey: c.licenseKey, mark: mark, seen: c.storedTo, lease: c.lease,
	})
}

func (c *Client) dropState() {
	c.isStored, c.isOffline = false, false
	if c.state != nil {
		c.state.remove()
	}
}

func offlineRefusal(code string) Result {
	return Result{Code: code, Message: map[string]string{
		"offline_none":    "The server cannot be reached, and nobody is signed in on this computer.",
		"offline_expired": "The server cannot be reached, and the time for which this program runs without it is over.",
		"offline_clock":   "The server cannot be reached, and the clock of this computer was set back.",
		"offline_machine": "The server cannot be reached, and the sign-in is of another computer.",
		"offline_invalid": "The server cannot be reached, and the stored sign-in was changed.",
	}[code]}
}

// --- offline files, for a computer that never reaches the server

// OfflineRequest gives the text that asks for an offline file, for whoever sells the program: with a username or a license
// key, the other one empty. Needs the option OfflineStart and a pinned key.
func (c *Client) OfflineRequest(username, licenseKey string) (string, error) {
	if c.state == nil {
		return "", &OptionsError{Option: "OfflineStart"}
	}
	var drawn [16]byte
	if _, err := rand.Read(drawn[:]); err != nil {
		return "", err
	}
	nonce := base64.RawURLEncoding.EncodeToString(drawn[:])
	c.mutex.Lock()
	err := c.state.keepRequested(nonce)
	c.mutex.Unlock()
	if err != nil {
		return "", err
	}
	prints := []string{}
	for _, key := range c.settings.keys {
		prints = append(prints, printOf(key.der)[:16])
	}
	request := map[string]any{"v": 1, "hwid": c.hwid, "nonce": nonce, "keys": prints, "client": clientName}
	addText(request, "key", strings.TrimSpace(licenseKey))
	if licenseKey == "" {
		request["user"] = strings.TrimSpace(username)
	}
	if len(c.made) > 0 {
		request["components"] = c.made
	}
	text, err := armoredRequest(request)
	if len(text) > maxRequestLength {
		delete(request, "components")
		text, err = armoredRequest(request)
	}
	return text, err
}

// armoredRequest has a checksum, which finds what was lost or changed on the way.
func armoredRequest(request map[string]any) (string, error) {
	content, err := json.Marshal(request)
	text := base64.RawURLEncoding.EncodeToString(content)
	text += "." + printOf([]byte(text))[:8]
	lines := []string{"-----BEGIN KEYWRIGHT OFFLINE REQUEST-----"}
	for ; len(text) > 64; text = text[64:] {
		lines = append(lines, text[:64])
	}
	return strings.Join(append(lines, text, "-----END KEYWRIGHT OFFLINE REQUEST-----", ""), "\n"), err
}

func printOf(data []byte) string {
	sum := sha256.Sum256(data)
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

var armoredFile = regexp.MustCompile(`(?s)-----BEGIN KEYWRIGHT OFFLINE LICENSE-----(.+?)-----END KEYWRIGHT OFFLINE LICENSE-----`)

// OfflineInstall takes the file that answers the last request, however mail has broken it, and starts with it as Resume
// does from then on.
func (c *Client) OfflineInstall(ctx context.Context, text string) Result {
	if c.state == nil {
		refusal := &OptionsError{Option: "OfflineStart"}
		return Result{Code: "invalid_options", Message: refusal.Error(), cause: refusal}
	}
	file := ""
	if inner := armoredFile.FindStringSubmatch(text); inner != nil {
		file = strings.Join(strings.FieldsFunc(inner[1], unicode.IsSpace), "")
	}
	found := readOfflineFile(file, c.settings.keys)
	if code, why := c.fileFault(found); code != "" {
		return Result{Code: code, Message: why}
	}
	issued := float64(found.issued)
	c.mutex.Lock()
	c.state.write(signIn{userID: wholeNumber(found.userID), mark: issued, seen: issued, lease: file})
	c.mutex.Unlock()
	return c.Resume(ctx)
}

// fileFault says why a file is not taken; without a code it is.
func (c *Client) fileFault(found *permit) (code, why string) {
	c.mutex.Lock()
	requested := c.state.requested()
	c.mutex.Unlock()
	clock := unixSeconds(time.Now())
	switch {
	case found != nil && !found.isOf(c.hwid):
		return "offline_machine", "The file is for another computer."
	case found == nil || found.nonce != requested:
		return "offline_invalid", "The file is not whole, was changed, or does not answer the last request of this computer."
	case clock >= float64(found.expires):
		return "offline_expired", "The file has expired."
	case clock < float64(found.issued)-maxClockStepBackSeconds:
		return "offline_clock", "The clock of this computer is behind: set it right, and take the file again."
	}
	return "", ""
}

// #endregion
