// Generated from the OpenAPI document. Do not edit: see clients/management/README.md.

export interface paths {
    "/api/applications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List applications that you own or are a member of; with `all`, those of every account (view_all_data)
         * @description Action of a token: `applications:read`.
         */
        get: operations["listApplications"];
        put?: never;
        /**
         * Create an application; it gets its API key
         * @description Action of a token: `applications:write`.
         */
        post: operations["createApplication"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/applications/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an application
         * @description Action of a token: `applications:read`. Least role: Viewer.
         */
        get: operations["getApplication"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change an application
         * @description Action of a token: `applications:write`. Least role: Manager.
         */
        patch: operations["updateApplication"];
        trace?: never;
    };
    "/api/applications/{id}/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the figures of an application
         * @description Action of a token: `applications:read`. Least role: Viewer.
         */
        get: operations["getApplicationStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/applications/{id}/signing-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List public keys that clients pin to verify signed responses
         * @description Action of a token: `applications:read`. Least role: Viewer.
         */
        get: operations["listSigningKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/applications/{id}/users/{userId}/devices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the devices of a user, in the order they were bound
         * @description Action of a token: `users:read`. Least role: Viewer.
         */
        get: operations["listDevices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/applications/{id}/users/{userId}/devices/{deviceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Release a device and end its sessions; if it is the first, the next one takes its place
         * @description Action of a token: `users:write`. Least role: Support.
         */
        delete: operations["releaseDevice"];
        options?: never;
        head?: never;
        /**
         * Name a device
         * @description Action of a token: `users:write`. Least role: Support.
         */
        patch: operations["renameDevice"];
        trace?: never;
    };
    "/api/applications/{id}/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List users of an application
         * @description Action of a token: `users:read`. Least role: Viewer.
         */
        get: operations["listUsers"];
        put?: never;
        /**
         * Create a user
         * @description Action of a token: `users:write`. Least role: Manager.
         */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/applications/{id}/users/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a user
         * @description Action of a token: `users:read`. Least role: Viewer.
         */
        get: operations["getUser"];
        /**
         * Change a user
         * @description Action of a token: `users:write`. Least role: Support.
         */
        put: operations["updateUser"];
        post?: never;
        /**
         * Delete a user; frees its seats of the license
         * @description Action of a token: `users:write`. Least role: Manager.
         */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/applications/{id}/users/{userId}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a user
         * @description Action of a token: `users:write`. Least role: Support.
         */
        post: operations["pauseUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/applications/{id}/users/{userId}/unpause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a user
         * @description Action of a token: `users:write`. Least role: Support.
         */
        post: operations["resumeUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/applications/{id}/users/{userId}/reset-hwid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Release all devices; the next login binds again
         * @description Action of a token: `users:write`. Least role: Support.
         */
        post: operations["resetHwid"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/applications/{id}/users/{userId}/ban": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ban a user; a body is only needed for a reason
         * @description Action of a token: `users:write`. Least role: Support.
         */
        post: operations["banUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/applications/{id}/users/{userId}/unban": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lift the ban of a user
         * @description Action of a token: `users:write`. Least role: Support.
         */
        post: operations["unbanUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/applications/{id}/users/{userId}/inspection": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get everything that affects a user's access
         * @description Action of a token: `users:read`. Least role: Viewer.
         */
        get: operations["inspectUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/applications/{id}/login-check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run every login check for a user; changes nothing
         * @description Action of a token: `users:read`. Least role: Support.
         */
        post: operations["checkLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/applications/{id}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List live sessions, newest first
         * @description Action of a token: `users:read`. Least role: Viewer.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        /**
         * End all sessions of the application, or of one user
         * @description Action of a token: `users:write`. Least role: Support.
         */
        delete: operations["endSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/applications/{id}/sessions/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End one session; its client stops at the next heartbeat
         * @description Action of a token: `users:write`. Least role: Support.
         */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/applications/{id}/users/bulk/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a change of many users; changes nothing
         * @description Action of a token: `users:write`. Least role: Manager.
         */
        post: operations["previewUserChanges"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/applications/{id}/users/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change many users as previewed; streams one JSON object per line, one transaction per batch
         * @description Action of a token: `users:write`. Least role: Manager. Has a lower rate limit than other calls.
         */
        post: operations["changeUsers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/applications/{id}/licenses/bulk/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a change of many licenses; changes nothing
         * @description Action of a token: `licenses:write`. Least role: Manager.
         */
        post: operations["previewLicenseChanges"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/applications/{id}/licenses/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change many licenses as previewed; streams one JSON object per line, one transaction per batch
         * @description Action of a token: `licenses:write`. Least role: Manager. Has a lower rate limit than other calls.
         */
        post: operations["changeLicenses"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/applications/{id}/operations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List recent changes that can be viewed or undone, newest first, up to 100
         * @description Action of a token: `users:read`. Least role: Viewer.
         */
        get: operations["listOperations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/applications/{id}/operations/{operationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the progress of a bulk change
         * @description Action of a token: `users:read`. Least role: Viewer.
         */
        get: operations["getOperation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/applications/{id}/users/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export users as CSV or JSON; password hashes need passwordHashes and a person who just confirmed their identity
         * @description Action of a token: `users:read`. Least role: Manager. Has a lower rate limit than other calls.
         */
        get: operations["exportUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/applications/{id}/licenses/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export licenses as CSV or JSON
         * @description Action of a token: `licenses:read`. Least role: Manager. Has a lower rate limit than other calls.
         */
        get: operations["exportLicenses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/applications/{id}/licenses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List licenses of an application
         * @description Action of a token: `licenses:read`. Least role: Viewer.
         */
        get: operations["listLicenses"];
        put?: never;
        /**
         * Create a license, with your own key if you like
         * @description Action of a token: `licenses:write`. Least role: Manager.
         */
        post: operations["createLicense"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/applications/{id}/licenses/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get license totals
         * @description Action of a token: `licenses:read`. Least role: Viewer.
         */
        get: operations["getLicenseTotals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/applications/{id}/licenses/generate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Propose a key with the defaults; stores nothing
         * @description Action of a token: `licenses:read`. Least role: Viewer.
         */
        get: operations["proposeLicenseKey"];
        put?: never;
        /**
         * Create a license with a generated key
         * @description Action of a token: `licenses:write`. Least role: Manager.
         */
        post: operations["generateLicense"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/applications/{id}/licenses/mask": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Preview keys of a mask; stores nothing
         * @description Action of a token: `licenses:read`. Least role: Viewer.
         */
        get: operations["previewLicenseMask"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/applications/{id}/licenses/short-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How many keys have fewer than 12 characters, which could be guessed
         * @description Action of a token: `licenses:read`. Least role: Viewer.
         */
        get: operations["countShortLicenseKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/applications/{id}/licenses/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create 1 to 1,000 licenses at once, all or none
         * @description Action of a token: `licenses:write`. Least role: Manager.
         */
        post: operations["createLicenses"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/applications/{id}/licenses/{licenseId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a license with its users and changes
         * @description Action of a token: `licenses:read`. Least role: Viewer.
         */
        get: operations["getLicense"];
        put?: never;
        post?: never;
        /**
         * Delete a license; its users lose access
         * @description Action of a token: `licenses:write`. Least role: Manager.
         */
        delete: operations["deleteLicense"];
        options?: never;
        head?: never;
        /**
         * Change a license; a later expiry extends its users
         * @description Action of a token: `licenses:write`. Least role: Manager.
         */
        patch: operations["updateLicense"];
        trace?: never;
    };
    "/api/applications/{id}/licenses/{licenseId}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a license: its users are refused until it is resumed
         * @description Action of a token: `licenses:write`. Least role: Manager.
         */
        post: operations["pauseLicense"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/applications/{id}/licenses/{licenseId}/unpause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a license
         * @description Action of a token: `licenses:write`. Least role: Manager.
         */
        post: operations["resumeLicense"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/applications/{id}/licenses/{licenseId}/ban": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ban a license: its users are refused until it is unbanned
         * @description Action of a token: `licenses:write`. Least role: Manager.
         */
        post: operations["banLicense"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/applications/{id}/licenses/{licenseId}/unban": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lift the ban of a license
         * @description Action of a token: `licenses:write`. Least role: Manager.
         */
        post: operations["unbanLicense"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/applications/{id}/presets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Presets for new licenses, by name; or the archived ones, the last archived first, at most 100
         * @description Action of a token: `licenses:read`. Least role: Viewer.
         */
        get: operations["listPresets"];
        put?: never;
        /**
         * Create a preset
         * @description Action of a token: `licenses:write`. Least role: Manager.
         */
        post: operations["createPreset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/applications/{id}/presets/{presetId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a preset, or archive it if licenses have it
         * @description Action of a token: `licenses:write`. Least role: Manager.
         */
        delete: operations["deletePreset"];
        options?: never;
        head?: never;
        /**
         * Change a preset, or bring an archived one back; its licenses stay as they are
         * @description Action of a token: `licenses:write`. Least role: Manager.
         */
        patch: operations["updatePreset"];
        trace?: never;
    };
    "/api/applications/{id}/offline-licenses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List offline files, newest first; without their contents
         * @description Action of a token: `licenses:read`. Least role: Viewer.
         */
        get: operations["listOfflineLicenses"];
        put?: never;
        /**
         * Answer the request of a program that never reaches the server: the device is bound, the file signed
         * @description Action of a token: `licenses:write`. Least role: Manager.
         */
        post: operations["createOfflineLicense"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/applications/{id}/offline-licenses/{fileId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Give an offline file out no more; the one that is out works until it expires
         * @description Action of a token: `licenses:write`. Least role: Manager.
         */
        delete: operations["withdrawOfflineLicense"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/applications/{id}/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Orders, the newest first
         * @description Action of a token: `orders:read`. Least role: Viewer.
         */
        get: operations["listOrders"];
        put?: never;
        /**
         * Send an order event of your own program; a repeated one returns the same keys and makes none
         * @description Action of a token: `orders:write`. Least role: Manager.
         */
        post: operations["sendOrderEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/applications/{id}/orders/{orderId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One order with its license keys; masked for those who may not see keys
         * @description Action of a token: `orders:read`. Least role: Viewer.
         */
        get: operations["getOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/activity-logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List activity, newest first
         * @description Action of a token: `activity:read`. Least role: Viewer.
         */
        get: operations["listActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/activity-logs/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export activity as a file, newest first; X-Total-Count holds the number of rows
         * @description Action of a token: `activity:read`. Least role: Manager. Has a lower rate limit than other calls.
         */
        get: operations["exportActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/activity-logs/retention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get how long activity is kept, by the server and by the application
         * @description Action of a token: `activity:read`. Least role: Viewer.
         */
        get: operations["getActivityRetention"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the figures of all your applications, compared with the period before
         * @description Action of a token: `applications:read`.
         */
        get: operations["getStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/applications/{id}/stats/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count events by hour or day, for the last 24 hours, 7, 30 or 90 days, or a period
         * @description Action of a token: `applications:read`. Least role: Viewer.
         */
        get: operations["countEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/applications/{id}/stats/clients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count successful sign-ins and live sessions by client library and version, for the last 7, 30 or 90 days
         * @description Action of a token: `applications:read`. Least role: Viewer.
         */
        get: operations["countClients"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/applications/{id}/stats/expiries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count users and licenses that expire, by day, for the next 12 weeks
         * @description Action of a token: `applications:read`. Least role: Viewer.
         */
        get: operations["countExpiries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/blacklist": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List blacklist entries; with applicationId, those that apply to it
         * @description Action of a token: `blacklist:read`. Least role: Viewer.
         */
        get: operations["listBlacklistEntries"];
        put?: never;
        /**
         * Block an IP address or network, a username, a hardware ID or an email
         * @description Action of a token: `blacklist:write`. Least role: Support.
         */
        post: operations["createBlacklistEntry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/blacklist/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Preview an entry and the users it would block
         * @description Action of a token: `blacklist:read`. Least role: Viewer.
         */
        get: operations["previewBlacklistEntry"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/blacklist/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Block a list of values, one per line with an optional reason after a comma; a dry run stores nothing
         * @description Action of a token: `blacklist:write`. Least role: Manager.
         */
        post: operations["importBlacklistEntries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/blacklist/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a blacklist entry
         * @description Action of a token: `blacklist:write`. Least role: Support.
         */
        delete: operations["deleteBlacklistEntry"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks; with applicationId, those that get its events
         * @description Action of a token: `webhooks:read`. Least role: Viewer.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook; the response contains its secret, once
         * @description Action of a token: `webhooks:write`. Least role: Manager.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook
         * @description Action of a token: `webhooks:read`. Least role: Viewer.
         */
        get: operations["getWebhook"];
        /**
         * Change a webhook
         * @description Action of a token: `webhooks:write`. Least role: Manager.
         */
        put: operations["updateWebhook"];
        post?: never;
        /**
         * Delete a webhook and its pending deliveries
         * @description Action of a token: `webhooks:write`. Least role: Manager.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a sample of one event now, and return the result
         * @description Action of a token: `webhooks:write`. Least role: Manager.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redeliver everything that failed since a given time
         * @description Action of a token: `webhooks:write`. Least role: Manager.
         */
        post: operations["redeliverFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries of a webhook, newest first
         * @description Action of a token: `webhooks:read`. Least role: Viewer.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a delivery with its request and response
         * @description Action of a token: `webhooks:read`. Least role: Viewer.
         */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/deliveries/{deliveryId}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redeliver with the same ID
         * @description Action of a token: `webhooks:write`. Least role: Manager.
         */
        post: operations["redeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/custom-messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the six messages of the account; defaults apply where none is set
         * @description Action of a token: `messages:read`. Least role: Viewer.
         */
        get: operations["getCustomMessages"];
        /**
         * Change messages of the account; an empty one restores the default
         * @description Action of a token: `messages:write`.
         */
        put: operations["updateCustomMessages"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/custom-messages/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore the defaults
         * @description Action of a token: `messages:write`.
         */
        post: operations["resetCustomMessages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @enum {string} */
        EventName: "user_login" | "login_failed" | "user_registration" | "account_disabled" | "account_expired" | "version_mismatch" | "hwid_mismatch" | "login_blocked_ip" | "login_blocked_username" | "login_blocked_hwid" | "session_start" | "session_end" | "device_released" | "license_redeemed" | "order_paid" | "order_reversed" | "order_unmatched";
        /** @enum {string} */
        ShopProvider: "stripe" | "paddle" | "lemonsqueezy" | "gumroad" | "sellauth" | "sellapp" | "generic" | "api";
        /** @enum {string} */
        BlacklistType: "ip" | "username" | "hwid" | "email";
        /** @enum {string} */
        LoginCheck: "application_offline" | "rate_limited" | "blocked_ip" | "blocked_username" | "blocked_hwid" | "version_mismatch" | "license_login_closed" | "invalid_credentials" | "blocked_email" | "account_banned" | "account_disabled" | "account_paused" | "account_expired" | "license_banned" | "license_paused" | "license_inactive" | "license_expired" | "hwid_mismatch" | "device_limit_reached" | "license_full";
        Done: {
            message: string;
        };
        /**
         * @example {
         *       "message": "User not found",
         *       "code": "user_not_found",
         *       "requestId": "0198f2c4-6f0e-7c1a-9a52-3d1f0b7c8e21"
         *     }
         */
        Problem: {
            message: string;
            /** @enum {string} */
            code: "invalid_request" | "passkey_invalid" | "not_signed_in" | "sign_in_failed" | "invalid_admin_key" | "second_factor_failed" | "second_factor_expired" | "passkey_refused" | "proof_failed" | "invalid_token" | "proof_needed" | "token_not_allowed" | "shop_signature_invalid" | "identity_refused" | "invite_for_other" | "code_invalid" | "first_password_refused" | "portal_view_only" | "permission_missing" | "cross_site_request" | "not_found" | "application_not_found" | "portal_not_found" | "api_key_not_found" | "operation_not_found" | "user_not_found" | "session_not_found" | "device_not_found" | "license_not_found" | "preset_not_found" | "offline_license_not_found" | "shop_not_found" | "shop_call_not_found" | "order_not_found" | "signing_key_not_found" | "signing_key_changed" | "blacklist_entry_not_found" | "webhook_not_found" | "delivery_not_found" | "invite_not_found" | "member_not_found" | "transfer_not_found" | "view_not_found" | "backup_not_found" | "invite_invalid" | "identity_provider_missing" | "setup_link_invalid" | "reset_link_invalid" | "mail_not_configured" | "passkey_not_found" | "token_not_found" | "totp_not_found" | "remember_share_not_found" | "release_too_soon" | "device_offline" | "key_without_password" | "portal_closed" | "key_alone" | "key_unused" | "already_member" | "transfer_pending" | "email_taken" | "other_account" | "own_account" | "last_owner" | "account_changed" | "account_in_use" | "selection_changed" | "preview_expired" | "operation_running" | "operation_stopped" | "operation_undone" | "username_taken" | "view_name_taken" | "preset_name_taken" | "totp_exists" | "passkey_exists" | "second_factor_missing" | "passkeys_unavailable" | "limit_reached" | "backup_running" | "not_embedded" | "not_in_demo" | "idempotency_in_flight" | "license_key_taken" | "license_full" | "license_banned" | "offline_refused" | "offline_request_used" | "device_limit_reached" | "license_below_users" | "blacklist_entry_exists" | "too_many_webhooks" | "payload_too_large" | "unsupported_media_type" | "product_not_mapped" | "shop_call_unreadable" | "idempotency_reused" | "rate_limited" | "internal_error" | "read_too_long" | "disk_full" | "unavailable" | "invalid_credentials" | "account_disabled" | "account_paused" | "account_banned" | "account_expired" | "license_expired" | "license_paused" | "license_inactive" | "license_required" | "license_login_closed" | "license_used" | "license_not_redeemable" | "already_unlimited" | "registration_closed" | "hwid_mismatch" | "version_mismatch" | "access_blocked" | "application_offline" | "invalid_api_key" | "session_ended" | "session_token_taken" | "session_limit_reached" | "login_successful" | "license_redeemed" | "user_registered" | "user_verified" | "session_started" | "session_alive" | "session_closed";
            fields?: {
                [key: string]: string;
            };
            next_at?: string | null;
            reason?: string;
            requestId: string;
        };
        Features: {
            [key: string]: boolean | number | string;
        };
        User: {
            id: number;
            username: string;
            email: string | null;
            isActive: boolean;
            isPaused: boolean;
            isBanned: boolean;
            /** @enum {string} */
            kind: "account" | "license";
            hwid: string | null;
            isHwidLocked: boolean;
            deviceLimit: number | null;
            devices: number;
            seats: number;
            features: components["schemas"]["Features"];
            /** Format: date-time */
            expiresAt: string | null;
            licenseId: number | null;
            /** Format: date-time */
            effectiveExpiresAt: string | null;
            /** Format: date-time */
            graceUntil: string | null;
            /** Format: date-time */
            lastLogin: string | null;
            lastLoginIp: string | null;
            /** Format: date-time */
            createdAt: string;
            licenseKey?: string;
            undoId?: string;
            /** Format: date-time */
            offlineUntil?: string;
        };
        License: {
            id: number;
            licenseKey: string;
            maxUsers: number;
            currentUsers: number;
            validityDays: number;
            /** @enum {string} */
            validityStart: "creation" | "first_use";
            description: string;
            maxDevices: number | null;
            maxSessions: number | null;
            graceDays: number | null;
            features: components["schemas"]["Features"];
            presetId: number | null;
            isActive: boolean;
            /** Format: date-time */
            expiresAt: string | null;
            /** Format: date-time */
            graceUntil: string | null;
            /** Format: date-time */
            createdAt: string;
            hold: ("paused" | "banned") | null;
            holdReason: string | null;
            /** Format: date-time */
            heldAt: string | null;
            undoId?: string;
        };
        SigningKey: {
            id: string;
            number: number;
            /** @enum {string} */
            state: "next" | "current" | "retired" | "revoked";
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            changedAt: string;
            publicKey: string;
            publicKeyPem: string;
        };
        OlderSigningKey: {
            id: string;
            number: number;
            /** @enum {string} */
            state: "next" | "current" | "retired" | "revoked";
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            changedAt: string;
        };
        SigningKeys: {
            issuer: string;
            current: components["schemas"]["SigningKey"];
            next: components["schemas"]["SigningKey"];
            older: components["schemas"]["OlderSigningKey"][];
        };
        ApplicationStats: {
            totalUsers: number;
            activeUsers: number;
            activeSessions: number;
            loginSuccessRate: number;
            totalApiRequests: number;
            /** Format: date-time */
            lastActivity: string | null;
            dailyLogins: {
                /** Format: date */
                day: string;
                succeeded: number;
                failed: number;
            }[];
        };
        ApplicationCounts: {
            users: number;
            licenses: number;
            activity: number;
            webhooks: number;
            blacklist: number;
        };
        Application: {
            id: number;
            name: string;
            description: string;
            version: string;
            hwidLockEnabled: boolean;
            isActive: boolean;
            /** @enum {string} */
            registrationMode: "open" | "license" | "closed";
            registrationDays: number | null;
            minPasswordLength: number;
            isVersionRequired: boolean;
            isVerifyStrict: boolean;
            isKeyInHeaderOnly: boolean;
            downloadUrl: string | null;
            sessionLimit: number | null;
            /** @enum {string} */
            sessionLimitPolicy: "reject" | "replace_oldest";
            deviceLimit: number;
            hwidTolerance: number;
            graceDays: number;
            activityDays: number | null;
            activityRows: number | null;
            licenseLogin: boolean;
            leaseHours: number | null;
            offlineStart: boolean;
            features: components["schemas"]["Features"];
            portalEnabled: boolean;
            portalSlug: string | null;
            portalName: string | null;
            portalColor: string | null;
            /** Format: uri */
            portalSupportUrl: string | null;
            portalWelcome: string | null;
            /** @enum {string} */
            portalKeyOnly: "off" | "view" | "manage";
            deviceReleaseDays: number;
            versionMismatchMessage: string | null;
            loginSuccessMessage: string | null;
            loginFailedMessage: string | null;
            accountDisabledMessage: string | null;
            accountExpiredMessage: string | null;
            hwidMismatchMessage: string | null;
            apiKey: string;
            /** Format: date-time */
            createdAt: string;
            counts: components["schemas"]["ApplicationCounts"];
            role: ("viewer" | "support" | "manager" | "owner") | null;
            can: ("look" | "check" | "keys" | "help" | "export" | "manage" | "team" | "delete")[];
            owner: string;
            attention: {
                webhooks: number;
                /** Format: date-time */
                transfer: string | null;
            };
            stats?: components["schemas"]["ApplicationStats"];
        };
        Device: {
            id: "first" | number;
            hwid: string;
            name: string | null;
            /** Format: date-time */
            boundAt: string | null;
            /** Format: date-time */
            lastSeenAt: string | null;
            lastIp: string | null;
            /** Format: date-time */
            offlineUntil: string | null;
            components: {
                [key: string]: string;
            } | null;
        };
        ClientSession: {
            id: number;
            userId: number;
            username: string | null;
            hwid: string | null;
            ipAddress: string;
            userAgent: string;
            /** Format: date-time */
            startedAt: string;
            /** Format: date-time */
            lastSeenAt: string;
        };
        Comparison: {
            what: string;
            stored: string | null;
            sent: string | null;
        };
        Decision: {
            id: number;
            event: components["schemas"]["EventName"];
            success: boolean;
            code: string | null;
            compared: components["schemas"]["Comparison"][];
            ipAddress: string;
            userAgent: string;
            count: number;
            /** Format: date-time */
            createdAt: string;
        };
        Redemption: {
            userId: number;
            username: string;
            licenseId: number;
            previousLicenseId: number | null;
            addedDays: number;
            /** Format: date-time */
            endsAt: string;
            /** Format: date-time */
            at: string;
        };
        Undoable: {
            operationId: string;
            action: string;
            total: number;
            /** Format: date-time */
            at: string;
        };
        AssumedValue: {
            value: string | null;
            /** @enum {string} */
            from: "asked" | "last attempt" | "account" | "application" | "none";
        };
        UserSelection: {
            ids: number[];
        } | {
            filter: {
                q?: string;
                /** @enum {string} */
                status?: "active" | "inactive" | "paused" | "banned" | "expired";
                /** @enum {string} */
                kind?: "account" | "license";
                hasHwid?: boolean;
                licenseId?: number;
                hasLoggedIn?: boolean;
                /** Format: date-time */
                expiresFrom?: string;
                /** Format: date-time */
                expiresTo?: string;
            };
            except?: number[];
        };
        AddDays: {
            /** @constant */
            type: "add_days";
            days: number;
            /** @enum {string} */
            expired?: "from_now" | "skip";
        };
        UserAction: {
            /** @constant */
            type: "pause";
        } | {
            /** @constant */
            type: "resume";
        } | {
            /** @constant */
            type: "ban";
            reason?: string | null;
        } | {
            /** @constant */
            type: "unban";
        } | {
            /** @constant */
            type: "reset_hwid";
        } | components["schemas"]["AddDays"] | {
            /** @constant */
            type: "set_expiry";
            /** Format: date-time */
            expiresAt: string | null;
        } | {
            /** @constant */
            type: "activate";
        } | {
            /** @constant */
            type: "deactivate";
        } | {
            /** @constant */
            type: "delete";
        };
        LicenseSelection: {
            ids: number[];
        } | {
            filter: {
                q?: string;
                /** @enum {string} */
                status?: "active" | "inactive" | "full" | "expired" | "paused" | "banned";
                expiresWithinDays?: number;
                isUsed?: boolean;
                presetId?: number;
            };
            except?: number[];
        };
        LicenseAction: components["schemas"]["AddDays"] | {
            /** @constant */
            type: "set_expiry";
            /** Format: date-time */
            expiresAt: string;
        } | {
            /** @constant */
            type: "activate";
        } | {
            /** @constant */
            type: "deactivate";
        } | {
            /** @constant */
            type: "pause";
        } | {
            /** @constant */
            type: "resume";
        } | {
            /** @constant */
            type: "ban";
            reason?: string | null;
        } | {
            /** @constant */
            type: "unban";
        } | {
            /** @constant */
            type: "set_description";
            description: string;
        } | {
            /** @constant */
            type: "delete";
        } | {
            /** @constant */
            type: "apply_preset";
            presetId: number;
        };
        BulkPreview: {
            total: number;
            changing: number;
            reviving: number;
            sample: {
                id: number;
                name: string;
                before: string;
                after: string;
            }[];
            token: string;
            operationId: string;
            canUndo: boolean;
        };
        BulkProgress: {
            /** @constant */
            type: "progress";
            done: number;
            total: number;
            rows: {
                id: number;
                name: string;
                /** @enum {string} */
                result: "changed" | "unchanged" | "skipped" | "failed";
                message?: string;
            }[];
        };
        BulkEnd: {
            /** @constant */
            type: "end";
            operationId: string;
            total: number;
            changed: number;
            unchanged: number;
            skipped: number;
            failed: number;
            canUndo: boolean;
            message?: string;
        };
        Operation: {
            id: string;
            /** @enum {string} */
            entity: "user" | "license";
            action: string;
            actor: string;
            total: number;
            done: number;
            changed: number;
            /** Format: date-time */
            startedAt: string;
            /** Format: date-time */
            finishedAt: string | null;
            /** Format: date-time */
            stoppedAt: string | null;
            /** Format: date-time */
            undoneAt: string | null;
            restored: number;
            canUndo: boolean;
        };
        Preset: {
            id: number;
            name: string;
            maxUsers: number;
            validityDays: number;
            /** @enum {string} */
            validityStart: "creation" | "first_use";
            maxDevices: number | null;
            maxSessions: number | null;
            graceDays: number | null;
            mask: string | null;
            features: components["schemas"]["Features"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            archivedAt: string | null;
        };
        ShopName: {
            id: number;
            name: string;
            provider: components["schemas"]["ShopProvider"];
        };
        BlacklistEntry: {
            id: number;
            type: components["schemas"]["BlacklistType"];
            value: string;
            reason: string;
            applicationId: number | null;
            /** Format: date-time */
            createdAt: string;
            hits: number;
            /** Format: date-time */
            lastHitAt: string | null;
        };
        WebhookNotice: {
            /** @enum {string} */
            reason: "gone" | "failing" | "backlog";
            message: string;
            /** Format: date-time */
            at: string;
        };
        Webhook: {
            id: number;
            applicationId: number | null;
            url: string;
            isUrlMasked: boolean;
            events: components["schemas"]["EventName"][];
            isActive: boolean;
            /** @enum {string} */
            format: "json" | "discord" | "slack" | "telegram";
            isFormatDerived: boolean;
            hasSecret: boolean;
            /** Format: date-time */
            previousSecretEndsAt: string | null;
            notice: components["schemas"]["WebhookNotice"] | null;
            pendingCount: number;
            /** Format: date-time */
            retryAt: string | null;
            successfulTries: number;
            failedTries: number;
            successRate: number | null;
            /** Format: date-time */
            createdAt: string;
        };
        NewWebhook: {
            id: number;
            applicationId: number | null;
            url: string;
            isUrlMasked: boolean;
            events: components["schemas"]["EventName"][];
            isActive: boolean;
            /** @enum {string} */
            format: "json" | "discord" | "slack" | "telegram";
            isFormatDerived: boolean;
            hasSecret: boolean;
            /** Format: date-time */
            previousSecretEndsAt: string | null;
            notice: components["schemas"]["WebhookNotice"] | null;
            pendingCount: number;
            /** Format: date-time */
            retryAt: string | null;
            successfulTries: number;
            failedTries: number;
            successRate: number | null;
            /** Format: date-time */
            createdAt: string;
            secret: string;
        };
        DeliveryDetails: {
            id: string;
            event: components["schemas"]["EventName"];
            /** @enum {string} */
            status: "pending" | "delivered" | "failed";
            isTest: boolean;
            applicationId: number | null;
            attempt: number;
            maxAttempts: number;
            code: number | null;
            ms: number | null;
            error: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            triedAt: string | null;
            /** Format: date-time */
            nextTryAt: string | null;
            request: {
                method: string;
                url: string;
                headers: {
                    [key: string]: string;
                };
                body: string;
            };
            answer: string | null;
        };
        Delivery: {
            id: string;
            event: components["schemas"]["EventName"];
            /** @enum {string} */
            status: "pending" | "delivered" | "failed";
            isTest: boolean;
            applicationId: number | null;
            attempt: number;
            maxAttempts: number;
            code: number | null;
            ms: number | null;
            error: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            triedAt: string | null;
            /** Format: date-time */
            nextTryAt: string | null;
        };
        MessageTexts: {
            loginSuccess: string;
            loginFailed: string;
            accountDisabled: string;
            accountExpired: string;
            versionMismatch: string;
            hwidMismatch: string;
        };
        Activity: {
            id: number;
            applicationId: number;
            event: components["schemas"]["EventName"];
            success: boolean;
            code: string | null;
            userId: number | null;
            username: string | null;
            ipAddress: string;
            userAgent: string;
            count: number;
            /** Format: date-time */
            createdAt: string;
            detail: {
                outcome: string;
                readonly compared: components["schemas"]["Comparison"][];
            } | null;
        };
    };
    responses: {
        /**
         * @description 500 `internal_error`: Internal error
         *     503 `disk_full`: There is too little free disk space.
         *     503 `read_too_long`: This took too long. Narrow it down and try again.
         *     503 `unavailable`: Service is busy. Please try again shortly.
         */
        ChangeFailed: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "internal_error" | "disk_full" | "read_too_long" | "unavailable";
                };
            };
        };
        /**
         * @description 400 `invalid_request`: Invalid request
         *     401 `not_signed_in`: You're not signed in.
         *     401 `invalid_token`: This token is invalid, expired or revoked.
         *     403 `permission_missing`: You don't have permission to do this. Ask an owner.
         *     403 `token_not_allowed`: This token doesn't have access to this.
         *     409 `other_account`: Another user is now signed in to this browser. Reload the page.
         *     429 `rate_limited`: Rate limit exceeded
         */
        DashboardReadRefused: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "invalid_request" | "not_signed_in" | "invalid_token" | "permission_missing" | "token_not_allowed" | "other_account" | "rate_limited";
                };
            };
        };
        /**
         * @description 500 `internal_error`: Internal error
         *     503 `read_too_long`: This took too long. Narrow it down and try again.
         *     503 `unavailable`: Service is busy. Please try again shortly.
         */
        ReadFailed: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "internal_error" | "read_too_long" | "unavailable";
                };
            };
        };
        /**
         * @description 400 `invalid_request`: Invalid request
         *     401 `not_signed_in`: You're not signed in.
         *     401 `invalid_token`: This token is invalid, expired or revoked.
         *     403 `permission_missing`: You don't have permission to do this. Ask an owner.
         *     403 `token_not_allowed`: This token doesn't have access to this.
         *     403 `cross_site_request`: This request came from another site.
         *     409 `other_account`: Another user is now signed in to this browser. Reload the page.
         *     413 `payload_too_large`: Request body is too large
         *     415 `unsupported_media_type`: Content-Type must be application/json
         *     429 `rate_limited`: Rate limit exceeded
         */
        DashboardChangeRefused: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "invalid_request" | "not_signed_in" | "invalid_token" | "permission_missing" | "token_not_allowed" | "cross_site_request" | "other_account" | "payload_too_large" | "unsupported_media_type" | "rate_limited";
                };
            };
        };
        /**
         * @description 400 `invalid_request`: Invalid request
         *     401 `not_signed_in`: You're not signed in.
         *     401 `invalid_token`: This token is invalid, expired or revoked.
         *     403 `permission_missing`: You don't have permission to do this. Ask an owner.
         *     403 `token_not_allowed`: This token doesn't have access to this.
         *     403 `cross_site_request`: This request came from another site.
         *     404 `application_not_found`: Application not found
         *     409 `other_account`: Another user is now signed in to this browser. Reload the page.
         *     413 `payload_too_large`: Request body is too large
         *     415 `unsupported_media_type`: Content-Type must be application/json
         *     429 `rate_limited`: Rate limit exceeded
         */
        ApplicationChangeRefused: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "invalid_request" | "not_signed_in" | "invalid_token" | "permission_missing" | "token_not_allowed" | "cross_site_request" | "application_not_found" | "other_account" | "payload_too_large" | "unsupported_media_type" | "rate_limited";
                };
            };
        };
        /**
         * @description 400 `invalid_request`: Invalid request
         *     401 `not_signed_in`: You're not signed in.
         *     401 `invalid_token`: This token is invalid, expired or revoked.
         *     403 `permission_missing`: You don't have permission to do this. Ask an owner.
         *     403 `token_not_allowed`: This token doesn't have access to this.
         *     404 `application_not_found`: Application not found
         *     409 `other_account`: Another user is now signed in to this browser. Reload the page.
         *     429 `rate_limited`: Rate limit exceeded
         */
        ApplicationReadRefused: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "invalid_request" | "not_signed_in" | "invalid_token" | "permission_missing" | "token_not_allowed" | "application_not_found" | "other_account" | "rate_limited";
                };
            };
        };
        /**
         * @description 400 `invalid_request`: Invalid request
         *     401 `not_signed_in`: You're not signed in.
         *     401 `invalid_token`: This token is invalid, expired or revoked.
         *     403 `permission_missing`: You don't have permission to do this. Ask an owner.
         *     403 `token_not_allowed`: This token doesn't have access to this.
         *     403 `cross_site_request`: This request came from another site.
         *     409 `other_account`: Another user is now signed in to this browser. Reload the page.
         *     409 `idempotency_in_flight`: The first request with this Idempotency-Key is still running. Wait and try again.
         *     413 `payload_too_large`: Request body is too large
         *     415 `unsupported_media_type`: Content-Type must be application/json
         *     422 `idempotency_reused`: This Idempotency-Key was used with another request. Use a new one.
         *     429 `rate_limited`: Rate limit exceeded
         */
        DashboardCreationRefused: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "invalid_request" | "not_signed_in" | "invalid_token" | "permission_missing" | "token_not_allowed" | "cross_site_request" | "other_account" | "idempotency_in_flight" | "payload_too_large" | "unsupported_media_type" | "idempotency_reused" | "rate_limited";
                };
            };
        };
        /**
         * @description 400 `invalid_request`: Invalid request
         *     401 `not_signed_in`: You're not signed in.
         *     401 `invalid_token`: This token is invalid, expired or revoked.
         *     403 `permission_missing`: You don't have permission to do this. Ask an owner.
         *     403 `token_not_allowed`: This token doesn't have access to this.
         *     403 `cross_site_request`: This request came from another site.
         *     404 `application_not_found`: Application not found
         *     409 `other_account`: Another user is now signed in to this browser. Reload the page.
         *     409 `idempotency_in_flight`: The first request with this Idempotency-Key is still running. Wait and try again.
         *     413 `payload_too_large`: Request body is too large
         *     415 `unsupported_media_type`: Content-Type must be application/json
         *     422 `idempotency_reused`: This Idempotency-Key was used with another request. Use a new one.
         *     429 `rate_limited`: Rate limit exceeded
         */
        ApplicationCreationRefused: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "invalid_request" | "not_signed_in" | "invalid_token" | "permission_missing" | "token_not_allowed" | "cross_site_request" | "application_not_found" | "other_account" | "idempotency_in_flight" | "payload_too_large" | "unsupported_media_type" | "idempotency_reused" | "rate_limited";
                };
            };
        };
        /** @description Done. */
        Done: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Done"];
            };
        };
        /** @description `limit_reached`: Limit reached. Delete one first. */
        LimitReached: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "other_account" | "limit_reached";
                };
            };
        };
        /** @description Done. */
        Application: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Application"];
            };
        };
        /** @description Done. */
        SigningKeys: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["SigningKeys"];
            };
        };
        /** @description `user_not_found`: User not found */
        UserNotFound2: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "application_not_found" | "user_not_found";
                };
            };
        };
        /**
         * @description `user_not_found`: User not found
         *     `device_not_found`: Device not found
         */
        UserNotFoundAnd1: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "application_not_found" | "user_not_found" | "device_not_found";
                };
            };
        };
        /** @description Done. */
        User: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["User"];
            };
        };
        /** @description Done. */
        BulkPreview: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BulkPreview"];
            };
        };
        /** @description Done. */
        BulkProgress: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/x-ndjson": components["schemas"]["BulkProgress"] | components["schemas"]["BulkEnd"];
            };
        };
        /**
         * @description `preview_expired`: This preview has expired. Create a new one.
         *     `selection_changed`: The selection has changed. Review the preview again.
         */
        PreviewExpiredAnd1: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "other_account" | "preview_expired" | "selection_changed";
                };
            };
        };
        /** @description `preset_not_found`: Preset not found */
        PresetNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "application_not_found" | "preset_not_found";
                };
            };
        };
        /** @description Done. */
        Operation: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Operation"];
            };
        };
        /** @description `operation_not_found`: This change is too old to undo. */
        OperationNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "application_not_found" | "operation_not_found";
                };
            };
        };
        /** @description Done. */
        License: {
            headers: {
                "Idempotency-Replayed": components["headers"]["Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["License"];
            };
        };
        /** @description `license_key_taken`: License key already exists */
        LicenseKeyTaken: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "other_account" | "idempotency_in_flight" | "license_key_taken";
                };
            };
        };
        /** @description `license_not_found`: License not found */
        LicenseNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "application_not_found" | "license_not_found";
                };
            };
        };
        /** @description Done. */
        License2: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["License"];
            };
        };
        /** @description `shop_not_found`: Shop not found */
        ShopNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "application_not_found" | "shop_not_found";
                };
            };
        };
        /** @description `product_not_mapped`: No preset is chosen for this product, or its key exists already. */
        ProductNotMapped: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "product_not_mapped";
                };
            };
        };
        /** @description Done. */
        Webhook: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Webhook"];
            };
        };
        /** @description `webhook_not_found`: Webhook not found */
        WebhookNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "application_not_found" | "webhook_not_found";
                };
            };
        };
        /** @description Done. */
        DeliveryDetails: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DeliveryDetails"];
            };
        };
        /**
         * @description `webhook_not_found`: Webhook not found
         *     `delivery_not_found`: Delivery not found
         */
        WebhookNotFoundAnd1: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "application_not_found" | "webhook_not_found" | "delivery_not_found";
                };
            };
        };
        /** @description Done. */
        MessageTexts: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MessageTexts"];
            };
        };
    };
    parameters: {
        /** @description Rows of a page, 1 to 1,000. Without it, all rows. */
        Limit: number;
        /** @description From the `Link` header of the page before. */
        Cursor: string;
        /** @description The user. */
        UserId: number;
        /** @description What is searched for. */
        Q: string;
        /** @description At this time or later. */
        From: string;
        /** @description Before this time. */
        To: string;
        /** @description Repeat the call with the same key and body when its answer was lost: within 24 hours it answers as the first time and creates nothing more. 409 while the first is being answered, 422 with another body. */
        IdempotencyKey: string;
        /** @description The application. */
        ApplicationsId: number;
        /** @description The device. */
        DeviceId: "first" | number;
        /**
         * @description Rows of a page, 1 to 1,000. Without it, all rows.
         * @example 2
         */
        Limit2: number;
        /** @description Only users of this kind. */
        Kind: "account" | "license";
        /** @description Only users with a device, or without one. */
        HasHwid: boolean;
        /** @description Only users of this license. */
        LicenseId: number;
        /** @description Only users who have logged in, or never have. */
        HasLoggedIn: boolean;
        /** @description Expires at this time or later. */
        ExpiresFrom: string;
        /** @description Expires before this time. */
        ExpiresTo: string;
        /** @description Only what belongs to this user. */
        UserId2: number;
        /** @description The change of many rows. */
        OperationId: string;
        /** @description Only licenses of this preset. */
        PresetId: number;
        /**
         * @description The form of the file.
         * @example json
         */
        Format: "csv" | "json";
        /** @description Not expired, but expiring within so many days. */
        ExpiresWithinDays: number;
        /** @description Only licenses with users, or without. */
        IsUsed: boolean;
        /** @description The license. */
        LicenseId2: number;
        /** @description The preset. */
        PresetId2: number;
        /**
         * @description Only what belongs to this application.
         * @example 7
         */
        ApplicationId2: number;
        /** @description Only this row. */
        Id: number;
        /** @description Only this event, or several separated by commas. */
        Event: string;
        /** @description Only successes, or only refusals. */
        Success: boolean;
        /** @description Only this code. */
        Code: string;
        /** @description Only this username, ignoring case. */
        Username: string;
        /** @description Only this address. */
        Ip: string;
        /**
         * @description The period: so many hours or days until now.
         * @example 7d
         */
        Range: "24h" | "7d" | "30d" | "90d";
        /** @description The first day of the period. */
        From2: string;
        /** @description The last day of the period. */
        To2: string;
        /** @description The time zone in which days begin. */
        Zone: string;
        /** @description Field and direction. */
        Sort: "id:asc" | "id:desc";
        /** @description Only this event, or several separated by commas. */
        Event2: components["schemas"]["EventName"];
        /** @description The webhook. */
        WebhooksId: number;
        /** @description The delivery. */
        DeliveryId: string;
    };
    requestBodies: never;
    headers: {
        /** @description The next page, as `<address>; rel="next"`; absent on the last one. */
        Link: string;
        /** @description The number of all rows; absent where counting them takes too long. */
        TotalCount: number;
        /** @description Seconds to wait before the call is sent again. */
        RetryAfter: number;
        /** @description `true`: the stored response of the first call with this key. */
        Replayed: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listApplications: {
        parameters: {
            query?: {
                /** @description What the rows have in addition. */
                include?: "stats";
                /** @description Those of every account too, with the permission view_all_data. */
                all?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Application"][];
                };
            };
            "4XX": components["responses"]["DashboardReadRefused"];
            "5XX": components["responses"]["ReadFailed"];
        };
    };
    createApplication: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeat the call with the same key and body when its answer was lost: within 24 hours it answers as the first time and creates nothing more. 409 while the first is being answered, 422 with another body. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "My Game App",
                 *       "description": "The desktop edition"
                 *     }
                 */
                "application/json": {
                    name: string;
                    description?: string;
                    version?: string;
                    hwidLockEnabled?: boolean;
                    isActive?: boolean;
                    /** @enum {string} */
                    registrationMode?: "open" | "license" | "closed";
                    registrationDays?: number | null;
                    minPasswordLength?: number;
                    isVersionRequired?: boolean;
                    isVerifyStrict?: boolean;
                    isKeyInHeaderOnly?: boolean;
                    /** Format: uri */
                    downloadUrl?: string | null;
                    sessionLimit?: number | null;
                    /** @enum {string} */
                    sessionLimitPolicy?: "reject" | "replace_oldest";
                    deviceLimit?: number;
                    hwidTolerance?: number;
                    graceDays?: number;
                    activityDays?: number | null;
                    activityRows?: number | null;
                    licenseLogin?: boolean;
                    leaseHours?: number | null;
                    offlineStart?: boolean;
                    features?: components["schemas"]["Features"];
                    portalEnabled?: boolean;
                    portalSlug?: string | null;
                    portalName?: string | null;
                    portalColor?: string | null;
                    /** Format: uri */
                    portalSupportUrl?: string | null;
                    portalWelcome?: string | null;
                    /** @enum {string} */
                    portalKeyOnly?: "off" | "view" | "manage";
                    deviceReleaseDays?: number;
                    versionMismatchMessage?: string | null;
                    loginSuccessMessage?: string | null;
                    loginFailedMessage?: string | null;
                    accountDisabledMessage?: string | null;
                    accountExpiredMessage?: string | null;
                    hwidMismatchMessage?: string | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Application"];
                };
            };
            "4XX": components["responses"]["DashboardCreationRefused"];
            "5XX": components["responses"]["ChangeFailed"];
        };
    };
    getApplication: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The application. */
                id: components["parameters"]["ApplicationsId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Application"];
            "4XX": components["responses"]["ApplicationReadRefused"];
            "5XX": components["responses"]["ReadFailed"];
        };
    };
    updateApplication: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The application. */
                id: components["parameters"]["ApplicationsId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": "1.1",
                 *       "registrationMode": "license"
                 *     }
                 */
                "application/json": {
                    name?: string;
                    description?: string;
                    version?: string;
                    hwidLockEnabled?: boolean;
                    isActive?: boolean;
                    /** @enum {string} */
                    registrationMode?: "open" | "license" | "closed";
                    registrationDays?: number | null;
                    minPasswordLength?: number;
                    isVersionRequired?: boolean;
                    isVerifyStrict?: boolean;
                    isKeyInHeaderOnly?: boolean;
                    /** Format: uri */
                    downloadUrl?: string | null;
                    sessionLimit?: number | null;
                    /** @enum {string} */
                    sessionLimitPolicy?: "reject" | "replace_oldest";
                    deviceLimit?: number;
                    hwidTolerance?: number;
                    graceDays?: number;
                    activityDays?: number | null;
                    activityRows?: number | null;
                    licenseLogin?: boolean;
                    leaseHours?: number | null;
                    offlineStart?: boolean;
                    features?: components["schemas"]["Features"];
                    portalEnabled?: boolean;
                    portalSlug?: string | null;
                    portalName?: string | null;
                    portalColor?: string | null;
                    /** Format: uri */
                    portalSupportUrl?: string | null;
                    portalWelcome?: string | null;
                    /** @enum {string} */
                    portalKeyOnly?: "off" | "view" | "manage";
                    deviceReleaseDays?: number;
                    versionMismatchMessage?: string | null;
                    loginSuccessMessage?: string | null;
                    loginFailedMessage?: string | null;
                    accountDisabledMessage?: string | null;
                    accountExpiredMessage?: string | null;
                    hwidMismatchMessage?: string | null;
                };
            };
        };
        responses: {
            200: components["responses"]["Application"];
            "4XX": components["responses"]["ApplicationChangeRefused"];
            "5XX": components["responses"]["ChangeFailed"];
        };
    };
    getApplicationStats: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The application. */
                id: components["parameters"]["ApplicationsId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationStats"];
                };
            };
            "4XX": components["responses"]["ApplicationReadRefused"];
            "5XX": components["responses"]["ReadFailed"];
        };
    };
    listSigningKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The application. */
                id: components["parameters"]["ApplicationsId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SigningKeys"];
            "4XX": components["responses"]["ApplicationReadRefused"];
            "5XX": components["responses"]["ReadFailed"];
        };
    };
    listDevices: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The application. */
                id: components["parameters"]["ApplicationsId"];
                /** @description The user. */
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        limit: number;
                        devices: components["schemas"]["Device"][];
                    };
                };
            };
            404: components["responses"]["UserNotFound2"];
            "4XX": components["responses"]["ApplicationReadRefused"];
            "5XX": components["responses"]["ReadFailed"];
        };
    };
    releaseDevice: {
        parameters: {
            query?: {
                /** @description The hardware ID that the device must still have. */
                hwid?: string;
            };
            header?: never;
            path: {
                /** @description The application. */
                id: components["parameters"]["ApplicationsId"];
                /** @description The user. */
                userId: components["parameters"]["UserId"];
                /** @description The device. */
                deviceId: components["parameters"]["DeviceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Done"];
            404: components["responses"]["UserNotFoundAnd1"];
            "4XX": components["responses"]["ApplicationChangeRefused"];
            "5XX": components["responses"]["ChangeFailed"];
        };
    };
    renameDevice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The application. */
                id: components["parameters"]["ApplicationsId"];
                /** @description The user. */
                userId: components["parameters"]["UserId"];
                /** @description The device. */
                deviceId: components["parameters"]["DeviceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Laptop"
                 *     }
                 */
                "application/json": {
                    name: string | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Device"];
                };
            };
            404: components["responses"]["UserNotFoundAnd1"];
            "4XX": components["responses"]["ApplicationChangeRefused"];
            "5XX": components["responses"]["ChangeFailed"];
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /**
                 * @description Rows of a page, 1 to 1,000. Without it, all rows.
                 * @example 2
                 */
                limit?: components["parameters"]["Limit2"];
                /** @description From the `Link` header of the page before. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Field and direction. */
                sort?: "id:asc" | "id:desc" | "username:asc" | "username:desc" | "expiresAt:asc" | "expiresAt:desc" | "lastLogin:asc" | "lastLogin:desc" | "createdAt:asc" | "createdAt:desc";
                /** @description What the rows have in addition. */
                include?: "license";
                /** @description What is searched for. */
                q?: components["parameters"]["Q"];
                /**
                 * @description Only rows in this state.
                 * @example active
                 */
                status?: "active" | "inactive" | "paused" | "banned" | "expired";
                /** @description Only users of this kind. */
                kind?: components["parameters"]["Kind"];
                /** @description Only users with a device, or without one. */
                hasHwid?: components["parameters"]["HasHwid"];
                /** @description Only users of this license. */
                licenseId?: components["parameters"]["LicenseId"];
                /** @description Only users who have logged in, or never have. */
                hasLoggedIn?: components["parameters"]["HasLoggedIn"];
                /** @description Expires at this time or later. */
                expiresFrom?: components["parameters"]["ExpiresFrom"];
                /** @description Expires before this time. */
                expiresTo?: components["parameters"]["ExpiresTo"];
            };
            header?: never;
            path: {
                /** @description The application. */
                id: components["parameters"]["ApplicationsId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Total-Count": components["headers"]["TotalCount"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"][];
                };
            };
            "4XX": components["responses"]["ApplicationReadRefused"];
            "5XX": components["responses"]["ReadFailed"];
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeat the call with the same key and body when its answer was lost: within 24 hours it answers as the first time and creates nothing more. 409 while the first is being answered, 422 with another body. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The application. */
                id: components["parameters"]["ApplicationsId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "username": "grace",
                 *       "password": "correct horse battery staple",
                 *       "expiresAt": "2030-01-31T12:00:00.000Z"
                 *     }
                 */
                "application/json": {
                    username: string;
                    password: string;
                    email?: string | null;
                    /** Format: date-time */
                    expiresAt?: string | null;
                    hwid?: string | null;
                    isHwidLocked?: boolean;
                    deviceLimit?: number | null;
                    features?: components["schemas"]["Features"];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description `username_taken`: Username already exists */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "other_account" | "idempotency_in_flight" | "username_taken";
                    };
                };
            };
            "4XX": components["responses"]["ApplicationCreationRefused"];
            "5XX": components["responses"]["ChangeFailed"];
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The application. */
                id: components["parameters"]["ApplicationsId"];
                /** @description The user. */
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["User"];
            404: components["responses"]["UserNotFound2"];
            "4XX": components["responses"]["ApplicationReadRefused"];
            "5XX": components["responses"]["ReadFailed"];
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The application. */
                id: components["parameters"]["ApplicationsId"];
                /** @description The user. */
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "grace@example.com",
                 *       "expiresAt": null
                 *     }
                 */
                "application/json": {
                    username?: string;
                    password?: string | "";
                    email?: string | null;
                    /** Format: date-time */
                    expiresAt?: string | null;
                    hwid?: string | null;
                    isHwidLocked?: boolean;
                    deviceLimit?: number | null;
                    isActive?: boolean;
                    isPaused?: boolean;
                    features?: components["schemas"]["Features"];
                };
            };
        };
        responses: {
            200: components["responses"]["User"];
            404: components["responses"]["UserNotFound2"];
            /** @description `username_taken`: Username already exists */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "other_account" | "username_taken";
                    };
                };
            };
            "4XX": components["responses"]["ApplicationChangeRefused"];
            "5XX": components["responses"]["ChangeFailed"];
        };
    };
    deleteUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The application. */
                id: components["parameters"]["ApplicationsId"];
                /** @description The user. */
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Done"];
            404: components["responses"]["UserNotFound2"];
            "4XX": components["responses"]["ApplicationChangeRefused"];
            "5XX": components["responses"]["ChangeFailed"];
        };
    };
    pauseUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The application. */
                id: components["parameters"]["ApplicationsId"];
                /** @description The user. */
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["User"];
            404: components["responses"]["UserNotFound2"];
            "4XX": components["responses"]["ApplicationChangeRefused"];
            "5XX": components["responses"]["ChangeFailed"];
        };
    };
    resumeUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The application. */
                id: components["parameters"]["ApplicationsId"];
                /** @description The user. */
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["User"];
            404: components["responses"]["UserNotFound2"];
            "4XX": components["responses"]["ApplicationChangeRefused"];
            "5XX": components["responses"]["ChangeFailed"];
        };
    };
    resetHwid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The application. */
                id: components["parameters"]["ApplicationsId"];
                /** @description The user. */
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["User"];
            404: components["responses"]["UserNotFound2"];
            "4XX": components["responses"]["ApplicationChangeRefused"];
            "5XX": components["responses"]["ChangeFailed"];
        };
    };
    banUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The application. */
                id: components["parameters"]["ApplicationsId"];
                /** @description The user. */
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "reason": "Shared the account"
                 *     }
                 */
                "application/json": {
                    reason?: string | null;
                } | null;
            };
        };
        responses: {
            200: components["responses"]["User"];
            404: components["responses"]["UserNotFound2"];
            "4XX": components["responses"]["ApplicationChangeRefused"];
            "5XX": components["responses"]["ChangeFailed"];
        };
    };
    unbanUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The application. */
                id: components["parameters"]["ApplicationsId"];
                /** @description The user. */
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["User"];
            404: components["responses"]["UserNotFound2"];
            "4XX": components["responses"]["ApplicationChangeRefused"];
            "5XX": components["responses"]["ChangeFailed"];
        };
    };
    inspectUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The application. */
                id: components["parameters"]["ApplicationsId"];
                /** @description The user. */
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        user: components["schemas"]["User"];
                        state: {
                            canSignIn: boolean;
                            code: string | null;
                            sentence: string;
                        };
                        effectiveExpiry: {
                            /** Format: date-time */
                            at: string | null;
                            /** @enum {string} */
                            rule: "user" | "license" | "none";
                            /** Format: date-time */
                            graceUntil: string | null;
                        };
                        license: {
                            id: number;
                            licenseKey: string;
                            isActive: boolean;
                            hold: ("paused" | "banned") | null;
                            /** Format: date-time */
                            expiresAt: string | null;
                            /** Format: date-time */
                            graceUntil: string | null;
                            currentUsers: number;
                            maxUsers: number;
                        } | null;
                        hardware: {
                            hwid: string | null;
                            /** Format: date-time */
                            boundAt: string | null;
                            isLocked: boolean;
                        };
                        banReason: string | null;
                        sessions: components["schemas"]["ClientSession"][];
                        decisions: components["schemas"]["Decision"][];
                        redemptions: components["schemas"]["Redemption"][];
                        bannedIn: number;
                        undoable: components["schemas"]["Undoable"][];
                    };
                };
            };
            404: components["responses"]["UserNotFound2"];
            "4XX": components["responses"]["ApplicationReadRefused"];
            "5XX": components["responses"]["ReadFailed"];
        };
    };
    checkLogin: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The application. */
                id: components["parameters"]["ApplicationsId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "username": "ada",
                 *       "version": "1.0.0"
                 *     }
                 */
                "application/json": {
                    username: string;
                    ip?: (string) | null;
                    version?: string | null;
                    hwid?: string | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        user: {
                            id: number;
                            username: string;
                        } | null;
                        lastAttempt: components["schemas"]["Decision"] | null;
                        stoppedBy: components["schemas"]["LoginCheck"] | null;
                        wouldPass: boolean;
                        code: string;
                        message: string;
                        bindsHwid: boolean;
                        checks: {
                            check: components["schemas"]["LoginCheck"];
                            title: string;
                            isPassed: boolean;
                            compared: components["schemas"]["Comparison"][];
                        }[];
                        assumed: {
                            ip: components["schemas"]["AssumedValue"];
                            version: components["schemas"]["AssumedValue"];
                            hwid: components["schemas"]["AssumedValue"];
                        };
                        sessions: {
                            isFull: boolean;
                            user: {
                                live: number;
                                limit: number | null;
                            };
                            license: {
                                live: number;
                                limit: number | null;
                            } | null;
                        } | null;
                    };
                };
            };
            "4XX": components["responses"]["ApplicationChangeRefused"];
            "5XX": components["responses"]["ChangeFailed"];
        };
    };
    listSessions: {
        parameters: {
            query?: {
                /**
                 * @description Rows of a page, 1 to 1,000. Without it, all rows.
                 * @example 2
                 */
                limit?: components["parameters"]["Limit2"];
                /** @description From the `Link` header of the page before. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Only what belongs to this user. */
                userId?: components["parameters"]["UserId2"];
            };
            header?: never;
            path: {
                /** @description The application. */
                id: components["parameters"]["ApplicationsId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Total-Count": components["headers"]["TotalCount"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientSession"][];
                };
            };
            "4XX": components["responses"]["ApplicationReadRefused"];
            "5XX": components["responses"]["ReadFailed"];
        };
    };
    endSessions: {
        parameters: {
            query?: {
                /** @description Only what belongs to this user. */
                userId?: components["parameters"]["UserId2"];
            };
            header?: never;
            path: {
                /** @description The application. */
                id: components["parameters"]["ApplicationsId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        ended: number;
                    };
                };
            };
            "4XX": components["responses"]["ApplicationChangeRefused"];
            "5XX": components["responses"]["ChangeFailed"];
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The application. */
                id: components["parameters"]["ApplicationsId"];
                /** @description The session. */
                sessionId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Done"];
            /** @description `session_not_found`: Session not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "application_not_found" | "session_not_found";
                    };
                };
            };
            "4XX": components["responses"]["ApplicationChangeRefused"];
            "5XX": components["responses"]["ChangeFailed"];
        };
    };
    previewUserChanges: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The application. */
                id: components["parameters"]["ApplicationsId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "selection": {
                 *         "filter": {
                 *           "status": "active"
                 *         }
                 *       },
                 *       "action": {
                 *         "type": "pause"
                 *       }
                 *     }
                 */
                "application/json": {
                    selection: components["schemas"]["UserSelection"];
                    action: components["schemas"]["UserAction"];
                };
            };
        };
        responses: {
            200: components["responses"]["BulkPreview"];
            "4XX": components["responses"]["ApplicationChangeRefused"];
            "5XX": components["responses"]["ChangeFailed"];
        };
    };
    changeUsers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The application. */
                id: components["parameters"]["ApplicationsId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "selection": {
                 *         "filter": {
                 *           "status": "active"
                 *         }
                 *       },
                 *       "action": {
                 *         "type": "pause"
                 *       },
                 *       "token": "TOKEN_OF_THE_PREVIEW"
                 *     }
                 */
                "application/json": {
                    selection: components["schemas"]["UserSelection"];
                    action: components["schemas"]["UserAction"];
                    token: string;
                };
            };
        };
        responses: {
            200: components["responses"]["BulkProgress"];
            409: components["responses"]["PreviewExpiredAnd1"];
            "4XX": components["responses"]["ApplicationChangeRefused"];
            "5XX": components["responses"]["ChangeFailed"];
        };
    };
    previewLicenseChanges: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The application. */
                id: components["parameters"]["ApplicationsId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "selection": {
                 *         "ids": [
                 *           4102
                 *         ]
                 *       },
                 *       "action": {
                 *         "type": "deactivate"
                 *       }
                 *     }
                 */
                "application/json": {
                    selection: components["schemas"]["LicenseSelection"];
                    action: components["schemas"]["LicenseAction"];
                };
            };
        };
        responses: {
            200: components["responses"]["BulkPreview"];
            404: components["responses"]["PresetNotFound"];
            "4XX": components["responses"]["ApplicationChangeRefused"];
            "5XX": components["responses"]["ChangeFailed"];
        };
    };
    changeLicenses: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The application. */
                id: components["parameters"]["ApplicationsId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "selection": {
                 *         "ids": [
                 *           4102
                 *         ]
                 *       },
                 *       "action": {
                 *         "type": "deactivate"
                 *       },
                 *       "token": "TOKEN_OF_THE_PREVIEW"
                 *     }
                 */
                "application/json": {
                    selection: components["schemas"]["LicenseSelection"];
                    action: components["schemas"]["LicenseAction"];
                    token: string;
                };
            };
        };
        responses: {
            200: components["responses"]["BulkProgress"];
            404: components["responses"]["PresetNotFound"];
            409: components["responses"]["PreviewExpiredAnd1"];
            "4XX": components["responses"]["ApplicationChangeRefused"];
            "5XX": components["responses"]["ChangeFailed"];
        };
    };
    listOperations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The application. */
                id: components["parameters"]["ApplicationsId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operation"][];
                };
            };
            "4XX": components["responses"]["ApplicationReadRefused"];
            "5XX": components["responses"]["ReadFailed"];
        };
    };
    getOperation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The application. */
                id: components["parameters"]["ApplicationsId"];
                /** @description The change of many rows. */
                operationId: components["parameters"]["OperationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Operation"];
            404: components["responses"]["OperationNotFound"];
            "4XX": components["responses"]["ApplicationReadRefused"];
            "5XX": components["responses"]["ReadFailed"];
        };
    };
    exportUsers: {
        parameters: {
            query?: {
                /** @description What is searched for. */
                q?: components["parameters"]["Q"];
                /** @description Only rows in this state. */
                status?: "active" | "inactive" | "paused" | "banned" | "expired";
                /** @description Only users of this kind. */
                kind?: components["parameters"]["Kind"];
                /** @description Only users with a device, or without one. */
                hasHwid?: components["parameters"]["HasHwid"];
                /** @description Only users of this license. */
                licenseId?: components["parameters"]["LicenseId"];
                /** @description Only users who have logged in, or never have. */
                hasLoggedIn?: components["parameters"]["HasLoggedIn"];
                /** @description Expires at this time or later. */
                expiresFrom?: components["parameters"]["ExpiresFrom"];
                /** @description Expires before this time. */
                expiresTo?: components["parameters"]["ExpiresTo"];
                /**
                 * @description The form of the file.
                 * @example json
                 */
                format?: components["parameters"]["Format"];
                /** @description With the password hashes; a person must have confirmed their identity. */
                passwordHashes?: boolean;
            };
            header?: never;
            path: {
                /** @description The application. */
                id: components["parameters"]["ApplicationsId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/json": {
                        username: string;
                        email: string | null;
                        password_hash?: string | null;
                        hwid: string | null;
                        is_hwid_locked: boolean;
                        expires_at: string | null;
                        is_active: boolean;
                        is_paused: boolean;
                        is_banned: boolean;
                        ban_reason: string | null;
                        license_key: string | null;
                        created_at: string | null;
                        last_login: string | null;
                        kind: string;
                    }[];
                };
            };
            /** @description `proof_needed`: Confirm your identity to continue. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "permission_missing" | "token_not_allowed" | "proof_needed";
                    };
                };
            };
            "4XX": components["responses"]["ApplicationReadRefused"];
            "5XX": components["responses"]["ReadFailed"];
        };
    };
    exportLicenses: {
        parameters: {
            query?: {
                /** @description What is searched for. */
                q?: components["parameters"]["Q"];
                /** @description Only rows in this state. */
                status?: "active" | "inactive" | "full" | "expired" | "paused" | "banned";
                /** @description Not expired, but expiring within so many days. */
                expiresWithinDays?: components["parameters"]["ExpiresWithinDays"];
                /** @description Only licenses with users, or without. */
                isUsed?: components["parameters"]["IsUsed"];
                /** @description Only licenses of this preset. */
                presetId?: components["parameters"]["PresetId"];
                /**
                 * @description The form of the file.
                 * @example json
                 */
                format?: components["parameters"]["Format"];
            };
            header?: never;
            path: {
                /** @description The application. */
                id: components["parameters"]["ApplicationsId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/json": {
                        license_key: string;
                        max_users: number;
                        validity_days: number;
                        validity_start: string;
                        expires_at: string | null;
                        description: string;
                        is_active: boolean;
                        created_at: string;
                        hold: string | null;
                        hold_reason: string | null;
                        preset: string | null;
                        features: components["schemas"]["Features"] | null;
                    }[];
                };
            };
            "4XX": components["responses"]["ApplicationReadRefused"];
            "5XX": components["responses"]["ReadFailed"];
        };
    };
    listLicenses: {
        parameters: {
            query?: {
                /**
                 * @description Rows of a page, 1 to 1,000. Without it, all rows.
                 * @example 2
                 */
                limit?: components["parameters"]["Limit2"];
                /** @description From the `Link` header of the page before. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Field and direction. */
                sort?: "id:asc" | "id:desc" | "expiresAt:asc" | "expiresAt:desc" | "createdAt:asc" | "createdAt:desc" | "currentUsers:asc" | "currentUsers:desc";
                /** @description What is searched for. */
                q?: components["parameters"]["Q"];
                /**
                 * @description Only rows in this state.
                 * @example active
                 */
                status?: "active" | "inactive" | "full" | "expired" | "paused" | "banned";
                /** @description Not expired, but expiring within so many days. */
                expiresWithinDays?: components["parameters"]["ExpiresWithinDays"];
                /** @description Only licenses with users, or without. */
                isUsed?: components["parameters"]["IsUsed"];
                /** @description Only licenses of this preset. */
                presetId?: components["parameters"]["PresetId"];
            };
            header?: never;
            path: {
                /** @description The application. */
                id: components["parameters"]["ApplicationsId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Total-Count": components["headers"]["TotalCount"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["License"][];
                };
            };
            "4XX": components["responses"]["ApplicationReadRefused"];
            "5XX": components["responses"]["ReadFailed"];
        };
    };
    createLicense: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeat the call with the same key and body when its answer was lost: within 24 hours it answers as the first time and creates nothing more. 409 while the first is being answered, 422 with another body. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The application. */
                id: components["parameters"]["ApplicationsId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "maxUsers": 1,
                 *       "validityDays": 30,
                 *       "description": "Order 1001"
                 *     }
                 */
                "application/json": {
                    maxUsers?: number;
                    validityDays?: number;
                    description?: string;
                    /** @enum {string} */
                    validityStart?: "creation" | "first_use";
                    maxDevices?: number | null;
                    maxSessions?: number | null;
                    graceDays?: number | null;
                    features?: components["schemas"]["Features"];
                    presetId?: number | null;
                    licenseKey?: string;
                    isActive?: boolean;
                };
            };
        };
        responses: {
            200: components["responses"]["License"];
            404: components["responses"]["PresetNotFound"];
            409: components["responses"]["LicenseKeyTaken"];
            "4XX": components["responses"]["ApplicationCreationRefused"];
            "5XX": components["responses"]["ChangeFailed"];
        };
    };
    getLicenseTotals: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The application. */
                id: components["parameters"]["ApplicationsId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        totalKeys: number;
                        activeKeys: number;
                        totalUsers: number;
                        expiredKeys: number;
                    };
                };
            };
            "4XX": components["responses"]["ApplicationReadRefused"];
            "5XX": components["responses"]["ReadFailed"];
        };
    };
    proposeLicenseKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The application. */
                id: components["parameters"]["ApplicationsId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        generatedKey: string;
                        defaultMaxUsers: number;
                        defaultValidityDays: number;
                    };
                };
            };
            "4XX": components["responses"]["ApplicationReadRefused"];
            "5XX": components["responses"]["ReadFailed"];
        };
    };
    generateLicense: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeat the call with the same key and body when its answer was lost: within 24 hours it answers as the first time and creates nothing more. 409 while the first is being answered, 422 with another body. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The application. */
                id: components["parameters"]["ApplicationsId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "maxUsers": 1,
                 *       "validityDays": 30
                 *     }
                 */
                "application/json": {
                    maxUsers?: number;
                    validityDays?: number;
                    description?: string;
                    /** @enum {string} */
                    validityStart?: "creation" | "first_use";
                    maxDevices?: number | null;
                    maxSessions?: number | null;
                    graceDays?: number | null;
                    features?: components["schemas"]["Features"];
                    presetId?: number | null;
                };
            };
        };
        responses: {
            200: components["responses"]["License"];
            404: components["responses"]["PresetNotFound"];
            "4XX": components["responses"]["ApplicationCreationRefused"];
            "5XX": components["responses"]["ChangeFailed"];
        };
    };
    previewLicenseMask: {
        parameters: {
            query: {
                /**
                 * @description `*` for each random character.
                 * @example GAME-****-****-****
                 */
                mask: string;
            };
            header?: never;
            path: {
                /** @description The application. */
                id: components["parameters"]["ApplicationsId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        sample: string[];
                    };
                };
            };
            "4XX": components["responses"]["ApplicationReadRefused"];
            "5XX": components["responses"]["ReadFailed"];
        };
    };
    countShortLicenseKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The application. */
                id: components["parameters"]["ApplicationsId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                        isPartial: boolean;
                    };
                };
            };
            "4XX": components["responses"]["ApplicationReadRefused"];
            "5XX": components["responses"]["ReadFailed"];
        };
    };
    createLicenses: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeat the call with the same key and body when its answer was lost: within 24 hours it answers as the first time and creates nothing more. 409 while the first is being answered, 422 with another body. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The application. */
                id: components["parameters"]["ApplicationsId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "count": 2,
                 *       "mask": "GAME-****-****-****",
                 *       "validityDays": 30
                 *     }
                 */
                "application/json": {
                    maxUsers?: number;
                    validityDays?: number;
                    description?: string;
                    /** @enum {string} */
                    validityStart?: "creation" | "first_use";
                    maxDevices?: number | null;
                    maxSessions?: number | null;
                    graceDays?: number | null;
                    features?: components["schemas"]["Features"];
                    presetId?: number | null;
                    count: number;
                    mask?: string;
                    isActive?: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["License"][];
                };
            };
            404: components["responses"]["PresetNotFound"];
            409: components["responses"]["LicenseKeyTaken"];
            "4XX": components["responses"]["ApplicationCreationRefused"];
            "5XX": components["responses"]["ChangeFailed"];
        };
    };
    getLicense: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The application. */
                id: components["parameters"]["ApplicationsId"];
                /** @description The license. */
                licenseId: components["parameters"]["LicenseId2"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        licenseKey: string;
                        maxUsers: number;
                        currentUsers: number;
                        validityDays: number;
                        /** @enum {string} */
                        validityStart: "creation" | "first_use";
                        description: string;
                        maxDevices: number | null;
                        maxSessions: number | null;
                        graceDays: number | null;
                        features: components["schemas"]["Features"];
                        presetId: number | null;
                        isActive: boolean;
                        /** Format: date-time */
                        expiresAt: string | null;
                        /** Format: date-time */
                        graceUntil: string | null;
                        /** Format: date-time */
                        createdAt: string;
                        hold: ("paused" | "banned") | null;
                        holdReason: string | null;
                        /** Format: date-time */
                        heldAt: string | null;
                        undoId?: string;
                        users: {
                            id: number;
                            username: string;
                            /** @enum {string} */
                            kind: "account" | "license";
                            seats: number;
                            isActive: boolean;
                            isPaused: boolean;
                            isBanned: boolean;
                            hwid: string | null;
                            /** Format: date-time */
                            effectiveExpiresAt: string | null;
                            /** Format: date-time */
                            graceUntil: string | null;
                            /** Format: date-time */
                            lastLogin: string | null;
                        }[];
                        spent: {
                            /** Format: date-time */
                            at: string;
                            licenseId: number | null;
                            takenDays: number;
                        } | null;
                        redemptions: components["schemas"]["Redemption"][];
                        preset: {
                            name: string;
                            isArchived: boolean;
                        } | null;
                        devices: number | null;
                        sessions: number | null;
                        changes: {
                            id: number;
                            action: string;
                            actor: string | null;
                            details: string | null;
                            /** Format: date-time */
                            createdAt: string;
                        }[];
                        undoable: components["schemas"]["Undoable"][];
                    };
                };
            };
            404: components["responses"]["LicenseNotFound"];
            "4XX": components["responses"]["ApplicationReadRefused"];
            "5XX": components["responses"]["ReadFailed"];
        };
    };
    deleteLicense: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The application. */
                id: components["parameters"]["ApplicationsId"];
                /** @description The license. */
                licenseId: components["parameters"]["LicenseId2"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Done"];
            404: components["responses"]["LicenseNotFound"];
            "4XX": components["responses"]["ApplicationChangeRefused"];
            "5XX": components["responses"]["ChangeFailed"];
        };
    };
    updateLicense: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The application. */
                id: components["parameters"]["ApplicationsId"];
                /** @description The license. */
                licenseId: components["parameters"]["LicenseId2"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "expiresAt": "2030-01-31T12:00:00.000Z"
                 *     }
                 */
                "application/json": {
                    maxUsers?: number;
                    description?: string;
                    maxDevices?: number | null;
                    maxSessions?: number | null;
                    graceDays?: number | null;
                    features?: components["schemas"]["Features"];
                    isActive?: boolean;
                    /** Format: date-time */
                    expiresAt?: string | null;
                };
            };
        };
        responses: {
            200: components["responses"]["License2"];
            404: components["responses"]["LicenseNotFound"];
            /** @description `license_below_users`: Max Users is below the number of users of this license. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "other_account" | "license_below_users";
                    };
                };
            };
            "4XX": components["responses"]["ApplicationChangeRefused"];
            "5XX": components["responses"]["ChangeFailed"];
        };
    };
    pauseLicense: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The application. */
                id: components["parameters"]["ApplicationsId"];
                /** @description The license. */
                licenseId: components["parameters"]["LicenseId2"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    reason?: string | null;
                } | null;
            };
        };
        responses: {
            200: components["responses"]["License2"];
            404: components["responses"]["LicenseNotFound"];
            /** @description `license_banned`: This license is banned. Unban it before you pause it. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "other_account" | "license_banned";
                    };
                };
            };
            "4XX": components["responses"]["ApplicationChangeRefused"];
            "5XX": components["responses"]["ChangeFailed"];
        };
    };
    resumeLicense: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The application. */
                id: components["parameters"]["ApplicationsId"];
                /** @description The license. */
                licenseId: components["parameters"]["LicenseId2"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    giveBack?: boolean;
                } | null;
            };
        };
        responses: {
            200: components["responses"]["License2"];
            404: components["responses"]["LicenseNotFound"];
            "4XX": components["responses"]["ApplicationChangeRefused"];
            "5XX": components["responses"]["ChangeFailed"];
        };
    };
    banLicense: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The application. */
                id: components["parameters"]["ApplicationsId"];
                /** @description The license. */
                licenseId: components["parameters"]["LicenseId2"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "reason": "Charged back"
                 *     }
                 */
                "application/json": {
                    reason?: string | null;
                } | null;
            };
        };
        responses: {
            200: components["responses"]["License2"];
            404: components["responses"]["LicenseNotFound"];
            "4XX": components["responses"]["ApplicationChangeRefused"];
            "5XX": components["responses"]["ChangeFailed"];
        };
    };
    unbanLicense: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The application. */
                id: components["parameters"]["ApplicationsId"];
                /** @description The license. */
                licenseId: components["parameters"]["LicenseId2"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["License2"];
            404: components["responses"]["LicenseNotFound"];
            "4XX": components["responses"]["ApplicationChangeRefused"];
            "5XX": components["responses"]["ChangeFailed"];
        };
    };
    listPresets: {
        parameters: {
            query?: {
                /** @description The archived ones instead. */
                isArchived?: boolean;
            };
            header?: never;
            path: {
                /** @description The application. */
                id: components["parameters"]["ApplicationsId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        name: string;
                        maxUsers: number;
                        validityDays: number;
                        /** @enum {string} */
                        validityStart: "creation" | "first_use";
                        maxDevices: number | null;
                        maxSessions: number | null;
                        graceDays: number | null;
                        mask: string | null;
                        features: components["schemas"]["Features"];
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        archivedAt: string | null;
                        licenses: number | null;
                    }[];
                };
            };
            "4XX": components["responses"]["ApplicationReadRefused"];
            "5XX": components["responses"]["ReadFailed"];
        };
    };
    createPreset: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeat the call with the same key and body when its answer was lost: within 24 hours it answers as the first time and creates nothing more. 409 while the first is being answered, 422 with another body. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The application. */
                id: components["parameters"]["ApplicationsId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Pro",
                 *       "validityDays": 365,
                 *       "features": {
                 *         "export": true,
                 *         "projects": 10
                 *       }
                 *     }
                 */
                "application/json": {
                    name: string;
                    maxUsers?: number;
                    validityDays?: number;
                    /** @enum {string} */
                    validityStart?: "creation" | "first_use";
                    maxDevices?: number | null;
                    maxSessions?: number | null;
                    graceDays?: number | null;
                    mask?: string | null;
                    features?: components["schemas"]["Features"];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Preset"];
                };
            };
            /**
             * @description `preset_name_taken`: Another preset already has this name.
             *     `limit_reached`: Limit reached. Delete one first.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "other_account" | "idempotency_in_flight" | "preset_name_taken" | "limit_reached";
                    };
                };
            };
            "4XX": components["responses"]["ApplicationCreationRefused"];
            "5XX": components["responses"]["ChangeFailed"];
        };
    };
    deletePreset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The application. */
                id: components["parameters"]["ApplicationsId"];
                /** @description The preset. */
                presetId: components["parameters"]["PresetId2"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        isArchived: boolean;
                    };
                };
            };
            404: components["responses"]["PresetNotFound"];
            "4XX": components["responses"]["ApplicationChangeRefused"];
            "5XX": components["responses"]["ChangeFailed"];
        };
    };
    updatePreset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The application. */
                id: components["parameters"]["ApplicationsId"];
                /** @description The preset. */
                presetId: components["parameters"]["PresetId2"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "features": {
                 *         "export": true,
                 *         "projects": 25
                 *       }
                 *     }
                 */
                "application/json": {
                    name?: string;
                    maxUsers?: number;
                    validityDays?: number;
                    /** @enum {string} */
                    validityStart?: "creation" | "first_use";
                    maxDevices?: number | null;
                    maxSessions?: number | null;
                    graceDays?: number | null;
                    mask?: string | null;
                    features?: components["schemas"]["Features"];
                    /** @constant */
                    isArchived?: false;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Preset"];
                };
            };
            404: components["responses"]["PresetNotFound"];
            /**
             * @description `preset_name_taken`: Another preset already has this name.
             *     `limit_reached`: Limit reached. Delete one first.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "other_account" | "preset_name_taken" | "limit_reached";
                    };
                };
            };
            "4XX": components["responses"]["ApplicationChangeRefused"];
            "5XX": components["responses"]["ChangeFailed"];
        };
    };
    listOfflineLicenses: {
        parameters: {
            query?: {
                /**
                 * @description Rows of a page, 1 to 1,000. Without it, all rows.
                 * @example 2
                 */
                limit?: components["parameters"]["Limit2"];
                /** @description From the `Link` header of the page before. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Only what belongs to this user. */
                userId?: components["parameters"]["UserId2"];
                /** @description Only those of this license. */
                licenseId?: number;
            };
            header?: never;
            path: {
                /** @description The application. */
                id: components["parameters"]["ApplicationsId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Total-Count": components["headers"]["TotalCount"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        userId: number;
                        username: string;
                        licenseId: number | null;
                        hwid: string;
                        /** Format: date-time */
                        createdAt: string;
                        createdBy: string;
                        /** Format: date-time */
                        expiresAt: string;
                        /** Format: date-time */
                        withdrawnAt: string | null;
                    }[];
                };
            };
            "4XX": components["responses"]["ApplicationReadRefused"];
            "5XX": components["responses"]["ReadFailed"];
        };
    };
    createOfflineLicense: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The application. */
                id: components["parameters"]["ApplicationsId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "request": "REQUEST_OF_THE_PROGRAM",
                 *       "userId": 184467440,
                 *       "days": 30
                 *     }
                 */
                "application/json": {
                    request: string;
                    userId?: number | null;
                    licenseId?: number | null;
                    days?: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        file: string;
                        /** Format: date-time */
                        expiresAt: string;
                    };
                };
            };
            /**
             * @description `user_not_found`: User not found
             *     `license_not_found`: License not found
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "application_not_found" | "user_not_found" | "license_not_found";
                    };
                };
            };
            /**
             * @description `offline_refused`: This user has no access now, so no offline file is made.
             *     `offline_request_used`: This request was answered before. Make a new one in the program.
             *     `device_limit_reached`: All devices that are allowed are bound. Release one first.
             *     `license_full`: This license key has no free seat.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "other_account" | "offline_refused" | "offline_request_used" | "device_limit_reached" | "license_full";
                    };
                };
            };
            "4XX": components["responses"]["ApplicationChangeRefused"];
            "5XX": components["responses"]["ChangeFailed"];
        };
    };
    withdrawOfflineLicense: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The application. */
                id: components["parameters"]["ApplicationsId"];
                /** @description The offline file. */
                fileId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Done"];
            /** @description `offline_license_not_found`: Offline file not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "application_not_found" | "offline_license_not_found";
                    };
                };
            };
            "4XX": components["responses"]["ApplicationChangeRefused"];
            "5XX": components["responses"]["ChangeFailed"];
        };
    };
    listOrders: {
        parameters: {
            query?: {
                /**
                 * @description Rows of a page, 1 to 1,000. Without it, all rows.
                 * @example 2
                 */
                limit?: components["parameters"]["Limit2"];
                /** @description From the `Link` header of the page before. */
                cursor?: components["parameters"]["Cursor"];
                /** @description What is searched for. */
                q?: string;
                /** @description Only rows in this state. */
                status?: "paid" | "disputed" | "refunded" | "waiting" | "unmatched";
            };
            header?: never;
            path: {
                /** @description The application. */
                id: components["parameters"]["ApplicationsId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Total-Count": components["headers"]["TotalCount"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        shop: components["schemas"]["ShopName"];
                        orderRef: string;
                        itemRef: string;
                        /** @enum {string} */
                        status: "paid" | "disputed" | "refunded" | "waiting" | "unmatched";
                        product: string | null;
                        quantity: number;
                        licenseIds: number[];
                        email: string | null;
                        subscription: string | null;
                        /** Format: date-time */
                        periodEnd: string | null;
                        isTest: boolean;
                        isPartlyRefunded: boolean;
                        /** Format: date-time */
                        createdAt: string;
                    }[];
                };
            };
            "4XX": components["responses"]["ApplicationReadRefused"];
            "5XX": components["responses"]["ReadFailed"];
        };
    };
    sendOrderEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The application. */
                id: components["parameters"]["ApplicationsId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "order.paid",
                 *       "order_id": "A-1001",
                 *       "product": "pro"
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    event: "order.paid" | "order.refunded" | "order.disputed" | "order.dispute_won" | "subscription.renewed" | "subscription.ended";
                    order_id: string;
                    item_id?: string;
                    product?: string | null;
                    quantity?: number;
                    email?: string | null;
                    subscription_id?: string;
                    /** Format: date-time */
                    period_end?: string;
                    test?: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        order_id: string;
                        keys: string[];
                    };
                };
            };
            404: components["responses"]["ShopNotFound"];
            422: components["responses"]["ProductNotMapped"];
            "4XX": components["responses"]["ApplicationChangeRefused"];
            "5XX": components["responses"]["ChangeFailed"];
        };
    };
    getOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The application. */
                id: components["parameters"]["ApplicationsId"];
                /** @description The order. */
                orderId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        shop: components["schemas"]["ShopName"];
                        orderRef: string;
                        itemRef: string;
                        /** @enum {string} */
                        status: "paid" | "disputed" | "refunded" | "waiting" | "unmatched";
                        product: string | null;
                        quantity: number;
                        licenseIds: number[];
                        email: string | null;
                        subscription: string | null;
                        /** Format: date-time */
                        periodEnd: string | null;
                        isTest: boolean;
                        isPartlyRefunded: boolean;
                        /** Format: date-time */
                        createdAt: string;
                        licenses: {
                            id: number;
                            licenseKey: string;
                        }[];
                    };
                };
            };
            /** @description `order_not_found`: Order not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "application_not_found" | "order_not_found";
                    };
                };
            };
            "4XX": components["responses"]["ApplicationReadRefused"];
            "5XX": components["responses"]["ReadFailed"];
        };
    };
    listActivity: {
        parameters: {
            query?: {
                /**
                 * @description Rows of a page, 1 to 1,000. Without it, all rows.
                 * @example 2
                 */
                limit?: components["parameters"]["Limit2"];
                /** @description From the `Link` header of the page before. */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only what belongs to this application.
                 * @example 7
                 */
                applicationId?: components["parameters"]["ApplicationId2"];
                /** @description Only this row. */
                id?: components["parameters"]["Id"];
                /** @description Only this event, or several separated by commas. */
                event?: components["parameters"]["Event"];
                /** @description Only successes, or only refusals. */
                success?: components["parameters"]["Success"];
                /** @description Only this code. */
                code?: components["parameters"]["Code"];
                /** @description Only what belongs to this user. */
                userId?: components["parameters"]["UserId2"];
                /** @description Only this username, ignoring case. */
                username?: components["parameters"]["Username"];
                /** @description Only this address. */
                ip?: components["parameters"]["Ip"];
                /** @description At this time or later. */
                from?: components["parameters"]["From"];
                /** @description Before this time. */
                to?: components["parameters"]["To"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Total-Count": components["headers"]["TotalCount"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Activity"][];
                };
            };
            "4XX": components["responses"]["ApplicationReadRefused"];
            "5XX": components["responses"]["ReadFailed"];
        };
    };
    exportActivity: {
        parameters: {
            query?: {
                /**
                 * @description Only what belongs to this application.
                 * @example 7
                 */
                applicationId?: components["parameters"]["ApplicationId2"];
                /** @description Only this row. */
                id?: components["parameters"]["Id"];
                /** @description Only this event, or several separated by commas. */
                event?: components["parameters"]["Event"];
                /** @description Only successes, or only refusals. */
                success?: components["parameters"]["Success"];
                /** @description Only this code. */
                code?: components["parameters"]["Code"];
                /** @description Only what belongs to this user. */
                userId?: components["parameters"]["UserId2"];
                /** @description Only this username, ignoring case. */
                username?: components["parameters"]["Username"];
                /** @description Only this address. */
                ip?: components["parameters"]["Ip"];
                /** @description At this time or later. */
                from?: components["parameters"]["From"];
                /** @description Before this time. */
                to?: components["parameters"]["To"];
                /**
                 * @description The form of the file.
                 * @example json
                 */
                format?: "csv" | "json" | "ndjson";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Total-Count": components["headers"]["TotalCount"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/json": components["schemas"]["Activity"][];
                    "application/x-ndjson": components["schemas"]["Activity"];
                };
            };
            "4XX": components["responses"]["ApplicationReadRefused"];
            "5XX": components["responses"]["ReadFailed"];
        };
    };
    getActivityRetention: {
        parameters: {
            query?: {
                /**
                 * @description Only what belongs to this application.
                 * @example 7
                 */
                applicationId?: components["parameters"]["ApplicationId2"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        days: number;
                        rows: number;
                    };
                };
            };
            "4XX": components["responses"]["ApplicationReadRefused"];
            "5XX": components["responses"]["ReadFailed"];
        };
    };
    getStats: {
        parameters: {
            query?: {
                /**
                 * @description The period: so many hours or days until now.
                 * @example 7d
                 */
                range?: components["parameters"]["Range"];
                /** @description The first day of the period. */
                from?: components["parameters"]["From2"];
                /** @description The last day of the period. */
                to?: components["parameters"]["To2"];
                /** @description The time zone in which days begin. */
                zone?: components["parameters"]["Zone"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        from: string;
                        /** Format: date-time */
                        to: string;
                        zone: string;
                        now: {
                            signIns: number;
                            failed: number;
                            successRate: number | null;
                            registrations: number;
                            online: number;
                            apiRequests: number;
                        };
                        before: {
                            signIns: number;
                            failed: number;
                            successRate: number | null;
                            registrations: number;
                        } | null;
                        soon: {
                            users: number;
                            licenses: number;
                        };
                        series: {
                            /** @enum {string} */
                            step: "hour" | "day";
                            starts: string[];
                            signIns: number[];
                            failed: number[];
                            registrations: number[];
                        };
                    };
                };
            };
            "4XX": components["responses"]["DashboardReadRefused"];
            "5XX": components["responses"]["ReadFailed"];
        };
    };
    countEvents: {
        parameters: {
            query?: {
                /**
                 * @description The period: so many hours or days until now.
                 * @example 7d
                 */
                range?: components["parameters"]["Range"];
                /** @description The first day of the period. */
                from?: components["parameters"]["From2"];
                /** @description The last day of the period. */
                to?: components["parameters"]["To2"];
                /** @description The time zone in which days begin. */
                zone?: components["parameters"]["Zone"];
            };
            header?: never;
            path: {
                /** @description The application. */
                id: components["parameters"]["ApplicationsId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        from: string;
                        /** Format: date-time */
                        to: string;
                        zone: string;
                        range: ("24h" | "7d" | "30d" | "90d") | null;
                        /** @enum {string} */
                        step: "hour" | "day";
                        starts: string[];
                        events: {
                            event: components["schemas"]["EventName"];
                            counts: number[];
                        }[];
                    };
                };
            };
            "4XX": components["responses"]["ApplicationReadRefused"];
            "5XX": components["responses"]["ReadFailed"];
        };
    };
    countClients: {
        parameters: {
            query?: {
                /** @description The period: so many hours or days until now. */
                range?: "7" | "30" | "90";
            };
            header?: never;
            path: {
                /** @description The application. */
                id: components["parameters"]["ApplicationsId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        client: string;
                        language: string | null;
                        version: string | null;
                        logins: number;
                        liveSessions: number;
                        /** Format: date-time */
                        lastSeen: string | null;
                        state: ("current" | "old" | "unsafe") | null;
                    }[];
                };
            };
            "4XX": components["responses"]["ApplicationReadRefused"];
            "5XX": components["responses"]["ReadFailed"];
        };
    };
    countExpiries: {
        parameters: {
            query?: {
                /** @description The time zone in which days begin. */
                zone?: components["parameters"]["Zone"];
            };
            header?: never;
            path: {
                /** @description The application. */
                id: components["parameters"]["ApplicationsId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        from: string;
                        bounds: string[];
                        zone: string;
                        users: number[];
                        licenses: number[];
                    };
                };
            };
            "4XX": components["responses"]["ApplicationReadRefused"];
            "5XX": components["responses"]["ReadFailed"];
        };
    };
    listBlacklistEntries: {
        parameters: {
            query?: {
                /**
                 * @description Only what belongs to this application.
                 * @example 7
                 */
                applicationId?: components["parameters"]["ApplicationId2"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlacklistEntry"][];
                };
            };
            "4XX": components["responses"]["ApplicationReadRefused"];
            "5XX": components["responses"]["ReadFailed"];
        };
    };
    createBlacklistEntry: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeat the call with the same key and body when its answer was lost: within 24 hours it answers as the first time and creates nothing more. 409 while the first is being answered, 422 with another body. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "applicationId": 7,
                 *       "type": "ip",
                 *       "value": "203.0.113.7",
                 *       "reason": "Chargeback"
                 *     }
                 */
                "application/json": {
                    applicationId?: number | null;
                    type: components["schemas"]["BlacklistType"];
                    value: string;
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlacklistEntry"];
                };
            };
            /**
             * @description `blacklist_entry_exists`: This value is already on the blacklist
             *     `limit_reached`: Limit reached. Delete one first.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "other_account" | "idempotency_in_flight" | "blacklist_entry_exists" | "limit_reached";
                    };
                };
            };
            "4XX": components["responses"]["ApplicationCreationRefused"];
            "5XX": components["responses"]["ChangeFailed"];
        };
    };
    previewBlacklistEntry: {
        parameters: {
            query: {
                /**
                 * @description Only what belongs to this application.
                 * @example 7
                 */
                applicationId?: components["parameters"]["ApplicationId2"];
                /**
                 * @description What kind of value it is.
                 * @example username
                 */
                type: components["schemas"]["BlacklistType"];
                /**
                 * @description The value.
                 * @example mallory
                 */
                value: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        value: string | null;
                        problem: string | null;
                        isListed: boolean;
                        isOwnAddress: boolean;
                        users: number;
                        sessions: number;
                        isAtLeast: boolean;
                    };
                };
            };
            "4XX": components["responses"]["ApplicationReadRefused"];
            "5XX": components["responses"]["ReadFailed"];
        };
    };
    importBlacklistEntries: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "applicationId": 7,
                 *       "type": "ip",
                 *       "text": "203.0.113.7, chargeback\n198.51.100.0/24",
                 *       "isDryRun": false
                 *     }
                 */
                "application/json": {
                    applicationId?: number | null;
                    type: components["schemas"]["BlacklistType"];
                    text: string;
                    isDryRun: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        added: number;
                        listed: number;
                        invalid: number;
                        rows: {
                            line: number;
                            value: string;
                            /** @enum {string} */
                            result: "added" | "listed" | "invalid";
                            problem: string | null;
                        }[];
                    };
                };
            };
            409: components["responses"]["LimitReached"];
            "4XX": components["responses"]["ApplicationChangeRefused"];
            "5XX": components["responses"]["ChangeFailed"];
        };
    };
    deleteBlacklistEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The entry. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Done"];
            /** @description `blacklist_entry_not_found`: Blacklist entry not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "application_not_found" | "blacklist_entry_not_found";
                    };
                };
            };
            "4XX": components["responses"]["ApplicationChangeRefused"];
            "5XX": components["responses"]["ChangeFailed"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description Rows of a page, 1 to 1,000. Without it, all rows. */
                limit?: components["parameters"]["Limit"];
                /** @description From the `Link` header of the page before. */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Only what belongs to this application.
                 * @example 7
                 */
                applicationId?: components["parameters"]["ApplicationId2"];
                /** @description Field and direction. */
                sort?: components["parameters"]["Sort"];
                /** @description Only active ones, or only inactive ones. */
                isActive?: boolean;
                /** @description Only this event, or several separated by commas. */
                event?: components["parameters"]["Event2"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Total-Count": components["headers"]["TotalCount"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"][];
                };
            };
            "4XX": components["responses"]["ApplicationReadRefused"];
            "5XX": components["responses"]["ReadFailed"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeat the call with the same key and body when its answer was lost: within 24 hours it answers as the first time and creates nothing more. 409 while the first is being answered, 422 with another body. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "applicationId": 7,
                 *       "url": "https://hooks.example.com/keywright",
                 *       "events": [
                 *         "user_login",
                 *         "login_failed"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** Format: uri */
                    url: string;
                    events?: components["schemas"]["EventName"][];
                    isActive?: boolean;
                    format?: ("json" | "discord" | "slack" | "telegram") | null;
                    secret?: string;
                    applicationId?: number | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewWebhook"];
                };
            };
            /** @description `too_many_webhooks`: Webhook limit reached. Delete one first. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "other_account" | "idempotency_in_flight" | "too_many_webhooks";
                    };
                };
            };
            "4XX": components["responses"]["ApplicationCreationRefused"];
            "5XX": components["responses"]["ChangeFailed"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook. */
                id: components["parameters"]["WebhooksId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Webhook"];
            404: components["responses"]["WebhookNotFound"];
            "4XX": components["responses"]["ApplicationReadRefused"];
            "5XX": components["responses"]["ReadFailed"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook. */
                id: components["parameters"]["WebhooksId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "isActive": false
                 *     }
                 */
                "application/json": {
                    /** Format: uri */
                    url?: string;
                    events?: components["schemas"]["EventName"][];
                    isActive?: boolean;
                    format?: ("json" | "discord" | "slack" | "telegram") | null;
                    secret?: string;
                };
            };
        };
        responses: {
            200: components["responses"]["Webhook"];
            404: components["responses"]["WebhookNotFound"];
            "4XX": components["responses"]["ApplicationChangeRefused"];
            "5XX": components["responses"]["ChangeFailed"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook. */
                id: components["parameters"]["WebhooksId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Done"];
            404: components["responses"]["WebhookNotFound"];
            "4XX": components["responses"]["ApplicationChangeRefused"];
            "5XX": components["responses"]["ChangeFailed"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook. */
                id: components["parameters"]["WebhooksId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "user_login"
                 *     }
                 */
                "application/json": {
                    event: components["schemas"]["EventName"];
                };
            };
        };
        responses: {
            200: components["responses"]["DeliveryDetails"];
            404: components["responses"]["WebhookNotFound"];
            "4XX": components["responses"]["ApplicationChangeRefused"];
            "5XX": components["responses"]["ChangeFailed"];
        };
    };
    redeliverFailed: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook. */
                id: components["parameters"]["WebhooksId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "since": "2026-01-01T00:00:00.000Z"
                 *     }
                 */
                "application/json": {
                    /** Format: date-time */
                    since: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        count: number;
                    };
                };
            };
            404: components["responses"]["WebhookNotFound"];
            "4XX": components["responses"]["ApplicationChangeRefused"];
            "5XX": components["responses"]["ChangeFailed"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description Rows of a page, 1 to 1,000. Without it, all rows. */
                limit?: components["parameters"]["Limit"];
                /** @description From the `Link` header of the page before. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Field and direction. */
                sort?: components["parameters"]["Sort"];
                /** @description Only rows in this state. */
                status?: "pending" | "delivered" | "failed";
                /** @description Only this event, or several separated by commas. */
                event?: components["parameters"]["Event2"];
                /** @description At this time or later. */
                from?: components["parameters"]["From"];
                /** @description Before this time. */
                to?: components["parameters"]["To"];
            };
            header?: never;
            path: {
                /** @description The webhook. */
                id: components["parameters"]["WebhooksId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    Link: components["headers"]["Link"];
                    "X-Total-Count": components["headers"]["TotalCount"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"][];
                };
            };
            404: components["responses"]["WebhookNotFound"];
            "4XX": components["responses"]["ApplicationReadRefused"];
            "5XX": components["responses"]["ReadFailed"];
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook. */
                id: components["parameters"]["WebhooksId"];
                /** @description The delivery. */
                deliveryId: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DeliveryDetails"];
            404: components["responses"]["WebhookNotFoundAnd1"];
            "4XX": components["responses"]["ApplicationReadRefused"];
            "5XX": components["responses"]["ReadFailed"];
        };
    };
    redeliver: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook. */
                id: components["parameters"]["WebhooksId"];
                /** @description The delivery. */
                deliveryId: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            404: components["responses"]["WebhookNotFoundAnd1"];
            "4XX": components["responses"]["ApplicationChangeRefused"];
            "5XX": components["responses"]["ChangeFailed"];
        };
    };
    getCustomMessages: {
        parameters: {
            query?: {
                /**
                 * @description Only what belongs to this application.
                 * @example 7
                 */
                applicationId?: components["parameters"]["ApplicationId2"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["MessageTexts"];
            "4XX": components["responses"]["ApplicationReadRefused"];
            "5XX": components["responses"]["ReadFailed"];
        };
    };
    updateCustomMessages: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "loginSuccess": "Welcome back!"
                 *     }
                 */
                "application/json": {
                    loginSuccess?: string;
                    loginFailed?: string;
                    accountDisabled?: string;
                    accountExpired?: string;
                    versionMismatch?: string;
                    hwidMismatch?: string;
                };
            };
        };
        responses: {
            200: components["responses"]["MessageTexts"];
            "4XX": components["responses"]["DashboardChangeRefused"];
            "5XX": components["responses"]["ChangeFailed"];
        };
    };
    resetCustomMessages: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["MessageTexts"];
            "4XX": components["responses"]["DashboardChangeRefused"];
            "5XX": components["responses"]["ChangeFailed"];
        };
    };
}
