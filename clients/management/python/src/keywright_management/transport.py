"""Sends the calls: one connection each, nothing beside the standard library."""
import http.client
import json
import random
import re
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from typing import Any, BinaryIO, Callable, Dict, Iterator, Mapping, Optional, Tuple

LONGEST_WAIT = 60.0
PAGE = 500


class KeywrightError(Exception):
    """A refused call. Branch on `code`; it is None when something in front of the server answered."""

    def __init__(self, status: int, body: bytes, retry_after: Optional[float]) -> None:
        try:
            problem = json.loads(body)
        except ValueError:
            problem = None
        if not isinstance(problem, dict):
            problem = {}
        self.status = status
        self.code: Optional[str] = problem.get("code")
        self.message: str = problem.get("message") or f"The server answered {status}"
        self.fields: Dict[str, str] = problem.get("fields") or {}
        self.request_id: Optional[str] = problem.get("requestId")
        self.retry_after = retry_after
        super().__init__(f"{self.code}: {self.message}" if self.code else self.message)


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """The token belongs to one server."""

    def redirect_request(self, *_args: Any, **_options: Any) -> None:
        return None


class Transport:
    """`origin`: the address of the server. `token`: a management token (kwt_…), which no shipped program may hold.

    A read, or a call with an Idempotency-Key, is sent again up to `retries` times when its answer was lost or the server
    is busy. `timeout`: seconds without a byte of an answer.
    """

    def __init__(self, origin: str, token: str, *, retries: int = 2, timeout: float = 30.0) -> None:
        self._origin = origin.rstrip("/")
        self._token = token
        self._retries = retries
        self._timeout = timeout
        self._opener = urllib.request.build_opener(_NoRedirects())

    @staticmethod
    def _part(value: Any) -> str:
        return urllib.parse.quote(str(value), safe="")

    @staticmethod
    def _new_key() -> str:
        return str(uuid.uuid4())

    def _json(self, method: str, path: str, **sent: Any) -> Any:
        _headers, text = self._send(method, path, read=_whole, **sent)
        return json.loads(text)

    def _file(self, method: str, path: str, **sent: Any) -> BinaryIO:
        return self._send(method, path, read=lambda answer: answer, **sent)

    def _lines(self, method: str, path: str, **sent: Any) -> Iterator[Any]:
        with self._file(method, path, **sent) as answer:
            for line in answer:
                yield json.loads(line)

    def _rows(self, method: str, path: str, *, query: Mapping[str, Any]) -> Iterator[Any]:
        cursor: Optional[str] = None
        while True:
            page = dict(query, cursor=cursor)
            page["limit"] = page.get("limit") or PAGE
            headers, text = self._send(method, path, read=_whole, query=page)
            yield from json.loads(text)
            cursor = _next_cursor(headers.get("Link") or "")
            if cursor is None:
                return

    def _send(
        self,
        method: str,
        path: str,
        *,
        read: Callable[[Any], Any],
        query: Optional[Mapping[str, Any]] = None,
        body: Any = None,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        given = [(name, _text(value)) for name, value in (query or {}).items() if value is not None]
        address = self._origin + path + ("?" + urllib.parse.urlencode(given) if given else "")
        headers = {"Authorization": f"Bearer {self._token}", "Accept": "*/*"}
        if idempotency_key is not None:
            headers["Idempotency-Key"] = idempotency_key
        data = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            data = json.dumps(body).encode()
        request = urllib.request.Request(address, data=data, headers=headers, method=method)
        is_safe = method == "GET" or idempotency_key is not None
        for attempt in range(1, (self._retries if is_safe else 0) + 2):
            is_last = not is_safe or attempt > self._retries
            try:
                return read(self._opener.open(request, timeout=self._timeout))
            except urllib.error.HTTPError as answer:
                error = _error_of(answer)
                if is_last or not _is_busy(error):
                    raise error from None
                wait = _backoff(attempt) if error.retry_after is None else min(error.retry_after, LONGEST_WAIT)
            except (OSError, http.client.HTTPException):
                if is_last:
                    raise
                wait = _backoff(attempt)
            time.sleep(wait)
        raise AssertionError("unreachable")


def _whole(answer: Any) -> Tuple[Mapping[str, str], bytes]:
    """Read to its end, so that an answer that is cut counts as lost."""
    with answer:
        return answer.headers, answer.read()


def _error_of(answer: urllib.error.HTTPError) -> KeywrightError:
    with answer:
        after = re.fullmatch(r"\d{1,9}", answer.headers.get("Retry-After") or "")
        return KeywrightError(answer.code, answer.read(), float(after.group()) if after else None)


def _is_busy(error: KeywrightError) -> bool:
    """Too many requests, no service now, or the first call with this key is still being answered."""
    return error.status in (429, 503) or error.code == "idempotency_in_flight"


def _backoff(attempt: int) -> float:
    """1, 2, 4 s, each up to a half shorter, so that not all come back at once."""
    return 2.0 ** (attempt - 1) * (0.5 + random.random() / 2)


def _text(value: Any) -> str:
    return ("true" if value else "false") if isinstance(value, bool) else str(value)


def _next_cursor(link: str) -> Optional[str]:
    found = re.search(r'<([^>]*)>;\s*rel="next"', link)
    if found is None:
        return None
    query = urllib.parse.parse_qs(urllib.parse.urlsplit(found.group(1)).query)
    return query.get("cursor", [None])[0]
