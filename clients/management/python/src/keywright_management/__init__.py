"""The management API of Keywright: users, licenses, sessions and webhooks, with a token.

    from keywright_management import Keywright

    api = Keywright("https://licenses.example.com", "kwt_…")
    for user in api.iter_users(7):
        print(user["username"])
"""
from . import types
from .calls import Calls
from .transport import KeywrightError

__all__ = ["Keywright", "KeywrightError", "types"]
__version__ = "0.1.0"


class Keywright(Calls):
    """The calls by their names; a refused one raises `KeywrightError`."""
