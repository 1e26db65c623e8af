import type { Migration } from '../dialect.ts'

/**
 * Sessions record that they began with a login of the same user, IP address and device. Users record their last few
 * logins for that, and whether a public registration created them. Running sessions count as confirmed where the last
 * login matches, so that this migration signs nobody out.
 */
export const provedSessions: Migration = {
  name: '0014-proved-sessions',
  statements: ({ int }) => [
    `ALTER TABLE app_users ADD COLUMN is_registered ${int} NOT NULL DEFAULT 0`,
    'ALTER TABLE app_users ADD COLUMN recent_logins TEXT',
    `ALTER TABLE client_sessions ADD COLUMN proved_at ${int}`,
    `UPDATE client_sessions SET proved_at = started_at WHERE ended_at IS NULL AND EXISTS (
      SELECT 1 FROM app_users u
      WHERE u.id = client_sessions.user_id AND u.application_id = client_sessions.application_id
      AND u.last_login_ip = client_sessions.ip_address AND u.last_login_at >= client_sessions.started_at - 60000
      AND (u.is_hwid_locked = 0 OR u.hwid IS NULL OR u.hwid = client_sessions.hwid)
    )`,
  ],
}
