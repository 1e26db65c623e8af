import type { Migration } from '../dialect.ts'

/**
 * Which order and license an event is about; whether a shop's buyers see their keys in the portal; links with which users
 * set a password, void by whatever changes password, email address or ban; and the hash of an address that an import had
 * instead of the address. Servers of the previous release know none of it, and void links like all others.
 */
export const ordersAndLinks: Migration = {
  name: '0042-orders-and-links',
  readableFrom: '0034-readable-steps',
  statements: ({ id, int, end, hasPartitions }) => [
    `ALTER TABLE activity ADD COLUMN order_id ${int}`,
    `ALTER TABLE activity ADD COLUMN license_id ${int}`,
    `ALTER TABLE shops ADD COLUMN has_order_page ${int} NOT NULL DEFAULT 0`,
    'ALTER TABLE app_users ADD COLUMN email_sha1 TEXT',
    `CREATE TABLE user_tokens (
      id ${id},
      application_id ${int} NOT NULL REFERENCES applications(id) ON DELETE CASCADE,
      user_id ${int} NOT NULL REFERENCES app_users(id) ON DELETE CASCADE,
      token_hash TEXT NOT NULL,
      made_by TEXT NOT NULL,
      created_at ${int} NOT NULL,
      ends_at ${int} NOT NULL
    )${end}`,
    'CREATE UNIQUE INDEX user_tokens_hash ON user_tokens(application_id, token_hash)',
    'CREATE UNIQUE INDEX user_tokens_user ON user_tokens(user_id)',
    ...(hasPartitions ? voidOnPostgres : voidOnSqlite),
  ],
}

const voidOnSqlite = [
  `CREATE TRIGGER app_users_links AFTER UPDATE OF password_hash, email_key, is_banned ON app_users
    WHEN new.password_hash IS NOT old.password_hash OR new.email_key IS NOT old.email_key
      OR new.is_banned IS NOT old.is_banned
    BEGIN
      DELETE FROM user_tokens WHERE user_id = new.id;
    END`,
]

const voidOnPostgres = [
  `CREATE FUNCTION void_links() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      DELETE FROM user_tokens WHERE user_id = NEW.id;
      RETURN NULL;
    END $$`,
  `CREATE TRIGGER app_users_links AFTER UPDATE OF password_hash, email_key, is_banned ON app_users FOR EACH ROW
    WHEN (NEW.password_hash IS DISTINCT FROM OLD.password_hash OR NEW.email_key IS DISTINCT FROM OLD.email_key
      OR NEW.is_banned IS DISTINCT FROM OLD.is_banned)
    EXECUTE FUNCTION void_links()`,
]
