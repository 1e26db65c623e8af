//! Obeys one line of JSON after the other and answers each with one. The end of the input is a logout. Stands inside the
//! sample's file, which has the library.
use super::*;

fn say(is: &str, mut fields: Value) {
    fields["is"] = json!(is);
    println!("{fields}");
}

fn fields_of(result: &Result<Answer, KeywrightError>) -> Value {
    let (answer, thrown) = match result {
        Ok(answer) => (answer, String::new()),
        Err(error) => {
            let (status, retry_after, trusted) = (error.http_status, error.retry_after, error.trusted);
            (&**error, format!("{} {status} {retry_after} {trusted} {} {error}", error.code, error.request_id))
        }
    };
    json!({
        "thrown": thrown,
        "offlineUntil": answer.offline_until,
        "code": answer.code,
        "trusted": answer.trusted,
        "message": answer.message,
        "retryAfter": answer.retry_after,
        "addedDays": answer.added_days,
        "userId": answer.user_id,
        "requestId": answer.request_id,
        "graceUntil": answer.grace_until,
    })
}

fn told(entry: &LogEntry) {
    let mut fields = json!({ "level": entry.level, "event": entry.event, "call": entry.call, "code": entry.code });
    fields["httpStatus"] = json!(entry.http_status);
    fields["trusted"] = json!(entry.trusted);
    fields["requestId"] = json!(entry.request_id);
    fields["seconds"] = json!(entry.seconds);
    say("log", fields);
}

fn open(order: &Value) -> Result<LicenseClient, InvalidOption> {
    let text = |name: &str| order[name].as_str().unwrap_or_default();
    let number = |name: &str, usual: i64| u32::try_from(order[name].as_i64().unwrap_or(usual)).unwrap_or(u32::MAX);
    let keys = order["publicKeys"].as_array().cloned().unwrap_or_default();
    let mut builder = LicenseClient::builder(text("origin"), text("apiKey"), text("version"), text("hwidSalt"))
        .public_keys(keys.iter().map(|key| key.as_str().unwrap_or_default()))
        .timeout_seconds(number("timeoutSeconds", 30))
        .heartbeat_seconds(number("heartbeatSeconds", 30))
        .verify_seconds(number("verifySeconds", 300))
        .max_verify_failures(number("maxVerifyFailures", 3))
        .retry_seconds(number("retrySeconds", 5))
        .retries(number("retries", 0))
        .proxy(text("proxy"))
        .offline_start(order["offlineStart"] == true)
        .log(told);
    if !text("storeFolder").is_empty() {
        builder = builder.store_folder(text("storeFolder"));
    }
    if order["components"] == "own" {
        builder = builder.components(hardware_components());
    } else if let Some(given) = order["components"].as_object() {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
        builder = builder.components(given.iter().map(|(name, value)| (name.clone(), text(value))).collect());
    }
    if let Some(id) = order["hardwareId"].as_str() {
        builder = builder.hardware_id(id);
    }
    builder.build()
}

/// As orders name it: `heartbeatSeconds`.
fn camel_case(name: &str) -> String {
    let mut parts = name.split('_');
    let first = parts.next().unwrap_or_default().to_string();
    parts.fold(first, |whole, part| whole + &part[..1].to_uppercase() + &part[1..])
}

/// The client with what the order wants the call to be given up by.
fn given_up(client: &LicenseClient, order: &Value) -> LicenseClient {
    let seconds = match order["cancelAfter"].as_f64() {
        Some(seconds) => seconds,
        None => return client.clone(),
    };
    let cancellation = Cancellation::new();
    let later = cancellation.clone();
    if seconds <= 0.0 {
        cancellation.cancel();
    }
    thread::spawn(move || {
        thread::sleep(Duration::from_secs_f64(seconds));
        later.cancel();
    });
    client.with_cancellation(&cancellation)
}

fn call(client: &LicenseClient, name: &str, order: &Value) -> Result<Answer, KeywrightError> {
    let text = |name: &str| order[name].as_str().unwrap_or_default();
    let client = given_up(client, order);
    match name {
        "login" => client.login(text("username"), text("password")),
        "license" => client.license(text("key")),
        "register" => client.register(text("username"), text("password"), order["key"].as_str(), None),
        "redeem" if text("username").is_empty() => client.redeem(text("key")),
        "redeem" => client.redeem_for(text("key"), text("username"), text("password")),
        "verify" => client.verify(),
        "resume" => client.resume(),
        "start" => client.start_session(),
        "install" => client.offline().expect("an offline start").install(text("text")),
        _ => client.heartbeat(),
    }
}

fn watch(client: &LicenseClient) -> SessionMonitor {
    let events = Events::lost(|last| say("lost", fields_of(&Err(last.clone()))))
        .offline(|until| say("offline", json!({ "until": until })))
        .online(|| say("online", json!({})))
        .status(|result| say("verified", fields_of(result)));
    client.monitor(events)
}

fn lease_of(client: &LicenseClient) -> Value {
    match client.lease() {
        Some(lease) => json!({ "until": lease.until, "mayStart": lease.may_start, "features": lease.features }),
        None => json!({ "until": 0, "mayStart": false, "features": {} }),
    }
}

fn request(client: &LicenseClient, order: &Value) -> Value {
    let asked = client.offline().map(|offline| match order["key"].as_str() {
        Some(key) => offline.request_by_key(key),
        None => offline.request(order["username"].as_str().unwrap_or_default()),
    });
    match asked {
        Ok(text) => json!({ "text": text.expect("a folder") }),
        Err(error) => json!({ "refused": camel_case(error.option) }),
    }
}

pub(super) fn obey() {
    let mut opened: Option<LicenseClient> = None;
    let mut monitor: Option<SessionMonitor> = None;
    for line in io::stdin().lines() {
        let order: Value = serde_json::from_str(&line.expect("a line")).expect("an order");
        let name = order["do"].as_str().expect("a word").to_string();
        if name == "open" {
            let refused = match open(&order) {
                Ok(client) => {
                    (opened, monitor) = (Some(client), None);
                    String::new()
                }
                Err(error) => camel_case(error.option), // the client before goes on
            };
            say("open", json!({ "refused": refused }));
            continue;
        }
        let client = opened.as_ref().expect("a client");
        let fields = match name.as_str() {
            "monitor" => {
                monitor = Some(watch(client));
                json!({})
            }
            "status" => {
                let figures = monitor.as_ref().map(SessionMonitor::figures);
                let (beats, failures) = figures.map_or((0, 0), |figures| (figures.beats, figures.failures));
                json!({ "beats": beats, "failures": failures, "clockError": client.clock_error() })
            }
            "features" => json!({ "features": client.features() }),
            "feature" => json!({ "value": client.feature(order["name"].as_str().unwrap_or_default()) }),
            "lease" => lease_of(client),
            "request" => request(client, &order),
            "end" => {
                if let Some(monitor) = &monitor {
                    monitor.stop();
                }
                client.end_session();
                json!({})
            }
            "logout" => {
                client.logout();
                json!({})
            }
            _ => fields_of(&call(client, &name, &order)),
        };
        say(&name, fields);
    }
    if let Some(client) = opened {
        client.logout();
    }
}
