#include <keywright.hpp>

#include <iostream>
#include <iterator>

int main(int, char** argv)
{
    const std::vector<std::string> keys = {"YOUR_PUBLIC_KEY", "YOUR_NEXT_PUBLIC_KEY"};
    keywright::LicenseClient client({"http://localhost:3000", "YOUR_API_KEY", "1.0.0", "keywright-app-0", keys});
    const auto user = client.login(argv[1], argv[2]);
    std::cout << (user.ok ? user.message : keywright::explain(user).text) << std::endl;
    if (user.ok) client.monitor([](const auto& last) { std::cout << last.message << std::endl; });
    const std::string typed(std::istreambuf_iterator<char>(std::cin), {});
    client.logout();
}
