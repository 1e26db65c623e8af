import type { Migration } from '../dialect.ts'

/**
 * How many seats of its license a user has. A license key alone takes another one for machines beyond its devices, in a
 * statement of the program; triggers give it back, whichever statement makes it needless: of an older server too, which
 * counts one seat per user. That is when the user is deleted or leaves the license, and when a holder's devices become
 * fewer than its seats are for. Users with one seat start no trigger.
 */
export const seatsOfDevices: Migration = {
  name: '0045-seats-of-devices',
  readableFrom: '0034-readable-steps',
  statements: (dialect) => [
    `ALTER TABLE app_users ADD COLUMN seats ${dialect.int} NOT NULL DEFAULT 1`,
    ...(dialect.hasPartitions ? onPostgres : onSqlite),
  ],
}

const columns = ['license_id', 'hwid', 'more_devices'] as const

const devicesOf = (user: string) => `CASE WHEN ${user}.hwid IS NULL THEN 0 ELSE 1 + ${user}.more_devices END`

/** Devices per seat: the limit as the program reads it. */
const limit = `coalesce(NEW.device_limit,
  (SELECT l.max_devices FROM licenses l WHERE l.id = NEW.license_id),
  (SELECT a.device_limit FROM applications a WHERE a.id = NEW.application_id))`

/** The seats that are left: one where the license is another or none, else as many as the devices need. */
const seatsLeft = (differs: string, least: string, greatest: string) => `CASE
  WHEN NEW.license_id ${differs} OLD.license_id THEN 1
  ELSE ${least}(OLD.seats, ${greatest}(1, (${devicesOf('NEW')} + ${limit} - 1) / ${limit})) END`

/** An account that was a holder keeps its seats, which are its devices: it takes no other. */
const isReleased = `NEW.kind = 'license' AND ${devicesOf('NEW')} < ${devicesOf('OLD')}`

const isLeft = (differs: string) => `OLD.seats > 1 AND (NEW.license_id ${differs} OLD.license_id OR (${isReleased}))`

/** The license is gone already when it is what deletes the user. */
const giveBack = (seats: string) =>
  `UPDATE licenses SET current_users = current_users - (${seats}) WHERE id = OLD.license_id;`

const onSqlite = [
  `CREATE TRIGGER app_users_seats_deleted AFTER DELETE ON app_users WHEN OLD.seats > 1
    BEGIN ${giveBack('OLD.seats - 1')} END`,
  `CREATE TRIGGER app_users_seats AFTER UPDATE OF ${columns.join(', ')} ON app_users WHEN ${isLeft('IS NOT')}
    BEGIN
      ${giveBack(`OLD.seats - ${seatsLeft('IS NOT', 'min', 'max')}`)}
      UPDATE app_users SET seats = ${seatsLeft('IS NOT', 'min', 'max')} WHERE id = NEW.id;
    END`,
]

/** It runs after the trigger that releases the devices of an older server's reset, by the order of their names. */
const onPostgres = [
  `CREATE FUNCTION give_back_seats() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'DELETE' THEN
        ${giveBack('OLD.seats - 1')}
        RETURN NULL;
      END IF;
      IF ${isLeft('IS DISTINCT FROM')} THEN
        NEW.seats := ${seatsLeft('IS DISTINCT FROM', 'least', 'greatest')};
        ${giveBack('OLD.seats - NEW.seats')}
      END IF;
      RETURN NEW;
    END $$`,
  `CREATE TRIGGER app_users_seats_deleted AFTER DELETE ON app_users FOR EACH ROW
    WHEN (OLD.seats > 1) EXECUTE FUNCTION give_back_seats()`,
  `CREATE TRIGGER app_users_seats BEFORE UPDATE OF ${columns.join(', ')} ON app_users FOR EACH ROW
    WHEN (OLD.seats > 1) EXECUTE FUNCTION give_back_seats()`,
]
