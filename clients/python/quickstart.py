import sys
from keywright import LicenseClient, explain

keys = ("YOUR_PUBLIC_KEY", "YOUR_NEXT_PUBLIC_KEY")
program = {"api_key": "YOUR_API_KEY", "version": "1.0.0", "hwid_salt": "keywright-app-0"}
client = LicenseClient(origin="http://localhost:3000", public_keys=keys, **program)
user = client.login(*sys.argv[1:3])
print(user.message if user.ok else explain(user).text, flush=True)
if user.ok:
    client.monitor(lost=lambda last: print(last.message))
sys.stdin.read()
client.logout()
