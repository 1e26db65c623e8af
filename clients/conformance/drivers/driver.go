package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"
)

// driver obeys one line of JSON after the other and answers each with one. The library stands in the same program.
type driver struct {
	client   *Client
	monitor  *Monitor
	printing sync.Mutex
}

type fields map[string]any

func (d *driver) say(is string, said fields) {
	d.printing.Lock()
	defer d.printing.Unlock()
	said["is"] = is
	line, _ := json.Marshal(said)
	fmt.Println(string(line))
}

func fieldsOf(result Result) fields {
	return fields{
		"code": result.Code, "trusted": result.Trusted, "message": result.Message,
		"retryAfter": int(result.RetryAfter.Seconds()), "addedDays": result.AddedDays, "userId": result.UserID,
		"offlineUntil": unixOf(result.OfflineUntil), "requestId": result.RequestID,
		"graceUntil": textOfTime(result.GraceUntil), "thrown": thrownBy(result),
	}
}

func unixOf(at time.Time) int64 {
	if at.IsZero() {
		return 0
	}
	return at.Unix()
}

func textOfTime(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return at.UTC().Format("2006-01-02T15:04:05.000Z")
}

func thrownBy(result Result) string {
	err := result.Err()
	var refusal *Error
	if !errors.As(err, &refusal) {
		return ""
	}
	if isCancelled := errors.Is(err, context.Canceled); isCancelled != (refusal.Code == "cancelled") {
		return "an error of the context that does not fit the code"
	}
	seconds := int(refusal.RetryAfter.Seconds())
	return fmt.Sprint(refusal.Code, " ", refusal.HTTPStatus, " ", seconds, " ", refusal.Trusted, " ", refusal.RequestID, " ", refusal)
}

// order has the options and arguments as all languages name them.
type order map[string]any

func (o order) text(name string) string {
	text, _ := o[name].(string)
	return text
}

// number is less than nothing where the order says 0: in Go that stands for the default.
func (o order) number(name string) float64 {
	number, isGiven := o[name].(float64)
	if isGiven && number == 0 {
		return -1
	}
	return number
}

func (o order) seconds(name string) time.Duration {
	return time.Duration(o.number(name) * float64(time.Second))
}

func (d *driver) open(asked order) fields {
	options := Options{
		Origin: asked.text("origin"), APIKey: asked.text("apiKey"), Version: asked.text("version"),
		HWIDSalt: asked.text("hwidSalt"), Timeout: asked.seconds("timeoutSeconds"),
		HeartbeatEvery: asked.seconds("heartbeatSeconds"), VerifyEvery: asked.seconds("verifySeconds"),
		MaxVerifyFailures: int(asked.number("maxVerifyFailures")), RetryDelay: asked.seconds("retrySeconds"),
		Proxy: asked.text("proxy"), OfflineStart: asked["offlineStart"] == true, StoreFolder: asked.text("storeFolder"),
	}
	retries, _ := asked["retries"].(float64)
	options.Retries = int(retries)
	keys, _ := asked["publicKeys"].([]any)
	for _, key := range keys {
		options.PublicKeys = append(options.PublicKeys, fmt.Sprint(key))
	}
	options.Log = func(level, event string, told map[string]any) {
		said := fields{"level": level, "event": event}
		for name, value := range told {
			said[name] = value
		}
		d.say("log", said)
	}
	if id, isGiven := asked["hardwareId"].(string); isGiven {
		options.HardwareID = &id
	}
	if asked["components"] == "own" {
		options.Components = HardwareComponents()
	} else if given, isGiven := asked["components"].(map[string]any); isGiven {
		options.Components = map[string]string{}
		for name, value := range given {
			options.Components[name] = fmt.Sprint(value)
		}
	}
	client, err := New(options)
	if err != nil {
		return fields{"refused": optionOf(err)}
	}
	d.client = client
	return fields{"refused": ""}
}

// optionOf is the option that was refused, as all languages name it.
func optionOf(err error) string {
	var refusal *OptionsError
	if !errors.As(err, &refusal) {
		return err.Error()
	}
	return map[string]string{
		"Origin": "origin", "APIKey": "apiKey", "Version": "version", "HWIDSalt": "hwidSalt", "PublicKeys": "publicKeys",
		"Timeout": "timeoutSeconds", "HeartbeatEvery": "heartbeatSeconds", "VerifyEvery": "verifySeconds",
		"MaxVerifyFailures": "maxVerifyFailures", "RetryDelay": "retrySeconds", "Retries": "retries", "Proxy": "proxy",
		"HardwareID": "hardwareId", "Components": "components", "OfflineStart": "offlineStart",
	}[refusal.Option]
}

// call makes a call that comes to a result; nil: it is another order.
func (d *driver) call(name string, asked order) func(context.Context) Result {
	c, username, password, key := d.client, asked.text("username"), asked.text("password"), asked.text("key")
	return map[string]func(context.Context) Result{
		"login":   func(ctx context.Context) Result { return c.Login(ctx, username, password) },
		"license": func(ctx context.Context) Result { return c.License(ctx, key) },
		"register": func(ctx context.Context) Result {
			return c.Register(ctx, Registration{Username: username, Password: password, LicenseKey: key})
		},
		"redeem": func(ctx context.Context) Result {
			if username == "" {
				return c.Redeem(ctx, key)
			}
			return c.RedeemFor(ctx, key, username, password)
		},
		"verify":    func(ctx context.Context) Result { return c.Verify(ctx) },
		"resume":    func(ctx context.Context) Result { return c.Resume(ctx) },
		"start":     func(ctx context.Context) Result { return c.StartSession(ctx) },
		"heartbeat": func(ctx context.Context) Result { return c.Heartbeat(ctx) },
		"install":   func(ctx context.Context) Result { return c.OfflineInstall(ctx, asked.text("text")) },
	}[name]
}

// contextOf is done after so many seconds, if the order says so.
func contextOf(asked order) context.Context {
	after, isGiven := asked["cancelAfter"].(float64)
	if !isGiven {
		return context.Background()
	}
	ctx, cancel := context.WithCancel(context.Background())
	if after == 0 {
		cancel()
	}
	time.AfterFunc(time.Duration(after*float64(time.Second)), cancel)
	return ctx
}

func (d *driver) obey(name string, asked order) fields {
	switch name {
	case "open":
		return d.open(asked)
	case "monitor":
		d.monitor = d.client.Monitor(Events{
			Lost:    func(last Result) { d.say("lost", fieldsOf(last)) },
			Status:  func(result Result) { d.say("verified", fieldsOf(result)) },
			Offline: func(until time.Time) { d.say("offline", fields{"until": until.Unix()}) },
			Online:  func() { d.say("online", fields{}) },
		})
	case "status":
		var figures Figures
		if d.monitor != nil {
			figures = d.monitor.Figures()
		}
		clockError := d.client.ClockError().Seconds()
		return fields{"beats": figures.Beats, "failures": figures.Failures, "clockError": clockError}
	case "lease":
		held := d.client.Lease()
		if held == nil {
			return fields{"until": 0, "mayStart": false, "features": fields{}}
		}
		return fields{"until": held.Until.Unix(), "mayStart": held.MayStart, "features": held.Features}
	case "features":
		return fields{"features": d.client.Features()}
	case "feature":
		return fields{"value": d.client.Feature(asked.text("name"))}
	case "end":
		if d.monitor != nil {
			d.monitor.Stop()
		}
		d.client.EndSession()
	case "logout":
		d.client.Logout()
	case "request":
		text, err := d.client.OfflineRequest(asked.text("username"), asked.text("key"))
		if err != nil {
			return fields{"refused": optionOf(err)}
		}
		return fields{"text": text, "refused": ""}
	default:
		return fieldsOf(d.call(name, asked)(contextOf(asked)))
	}
	return fields{}
}

func conform() {
	lines := bufio.NewReader(os.Stdin)
	driven := &driver{}
	for {
		line, err := lines.ReadString('\n')
		if strings.TrimSpace(line) != "" {
			asked := order{}
			_ = json.Unmarshal([]byte(line), &asked)
			name := asked.text("do")
			driven.say(name, driven.obey(name, asked))
		}
		if err != nil {
			break
		}
	}
	if driven.client != nil {
		driven.client.Logout()
	}
}
