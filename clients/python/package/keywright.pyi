from datetime import datetime
from typing import Any, Callable, Dict, Optional, Sequence, Union

class Cancellation:
    is_cancelled: bool
    def cancel(self) -> None: ...

class InvalidOptions(ValueError):
    code: str
    option: str

class KeywrightError(Exception):
    code: str
    message: str
    http_status: int
    request_id: str
    retry_after: int
    trusted: bool

class Result:
    ok: bool
    code: str
    message: str
    http_status: int
    trusted: bool
    retry_after: int
    user_id: Optional[int]
    username: str
    email: str
    expires_at: str
    grace_until: str
    hwid_locked: bool
    features: Any
    added_days: Optional[int]
    reason: str
    request_id: str
    download_url: str
    offline_until: int
    def or_throw(self) -> Result: ...

class SessionMonitor:
    beats: int
    failures: int
    verified_at: datetime
    def __init__(
        self,
        client: LicenseClient,
        offline: Optional[Callable[[int], object]] = ...,
        online: Optional[Callable[[], object]] = ...,
        status: Optional[Callable[[Result], object]] = ...,
    ) -> None: ...
    def start(self, on_lost: Callable[[Result], object]) -> None: ...
    def stop(self) -> None: ...

class LicenseClient:
    def __init__(
        self,
        *,
        origin: str,
        api_key: str,
        version: str,
        hwid_salt: str,
        public_keys: Sequence[str] = ...,
        timeout_seconds: float = ...,
        heartbeat_seconds: float = ...,
        verify_seconds: float = ...,
        max_verify_failures: int = ...,
        retry_seconds: float = ...,
        offline_start: bool = ...,
        store_folder: Optional[str] = ...,
        log: Optional[Callable[[str, str, Dict[str, Any]], object]] = ...,
        retries: int = ...,
        proxy: str = ...,
        hardware_id: Optional[str] = ...,
    ) -> None: ...
    def login(self, username: str, password: str, *, cancellation: Optional[Cancellation] = ...) -> Result: ...
    def license(self, license_key: str, *, cancellation: Optional[Cancellation] = ...) -> Result: ...
    def redeem(
        self,
        license_key: str,
        username: str = ...,
        password: str = ...,
        *,
        cancellation: Optional[Cancellation] = ...,
    ) -> Result: ...
    def register(
        self,
        username: str,
        password: str,
        license_key: str = ...,
        email: str = ...,
        *,
        cancellation: Optional[Cancellation] = ...,
    ) -> Result: ...
    def verify(self, *, cancellation: Optional[Cancellation] = ...) -> Result: ...
    def resume(self, *, cancellation: Optional[Cancellation] = ...) -> Result: ...
    def lease(self) -> Optional[Dict[str, Any]]: ...
    def features(self) -> Dict[str, Union[bool, int, str]]: ...
    def feature(self, name: str) -> Union[bool, int, str, None]: ...
    def monitor(
        self,
        lost: Callable[[Result], object],
        offline: Optional[Callable[[int], object]] = ...,
        online: Optional[Callable[[], object]] = ...,
        status: Optional[Callable[[Result], object]] = ...,
    ) -> SessionMonitor: ...
    def logout(self) -> None: ...
    def start_session(self, *, cancellation: Optional[Cancellation] = ...) -> Result: ...
    def heartbeat(self, *, cancellation: Optional[Cancellation] = ...) -> Result: ...
    def end_session(self) -> None: ...
    def may_go_on_offline(self) -> bool: ...
    def clock_error(self) -> float: ...
    @property
    def offline(self) -> OfflineFiles: ...

class OfflineFiles:
    def request(self, username: str = ..., license_key: str = ...) -> str: ...
    def install(self, text: str) -> Result: ...

class Explanation:
    caption: str
    text: str
    next: str
    seconds: int

def explain(result: Result, otherwise: str = ...) -> Explanation: ...
def hardware_id(machine_id: Optional[str], salt: str) -> str: ...
