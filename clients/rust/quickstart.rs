use keywright::{explain, Events, LicenseClient};

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let builder = LicenseClient::builder("http://localhost:3000", "YOUR_API_KEY", "1.0.0", "keywright-app-0");
    let client = builder.public_keys(["YOUR_PUBLIC_KEY", "YOUR_NEXT_PUBLIC_KEY"]).build().expect("usable options");
    match client.login(&words[1], &words[2]) {
        Ok(user) => {
            println!("{}", user.message);
            client.monitor(Events::lost(|last| println!("{}", last.message)));
        }
        Err(refused) => println!("{}", explain(&refused, "Login failed").text),
    }
    std::io::stdin().lines().count(); // until the input ends
    client.logout();
}
