// Package keywright logs the users of your program in at a Keywright server, and keeps their sessions alive. It needs
// nothing but the standard library.
//
// The API key identifies your application, it is not a management secret. Still, never put it on a web page or into a
// public repository.
//
//	client, err := keywright.New(keywright.Options{Origin: …, APIKey: …, Version: …, HWIDSalt: …, PublicKeys: …})
//	user := client.Login(ctx, username, password)
//	if err := user.Err(); err != nil { … }
//	client.Monitor(keywright.Events{Lost: func(last keywright.Result) { … }})
//	defer client.Logout()
package keywright

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"time"
)

// #region client

const clientName = "keywright-go/0.2.0" // this library, as the server's statistics call it

// Client speaks with the server. Its methods may be called from any goroutine, and none of them fails or panics for what
// the network or the server does: each returns a Result, at the latest when its time-out is over. A call whose context is
// done is given up within a second, with the code cancelled.
type Client struct {
	settings  settings
	transport *http.Transport
	hwid      string
	made      map[string]string // components, hashed

	mutex      sync.Mutex // guards what follows
	monitor    *Monitor
	session    int // counts logins and ends: what belongs to an earlier session changes nothing in this one
	userID     int64
	username   string
	licenseKey string                   // where it was the sign-in
	token      string                   // of the session
	starting   map[string]chan struct{} // by the token, sessions that the server was asked for; closed when that is over
	lease      string
	features   map[string]any // what the user has bought, from signed answers alone
	signed     *knownTime     // at the last signed answer
	floor      *knownTime     // the latest time that the state of an earlier run knew
	state      *stateFile     // where Resume finds the user; nil: nothing is kept
	isStored   bool           // of this session
	storedTo   float64        // when what the state says of time is over
	isOffline  bool           // this run started without the server and has not reached it yet
}

// knownTime is the server's time, which a clock that nobody can set moves on.
type knownTime struct {
	mark  float64 // the latest that is known, in unix seconds
	at    time.Time
	ahead float64 // seconds by which this computer's clock was ahead
}

// New makes a client. The error is an *OptionsError.
func New(options Options) (*Client, error) {
	read, err := readOptions(options)
	if err != nil {
		return nil, err
	}
	client := &Client{settings: read, transport: newTransport(read), starting: map[string]chan struct{}{}}
	client.made = hashedComponents(read.Components, read.HWIDSalt)
	if read.HardwareID != nil {
		client.hwid = *read.HardwareID
	} else {
		client.hwid = HardwareID(read.HWIDSalt)
	}
	if read.OfflineStart && len(read.keys) > 0 {
		folder := read.StoreFolder
		if folder == "" {
			folder = defaultFolder(read.HWIDSalt)
		}
		if read.StoreInMemory {
			folder = ""
		}
		client.state = openState(read.HWIDSalt, folder)
	}
	return client, nil
}

// Login logs a user in.
func (c *Client) Login(ctx context.Context, username, password string) Result {
	body := c.asking(map[string]any{"username": strings.TrimSpace(username), "password": password})
	return c.begin(c.post(ctx, call{path: "login", body: c.named(body), isChecked: true}), "")
}

// License is for software without usernames: the key is all that is typed. Needs License login in the settings.
func (c *Client) License(ctx context.Context, licenseKey string) Result {
	return c.signInByKey(ctx, strings.TrimSpace(licenseKey), 0)
}

func (c *Client) signInByKey(ctx context.Context, key string, timeout time.Duration) Result {
	body := c.named(c.asking(map[string]any{"license_key": key}))
	return c.begin(c.post(ctx, call{path: "license", body: body, isChecked: true, timeout: timeout}), key)
}

// Registration is what a new user types. The email may be empty, and the license key where the settings ask for none.
type Registration struct {
	Username, Password, LicenseKey, Email string
}

// Register makes a user, who logs in afterwards.
func (c *Client) Register(ctx context.Context, user Registration) Result {
	body := map[string]any{"username": strings.TrimSpace(user.Username), "password": user.Password}
	addText(body, "email", user.Email)
	addText(body, "license_key", user.LicenseKey)
	return c.post(ctx, call{path: "register", body: c.named(body), isChecked: true})
}

// Redeem adds the time of another key to the user whose session this is.
func (c *Client) Redeem(ctx context.Context, licenseKey string) Result {
	c.mutex.Lock()
	session, token := c.session, c.token
	c.mutex.Unlock()
	if token == "" {
		return notLoggedIn()
	}
	result := c.redeem(ctx, licenseKey, map[string]any{"session_token": token})
	if !result.OK {
		return result
	}
	return c.keepLease(result, session)
}

// RedeemFor adds the time of another key to a user whose access has ended and who therefore can't log in.
func (c *Client) RedeemFor(ctx context.Context, licenseKey, username, password string) Result {
	return c.redeem(ctx, licenseKey, map[string]any{"username": strings.TrimSpace(username), "password": password})
}

func (c *Client) redeem(ctx context.Context, licenseKey string, body map[string]any) Result {
	body["license_key"] = strings.TrimSpace(licenseKey)
	return c.post(ctx, call{path: "redeem", body: c.named(c.asking(body)), isChecked: true})
}

// Verify asks whether the user still has access.
func (c *Client) Verify(ctx context.Context) Result {
	return c.verify(ctx, c.settings.Retries)
}

func (c *Client) verify(ctx context.Context, retries int) Result {
	c.mutex.Lock()
	session := c.session
	body := c.asking(map[string]any{"user_id": c.userID})
	addText(body, "session_token", c.token)
	isNobody := c.userID == 0
	c.mutex.Unlock()
	if isNobody {
		return notLoggedIn()
	}
	return c.keepLease(c.post(ctx, call{path: "verify", body: body, isChecked: true, retries: retries}), session)
}

// Heartbeat tells the server that the session goes on. The monitor does that by itself.
func (c *Client) Heartbeat(ctx context.Context) Result {
	return c.heartbeat(ctx, c.settings.Retries)
}

func (c *Client) heartbeat(ctx context.Context, retries int) Result {
	c.mutex.Lock()
	token := c.token
	c.mutex.Unlock()
	if token == "" {
		return notLoggedIn()
	}
	body := map[string]any{"action": "heartbeat", "session_token": token}
	return c.post(ctx, call{path: "session/track", body: body, retries: retries})
}

// Feature is what the user has bought: client.Feature("export") == true switches a function on. It is a bool, an int, a
// string, or nil for what was not bought.
func (c *Client) Feature(name string) any {
	return c.Features()[name]
}

// Features are all that the user has bought; without the server only while the lease holds.
func (c *Client) Features() map[string]any {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	copied := map[string]any{}
	if c.isOffline && !c.mayGoOn() {
		return copied
	}
	for name, value := range c.features {
		copied[name] = value
	}
	return copied
}

// ClockError says how far this computer's clock was from the server's at the last signed answer.
func (c *Client) ClockError() time.Duration {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.signed == nil {
		return 0
	}
	return secondsOf(c.signed.ahead)
}

// named adds what every sign-in says of the program and its computer.
func (c *Client) named(body map[string]any) map[string]any {
	body["version"] = c.settings.Version
	body["hwid"] = c.hwid
	addText(body, "device_name", deviceName())
	if len(c.made) > 0 {
		body["hwid_components"] = c.made
	}
	return body
}

// asking adds what a lease that allows a start is asked for with; without OfflineStart nothing is.
func (c *Client) asking(body map[string]any) map[string]any {
	if c.state != nil {
		body["lease_version"] = 2
	}
	return body
}

func addText(body map[string]any, name, text string) {
	if text != "" {
		body[name] = text
	}
}

// begin takes over who has signed in.
func (c *Client) begin(result Result, licenseKey string) Result {
	c.mutex.Lock()
	if result.OK {
		c.dropState()
		c.userID, c.username, c.licenseKey = result.UserID, result.Username, licenseKey
		c.token, c.lease, c.features = "", "", nil
		c.session++
	}
	session := c.session
	c.mutex.Unlock()
	return c.keepLease(result, session)
}

// keepLease takes over what an answer says of the lease and the features of its session.
func (c *Client) keepLease(result Result, session int) Result {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if session != c.session {
		return result
	}
	switch classify(result) {
	case classDefinitive:
		c.lease = ""
		c.dropState()
	case classOther:
		c.lease, c.isStored = "", false
	case classOK:
		if result.lease != "" {
			c.lease = result.lease
			if c.state != nil {
				c.isStored, c.storedTo = true, 0
				c.writeState(stateAheadSeconds)
			}
		}
		if result.Features != nil && len(c.settings.keys) > 0 {
			c.features = result.Features
		}
	}
	return result
}

// serverTime is the latest time that the server is known to have had, in unix seconds; 0: none is known. The caller has
// the mutex.
func (c *Client) serverTime() float64 {
	last := c.signed
	if last == nil {
		last = c.floor
	}
	if last == nil {
		return 0
	}
	return last.mark + time.Since(last.at).Seconds()
}

// #endregion
