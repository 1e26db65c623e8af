"""Obeys one line of JSON after the other and answers each with one: `driver.py <file with the library>`. The end of the
input is a logout."""
import importlib.util
import json
import re
import sys
import threading

sys.dont_write_bytecode = True
specification = importlib.util.spec_from_file_location("library", sys.argv[1])
library = importlib.util.module_from_spec(specification)
specification.loader.exec_module(library)

state = {"client": None, "monitor": None}


def say(name, fields):
    # print() writes the end of the line apart: another thread's line could come between
    sys.stdout.write(json.dumps(dict(fields, **{"is": name})) + "\n")
    sys.stdout.flush()


def fields_of(result):
    return {
        "code": result.code,
        "trusted": result.trusted,
        "message": result.message,
        "retryAfter": result.retry_after,
        "addedDays": result.added_days or 0,
        "userId": result.user_id or 0,
        "offlineUntil": result.offline_until,
        "requestId": result.request_id,
        "graceUntil": result.grace_until,
        "thrown": thrown_by(result),
    }


def thrown_by(result):
    try:
        return "" if result.or_throw() is result else "another result"
    except library.KeywrightError as error:
        trusted = json.dumps(error.trusted)
        parts = (error.code, error.http_status, error.retry_after, trusted, error.request_id, error)
        return " ".join(map(str, parts))


def log(level, event, fields):
    say("log", dict(fields, level=level, event=event))


def begin(order):
    names = {name: re.sub("[A-Z]", lambda found: "_" + found.group().lower(), name) for name in order}
    options = {names[name]: value for name, value in order.items()}
    if options.get("components") == "own":
        options["components"] = library.hardware_components()
    try:
        state["client"] = library.LicenseClient(log=log, **options)
    except library.InvalidOptions as error:
        return {"refused": next(name for name in names if names[name] == error.option)}
    return {"refused": ""}


def monitor(_order):
    state["monitor"] = state["client"].monitor(
        lambda result: say("lost", fields_of(result)),
        offline=lambda until: say("offline", {"until": until}),
        online=lambda: say("online", {}),
        status=lambda result: say("verified", fields_of(result)),
    )
    return {}


def end(_order):
    if state["monitor"]:
        state["monitor"].stop()
    return state["client"].end_session() or {}


def status(_order):
    watched = state["monitor"]
    figures = {"beats": watched.beats, "failures": watched.failures} if watched else {"beats": 0, "failures": 0}
    return dict(figures, clockError=state["client"].clock_error())


def lease(_order):
    held = state["client"].lease() or {"until": 0, "may_start": False, "features": {}}
    return {"until": held["until"], "mayStart": held["may_start"], "features": held["features"]}


def cancellation_of(order):
    cancellation = library.Cancellation()
    if order["cancelAfter"] == 0:
        cancellation.cancel()
    else:
        timer = threading.Timer(order["cancelAfter"], cancellation.cancel)
        timer.daemon = True
        timer.start()
    return {"cancellation": cancellation}


def call(name, order):
    texts = [order[each] for each in ("username", "password", "key") if each in order]
    client = state["client"]
    more = cancellation_of(order) if "cancelAfter" in order else {}
    if name == "install":
        return client.offline.install(order["text"])
    if name == "redeem":
        return client.redeem(order["key"], order.get("username", ""), order.get("password", ""), **more)
    return getattr(client, {"start": "start_session"}.get(name, name))(*texts, **more)


def request(order):
    try:
        return {"text": state["client"].offline.request(order.get("username", ""), order.get("key", ""))}
    except library.InvalidOptions as error:
        return {"refused": re.sub("_([a-z])", lambda found: found.group(1).upper(), error.option)}


OTHERS = {
    "open": begin,
    "request": request,
    "monitor": monitor,
    "status": status,
    "lease": lease,
    "features": lambda _order: {"features": state["client"].features()},
    "feature": lambda order: {"value": state["client"].feature(order["name"])},
    "end": end,
    "logout": lambda _order: state["client"].logout() or {},
}

for line in sys.stdin:
    order = json.loads(line)
    name = order.pop("do")
    say(name, OTHERS[name](order) if name in OTHERS else fields_of(call(name, order)))
if state["client"]:
    state["client"].logout()
