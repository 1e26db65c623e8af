import type { Dialect, Migration } from '../dialect.ts'

/**
 * Several devices per user. The first one stays in `app_users.hwid`; `devices` holds the others. A user's limit comes
 * before the license's, and that before the application's, whose default keeps one device as before. Sessions record
 * the license of their user, so that a license can limit them.
 *
 * A trigger releases the other devices when the first one changes by itself, so that a reset, a bulk action and an undo
 * of an older server beside this one release them too. `more_devices` changes in the same statement when one moves up.
 */
export const devices: Migration = {
  name: '0029-devices',
  statements: (dialect) => {
    const { id, int, end } = dialect
    return [
      `ALTER TABLE applications ADD COLUMN device_limit ${int} NOT NULL DEFAULT 1`,
      `ALTER TABLE licenses ADD COLUMN max_devices ${int}`,
      `ALTER TABLE licenses ADD COLUMN max_sessions ${int}`,
      `ALTER TABLE app_users ADD COLUMN device_limit ${int}`,
      `ALTER TABLE app_users ADD COLUMN more_devices ${int} NOT NULL DEFAULT 0`,
      'ALTER TABLE app_users ADD COLUMN device_name TEXT',
      `ALTER TABLE app_users ADD COLUMN device_seen_at ${int}`,
      'ALTER TABLE app_users ADD COLUMN device_ip TEXT',
      `CREATE TABLE devices (
        id ${id},
        application_id ${int} NOT NULL REFERENCES applications(id) ON DELETE CASCADE,
        user_id ${int} NOT NULL REFERENCES app_users(id) ON DELETE CASCADE,
        hwid TEXT NOT NULL,
        hwid_key TEXT NOT NULL,
        name TEXT,
        bound_at ${int} NOT NULL,
        last_seen_at ${int} NOT NULL,
        last_ip TEXT,
        released_at ${int},
        released_by TEXT
      )${end}`,
      'CREATE UNIQUE INDEX devices_bound ON devices(application_id, user_id, hwid) WHERE released_at IS NULL',
      'CREATE INDEX devices_user ON devices(user_id)',
      'CREATE INDEX devices_released ON devices(released_at) WHERE released_at IS NOT NULL',
      `ALTER TABLE client_sessions ADD COLUMN license_id ${int}`,
      `UPDATE client_sessions SET license_id = (SELECT u.license_id FROM app_users u
        WHERE u.id = client_sessions.user_id AND u.application_id = client_sessions.application_id)
        WHERE ended_at IS NULL`,
      `CREATE INDEX client_sessions_license ON client_sessions(license_id)
        WHERE ended_at IS NULL AND license_id IS NOT NULL`,
      `CREATE INDEX client_sessions_device ON client_sessions(application_id, user_id, hwid, last_seen_at)
        WHERE ended_at IS NOT NULL`,
      ...(dialect.hasPartitions ? releaseOnPostgres(dialect) : releaseOnSqlite(dialect)),
    ]
  },
}

const isFirstReplaced = 'old.more_devices > 0 AND new.more_devices = old.more_devices'

const releaseOnSqlite = ({ nowMs }: Dialect): readonly string[] => [
  `CREATE TRIGGER app_users_first_device AFTER UPDATE OF hwid ON app_users
    WHEN ${isFirstReplaced} AND new.hwid IS NOT old.hwid
    BEGIN
      UPDATE devices SET released_at = ${nowMs}
        WHERE application_id = new.application_id AND user_id = new.id AND released_at IS NULL;
      UPDATE app_users SET more_devices = 0 WHERE id = new.id;
    END`,
]

const releaseOnPostgres = ({ nowMs }: Dialect): readonly string[] => [
  `CREATE FUNCTION release_devices() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE devices SET released_at = ${nowMs}
        WHERE application_id = NEW.application_id AND user_id = NEW.id AND released_at IS NULL;
      NEW.more_devices := 0;
      RETURN NEW;
    END $$`,
  `CREATE TRIGGER app_users_first_device BEFORE UPDATE OF hwid ON app_users FOR EACH ROW
    WHEN (${isFirstReplaced} AND NEW.hwid IS DISTINCT FROM OLD.hwid) EXECUTE FUNCTION release_devices()`,
]
