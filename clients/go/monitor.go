package keywright

import (
	"context"
	"math"
	"sync"
	"time"
)

// #region session-monitor

// Events are what a monitor tells; each may be nil. They are called from goroutines of the monitor.
type Events struct {
	// Lost gets the result that ended the session: once, and never after Stop or Logout.
	Lost func(last Result)
	// Status gets what came of each verification, before a loss that follows from it.
	Status func(result Result)
	// Offline is told until when the program runs on without the server, Online that it was reached again.
	Offline func(until time.Time)
	Online  func()
}

// Monitor keeps one session alive with two jobs, heartbeats and verifications, each in a goroutine of its own.
//
// MaxVerifyFailures failed verifications in a row end the session, nothing else does. A definitive refusal is asked about
// again within seconds; without any answer a verification fails only when its whole period has passed, so that a short
// outage logs nobody out.
type Monitor struct {
	client   *Client
	settings settings
	events   Events
	isOver   context.Context // the jobs have to end
	end      context.CancelFunc
	sooner   chan struct{} // the next verification was brought forward
	losing   sync.Once

	mutex        sync.Mutex // guards what follows
	figures      Figures
	session      int
	isSilent     bool // nobody wants to be told any more
	verifyDue    time.Time
	periodEnd    time.Time     // the next point of the grid of verifications
	graceLeft    time.Duration // how far Retry-After may still move it
	isAnswered   bool          // in this period
	hasRestarted bool          // in this period
	isOffline    bool          // the server is not reached, and the lease holds
	silences     int           // verifications without an answer, in a row
	notBefore    time.Time
	last         Result
}

// Figures are what a monitor has done.
type Figures struct {
	Beats      int // heartbeats sent
	Failures   int // of verifications in a row
	VerifiedAt time.Time
}

var backOff = []float64{1, 2, 4, 8, 12} // times RetryDelay; the last one from then on

func newMonitor(client *Client, events Events) *Monitor {
	monitor := &Monitor{client: client, settings: client.settings, events: events, sooner: make(chan struct{}, 1)}
	monitor.isOver, monitor.end = context.WithCancel(context.Background())
	return monitor
}

// start begins the jobs at a random time: computers switched on together don't call together.
func (m *Monitor) start(started Result) {
	now := time.Now()
	m.client.mutex.Lock()
	session, isOffline := m.client.session, m.client.isOffline
	m.client.mutex.Unlock()
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.session = session
	if m.isSilent { // logged out meanwhile
		return
	}
	if !started.OK {
		go m.lose(started) // perhaps it did start and only the answer was lost
		return
	}
	m.figures.VerifiedAt = now
	m.isAnswered, m.graceLeft = true, maxPauseSeconds*time.Second
	m.periodEnd = now.Add(spread(m.settings.VerifyEvery, 0.5, 1))
	m.verifyDue = m.periodEnd
	if isOffline {
		m.verifyDue = now.Add(m.settings.RetryDelay)
	}
	go m.keepBeating(now.Add(spread(m.settings.HeartbeatEvery, 0.5, 1)))
	go m.keepVerifying(isOffline)
}

func spread(duration time.Duration, low, high float64) time.Duration {
	return time.Duration(float64(duration) * randomBetween(low, high))
}

// Stop takes effect at once; an answer still on its way is ignored.
func (m *Monitor) Stop() {
	m.mutex.Lock()
	m.isSilent = true
	m.mutex.Unlock()
	m.end()
}

// Figures may be asked for at any time.
func (m *Monitor) Figures() Figures {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	return m.figures
}

// sleepUntil gives false when the sleep ended early.
func sleepUntil(due time.Time, isOver <-chan struct{}, sooner <-chan struct{}) bool {
	timer := time.NewTimer(time.Until(due))
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-isOver:
	case <-sooner:
	}
	return false
}

func (m *Monitor) keepBeating(due time.Time) {
	for sleepUntil(due, m.isOver.Done(), nil) && m.isOver.Err() == nil {
		due = m.beat(due)
	}
}

// beat sends a heartbeat, which never counts as a failure, and says when the next is due.
func (m *Monitor) beat(due time.Time) time.Time {
	c, every := m.client, m.settings.HeartbeatEvery
	c.mutex.Lock()
	c.writeState(c.aheadSeconds())
	isOffline, refusal, left := c.isOffline, "", 0.0
	if isOffline { // without a session there is nothing to keep alive, but the lease may end
		refusal, left = c.offlineRefusal(), c.offlineSeconds()
	}
	c.mutex.Unlock()
	if refusal != "" {
		m.lose(offlineRefusal(refusal))
		return due
	}
	if isOffline {
		return earlier(due.Add(every), time.Now().Add(secondsOf(left)))
	}
	m.mutex.Lock()
	m.figures.Beats++
	m.mutex.Unlock()
	result := c.heartbeat(m.isOver, 0)
	if answer := classify(result); answer == classDefinitive || answer == classLost {
		m.verifySoon(answer)
	}
	pause := time.Duration(float64(result.RetryAfter) * randomBetween(1, 1.2))
	intervals := math.Ceil(float64(time.Since(due)+pause) / float64(every))
	return due.Add(time.Duration(math.Max(intervals, 1)) * every)
}

func earlier(one, other time.Time) time.Time {
	if one.Before(other) {
		return one
	}
	return other
}

func later(one, other time.Time) time.Time {
	if one.After(other) {
		return one
	}
	return other
}

// verifySoon brings the next verification forward, unless it is running or near, or the server asked for a pause.
func (m *Monitor) verifySoon(answer class) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	due := later(time.Now(), m.notBefore)
	if (answer == classLost && m.hasRestarted) || !due.Before(m.verifyDue.Add(-m.settings.RetryDelay)) {
		return
	}
	m.verifyDue = due
	select {
	case m.sooner <- struct{}{}:
	default: // it is known already
	}
}

func (m *Monitor) keepVerifying(isOffline bool) {
	if isOffline {
		m.goOffline()
	}
	for m.isOver.Err() == nil {
		m.mutex.Lock()
		due := m.verifyDue
		m.mutex.Unlock()
		if sleepUntil(due, m.isOver.Done(), m.sooner) && m.isOver.Err() == nil {
			m.verify(due)
		}
	}
}

func (m *Monitor) goOffline() {
	m.mutex.Lock()
	wasOffline := m.isOffline
	m.isOffline = true
	m.mutex.Unlock()
	if wasOffline || m.events.Offline == nil {
		return
	}
	m.client.mutex.Lock()
	held := m.client.heldLease()
	m.client.mutex.Unlock()
	if held != nil {
		m.events.Offline(time.Unix(held.expires, 0))
	}
}

func (m *Monitor) verify(due time.Time) {
	m.mutex.Lock()
	isPeriodOver := !due.Before(m.periodEnd)
	m.mutex.Unlock()
	if isPeriodOver {
		m.endPeriod(due)
	}
	m.mutex.Lock()
	isLost, last := m.figures.Failures >= m.settings.MaxVerifyFailures, m.last
	isTooEarly := !isLost && due.Before(m.notBefore)
	if isTooEarly {
		m.verifyDue = earlier(m.notBefore, m.periodEnd)
	}
	hasRestarted := m.hasRestarted
	m.mutex.Unlock()
	if isLost {
		m.lose(last)
		return
	}
	if isTooEarly {
		return
	}
	result := m.ask()
	if classify(result) == classLost && !hasRestarted {
		result = m.client.startSession(m.isOver, m.session, 0, 0)
		m.mutex.Lock()
		m.hasRestarted = classify(result) != classUnknown
		m.mutex.Unlock()
	}
	if m.isOver.Err() == nil {
		m.settle(result)
	}
}

// ask verifies, or asks for a session where the program was started without the server.
func (m *Monitor) ask() Result {
	c := m.client
	c.mutex.Lock()
	isOffline := c.isOffline
	c.mutex.Unlock()
	if !isOffline {
		return c.verify(m.isOver, 0)
	}
	result := c.reconnect(m.isOver, m.session, 0)
	if result.OK {
		c.mutex.Lock()
		session := c.session
		c.mutex.Unlock()
		m.mutex.Lock()
		m.session = session
		m.mutex.Unlock()
	}
	return result
}

func (m *Monitor) endPeriod(due time.Time) {
	m.mutex.Lock()
	isMissed := !m.isAnswered
	m.mutex.Unlock()
	hasSlept := time.Since(due) > m.settings.VerifyEvery // the computer was off, so nothing was missed
	mayGoOn := false
	if isMissed && !hasSlept {
		m.client.mutex.Lock()
		mayGoOn = m.client.mayGoOn()
		m.client.mutex.Unlock()
	}
	if mayGoOn {
		m.goOffline()
	}
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if isMissed && !hasSlept && !mayGoOn {
		m.figures.Failures++
	}
	if hasSlept {
		m.periodEnd = time.Now()
	}
	m.periodEnd = m.periodEnd.Add(m.settings.VerifyEvery)
	m.graceLeft = maxPauseSeconds * time.Second
	m.isAnswered, m.hasRestarted = false, false
}

// settle decides what an answer means for the session, and when the next verification comes.
func (m *Monitor) settle(result Result) {
	if m.events.Status != nil {
		m.events.Status(result)
	}
	answer := classify(result)
	m.mutex.Lock()
	m.last = result
	if answer == classUnknown {
		m.planAgain(result.RetryAfter)
		m.mutex.Unlock()
		return
	}
	isBack := m.isOffline
	m.isAnswered, m.isOffline, m.silences, m.notBefore = true, false, 0, time.Time{}
	m.verifyDue = m.periodEnd
	switch answer {
	case classOK:
		m.figures.Failures, m.figures.VerifiedAt = 0, time.Now()
	case classDefinitive:
		m.figures.Failures++
		m.verifyDue = time.Now().Add(m.settings.RetryDelay)
	case classOther:
		m.figures.Failures++
	}
	isLost := m.figures.Failures >= m.settings.MaxVerifyFailures
	m.mutex.Unlock()
	if isBack && m.events.Online != nil {
		m.events.Online()
	}
	if isLost {
		m.lose(result)
	}
}

// planAgain tries again inside the period, after a random wait: many clients must not return together. The caller has the
// mutex.
func (m *Monitor) planAgain(retryAfter time.Duration) {
	now := time.Now()
	step := m.silences
	if step >= len(backOff) {
		step = len(backOff) - 1
	}
	due := now.Add(time.Duration(float64(spread(m.settings.RetryDelay, 0.5, 1)) * backOff[step]))
	m.silences++
	m.notBefore = time.Time{}
	if retryAfter > 0 {
		m.notBefore = now.Add(spread(retryAfter, 1, 1.2))
	}
	if m.notBefore.After(m.periodEnd) {
		grace := m.notBefore.Add(m.settings.Timeout).Sub(m.periodEnd)
		if grace > m.graceLeft {
			grace = m.graceLeft
		}
		m.periodEnd = m.periodEnd.Add(grace)
		m.graceLeft -= grace
	}
	m.verifyDue = earlier(later(due, m.notBefore), m.periodEnd)
}

// lose ends the session and tells of it, unless nobody wants to be told any more.
func (m *Monitor) lose(result Result) {
	m.losing.Do(func() {
		m.end()
		m.mutex.Lock()
		session := m.session
		m.mutex.Unlock()
		m.client.endSession(session, false)
		m.mutex.Lock()
		isSilent := m.isSilent
		m.mutex.Unlock()
		if !isSilent && m.events.Lost != nil {
			m.events.Lost(result)
		}
	})
}

// #endregion
