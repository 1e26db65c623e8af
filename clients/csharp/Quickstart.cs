using System;
using System.Threading.Tasks;
using Keywright;

public static class Quickstart
{
    public static void Main(string[] args) => Run(args[0], args[1]).Wait();

    private static async Task Run(string username, string password)
    {
        var keys = new[] { "YOUR_PUBLIC_KEY", "YOUR_NEXT_PUBLIC_KEY" };
        var options = new ClientOptions { ApiKey = "YOUR_API_KEY", Version = "1.0.0", HwidSalt = "keywright-app-0", PublicKeys = keys };
        options.Origin = "http://localhost:3000";
        var client = new LicenseClient(options);
        var user = await client.Login(username, password);
        Console.WriteLine(user.Ok ? user.Message : Explanation.Of(user).Text);
        if (user.Ok) await client.Monitor(last => Console.WriteLine(last.Message));
        await Console.In.ReadToEndAsync();
        await client.Logout();
    }
}
