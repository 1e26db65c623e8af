# Generated from the OpenAPI document. Do not edit: see clients/management/README.md.
"""The calls of the management API, by the names that the OpenAPI document gives them."""

from typing import Any, BinaryIO, Dict, Iterator, List, Literal, Optional, Union

from . import types as t
from .transport import Transport


class Calls(Transport):
    def list_applications(
        self,
        *,
        include: Optional[Literal["stats"]] = None,
        all: Optional[bool] = None,
    ) -> List[t.Application]:
        """List applications that you own or are a member of; with `all`, those of every account (view_all_data)."""
        return self._json("GET", "/api/applications", query={"include": include, "all": all})

    def create_application(
        self,
        body: t.CreateApplicationBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> t.Application:
        """Create an application; it gets its API key."""
        return self._json("POST", "/api/applications", body=body, idempotency_key=idempotency_key or self._new_key())

    def get_application(
        self,
        application_id: int,
    ) -> t.Application:
        """Get an application."""
        return self._json("GET", f"/api/applications/{self._part(application_id)}")

    def update_application(
        self,
        application_id: int,
        body: t.UpdateApplicationBody,
    ) -> t.Application:
        """Change an application."""
        return self._json("PATCH", f"/api/applications/{self._part(application_id)}", body=body)

    def get_application_stats(
        self,
        application_id: int,
    ) -> t.ApplicationStats:
        """Get the figures of an application."""
        return self._json("GET", f"/api/applications/{self._part(application_id)}/stats")

    def list_signing_keys(
        self,
        application_id: int,
    ) -> t.SigningKeys:
        """List public keys that clients pin to verify signed responses."""
        return self._json("GET", f"/api/applications/{self._part(application_id)}/signing-keys")

    def list_devices(
        self,
        application_id: int,
        user_id: int,
    ) -> t.ListDevicesResult:
        """List the devices of a user, in the order they were bound."""
        return self._json("GET", f"/api/applications/{self._part(application_id)}/users/{self._part(user_id)}/devices")

    def rename_device(
        self,
        application_id: int,
        user_id: int,
        device_id: Union[Literal["first"], int],
        body: t.RenameDeviceBody,
    ) -> t.Device:
        """Name a device."""
        return self._json("PATCH", f"/api/applications/{self._part(application_id)}/users/{self._part(user_id)}/devices/{self._part(device_id)}", body=body)

    def release_device(
        self,
        application_id: int,
        user_id: int,
        device_id: Union[Literal["first"], int],
        *,
        hwid: Optional[str] = None,
    ) -> t.Done:
        """Release a device and end its sessions; if it is the first, the next one takes its place."""
        return self._json("DELETE", f"/api/applications/{self._part(application_id)}/users/{self._part(user_id)}/devices/{self._part(device_id)}", query={"hwid": hwid})

    def list_users(
        self,
        application_id: int,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        sort: Optional[Literal["id:asc", "id:desc", "username:asc", "username:desc", "expiresAt:asc", "expiresAt:desc", "lastLogin:asc", "lastLogin:desc", "createdAt:asc", "createdAt:desc"]] = None,
        include: Optional[Literal["license"]] = None,
        q: Optional[str] = None,
        status: Optional[Literal["active", "inactive", "paused", "banned", "expired"]] = None,
        kind: Optional[Literal["account", "license"]] = None,
        has_hwid: Optional[bool] = None,
        license_id: Optional[int] = None,
        has_logged_in: Optional[bool] = None,
        expires_from: Optional[str] = None,
        expires_to: Optional[str] = None,
    ) -> List[t.User]:
        """List users of an application."""
        return self._json("GET", f"/api/applications/{self._part(application_id)}/users", query={"limit": limit, "cursor": cursor, "sort": sort, "include": include, "q": q, "status": status, "kind": kind, "hasHwid": has_hwid, "licenseId": license_id, "hasLoggedIn": has_logged_in, "expiresFrom": expires_from, "expiresTo": expires_to})

    def iter_users(
        self,
        application_id: int,
        *,
        limit: Optional[int] = None,
        sort: Optional[Literal["id:asc", "id:desc", "username:asc", "username:desc", "expiresAt:asc", "expiresAt:desc", "lastLogin:asc", "lastLogin:desc", "createdAt:asc", "createdAt:desc"]] = None,
        include: Optional[Literal["license"]] = None,
        q: Optional[str] = None,
        status: Optional[Literal["active", "inactive", "paused", "banned", "expired"]] = None,
        kind: Optional[Literal["account", "license"]] = None,
        has_hwid: Optional[bool] = None,
        license_id: Optional[int] = None,
        has_logged_in: Optional[bool] = None,
        expires_from: Optional[str] = None,
        expires_to: Optional[str] = None,
    ) -> Iterator[t.User]:
        """List users of an application: every row, page after page."""
        return self._rows("GET", f"/api/applications/{self._part(application_id)}/users", query={"limit": limit, "sort": sort, "include": include, "q": q, "status": status, "kind": kind, "hasHwid": has_hwid, "licenseId": license_id, "hasLoggedIn": has_logged_in, "expiresFrom": expires_from, "expiresTo": expires_to})

    def create_user(
        self,
        application_id: int,
        body: t.CreateUserBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> t.User:
        """Create a user."""
        return self._json("POST", f"/api/applications/{self._part(application_id)}/users", body=body, idempotency_key=idempotency_key or self._new_key())

    def get_user(
        self,
        application_id: int,
        user_id: int,
    ) -> t.User:
        """Get a user."""
        return self._json("GET", f"/api/applications/{self._part(application_id)}/users/{self._part(user_id)}")

    def update_user(
        self,
        application_id: int,
        user_id: int,
        body: t.UpdateUserBody,
    ) -> t.User:
        """Change a user."""
        return self._json("PUT", f"/api/applications/{self._part(application_id)}/users/{self._part(user_id)}", body=body)

    def delete_user(
        self,
        application_id: int,
        user_id: int,
    ) -> t.Done:
        """Delete a user; frees its seats of the license."""
        return self._json("DELETE", f"/api/applications/{self._part(application_id)}/users/{self._part(user_id)}")

    def pause_user(
        self,
        application_id: int,
        user_id: int,
    ) -> t.User:
        """Pause a user."""
        return self._json("POST", f"/api/applications/{self._part(application_id)}/users/{self._part(user_id)}/pause")

    def resume_user(
        self,
        application_id: int,
        user_id: int,
    ) -> t.User:
        """Resume a user."""
        return self._json("POST", f"/api/applications/{self._part(application_id)}/users/{self._part(user_id)}/unpause")

    def reset_hwid(
        self,
        application_id: int,
        user_id: int,
    ) -> t.User:
        """Release all devices; the next login binds again."""
        return self._json("POST", f"/api/applications/{self._part(application_id)}/users/{self._part(user_id)}/reset-hwid")

    def ban_user(
        self,
        application_id: int,
        user_id: int,
        body: Optional[Optional[t.BanUserBody]] = None,
    ) -> t.User:
        """Ban a user; a body is only needed for a reason."""
        return self._json("POST", f"/api/applications/{self._part(application_id)}/users/{self._part(user_id)}/ban", body=body)

    def unban_user(
        self,
        application_id: int,
        user_id: int,
    ) -> t.User:
        """Lift the ban of a user."""
        return self._json("POST", f"/api/applications/{self._part(application_id)}/users/{self._part(user_id)}/unban")

    def inspect_user(
        self,
        application_id: int,
        user_id: int,
    ) -> t.InspectUserResult:
        """Get everything that affects a user's access."""
        return self._json("GET", f"/api/applications/{self._part(application_id)}/users/{self._part(user_id)}/inspection")

    def check_login(
        self,
        application_id: int,
        body: t.CheckLoginBody,
    ) -> t.CheckLoginResult:
        """Run every login check for a user; changes nothing."""
        return self._json("POST", f"/api/applications/{self._part(application_id)}/login-check", body=body)

    def list_sessions(
        self,
        application_id: int,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        user_id: Optional[int] = None,
    ) -> List[t.ClientSession]:
        """List live sessions, newest first."""
        return self._json("GET", f"/api/applications/{self._part(application_id)}/sessions", query={"limit": limit, "cursor": cursor, "userId": user_id})

    def iter_sessions(
        self,
        application_id: int,
        *,
        limit: Optional[int] = None,
        user_id: Optional[int] = None,
    ) -> Iterator[t.ClientSession]:
        """List live sessions, newest first: every row, page after page."""
        return self._rows("GET", f"/api/applications/{self._part(application_id)}/sessions", query={"limit": limit, "userId": user_id})

    def end_sessions(
        self,
        application_id: int,
        *,
        user_id: Optional[int] = None,
    ) -> t.EndSessionsResult:
        """End all sessions of the application, or of one user."""
        return self._json("DELETE", f"/api/applications/{self._part(application_id)}/sessions", query={"userId": user_id})

    def end_session(
        self,
        application_id: int,
        session_id: int,
    ) -> t.Done:
        """End one session; its client stops at the next heartbeat."""
        return self._json("DELETE", f"/api/applications/{self._part(application_id)}/sessions/{self._part(session_id)}")

    def preview_user_changes(
        self,
        application_id: int,
        body: t.PreviewUserChangesBody,
    ) -> t.BulkPreview:
        """Preview a change of many users; changes nothing."""
        return self._json("POST", f"/api/applications/{self._part(application_id)}/users/bulk/preview", body=body)

    def change_users(
        self,
        application_id: int,
        body: t.ChangeUsersBody,
    ) -> Iterator[Union[t.BulkProgress, t.BulkEnd]]:
        """Change many users as previewed; streams one JSON object per line, one transaction per batch."""
        return self._lines("POST", f"/api/applications/{self._part(application_id)}/users/bulk", body=body)

    def preview_license_changes(
        self,
        application_id: int,
        body: t.PreviewLicenseChangesBody,
    ) -> t.BulkPreview:
        """Preview a change of many licenses; changes nothing."""
        return self._json("POST", f"/api/applications/{self._part(application_id)}/licenses/bulk/preview", body=body)

    def change_licenses(
        self,
        application_id: int,
        body: t.ChangeLicensesBody,
    ) -> Iterator[Union[t.BulkProgress, t.BulkEnd]]:
        """Change many licenses as previewed; streams one JSON object per line, one transaction per batch."""
        return self._lines("POST", f"/api/applications/{self._part(application_id)}/licenses/bulk", body=body)

    def list_operations(
        self,
        application_id: int,
    ) -> List[t.Operation]:
        """List recent changes that can be viewed or undone, newest first, up to 100."""
        return self._json("GET", f"/api/applications/{self._part(application_id)}/operations")

    def get_operation(
        self,
        application_id: int,
        operation_id: str,
    ) -> t.Operation:
        """Get the progress of a bulk change."""
        return self._json("GET", f"/api/applications/{self._part(application_id)}/operations/{self._part(operation_id)}")

    def export_users(
        self,
        application_id: int,
        *,
        q: Optional[str] = None,
        status: Optional[Literal["active", "inactive", "paused", "banned", "expired"]] = None,
        kind: Optional[Literal["account", "license"]] = None,
        has_hwid: Optional[bool] = None,
        license_id: Optional[int] = None,
        has_logged_in: Optional[bool] = None,
        expires_from: Optional[str] = None,
        expires_to: Optional[str] = None,
        format: Optional[Literal["csv", "json"]] = None,
        password_hashes: Optional[bool] = None,
    ) -> BinaryIO:
        """Export users as CSV or JSON; password hashes need passwordHashes and a person who just confirmed their identity."""
        return self._file("GET", f"/api/applications/{self._part(application_id)}/users/export", query={"q": q, "status": status, "kind": kind, "hasHwid": has_hwid, "licenseId": license_id, "hasLoggedIn": has_logged_in, "expiresFrom": expires_from, "expiresTo": expires_to, "format": format, "passwordHashes": password_hashes})

    def export_licenses(
        self,
        application_id: int,
        *,
        q: Optional[str] = None,
        status: Optional[Literal["active", "inactive", "full", "expired", "paused", "banned"]] = None,
        expires_within_days: Optional[int] = None,
        is_used: Optional[bool] = None,
        preset_id: Optional[int] = None,
        format: Optional[Literal["csv", "json"]] = None,
    ) -> BinaryIO:
        """Export licenses as CSV or JSON."""
        return self._file("GET", f"/api/applications/{self._part(application_id)}/licenses/export", query={"q": q, "status": status, "expiresWithinDays": expires_within_days, "isUsed": is_used, "presetId": preset_id, "format": format})

    def list_licenses(
        self,
        application_id: int,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        sort: Optional[Literal["id:asc", "id:desc", "expiresAt:asc", "expiresAt:desc", "createdAt:asc", "createdAt:desc", "currentUsers:asc", "currentUsers:desc"]] = None,
        q: Optional[str] = None,
        status: Optional[Literal["active", "inactive", "full", "expired", "paused", "banned"]] = None,
        expires_within_days: Optional[int] = None,
        is_used: Optional[bool] = None,
        preset_id: Optional[int] = None,
    ) -> List[t.License]:
        """List licenses of an application."""
        return self._json("GET", f"/api/applications/{self._part(application_id)}/licenses", query={"limit": limit, "cursor": cursor, "sort": sort, "q": q, "status": status, "expiresWithinDays": expires_within_days, "isUsed": is_used, "presetId": preset_id})

    def iter_licenses(
        self,
        application_id: int,
        *,
        limit: Optional[int] = None,
        sort: Optional[Literal["id:asc", "id:desc", "expiresAt:asc", "expiresAt:desc", "createdAt:asc", "createdAt:desc", "currentUsers:asc", "currentUsers:desc"]] = None,
        q: Optional[str] = None,
        status: Optional[Literal["active", "inactive", "full", "expired", "paused", "banned"]] = None,
        expires_within_days: Optional[int] = None,
        is_used: Optional[bool] = None,
        preset_id: Optional[int] = None,
    ) -> Iterator[t.License]:
        """List licenses of an application: every row, page after page."""
        return self._rows("GET", f"/api/applications/{self._part(application_id)}/licenses", query={"limit": limit, "sort": sort, "q": q, "status": status, "expiresWithinDays": expires_within_days, "isUsed": is_used, "presetId": preset_id})

    def create_license(
        self,
        application_id: int,
        body: t.CreateLicenseBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> t.License:
        """Create a license, with your own key if you like."""
        return self._json("POST", f"/api/applications/{self._part(application_id)}/licenses", body=body, idempotency_key=idempotency_key or self._new_key())

    def get_license_totals(
        self,
        application_id: int,
    ) -> t.GetLicenseTotalsResult:
        """Get license totals."""
        return self._json("GET", f"/api/applications/{self._part(application_id)}/licenses/summary")

    def propose_license_key(
        self,
        application_id: int,
    ) -> t.ProposeLicenseKeyResult:
        """Propose a key with the defaults; stores nothing."""
        return self._json("GET", f"/api/applications/{self._part(application_id)}/licenses/generate")

    def generate_license(
        self,
        application_id: int,
        body: t.GenerateLicenseBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> t.License:
        """Create a license with a generated key."""
        return self._json("POST", f"/api/applications/{self._part(application_id)}/licenses/generate", body=body, idempotency_key=idempotency_key or self._new_key())

    def preview_license_mask(
        self,
        application_id: int,
        *,
        mask: str,
    ) -> t.PreviewLicenseMaskResult:
        """Preview keys of a mask; stores nothing."""
        return self._json("GET", f"/api/applications/{self._part(application_id)}/licenses/mask", query={"mask": mask})

    def count_short_license_keys(
        self,
        application_id: int,
    ) -> t.CountShortLicenseKeysResult:
        """How many keys have fewer than 12 characters, which could be guessed."""
        return self._json("GET", f"/api/applications/{self._part(application_id)}/licenses/short-keys")

    def create_licenses(
        self,
        application_id: int,
        body: t.CreateLicensesBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> List[t.License]:
        """Create 1 to 1,000 licenses at once, all or none."""
        return self._json("POST", f"/api/applications/{self._part(application_id)}/licenses/batch", body=body, idempotency_key=idempotency_key or self._new_key())

    def get_license(
        self,
        application_id: int,
        license_id: int,
    ) -> t.GetLicenseResult:
        """Get a license with its users and changes."""
        return self._json("GET", f"/api/applications/{self._part(application_id)}/licenses/{self._part(license_id)}")

    def update_license(
        self,
        application_id: int,
        license_id: int,
        body: t.UpdateLicenseBody,
    ) -> t.License:
        """Change a license; a later expiry extends its users."""
        return self._json("PATCH", f"/api/applications/{self._part(application_id)}/licenses/{self._part(license_id)}", body=body)

    def delete_license(
        self,
        application_id: int,
        license_id: int,
    ) -> t.Done:
        """Delete a license; its users lose access."""
        return self._json("DELETE", f"/api/applications/{self._part(application_id)}/licenses/{self._part(license_id)}")

    def pause_license(
        self,
        application_id: int,
        license_id: int,
        body: Optional[Optional[t.PauseLicenseBody]] = None,
    ) -> t.License:
        """Pause a license: its users are refused until it is resumed."""
        return self._json("POST", f"/api/applications/{self._part(application_id)}/licenses/{self._part(license_id)}/pause", body=body)

    def resume_license(
        self,
        application_id: int,
        license_id: int,
        body: Optional[Optional[t.ResumeLicenseBody]] = None,
    ) -> t.License:
        """Resume a license."""
        return self._json("POST", f"/api/applications/{self._part(application_id)}/licenses/{self._part(license_id)}/unpause", body=body)

    def ban_license(
        self,
        application_id: int,
        license_id: int,
        body: Optional[Optional[t.BanLicenseBody]] = None,
    ) -> t.License:
        """Ban a license: its users are refused until it is unbanned."""
        return self._json("POST", f"/api/applications/{self._part(application_id)}/licenses/{self._part(license_id)}/ban", body=body)

    def unban_license(
        self,
        application_id: int,
        license_id: int,
    ) -> t.License:
        """Lift the ban of a license."""
        return self._json("POST", f"/api/applications/{self._part(application_id)}/licenses/{self._part(license_id)}/unban")

    def list_presets(
        self,
        application_id: int,
        *,
        is_archived: Optional[bool] = None,
    ) -> List[t.ListPresetsResultItem]:
        """Presets for new licenses, by name; or the archived ones, the last archived first, at most 100."""
        return self._json("GET", f"/api/applications/{self._part(application_id)}/presets", query={"isArchived": is_archived})

    def create_preset(
        self,
        application_id: int,
        body: t.CreatePresetBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> t.Preset:
        """Create a preset."""
        return self._json("POST", f"/api/applications/{self._part(application_id)}/presets", body=body, idempotency_key=idempotency_key or self._new_key())

    def update_preset(
        self,
        application_id: int,
        preset_id: int,
        body: t.UpdatePresetBody,
    ) -> t.Preset:
        """Change a preset, or bring an archived one back; its licenses stay as they are."""
        return self._json("PATCH", f"/api/applications/{self._part(application_id)}/presets/{self._part(preset_id)}", body=body)

    def delete_preset(
        self,
        application_id: int,
        preset_id: int,
    ) -> t.DeletePresetResult:
        """Delete a preset, or archive it if licenses have it."""
        return self._json("DELETE", f"/api/applications/{self._part(application_id)}/presets/{self._part(preset_id)}")

    def list_offline_licenses(
        self,
        application_id: int,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        user_id: Optional[int] = None,
        license_id: Optional[int] = None,
    ) -> List[t.ListOfflineLicensesResultItem]:
        """List offline files, newest first; without their contents."""
        return self._json("GET", f"/api/applications/{self._part(application_id)}/offline-licenses", query={"limit": limit, "cursor": cursor, "userId": user_id, "licenseId": license_id})

    def iter_offline_licenses(
        self,
        application_id: int,
        *,
        limit: Optional[int] = None,
        user_id: Optional[int] = None,
        license_id: Optional[int] = None,
    ) -> Iterator[t.ListOfflineLicensesResultItem]:
        """List offline files, newest first; without their contents: every row, page after page."""
        return self._rows("GET", f"/api/applications/{self._part(application_id)}/offline-licenses", query={"limit": limit, "userId": user_id, "licenseId": license_id})

    def create_offline_license(
        self,
        application_id: int,
        body: t.CreateOfflineLicenseBody,
    ) -> t.CreateOfflineLicenseResult:
        """Answer the request of a program that never reaches the server: the device is bound, the file signed."""
        return self._json("POST", f"/api/applications/{self._part(application_id)}/offline-licenses", body=body)

    def withdraw_offline_license(
        self,
        application_id: int,
        file_id: int,
    ) -> t.Done:
        """Give an offline file out no more; the one that is out works until it expires."""
        return self._json("DELETE", f"/api/applications/{self._part(application_id)}/offline-licenses/{self._part(file_id)}")

    def list_orders(
        self,
        application_id: int,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        q: Optional[str] = None,
        status: Optional[Literal["paid", "disputed", "refunded", "waiting", "unmatched"]] = None,
    ) -> List[t.ListOrdersResultItem]:
        """Orders, the newest first."""
        return self._json("GET", f"/api/applications/{self._part(application_id)}/orders", query={"limit": limit, "cursor": cursor, "q": q, "status": status})

    def iter_orders(
        self,
        application_id: int,
        *,
        limit: Optional[int] = None,
        q: Optional[str] = None,
        status: Optional[Literal["paid", "disputed", "refunded", "waiting", "unmatched"]] = None,
    ) -> Iterator[t.ListOrdersResultItem]:
        """Orders, the newest first: every row, page after page."""
        return self._rows("GET", f"/api/applications/{self._part(application_id)}/orders", query={"limit": limit, "q": q, "status": status})

    def send_order_event(
        self,
        application_id: int,
        body: t.SendOrderEventBody,
    ) -> t.SendOrderEventResult:
        """Send an order event of your own program; a repeated one returns the same keys and makes none."""
        return self._json("POST", f"/api/applications/{self._part(application_id)}/orders", body=body)

    def get_order(
        self,
        application_id: int,
        order_id: int,
    ) -> t.GetOrderResult:
        """One order with its license keys; masked for those who may not see keys."""
        return self._json("GET", f"/api/applications/{self._part(application_id)}/orders/{self._part(order_id)}")

    def list_activity(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        application_id: Optional[int] = None,
        id: Optional[int] = None,
        event: Optional[str] = None,
        success: Optional[bool] = None,
        code: Optional[str] = None,
        user_id: Optional[int] = None,
        username: Optional[str] = None,
        ip: Optional[str] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
    ) -> List[t.Activity]:
        """List activity, newest first."""
        return self._json("GET", "/api/activity-logs", query={"limit": limit, "cursor": cursor, "applicationId": application_id, "id": id, "event": event, "success": success, "code": code, "userId": user_id, "username": username, "ip": ip, "from": from_, "to": to})

    def iter_activity(
        self,
        *,
        limit: Optional[int] = None,
        application_id: Optional[int] = None,
        id: Optional[int] = None,
        event: Optional[str] = None,
        success: Optional[bool] = None,
        code: Optional[str] = None,
        user_id: Optional[int] = None,
        username: Optional[str] = None,
        ip: Optional[str] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
    ) -> Iterator[t.Activity]:
        """List activity, newest first: every row, page after page."""
        return self._rows("GET", "/api/activity-logs", query={"limit": limit, "applicationId": application_id, "id": id, "event": event, "success": success, "code": code, "userId": user_id, "username": username, "ip": ip, "from": from_, "to": to})

    def export_activity(
        self,
        *,
        application_id: Optional[int] = None,
        id: Optional[int] = None,
        event: Optional[str] = None,
        success: Optional[bool] = None,
        code: Optional[str] = None,
        user_id: Optional[int] = None,
        username: Optional[str] = None,
        ip: Optional[str] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        format: Optional[Literal["csv", "json", "ndjson"]] = None,
    ) -> BinaryIO:
        """Export activity as a file, newest first; X-Total-Count holds the number of rows."""
        return self._file("GET", "/api/activity-logs/export", query={"applicationId": application_id, "id": id, "event": event, "success": success, "code": code, "userId": user_id, "username": username, "ip": ip, "from": from_, "to": to, "format": format})

    def get_activity_retention(
        self,
        *,
        application_id: Optional[int] = None,
    ) -> t.GetActivityRetentionResult:
        """Get how long activity is kept, by the server and by the application."""
        return self._json("GET", "/api/activity-logs/retention", query={"applicationId": application_id})

    def get_stats(
        self,
        *,
        range: Optional[Literal["24h", "7d", "30d", "90d"]] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        zone: Optional[str] = None,
    ) -> t.GetStatsResult:
        """Get the figures of all your applications, compared with the period before."""
        return self._json("GET", "/api/stats", query={"range": range, "from": from_, "to": to, "zone": zone})

    def count_events(
        self,
        application_id: int,
        *,
        range: Optional[Literal["24h", "7d", "30d", "90d"]] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        zone: Optional[str] = None,
    ) -> t.CountEventsResult:
        """Count events by hour or day, for the last 24 hours, 7, 30 or 90 days, or a period."""
        return self._json("GET", f"/api/applications/{self._part(application_id)}/stats/events", query={"range": range, "from": from_, "to": to, "zone": zone})

    def count_clients(
        self,
        application_id: int,
        *,
        range: Optional[Literal["7", "30", "90"]] = None,
    ) -> List[t.CountClientsResultItem]:
        """Count successful sign-ins and live sessions by client library and version, for the last 7, 30 or 90 days."""
        return self._json("GET", f"/api/applications/{self._part(application_id)}/stats/clients", query={"range": range})

    def count_expiries(
        self,
        application_id: int,
        *,
        zone: Optional[str] = None,
    ) -> t.CountExpiriesResult:
        """Count users and licenses that expire, by day, for the next 12 weeks."""
        return self._json("GET", f"/api/applications/{self._part(application_id)}/stats/expiries", query={"zone": zone})

    def list_blacklist_entries(
        self,
        *,
        application_id: Optional[int] = None,
    ) -> List[t.BlacklistEntry]:
        """List blacklist entries; with applicationId, those that apply to it."""
        return self._json("GET", "/api/blacklist", query={"applicationId": application_id})

    def create_blacklist_entry(
        self,
        body: t.CreateBlacklistEntryBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> t.BlacklistEntry:
        """Block an IP address or network, a username, a hardware ID or an email."""
        return self._json("POST", "/api/blacklist", body=body, idempotency_key=idempotency_key or self._new_key())

    def preview_blacklist_entry(
        self,
        *,
        type: t.BlacklistType,
        value: str,
        application_id: Optional[int] = None,
    ) -> t.PreviewBlacklistEntryResult:
        """Preview an entry and the users it would block."""
        return self._json("GET", "/api/blacklist/check", query={"applicationId": application_id, "type": type, "value": value})

    def import_blacklist_entries(
        self,
        body: t.ImportBlacklistEntriesBody,
    ) -> t.ImportBlacklistEntriesResult:
        """Block a list of values, one per line with an optional reason after a comma; a dry run stores nothing."""
        return self._json("POST", "/api/blacklist/import", body=body)

    def delete_blacklist_entry(
        self,
        blacklist_id: int,
    ) -> t.Done:
        """Delete a blacklist entry."""
        return self._json("DELETE", f"/api/blacklist/{self._part(blacklist_id)}")

    def list_webhooks(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        application_id: Optional[int] = None,
        sort: Optional[Literal["id:asc", "id:desc"]] = None,
        is_active: Optional[bool] = None,
        event: Optional[t.EventName] = None,
    ) -> List[t.Webhook]:
        """List webhooks; with applicationId, those that get its events."""
        return self._json("GET", "/api/webhooks", query={"limit": limit, "cursor": cursor, "applicationId": application_id, "sort": sort, "isActive": is_active, "event": event})

    def iter_webhooks(
        self,
        *,
        limit: Optional[int] = None,
        application_id: Optional[int] = None,
        sort: Optional[Literal["id:asc", "id:desc"]] = None,
        is_active: Optional[bool] = None,
        event: Optional[t.EventName] = None,
    ) -> Iterator[t.Webhook]:
        """List webhooks; with applicationId, those that get its events: every row, page after page."""
        return self._rows("GET", "/api/webhooks", query={"limit": limit, "applicationId": application_id, "sort": sort, "isActive": is_active, "event": event})

    def create_webhook(
        self,
        body: t.CreateWebhookBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> t.NewWebhook:
        """Create a webhook; the response contains its secret, once."""
        return self._json("POST", "/api/webhooks", body=body, idempotency_key=idempotency_key or self._new_key())

    def get_webhook(
        self,
        webhook_id: int,
    ) -> t.Webhook:
        """Get a webhook."""
        return self._json("GET", f"/api/webhooks/{self._part(webhook_id)}")

    def update_webhook(
        self,
        webhook_id: int,
        body: t.UpdateWebhookBody,
    ) -> t.Webhook:
        """Change a webhook."""
        return self._json("PUT", f"/api/webhooks/{self._part(webhook_id)}", body=body)

    def delete_webhook(
        self,
        webhook_id: int,
    ) -> t.Done:
        """Delete a webhook and its pending deliveries."""
        return self._json("DELETE", f"/api/webhooks/{self._part(webhook_id)}")

    def test_webhook(
        self,
        webhook_id: int,
        body: t.TestWebhookBody,
    ) -> t.DeliveryDetails:
        """Send a sample of one event now, and return the result."""
        return self._json("POST", f"/api/webhooks/{self._part(webhook_id)}/test", body=body)

    def redeliver_failed(
        self,
        webhook_id: int,
        body: t.RedeliverFailedBody,
    ) -> t.RedeliverFailedResult:
        """Redeliver everything that failed since a given time."""
        return self._json("POST", f"/api/webhooks/{self._part(webhook_id)}/redeliver", body=body)

    def list_deliveries(
        self,
        webhook_id: int,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        sort: Optional[Literal["id:asc", "id:desc"]] = None,
        status: Optional[Literal["pending", "delivered", "failed"]] = None,
        event: Optional[t.EventName] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
    ) -> List[t.Delivery]:
        """List deliveries of a webhook, newest first."""
        return self._json("GET", f"/api/webhooks/{self._part(webhook_id)}/deliveries", query={"limit": limit, "cursor": cursor, "sort": sort, "status": status, "event": event, "from": from_, "to": to})

    def iter_deliveries(
        self,
        webhook_id: int,
        *,
        limit: Optional[int] = None,
        sort: Optional[Literal["id:asc", "id:desc"]] = None,
        status: Optional[Literal["pending", "delivered", "failed"]] = None,
        event: Optional[t.EventName] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
    ) -> Iterator[t.Delivery]:
        """List deliveries of a webhook, newest first: every row, page after page."""
        return self._rows("GET", f"/api/webhooks/{self._part(webhook_id)}/deliveries", query={"limit": limit, "sort": sort, "status": status, "event": event, "from": from_, "to": to})

    def get_delivery(
        self,
        webhook_id: int,
        delivery_id: str,
    ) -> t.DeliveryDetails:
        """Get a delivery with its request and response."""
        return self._json("GET", f"/api/webhooks/{self._part(webhook_id)}/deliveries/{self._part(delivery_id)}")

    def redeliver(
        self,
        webhook_id: int,
        delivery_id: str,
    ) -> t.Delivery:
        """Redeliver with the same ID."""
        return self._json("POST", f"/api/webhooks/{self._part(webhook_id)}/deliveries/{self._part(delivery_id)}/redeliver")

    def get_custom_messages(
        self,
        *,
        application_id: Optional[int] = None,
    ) -> t.MessageTexts:
        """Get the six messages of the account; defaults apply where none is set."""
        return self._json("GET", "/api/custom-messages", query={"applicationId": application_id})

    def update_custom_messages(
        self,
        body: t.UpdateCustomMessagesBody,
    ) -> t.MessageTexts:
        """Change messages of the account; an empty one restores the default."""
        return self._json("PUT", "/api/custom-messages", body=body)

    def reset_custom_messages(
        self,
    ) -> t.MessageTexts:
        """Restore the defaults."""
        return self._json("POST", "/api/custom-messages/reset")
