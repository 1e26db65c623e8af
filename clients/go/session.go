package keywright

import (
	"context"
	"fmt"
	"time"
)

// #region session

const (
	endSeconds = 3  // a program that is closing waits for the end of its session
	anySession = -1 // whichever there is
)

// StartSession makes a fresh token each time: the server takes none that has ended. A start that is given up is ended
// after its answer, behind the caller.
func (c *Client) StartSession(ctx context.Context) Result {
	return c.startSession(ctx, anySession, 0, c.settings.Retries)
}

// startSession starts only while that session goes on.
func (c *Client) startSession(ctx context.Context, session int, timeout time.Duration, retries int) Result {
	begun := time.Now()
	digits, err := randomHex()
	if err != nil {
		return Result{Code: "network_error", Message: err.Error()}
	}
	token := fmt.Sprintf("sess_%s_%d", digits, begun.Unix())
	c.mutex.Lock()
	switch {
	case c.userID == 0:
		c.mutex.Unlock()
		return notLoggedIn()
	case ctx.Err() != nil:
		c.mutex.Unlock()
		return c.cancelledStart(ctx, begun)
	case session != anySession && session != c.session:
		c.mutex.Unlock()
		return Result{Code: "cancelled", Message: "the session was ended."}
	}
	session, c.token = c.session, token
	c.starting[token] = make(chan struct{})
	body := map[string]any{"action": "start", "user_id": c.userID, "session_token": token, "hwid": c.hwid}
	c.mutex.Unlock()

	answers := make(chan Result, 1)
	isWanted := func() bool { return c.isOwn(token) }
	made := call{path: "session/track", body: body, isChecked: true, timeout: timeout, retries: retries, isWanted: isWanted}
	go func() { answers <- c.start(made, token) }()
	var result Result
	select {
	case result = <-answers:
	case <-ctx.Done():
		if c.giveUpStart(token) {
			return c.cancelledStart(ctx, begun)
		}
		result = <-answers
	}
	if result.OK && result.token != "" && result.token != token {
		result.OK, result.Code, result.Message = false, "bad_answer", "the answer is for another session."
	}
	return c.keepLease(result, session)
}

func (c *Client) cancelledStart(ctx context.Context, begun time.Time) Result {
	result := cancelledBy(ctx.Err())
	c.note("start", begun, result)
	return result
}

func (c *Client) isOwn(token string) bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.token == token
}

// start goes on when its caller does not wait any more: then the session is ended after the answer.
func (c *Client) start(made call, token string) Result {
	result := c.post(context.Background(), made)
	if c.isStartOver(token) {
		return result
	}
	c.postEnd(token)
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.startIsOver(token)
	return result
}

// isStartOver gives true while the session is wanted: whoever ends it from now on tells the server.
func (c *Client) isStartOver(token string) bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.token != token {
		return false
	}
	c.startIsOver(token)
	return true
}

func (c *Client) startIsOver(token string) {
	close(c.starting[token])
	delete(c.starting, token)
}

// giveUpStart gives false where the start was answered before that.
func (c *Client) giveUpStart(token string) bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if _, isStarting := c.starting[token]; !isStarting {
		return false
	}
	if c.token == token {
		c.token = ""
	}
	return true
}

// EndSession ends the session if there is one, within 3 s: a program that is closing waits for it. The user stays.
func (c *Client) EndSession() {
	c.endSession(anySession, false)
}

func (c *Client) endSession(session int, isLogout bool) {
	deadline := time.After(endSeconds * time.Second)
	c.mutex.Lock()
	if session != anySession && session != c.session {
		c.mutex.Unlock()
		return
	}
	token := c.token
	_, isStarting := c.starting[token] // an end that overtakes the start would end nothing
	var starts []chan struct{}
	for _, start := range c.starting {
		starts = append(starts, start)
	}
	c.writeState(0)
	c.token, c.lease, c.isStored, c.isOffline = "", "", false, false
	c.session++
	if isLogout {
		c.dropState()
		c.userID = 0
	}
	c.mutex.Unlock()
	if token != "" && !isStarting {
		c.postEnd(token)
	}
	for _, start := range starts {
		select {
		case <-start:
		case <-deadline:
			return
		}
	}
}

func (c *Client) postEnd(token string) {
	body := map[string]any{"action": "end", "session_token": token}
	c.post(context.Background(), call{path: "session/track", body: body, timeout: endSeconds * time.Second})
}

// Monitor keeps the session alive in the background. It starts the session first where that was not done: a start that is
// refused, or not answered, is a loss too. One monitor goes on at a time.
func (c *Client) Monitor(events Events) *Monitor {
	monitor := newMonitor(c, events)
	c.mutex.Lock()
	before := c.monitor
	c.monitor = monitor
	needsStart := c.token == "" && !c.isOffline
	c.mutex.Unlock()
	if before != nil {
		before.Stop()
	}
	started := Result{OK: true}
	if needsStart {
		started = c.StartSession(context.Background())
	}
	monitor.start(started)
	return monitor
}

// Logout stops the monitor, ends the session within 3 s and forgets the user; Resume starts nobody then.
func (c *Client) Logout() {
	c.mutex.Lock()
	monitor := c.monitor
	c.monitor = nil
	c.mutex.Unlock()
	if monitor != nil {
		monitor.Stop()
	}
	c.endSession(anySession, true)
}

// #endregion
