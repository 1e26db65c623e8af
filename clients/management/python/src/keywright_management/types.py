# Generated from the OpenAPI document. Do not edit: see clients/management/README.md.
"""What the calls take and return."""

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union


Features = Dict[str, Union[bool, int, str]]


class ApplicationCounts(TypedDict):
    users: int
    licenses: int
    activity: int
    webhooks: int
    blacklist: int


class ApplicationAttention(TypedDict):
    webhooks: int
    transfer: Optional[str]


class ApplicationStatsDailyLoginsItem(TypedDict):
    day: str
    succeeded: int
    failed: int


class ApplicationStats(TypedDict):
    totalUsers: int
    activeUsers: int
    activeSessions: int
    loginSuccessRate: float
    totalApiRequests: int
    lastActivity: Optional[str]
    dailyLogins: List[ApplicationStatsDailyLoginsItem]


class _ApplicationRequired(TypedDict):
    id: int
    name: str
    description: str
    version: str
    hwidLockEnabled: bool
    isActive: bool
    registrationMode: Literal["open", "license", "closed"]
    registrationDays: Optional[int]
    minPasswordLength: int
    isVersionRequired: bool
    isVerifyStrict: bool
    isKeyInHeaderOnly: bool
    downloadUrl: Optional[str]
    sessionLimit: Optional[int]
    sessionLimitPolicy: Literal["reject", "replace_oldest"]
    deviceLimit: int
    hwidTolerance: int
    graceDays: int
    activityDays: Optional[int]
    activityRows: Optional[int]
    licenseLogin: bool
    leaseHours: Optional[int]
    offlineStart: bool
    features: Features
    portalEnabled: bool
    portalSlug: Optional[str]
    portalName: Optional[str]
    portalColor: Optional[str]
    portalSupportUrl: Optional[str]
    portalWelcome: Optional[str]
    portalKeyOnly: Literal["off", "view", "manage"]
    deviceReleaseDays: int
    versionMismatchMessage: Optional[str]
    loginSuccessMessage: Optional[str]
    loginFailedMessage: Optional[str]
    accountDisabledMessage: Optional[str]
    accountExpiredMessage: Optional[str]
    hwidMismatchMessage: Optional[str]
    apiKey: str
    createdAt: str
    counts: ApplicationCounts
    role: Optional[Literal["viewer", "support", "manager", "owner"]]
    can: List[Literal["look", "check", "keys", "help", "export", "manage", "team", "delete"]]
    owner: str
    attention: ApplicationAttention


class _ApplicationOptional(TypedDict, total=False):
    stats: ApplicationStats


class Application(_ApplicationRequired, _ApplicationOptional):
    pass


class _CreateApplicationBodyRequired(TypedDict):
    name: str


class _CreateApplicationBodyOptional(TypedDict, total=False):
    description: str
    version: str
    hwidLockEnabled: bool
    isActive: bool
    registrationMode: Literal["open", "license", "closed"]
    registrationDays: Optional[int]
    minPasswordLength: int
    isVersionRequired: bool
    isVerifyStrict: bool
    isKeyInHeaderOnly: bool
    downloadUrl: Optional[str]
    sessionLimit: Optional[int]
    sessionLimitPolicy: Literal["reject", "replace_oldest"]
    deviceLimit: int
    hwidTolerance: int
    graceDays: int
    activityDays: Optional[int]
    activityRows: Optional[int]
    licenseLogin: bool
    leaseHours: Optional[int]
    offlineStart: bool
    features: Features
    portalEnabled: bool
    portalSlug: Optional[str]
    portalName: Optional[str]
    portalColor: Optional[str]
    portalSupportUrl: Optional[str]
    portalWelcome: Optional[str]
    portalKeyOnly: Literal["off", "view", "manage"]
    deviceReleaseDays: int
    versionMismatchMessage: Optional[str]
    loginSuccessMessage: Optional[str]
    loginFailedMessage: Optional[str]
    accountDisabledMessage: Optional[str]
    accountExpiredMessage: Optional[str]
    hwidMismatchMessage: Optional[str]


class CreateApplicationBody(_CreateApplicationBodyRequired, _CreateApplicationBodyOptional):
    pass


class UpdateApplicationBody(TypedDict, total=False):
    name: str
    description: str
    version: str
    hwidLockEnabled: bool
    isActive: bool
    registrationMode: Literal["open", "license", "closed"]
    registrationDays: Optional[int]
    minPasswordLength: int
    isVersionRequired: bool
    isVerifyStrict: bool
    isKeyInHeaderOnly: bool
    downloadUrl: Optional[str]
    sessionLimit: Optional[int]
    sessionLimitPolicy: Literal["reject", "replace_oldest"]
    deviceLimit: int
    hwidTolerance: int
    graceDays: int
    activityDays: Optional[int]
    activityRows: Optional[int]
    licenseLogin: bool
    leaseHours: Optional[int]
    offlineStart: bool
    features: Features
    portalEnabled: bool
    portalSlug: Optional[str]
    portalName: Optional[str]
    portalColor: Optional[str]
    portalSupportUrl: Optional[str]
    portalWelcome: Optional[str]
    portalKeyOnly: Literal["off", "view", "manage"]
    deviceReleaseDays: int
    versionMismatchMessage: Optional[str]
    loginSuccessMessage: Optional[str]
    loginFailedMessage: Optional[str]
    accountDisabledMessage: Optional[str]
    accountExpiredMessage: Optional[str]
    hwidMismatchMessage: Optional[str]


class SigningKey(TypedDict):
    id: str
    number: int
    state: Literal["next", "current", "retired", "revoked"]
    createdAt: str
    changedAt: str
    publicKey: str
    publicKeyPem: str


class OlderSigningKey(TypedDict):
    id: str
    number: int
    state: Literal["next", "current", "retired", "revoked"]
    createdAt: str
    changedAt: str


class SigningKeys(TypedDict):
    issuer: str
    current: SigningKey
    next: SigningKey
    older: List[OlderSigningKey]


class Device(TypedDict):
    id: Union[Literal["first"], int]
    hwid: str
    name: Optional[str]
    boundAt: Optional[str]
    lastSeenAt: Optional[str]
    lastIp: Optional[str]
    offlineUntil: Optional[str]
    components: Optional[Dict[str, str]]


class ListDevicesResult(TypedDict):
    limit: int
    devices: List[Device]


class RenameDeviceBody(TypedDict):
    name: Optional[str]


class Done(TypedDict):
    message: str


class _UserRequired(TypedDict):
    id: int
    username: str
    email: Optional[str]
    isActive: bool
    isPaused: bool
    isBanned: bool
    kind: Literal["account", "license"]
    hwid: Optional[str]
    isHwidLocked: bool
    deviceLimit: Optional[int]
    devices: int
    seats: int
    features: Features
    expiresAt: Optional[str]
    licenseId: Optional[int]
    effectiveExpiresAt: Optional[str]
    graceUntil: Optional[str]
    lastLogin: Optional[str]
    lastLoginIp: Optional[str]
    createdAt: str


class _UserOptional(TypedDict, total=False):
    licenseKey: str
    undoId: str
    offlineUntil: str


class User(_UserRequired, _UserOptional):
    pass


class _CreateUserBodyRequired(TypedDict):
    username: str
    password: str


class _CreateUserBodyOptional(TypedDict, total=False):
    email: Optional[str]
    expiresAt: Optional[str]
    hwid: Optional[str]
    isHwidLocked: bool
    deviceLimit: Optional[int]
    features: Features


class CreateUserBody(_CreateUserBodyRequired, _CreateUserBodyOptional):
    pass


class UpdateUserBody(TypedDict, total=False):
    username: str
    password: Union[str, Literal[""]]
    email: Optional[str]
    expiresAt: Optional[str]
    hwid: Optional[str]
    isHwidLocked: bool
    deviceLimit: Optional[int]
    isActive: bool
    isPaused: bool
    features: Features


class BanUserBody(TypedDict, total=False):
    reason: Optional[str]


class InspectUserResultState(TypedDict):
    canSignIn: bool
    code: Optional[str]
    sentence: str


class InspectUserResultEffectiveExpiry(TypedDict):
    at: Optional[str]
    rule: Literal["user", "license", "none"]
    graceUntil: Optional[str]


class InspectUserResultLicense(TypedDict):
    id: int
    licenseKey: str
    isActive: bool
    hold: Optional[Literal["paused", "banned"]]
    expiresAt: Optional[str]
    graceUntil: Optional[str]
    currentUsers: int
    maxUsers: int


class InspectUserResultHardware(TypedDict):
    hwid: Optional[str]
    boundAt: Optional[str]
    isLocked: bool


class ClientSession(TypedDict):
    id: int
    userId: int
    username: Optional[str]
    hwid: Optional[str]
    ipAddress: str
    userAgent: str
    startedAt: str
    lastSeenAt: str


EventName = Literal["user_login", "login_failed", "user_registration", "account_disabled", "account_expired", "version_mismatch", "hwid_mismatch", "login_blocked_ip", "login_blocked_username", "login_blocked_hwid", "session_start", "session_end", "device_released", "license_redeemed", "order_paid", "order_reversed", "order_unmatched"]


class Comparison(TypedDict):
    what: str
    stored: Optional[str]
    sent: Optional[str]


class Decision(TypedDict):
    id: int
    event: EventName
    success: bool
    code: Optional[str]
    compared: List[Comparison]
    ipAddress: str
    userAgent: str
    count: int
    createdAt: str


class Redemption(TypedDict):
    userId: int
    username: str
    licenseId: int
    previousLicenseId: Optional[int]
    addedDays: int
    endsAt: str
    at: str


class Undoable(TypedDict):
    operationId: str
    action: str
    total: int
    at: str


class InspectUserResult(TypedDict):
    user: User
    state: InspectUserResultState
    effectiveExpiry: InspectUserResultEffectiveExpiry
    license: Optional[InspectUserResultLicense]
    hardware: InspectUserResultHardware
    banReason: Optional[str]
    sessions: List[ClientSession]
    decisions: List[Decision]
    redemptions: List[Redemption]
    bannedIn: int
    undoable: List[Undoable]


class _CheckLoginBodyRequired(TypedDict):
    username: str


class _CheckLoginBodyOptional(TypedDict, total=False):
    ip: Optional[str]
    version: Optional[str]
    hwid: Optional[str]


class CheckLoginBody(_CheckLoginBodyRequired, _CheckLoginBodyOptional):
    pass


class CheckLoginResultUser(TypedDict):
    id: int
    username: str


LoginCheck = Literal["application_offline", "rate_limited", "blocked_ip", "blocked_username", "blocked_hwid", "version_mismatch", "license_login_closed", "invalid_credentials", "blocked_email", "account_banned", "account_disabled", "account_paused", "account_expired", "license_banned", "license_paused", "license_inactive", "license_expired", "hwid_mismatch", "device_limit_reached", "license_full"]


class CheckLoginResultChecksItem(TypedDict):
    check: LoginCheck
    title: str
    isPassed: bool
    compared: List[Comparison]


AssumedValue = TypedDict("AssumedValue", {
    "value": Optional[str],
    "from": Literal["asked", "last attempt", "account", "application", "none"],
})


class CheckLoginResultAssumed(TypedDict):
    ip: AssumedValue
    version: AssumedValue
    hwid: AssumedValue


class CheckLoginResultSessionsUser(TypedDict):
    live: int
    limit: Optional[int]


class CheckLoginResultSessionsLicense(TypedDict):
    live: int
    limit: Optional[int]


class CheckLoginResultSessions(TypedDict):
    isFull: bool
    user: CheckLoginResultSessionsUser
    license: Optional[CheckLoginResultSessionsLicense]


class CheckLoginResult(TypedDict):
    user: Optional[CheckLoginResultUser]
    lastAttempt: Optional[Decision]
    stoppedBy: Optional[LoginCheck]
    wouldPass: bool
    code: str
    message: str
    bindsHwid: bool
    checks: List[CheckLoginResultChecksItem]
    assumed: CheckLoginResultAssumed
    sessions: Optional[CheckLoginResultSessions]


class EndSessionsResult(TypedDict):
    message: str
    ended: int


class UserSelection1(TypedDict):
    ids: List[int]


class UserSelection2Filter(TypedDict, total=False):
    q: str
    status: Literal["active", "inactive", "paused", "banned", "expired"]
    kind: Literal["account", "license"]
    hasHwid: bool
    licenseId: int
    hasLoggedIn: bool
    expiresFrom: str
    expiresTo: str


class _UserSelection2Required(TypedDict):
    filter: UserSelection2Filter


_UserSelection2Optional = TypedDict("_UserSelection2Optional", {
    "except": List[int],
}, total=False)


class UserSelection2(_UserSelection2Required, _UserSelection2Optional):
    pass


UserSelection = Union[UserSelection1, UserSelection2]


class UserAction1(TypedDict):
    type: Literal["pause"]


class UserAction2(TypedDict):
    type: Literal["resume"]


class _UserAction3Required(TypedDict):
    type: Literal["ban"]


class _UserAction3Optional(TypedDict, total=False):
    reason: Optional[str]


class UserAction3(_UserAction3Required, _UserAction3Optional):
    pass


class UserAction4(TypedDict):
    type: Literal["unban"]


class UserAction5(TypedDict):
    type: Literal["reset_hwid"]


class _AddDaysRequired(TypedDict):
    type: Literal["add_days"]
    days: int


class _AddDaysOptional(TypedDict, total=False):
    expired: Literal["from_now", "skip"]


class AddDays(_AddDaysRequired, _AddDaysOptional):
    pass


class UserAction7(TypedDict):
    type: Literal["set_expiry"]
    expiresAt: Optional[str]


class UserAction8(TypedDict):
    type: Literal["activate"]


class UserAction9(TypedDict):
    type: Literal["deactivate"]


class UserAction10(TypedDict):
    type: Literal["delete"]


UserAction = Union[UserAction1, UserAction2, UserAction3, UserAction4, UserAction5, AddDays, UserAction7, UserAction8, UserAction9, UserAction10]


class PreviewUserChangesBody(TypedDict):
    selection: UserSelection
    action: UserAction


class BulkPreviewSampleItem(TypedDict):
    id: int
    name: str
    before: str
    after: str


class BulkPreview(TypedDict):
    total: int
    changing: int
    reviving: int
    sample: List[BulkPreviewSampleItem]
    token: str
    operationId: str
    canUndo: bool


class ChangeUsersBody(TypedDict):
    selection: UserSelection
    action: UserAction
    token: str


class _BulkProgressRowsItemRequired(TypedDict):
    id: int
    name: str
    result: Literal["changed", "unchanged", "skipped", "failed"]


class _BulkProgressRowsItemOptional(TypedDict, total=False):
    message: str


class BulkProgressRowsItem(_BulkProgressRowsItemRequired, _BulkProgressRowsItemOptional):
    pass


class BulkProgress(TypedDict):
    type: Literal["progress"]
    done: int
    total: int
    rows: List[BulkProgressRowsItem]


class _BulkEndRequired(TypedDict):
    type: Literal["end"]
    operationId: str
    total: int
    changed: int
    unchanged: int
    skipped: int
    failed: int
    canUndo: bool


class _BulkEndOptional(TypedDict, total=False):
    message: str


class BulkEnd(_BulkEndRequired, _BulkEndOptional):
    pass


class LicenseSelection1(TypedDict):
    ids: List[int]


class LicenseSelection2Filter(TypedDict, total=False):
    q: str
    status: Literal["active", "inactive", "full", "expired", "paused", "banned"]
    expiresWithinDays: int
    isUsed: bool
    presetId: int


class _LicenseSelection2Required(TypedDict):
    filter: LicenseSelection2Filter


_LicenseSelection2Optional = TypedDict("_LicenseSelection2Optional", {
    "except": List[int],
}, total=False)


class LicenseSelection2(_LicenseSelection2Required, _LicenseSelection2Optional):
    pass


LicenseSelection = Union[LicenseSelection1, LicenseSelection2]


class LicenseAction2(TypedDict):
    type: Literal["set_expiry"]
    expiresAt: str


class LicenseAction3(TypedDict):
    type: Literal["activate"]


class LicenseAction4(TypedDict):
    type: Literal["deactivate"]


class LicenseAction5(TypedDict):
    type: Literal["pause"]


class LicenseAction6(TypedDict):
    type: Literal["resume"]


class _LicenseAction7Required(TypedDict):
    type: Literal["ban"]


class _LicenseAction7Optional(TypedDict, total=False):
    reason: Optional[str]


class LicenseAction7(_LicenseAction7Required, _LicenseAction7Optional):
    pass


class LicenseAction8(TypedDict):
    type: Literal["unban"]


class LicenseAction9(TypedDict):
    type: Literal["set_description"]
    description: str


class LicenseAction10(TypedDict):
    type: Literal["delete"]


class LicenseAction11(TypedDict):
    type: Literal["apply_preset"]
    presetId: int


LicenseAction = Union[AddDays, LicenseAction2, LicenseAction3, LicenseAction4, LicenseAction5, LicenseAction6, LicenseAction7, LicenseAction8, LicenseAction9, LicenseAction10, LicenseAction11]


class PreviewLicenseChangesBody(TypedDict):
    selection: LicenseSelection
    action: LicenseAction


class ChangeLicensesBody(TypedDict):
    selection: LicenseSelection
    action: LicenseAction
    token: str


class Operation(TypedDict):
    id: str
    entity: Literal["user", "license"]
    action: str
    actor: str
    total: int
    done: int
    changed: int
    startedAt: str
    finishedAt: Optional[str]
    stoppedAt: Optional[str]
    undoneAt: Optional[str]
    restored: int
    canUndo: bool


class _LicenseRequired(TypedDict):
    id: int
    licenseKey: str
    maxUsers: int
    currentUsers: int
    validityDays: int
    validityStart: Literal["creation", "first_use"]
    description: str
    maxDevices: Optional[int]
    maxSessions: Optional[int]
    graceDays: Optional[int]
    features: Features
    presetId: Optional[int]
    isActive: bool
    expiresAt: Optional[str]
    graceUntil: Optional[str]
    createdAt: str
    hold: Optional[Literal["paused", "banned"]]
    holdReason: Optional[str]
    heldAt: Optional[str]


class _LicenseOptional(TypedDict, total=False):
    undoId: str


class License(_LicenseRequired, _LicenseOptional):
    pass


class CreateLicenseBody(TypedDict, total=False):
    maxUsers: int
    validityDays: int
    description: str
    validityStart: Literal["creation", "first_use"]
    maxDevices: Optional[int]
    maxSessions: Optional[int]
    graceDays: Optional[int]
    features: Features
    presetId: Optional[int]
    licenseKey: str
    isActive: bool


class GetLicenseTotalsResult(TypedDict):
    totalKeys: int
    activeKeys: int
    totalUsers: int
    expiredKeys: int


class ProposeLicenseKeyResult(TypedDict):
    generatedKey: str
    defaultMaxUsers: int
    defaultValidityDays: int


class GenerateLicenseBody(TypedDict, total=False):
    maxUsers: int
    validityDays: int
    description: str
    validityStart: Literal["creation", "first_use"]
    maxDevices: Optional[int]
    maxSessions: Optional[int]
    graceDays: Optional[int]
    features: Features
    presetId: Optional[int]


class PreviewLicenseMaskResult(TypedDict):
    sample: List[str]


class CountShortLicenseKeysResult(TypedDict):
    count: int
    isPartial: bool


class _CreateLicensesBodyRequired(TypedDict):
    count: int


class _CreateLicensesBodyOptional(TypedDict, total=False):
    maxUsers: int
    validityDays: int
    description: str
    validityStart: Literal["creation", "first_use"]
    maxDevices: Optional[int]
    maxSessions: Optional[int]
    graceDays: Optional[int]
    features: Features
    presetId: Optional[int]
    mask: str
    isActive: bool


class CreateLicensesBody(_CreateLicensesBodyRequired, _CreateLicensesBodyOptional):
    pass


class GetLicenseResultUsersItem(TypedDict):
    id: int
    username: str
    kind: Literal["account", "license"]
    seats: int
    isActive: bool
    isPaused: bool
    isBanned: bool
    hwid: Optional[str]
    effectiveExpiresAt: Optional[str]
    graceUntil: Optional[str]
    lastLogin: Optional[str]


class GetLicenseResultSpent(TypedDict):
    at: str
    licenseId: Optional[int]
    takenDays: int


class GetLicenseResultPreset(TypedDict):
    name: str
    isArchived: bool


class GetLicenseResultChangesItem(TypedDict):
    id: int
    action: str
    actor: Optional[str]
    details: Optional[str]
    createdAt: str


class _GetLicenseResultRequired(TypedDict):
    id: int
    licenseKey: str
    maxUsers: int
    currentUsers: int
    validityDays: int
    validityStart: Literal["creation", "first_use"]
    description: str
    maxDevices: Optional[int]
    maxSessions: Optional[int]
    graceDays: Optional[int]
    features: Features
    presetId: Optional[int]
    isActive: bool
    expiresAt: Optional[str]
    graceUntil: Optional[str]
    createdAt: str
    hold: Optional[Literal["paused", "banned"]]
    holdReason: Optional[str]
    heldAt: Optional[str]
    users: List[GetLicenseResultUsersItem]
    spent: Optional[GetLicenseResultSpent]
    redemptions: List[Redemption]
    preset: Optional[GetLicenseResultPreset]
    devices: Optional[int]
    sessions: Optional[int]
    changes: List[GetLicenseResultChangesItem]
    undoable: List[Undoable]


class _GetLicenseResultOptional(TypedDict, total=False):
    undoId: str


class GetLicenseResult(_GetLicenseResultRequired, _GetLicenseResultOptional):
    pass


class UpdateLicenseBody(TypedDict, total=False):
    maxUsers: int
    description: str
    maxDevices: Optional[int]
    maxSessions: Optional[int]
    graceDays: Optional[int]
    features: Features
    isActive: bool
    expiresAt: Optional[str]


class PauseLicenseBody(TypedDict, total=False):
    reason: Optional[str]


class ResumeLicenseBody(TypedDict, total=False):
    giveBack: bool


class BanLicenseBody(TypedDict, total=False):
    reason: Optional[str]


class ListPresetsResultItem(TypedDict):
    id: int
    name: str
    maxUsers: int
    validityDays: int
    validityStart: Literal["creation", "first_use"]
    maxDevices: Optional[int]
    maxSessions: Optional[int]
    graceDays: Optional[int]
    mask: Optional[str]
    features: Features
    createdAt: str
    archivedAt: Optional[str]
    licenses: Optional[int]


class _CreatePresetBodyRequired(TypedDict):
    name: str


class _CreatePresetBodyOptional(TypedDict, total=False):
    maxUsers: int
    validityDays: int
    validityStart: Literal["creation", "first_use"]
    maxDevices: Optional[int]
    maxSessions: Optional[int]
    graceDays: Optional[int]
    mask: Optional[str]
    features: Features


class CreatePresetBody(_CreatePresetBodyRequired, _CreatePresetBodyOptional):
    pass


class Preset(TypedDict):
    id: int
    name: str
    maxUsers: int
    validityDays: int
    validityStart: Literal["creation", "first_use"]
    maxDevices: Optional[int]
    maxSessions: Optional[int]
    graceDays: Optional[int]
    mask: Optional[str]
    features: Features
    createdAt: str
    archivedAt: Optional[str]


class UpdatePresetBody(TypedDict, total=False):
    name: str
    maxUsers: int
    validityDays: int
    validityStart: Literal["creation", "first_use"]
    maxDevices: Optional[int]
    maxSessions: Optional[int]
    graceDays: Optional[int]
    mask: Optional[str]
    features: Features
    isArchived: Literal[False]


class DeletePresetResult(TypedDict):
    message: str
    isArchived: bool


class ListOfflineLicensesResultItem(TypedDict):
    id: int
    userId: int
    username: str
    licenseId: Optional[int]
    hwid: str
    createdAt: str
    createdBy: str
    expiresAt: str
    withdrawnAt: Optional[str]


class _CreateOfflineLicenseBodyRequired(TypedDict):
    request: str


class _CreateOfflineLicenseBodyOptional(TypedDict, total=False):
    userId: Optional[int]
    licenseId: Optional[int]
    days: int


class CreateOfflineLicenseBody(_CreateOfflineLicenseBodyRequired, _CreateOfflineLicenseBodyOptional):
    pass


class CreateOfflineLicenseResult(TypedDict):
    id: int
    file: str
    expiresAt: str


ShopProvider = Literal["stripe", "paddle", "lemonsqueezy", "gumroad", "sellauth", "sellapp", "generic", "api"]


class ShopName(TypedDict):
    id: int
    name: str
    provider: ShopProvider


class ListOrdersResultItem(TypedDict):
    id: int
    shop: ShopName
    orderRef: str
    itemRef: str
    status: Literal["paid", "disputed", "refunded", "waiting", "unmatched"]
    product: Optional[str]
    quantity: int
    licenseIds: List[int]
    email: Optional[str]
    subscription: Optional[str]
    periodEnd: Optional[str]
    isTest: bool
    isPartlyRefunded: bool
    createdAt: str


class _SendOrderEventBodyRequired(TypedDict):
    event: Literal["order.paid", "order.refunded", "order.disputed", "order.dispute_won", "subscription.renewed", "subscription.ended"]
    order_id: str


class _SendOrderEventBodyOptional(TypedDict, total=False):
    item_id: str
    product: Optional[str]
    quantity: int
    email: Optional[str]
    subscription_id: str
    period_end: str
    test: bool


class SendOrderEventBody(_SendOrderEventBodyRequired, _SendOrderEventBodyOptional):
    pass


class SendOrderEventResult(TypedDict):
    order_id: str
    keys: List[str]


class GetOrderResultLicensesItem(TypedDict):
    id: int
    licenseKey: str


class GetOrderResult(TypedDict):
    id: int
    shop: ShopName
    orderRef: str
    itemRef: str
    status: Literal["paid", "disputed", "refunded", "waiting", "unmatched"]
    product: Optional[str]
    quantity: int
    licenseIds: List[int]
    email: Optional[str]
    subscription: Optional[str]
    periodEnd: Optional[str]
    isTest: bool
    isPartlyRefunded: bool
    createdAt: str
    licenses: List[GetOrderResultLicensesItem]


class ActivityDetail(TypedDict):
    outcome: str
    compared: List[Comparison]


class Activity(TypedDict):
    id: int
    applicationId: int
    event: EventName
    success: bool
    code: Optional[str]
    userId: Optional[int]
    username: Optional[str]
    ipAddress: str
    userAgent: str
    count: int
    createdAt: str
    detail: Optional[ActivityDetail]


class GetActivityRetentionResult(TypedDict):
    days: int
    rows: int


class GetStatsResultNow(TypedDict):
    signIns: int
    failed: int
    successRate: Optional[float]
    registrations: int
    online: int
    apiRequests: int


class GetStatsResultBefore(TypedDict):
    signIns: int
    failed: int
    successRate: Optional[float]
    registrations: int


class GetStatsResultSoon(TypedDict):
    users: int
    licenses: int


class GetStatsResultSeries(TypedDict):
    step: Literal["hour", "day"]
    starts: List[str]
    signIns: List[int]
    failed: List[int]
    registrations: List[int]


GetStatsResult = TypedDict("GetStatsResult", {
    "from": str,
    "to": str,
    "zone": str,
    "now": GetStatsResultNow,
    "before": Optional[GetStatsResultBefore],
    "soon": GetStatsResultSoon,
    "series": GetStatsResultSeries,
})


class CountEventsResultEventsItem(TypedDict):
    event: EventName
    counts: List[int]


CountEventsResult = TypedDict("CountEventsResult", {
    "from": str,
    "to": str,
    "zone": str,
    "range": Optional[Literal["24h", "7d", "30d", "90d"]],
    "step": Literal["hour", "day"],
    "starts": List[str],
    "events": List[CountEventsResultEventsItem],
})


class CountClientsResultItem(TypedDict):
    client: str
    language: Optional[str]
    version: Optional[str]
    logins: int
    liveSessions: int
    lastSeen: Optional[str]
    state: Optional[Literal["current", "old", "unsafe"]]


CountExpiriesResult = TypedDict("CountExpiriesResult", {
    "from": str,
    "bounds": List[str],
    "zone": str,
    "users": List[int],
    "licenses": List[int],
})


BlacklistType = Literal["ip", "username", "hwid", "email"]


class BlacklistEntry(TypedDict):
    id: int
    type: BlacklistType
    value: str
    reason: str
    applicationId: Optional[int]
    createdAt: str
    hits: int
    lastHitAt: Optional[str]


class _CreateBlacklistEntryBodyRequired(TypedDict):
    type: BlacklistType
    value: str


class _CreateBlacklistEntryBodyOptional(TypedDict, total=False):
    applicationId: Optional[int]
    reason: str


class CreateBlacklistEntryBody(_CreateBlacklistEntryBodyRequired, _CreateBlacklistEntryBodyOptional):
    pass


class PreviewBlacklistEntryResult(TypedDict):
    value: Optional[str]
    problem: Optional[str]
    isListed: bool
    isOwnAddress: bool
    users: int
    sessions: int
    isAtLeast: bool


class _ImportBlacklistEntriesBodyRequired(TypedDict):
    type: BlacklistType
    text: str
    isDryRun: bool


class _ImportBlacklistEntriesBodyOptional(TypedDict, total=False):
    applicationId: Optional[int]


class ImportBlacklistEntriesBody(_ImportBlacklistEntriesBodyRequired, _ImportBlacklistEntriesBodyOptional):
    pass


class ImportBlacklistEntriesResultRowsItem(TypedDict):
    line: int
    value: str
    result: Literal["added", "listed", "invalid"]
    problem: Optional[str]


class ImportBlacklistEntriesResult(TypedDict):
    added: int
    listed: int
    invalid: int
    rows: List[ImportBlacklistEntriesResultRowsItem]


class WebhookNotice(TypedDict):
    reason: Literal["gone", "failing", "backlog"]
    message: str
    at: str


class Webhook(TypedDict):
    id: int
    applicationId: Optional[int]
    url: str
    isUrlMasked: bool
    events: List[EventName]
    isActive: bool
    format: Literal["json", "discord", "slack", "telegram"]
    isFormatDerived: bool
    hasSecret: bool
    previousSecretEndsAt: Optional[str]
    notice: Optional[WebhookNotice]
    pendingCount: int
    retryAt: Optional[str]
    successfulTries: int
    failedTries: int
    successRate: Optional[float]
    createdAt: str


class _CreateWebhookBodyRequired(TypedDict):
    url: str


class _CreateWebhookBodyOptional(TypedDict, total=False):
    events: List[EventName]
    isActive: bool
    format: Optional[Literal["json", "discord", "slack", "telegram"]]
    secret: str
    applicationId: Optional[int]


class CreateWebhookBody(_CreateWebhookBodyRequired, _CreateWebhookBodyOptional):
    pass


class NewWebhook(TypedDict):
    id: int
    applicationId: Optional[int]
    url: str
    isUrlMasked: bool
    events: List[EventName]
    isActive: bool
    format: Literal["json", "discord", "slack", "telegram"]
    isFormatDerived: bool
    hasSecret: bool
    previousSecretEndsAt: Optional[str]
    notice: Optional[WebhookNotice]
    pendingCount: int
    retryAt: Optional[str]
    successfulTries: int
    failedTries: int
    successRate: Optional[float]
    createdAt: str
    secret: str


class UpdateWebhookBody(TypedDict, total=False):
    url: str
    events: List[EventName]
    isActive: bool
    format: Optional[Literal["json", "discord", "slack", "telegram"]]
    secret: str


class TestWebhookBody(TypedDict):
    event: EventName


class DeliveryDetailsRequest(TypedDict):
    method: str
    url: str
    headers: Dict[str, str]
    body: str


class DeliveryDetails(TypedDict):
    id: str
    event: EventName
    status: Literal["pending", "delivered", "failed"]
    isTest: bool
    applicationId: Optional[int]
    attempt: int
    maxAttempts: int
    code: Optional[int]
    ms: Optional[int]
    error: Optional[str]
    createdAt: str
    triedAt: Optional[str]
    nextTryAt: Optional[str]
    request: DeliveryDetailsRequest
    answer: Optional[str]


class RedeliverFailedBody(TypedDict):
    since: str


class RedeliverFailedResult(TypedDict):
    message: str
    count: int


class Delivery(TypedDict):
    id: str
    event: EventName
    status: Literal["pending", "delivered", "failed"]
    isTest: bool
    applicationId: Optional[int]
    attempt: int
    maxAttempts: int
    code: Optional[int]
    ms: Optional[int]
    error: Optional[str]
    createdAt: str
    triedAt: Optional[str]
    nextTryAt: Optional[str]


class MessageTexts(TypedDict):
    loginSuccess: str
    loginFailed: str
    accountDisabled: str
    accountExpired: str
    versionMismatch: str
    hwidMismatch: str


class UpdateCustomMessagesBody(TypedDict, total=False):
    loginSuccess: str
    loginFailed: str
    accountDisabled: str
    accountExpired: str
    versionMismatch: str
    hwidMismatch: str
