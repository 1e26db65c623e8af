//! With the argument `vectors` takes the sample as a library and answers what it is asked line by line; with `conform` it
//! obeys the orders of the conformance suite; else it is the sample. Stands inside the sample's file.
use super::*;

fn decoded(text: &str) -> Vec<u8> {
    from_base(text, BASE64).expect("base64")
}

fn text_of(text: &str) -> String {
    String::from_utf8_lossy(&decoded(text)).into_owned()
}

/// A header that is missing is `-`.
fn header_of(text: &str) -> Option<String> {
    (text != "-").then(|| text_of(text))
}

fn keys_of(text: &str) -> Vec<String> {
    text.split(',').map(str::to_string).collect()
}

fn is_signed_at(words: &[&str]) -> Option<u64> {
    let (path, nonce, request_body, body) = (text_of(words[2]), words[3], decoded(words[4]), decoded(words[6]));
    let (input, signature) = (header_of(words[7]), header_of(words[8]));
    let exchange = super::Exchange {
        path: &path,
        nonce,
        request_body: &request_body,
        status: words[5].parse().expect("a status"),
        body: &body,
        signature_input: input.as_deref(),
        signature: signature.as_deref(),
    };
    signed_at(&keys_of(words[1]), &exchange)
}

fn answer_to(words: &[&str]) -> String {
    match words[0] {
        "hwid" => hardware_id(&text_of(words[1]), &text_of(words[2])),
        "files" => hardware_id(&first_machine_id(&[&text_of(words[2]), &text_of(words[3])]), &text_of(words[1])),
        "component" => component(&text_of(words[1]), &text_of(words[2]), &text_of(words[3])).unwrap_or_else(|| "None".to_string()),
        "signed" => is_signed_at(words).map_or("None".to_string(), |created| created.to_string()),
        "lease" => {
            let [clock, mark] = [words[5], words[6]].map(|word| word.parse().expect("seconds"));
            let user_id = words[3].parse().expect("an id");
            let holds = lease_holds(&text_of(words[2]), user_id, &text_of(words[4]), clock, mark, &keys_of(words[1]), false);
            if holds { "holds" } else { "refused" }.to_string()
        }
        _ => {
            let values = [API_KEY, APP_VERSION, ORIGIN, PUBLIC_KEY, NEXT_PUBLIC_KEY, HWID_SALT];
            values.map(|value| to_base64(String::from(value).as_bytes())).join("\n")
        }
    }
}

pub(super) fn run() {
    match env::args().nth(1).as_deref() {
        Some("conform") => super::conformance::obey(),
        Some("vectors") => {
            for line in io::stdin().lines() {
                println!("{}", answer_to(&line.expect("a line").split(' ').collect::<Vec<_>>()));
            }
        }
        _ => sample_main(),
    }
}
