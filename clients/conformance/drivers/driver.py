"""Obeys one line of JSON after the other and answers each with one: `driver.py <file with the library>`. The end of the
input is a logout."""
import importlib.util
import json
import re
import sys

sys.dont_write_bytecode = True
specification = importlib.util.spec_from_file_location("library", sys.argv[1])
library = importlib.util.module_from_spec(specification)
specification.loader.exec_module(library)

state = {"client": None, "monitor": None}


def say(name, fields):
    print(json.dumps(dict(fields, **{"is": name})), flush=True)


def fields_of(result):
    return {
        "code": result.code,
        "trusted": result.trusted,
        "message": result.message,
        "retryAfter": result.retry_after,
        "addedDays": result.added_days or 0,
        "userId": result.user_id or 0,
    }


def begin(order):
    names = {name: re.sub("[A-Z]", lambda found: "_" + found.group().lower(), name) for name in order}
    state["client"] = library.LicenseClient(**{names[name]: value for name, value in order.items()})
    return {}


def monitor(_order):
    state["monitor"] = state["client"].monitor(lambda result: say("lost", fields_of(result)))
    return {}


def status(_order):
    watched = state["monitor"]
    figures = {"beats": watched.beats, "failures": watched.failures} if watched else {"beats": 0, "failures": 0}
    return dict(figures, clockError=state["client"].clock_error())


def call(name, order):
    texts = [order[each] for each in ("username", "password", "key") if each in order]
    client = state["client"]
    if name == "redeem":
        return client.redeem(order["key"], order.get("username", ""), order.get("password", ""))
    return getattr(client, {"start": "start_session"}.get(name, name))(*texts)


OTHERS = {
    "open": begin,
    "monitor": monitor,
    "status": status,
    "features": lambda _order: {"features": state["client"].features()},
    "feature": lambda order: {"value": state["client"].feature(order["name"])},
    "end": lambda _order: state["client"].end_session() or {},
    "logout": lambda _order: state["client"].logout() or {},
}

for line in sys.stdin:
    order = json.loads(line)
    name = order.pop("do")
    say(name, OTHERS[name](order) if name in OTHERS else fields_of(call(name, order)))
if state["client"]:
    state["client"].logout()
