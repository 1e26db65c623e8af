import dev.keywright.ClientOptions;
import dev.keywright.Explanation;
import dev.keywright.LicenseClient;
import dev.keywright.Result;
import java.io.IOException;

public final class Quickstart {
    public static void main(String[] args) throws IOException {
        ClientOptions.Builder options = ClientOptions.builder().origin("http://localhost:3000").apiKey("YOUR_API_KEY");
        options.version("1.0.0").hwidSalt("keywright-app-0").publicKeys("YOUR_PUBLIC_KEY", "YOUR_NEXT_PUBLIC_KEY");
        LicenseClient client = new LicenseClient(options.build());
        Result user = client.login(args[0], args[1]);
        System.out.println(user.ok() ? user.message() : Explanation.explain(user).text());
        if (user.ok()) client.monitor(last -> System.out.println(last.message()));
        System.in.readAllBytes();
        client.logout();
    }
}
