import type { Dialect, Migration } from '../dialect.ts'

/**
 * Components of bound devices, and how many of them may differ. Two triggers keep them right beside an older server:
 * whoever changes a device by its hardware ID alone takes its components away. A change that knows them also sets when
 * they changed, so it leaves the other devices of the user bound.
 */
export const hardwareComponents: Migration = {
  name: '0048-hardware-components',
  readableFrom: '0034-readable-steps',
  statements: (dialect) => {
    const { int } = dialect
    return [
      `ALTER TABLE applications ADD COLUMN hwid_tolerance ${int} NOT NULL DEFAULT 0`,
      'ALTER TABLE app_users ADD COLUMN device_components TEXT',
      `ALTER TABLE app_users ADD COLUMN device_components_at ${int}`,
      'ALTER TABLE devices ADD COLUMN components TEXT',
      `ALTER TABLE devices ADD COLUMN components_at ${int}`,
      ...(dialect.hasPartitions ? onPostgres(dialect) : onSqlite(dialect)),
    ]
  },
}

/** `is`: compares values of which one may be null. */
const isFirstReplaced = (is: string) =>
  `old.more_devices > 0 AND new.more_devices = old.more_devices AND new.device_components_at ${is} old.device_components_at`

const isForgotten = (is: string) => `old.device_components IS NOT NULL
  AND new.device_components ${is} old.device_components AND new.device_components_at ${is} old.device_components_at`

const onSqlite = ({ nowMs }: Dialect): readonly string[] => [
  'DROP TRIGGER app_users_first_device',
  `CREATE TRIGGER app_users_first_device AFTER UPDATE OF hwid ON app_users
    WHEN ${isFirstReplaced('IS')} AND new.hwid IS NOT old.hwid
    BEGIN
      UPDATE devices SET released_at = ${nowMs}, components = NULL
        WHERE application_id = new.application_id AND user_id = new.id AND released_at IS NULL;
      UPDATE app_users SET more_devices = 0 WHERE id = new.id;
    END`,
  `CREATE TRIGGER app_users_forgotten_components AFTER UPDATE OF hwid ON app_users
    WHEN ${isForgotten('IS')} AND new.hwid IS NOT old.hwid
    BEGIN
      UPDATE app_users SET device_components = NULL, device_components_at = NULL WHERE id = new.id;
    END`,
]

/** The second one runs after the first, by the order of their names, which would take its change for one that knows. */
const onPostgres = ({ nowMs }: Dialect): readonly string[] => [
  'DROP TRIGGER app_users_first_device ON app_users',
  `CREATE OR REPLACE FUNCTION release_devices() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE devices SET released_at = ${nowMs}, components = NULL
        WHERE application_id = NEW.application_id AND user_id = NEW.id AND released_at IS NULL;
      NEW.more_devices := 0;
      RETURN NEW;
    END $$`,
  `CREATE TRIGGER app_users_first_device BEFORE UPDATE OF hwid ON app_users FOR EACH ROW
    WHEN (${isFirstReplaced('IS NOT DISTINCT FROM')} AND NEW.hwid IS DISTINCT FROM OLD.hwid)
    EXECUTE FUNCTION release_devices()`,
  `CREATE FUNCTION forget_components() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.device_components := NULL;
      NEW.device_components_at := NULL;
      RETURN NEW;
    END $$`,
  `CREATE TRIGGER app_users_forgotten_components BEFORE UPDATE OF hwid ON app_users FOR EACH ROW
    WHEN (${isForgotten('IS NOT DISTINCT FROM')} AND NEW.hwid IS DISTINCT FROM OLD.hwid)
    EXECUTE FUNCTION forget_components()`,
]
