import type { Dialect, Migration } from '../dialect.ts'

/**
 * Counts of users and licenses by the hour in which they expire, so that those that are active at any moment are a sum
 * of these rows and one hour's rows that are counted. Triggers keep them, so that every statement counts, an older
 * server's too. A user counts in the hour in which their own expiry or their license's comes first; one who cannot log
 * in whatever the time (disabled, paused, banned, or with an inactive license) counts in hour 0, one who never expires
 * in an hour after all others.
 */
export const expiryHours: Migration = {
  name: '0023-expiry-hours',
  statements: (dialect) => [
    // In the order in which changes lock them. Reads go on, and changes of older servers wait until all is counted.
    ...(dialect.hasPartitions ? ['LOCK TABLE licenses, app_users, applications IN SHARE ROW EXCLUSIVE MODE'] : []),
    `CREATE TABLE expiry_hours (
      application_id ${dialect.int} NOT NULL REFERENCES applications(id) ON DELETE CASCADE,
      hour ${dialect.int} NOT NULL,
      ${counts.map((count) => `${count} ${dialect.int} NOT NULL DEFAULT 0`).join(', ')},
      PRIMARY KEY (application_id, hour)
    )${dialect.end}`,
    ...(dialect.hasPartitions ? onPostgres(dialect) : onSqlite),
    // covers what a change of a license counts: its users, by their own expiry
    'CREATE INDEX app_users_of_license ON app_users(license_id, expires_at, is_active, is_paused, is_banned)',
    `INSERT INTO expiry_hours (application_id, hour, users)
      SELECT u.application_id, ${hourOfUser('u', endOfLicense('l'), dialect)}, count(*)
      FROM app_users u LEFT JOIN licenses l ON l.id = u.license_id GROUP BY 1, 2`,
    `INSERT INTO expiry_hours (application_id, hour, ${ofLicense.join(', ')})
      SELECT l.application_id, ${hourOfLicense('l')}, ${licenseCounts('l').map((value) => `sum(${value})`)}
      FROM licenses l WHERE true GROUP BY 1, 2
      ON CONFLICT (application_id, hour) DO UPDATE SET ${ofLicense.map((count) => `${count} = excluded.${count}`)}`,
  ],
}

/** In a step of its own: on PostgreSQL reads wait for it, and so not for the rest. */
export const oneIndexOfLicenses: Migration = {
  name: '0023-one-index-of-licenses',
  statements: () => ['DROP INDEX app_users_license'],
}

const ofLicense = ['licenses', 'active_licenses', 'full_licenses', 'used_licenses', 'license_users'] as const
const counts = ['users', ...ofLicense] as const

const hourMs = 3_600_000
/** Later than any date. */
const never = 9_000_000_000_000_000

const least = ({ hasPartitions }: Pick<Dialect, 'hasPartitions'>) => (hasPartitions ? 'least' : 'min')

/** When the users of a license lose access; without a license, never. */
const endOfLicense = (license: string) =>
  `CASE WHEN ${license}.is_active = 0 THEN 0 ELSE coalesce(${license}.expires_at, ${never}) END`

const hourOfUser = (user: string, licenseEnd: string, dialect: Pick<Dialect, 'hasPartitions'>) =>
  `CASE WHEN ${isUsable(user)}
    THEN ${least(dialect)}(coalesce(${user}.expires_at, ${never}), ${licenseEnd}) / ${hourMs} ELSE 0 END`

const hourOfLicense = (license: string) => `coalesce(${license}.expires_at, ${never}) / ${hourMs}`

/** What one license adds to each count, in the order of `ofLicense`. */
const licenseCounts = (license: string) => [
  '1',
  `${license}.is_active`,
  `CASE WHEN ${license}.is_active = 1 AND ${license}.current_users >= ${license}.max_users THEN 1 ELSE 0 END`,
  `CASE WHEN ${license}.current_users > 0 THEN 1 ELSE 0 END`,
  `${license}.current_users`,
]

const userColumns = ['is_active', 'is_paused', 'is_banned', 'expires_at', 'license_id'] as const
const licenseColumns = ['is_active', 'expires_at', 'current_users', 'max_users'] as const

/** Whether the users of a license gain or lose time. */
const isEndChanged = `${endOfLicense('OLD')} <> ${endOfLicense('NEW')}`

const isUsable = (user: string) => `${user}.is_active = 1 AND ${user}.is_paused = 0 AND ${user}.is_banned = 0`

/** What a changed license moves: its users who can log in, from the hours in which they counted to others. */
const movedUsers = (dialect: Pick<Dialect, 'hasPartitions'>) => `
  SELECT NEW.application_id, ${least(dialect)}(coalesce(held.expires_at, ${never}), sides.license_end) / ${hourMs},
    sum(held.users * sides.step)
  FROM (SELECT u.expires_at, count(*) AS users FROM app_users u WHERE u.license_id = NEW.id AND ${isUsable('u')}
      GROUP BY u.expires_at) AS held
    CROSS JOIN (SELECT -1 AS step, ${endOfLicense('OLD')} AS license_end
      UNION ALL SELECT 1, ${endOfLicense('NEW')}) AS sides
  GROUP BY 2 HAVING sum(held.users * sides.step) <> 0`

const sqlite = { hasPartitions: false }
const endOfTheirLicense = (user: string) =>
  `coalesce((SELECT ${endOfLicense('l')} FROM licenses l WHERE l.id = ${user}.license_id), ${never})`

const addUser = `INSERT INTO expiry_hours (application_id, hour, users)
  VALUES (NEW.application_id, ${hourOfUser('NEW', endOfTheirLicense('NEW'), sqlite)}, 1)
  ON CONFLICT (application_id, hour) DO UPDATE SET users = users + 1;`
/** An update: when the application is deleted, its rows may be gone already. */
const removeUser = `UPDATE expiry_hours SET users = users - 1
  WHERE application_id = OLD.application_id AND hour = ${hourOfUser('OLD', endOfTheirLicense('OLD'), sqlite)};`
const addLicense = `INSERT INTO expiry_hours (application_id, hour, ${ofLicense.join(', ')})
  VALUES (NEW.application_id, ${hourOfLicense('NEW')}, ${licenseCounts('NEW').join(', ')})
  ON CONFLICT (application_id, hour) DO UPDATE SET
  ${ofLicense.map((count) => `${count} = ${count} + excluded.${count}`).join(', ')};`
const removeLicense = `UPDATE expiry_hours SET
  ${licenseCounts('OLD')
    .map((value, place) => `${ofLicense[place]} = ${ofLicense[place]} - ${value}`)
    .join(', ')}
  WHERE application_id = OLD.application_id AND hour = ${hourOfLicense('OLD')};`

const isAnyChanged = (columns: readonly string[], differs: string) =>
  columns.map((column) => `OLD.${column} ${differs} NEW.${column}`).join(' OR ')

const onSqlite = [
  `CREATE VIEW expiry_counts AS SELECT application_id, hour, ${counts.join(', ')} FROM expiry_hours`,
  `CREATE TRIGGER app_users_counted AFTER INSERT ON app_users BEGIN ${addUser} END`,
  `CREATE TRIGGER app_users_uncounted AFTER DELETE ON app_users BEGIN ${removeUser} END`,
  `CREATE TRIGGER app_users_recounted AFTER UPDATE OF ${userColumns.join(', ')} ON app_users
    WHEN ${isAnyChanged(userColumns, 'IS NOT')} BEGIN ${removeUser} ${addUser} END`,
  `CREATE TRIGGER licenses_counted AFTER INSERT ON licenses BEGIN ${addLicense} END`,
  `CREATE TRIGGER licenses_uncounted AFTER DELETE ON licenses BEGIN ${removeLicense} END`,
  `CREATE TRIGGER licenses_recounted AFTER UPDATE OF ${licenseColumns.join(', ')} ON licenses
    WHEN ${isAnyChanged(licenseColumns, 'IS NOT')} BEGIN ${removeLicense} ${addLicense} END`,
  `CREATE TRIGGER licenses_users_recounted AFTER UPDATE OF is_active, expires_at ON licenses
    WHEN ${isEndChanged} BEGIN
      INSERT INTO expiry_hours (application_id, hour, users) ${movedUsers(sqlite)}
      ON CONFLICT (application_id, hour) DO UPDATE SET users = users + excluded.users;
    END`,
]

/**
 * Transactions add rows instead of changing shared ones, so that none waits for another; every second the servers add
 * them up. A user's trigger locks the license, so that a change of the license at the same time either sees the user's
 * change or is seen by it.
 */
const onPostgres = (dialect: Dialect): string[] => {
  const step = (table: string, values: readonly string[], columns: readonly string[]) =>
    `INSERT INTO expiry_changes (application_id, hour, ${columns.join(', ')})
      VALUES (${table}.application_id, ${values.join(', ')});`
  const lost = licenseCounts('OLD').map((value) => `-(${value})`)
  const trigger = (table: string, columns: readonly string[]) => [
    `CREATE TRIGGER ${table}_counted AFTER INSERT OR DELETE ON ${table}
      FOR EACH ROW EXECUTE FUNCTION count_${table}()`,
    `CREATE TRIGGER ${table}_recounted AFTER UPDATE OF ${columns.join(', ')} ON ${table}
      FOR EACH ROW WHEN (${isAnyChanged(columns, 'IS DISTINCT FROM')}) EXECUTE FUNCTION count_${table}()`,
  ]
  return [
    `CREATE TABLE expiry_changes (
      id ${dialect.id},
      application_id BIGINT NOT NULL,
      hour BIGINT NOT NULL,
      ${counts.map((count) => `${count} BIGINT NOT NULL DEFAULT 0`).join(', ')}
    )`,
    'CREATE INDEX expiry_changes_hour ON expiry_changes(application_id, hour)',
    `CREATE VIEW expiry_counts AS
      SELECT application_id, hour, ${counts.join(', ')} FROM expiry_hours
      UNION ALL SELECT application_id, hour, ${counts.join(', ')} FROM expiry_changes`,
    `CREATE FUNCTION end_of_license(wanted BIGINT) RETURNS BIGINT LANGUAGE plpgsql AS $$
      DECLARE found BIGINT;
      BEGIN
        IF wanted IS NULL THEN RETURN NULL; END IF;
        SELECT ${endOfLicense('l')} INTO found FROM licenses l WHERE l.id = wanted FOR SHARE;
        RETURN found;
      END $$`,
    `CREATE FUNCTION count_app_users() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP <> 'INSERT' THEN
          ${step('OLD', [hourOfUser('OLD', 'end_of_license(OLD.license_id)', dialect), '-1'], ['users'])}
        END IF;
        IF TG_OP <> 'DELETE' THEN
          ${step('NEW', [hourOfUser('NEW', 'end_of_license(NEW.license_id)', dialect), '1'], ['users'])}
        END IF;
        RETURN NULL;
      END $$`,
    `CREATE FUNCTION count_licenses() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP <> 'INSERT' THEN ${step('OLD', [hourOfLicense('OLD'), ...lost], ofLicense)} END IF;
        IF TG_OP <> 'DELETE' THEN ${step('NEW', [hourOfLicense('NEW'), ...licenseCounts('NEW')], ofLicense)} END IF;
        IF TG_OP = 'UPDATE' THEN
          IF (${isEndChanged}) THEN INSERT INTO expiry_changes (application_id, hour, users) ${movedUsers(dialect)}; END IF;
        END IF;
        RETURN NULL;
      END $$`,
    ...trigger('app_users', userColumns),
    ...trigger('licenses', licenseColumns),
  ]
}
