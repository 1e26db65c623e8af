import type { Migration } from '../dialect.ts'

/**
 * A covering index of an application's users in id order, for counting those who can log in. It replaces the index of
 * active users, which lacked disabled users. A registration still writes as many indexes as before, and a login doesn't
 * write this one.
 */
export const usersInOrder: Migration = {
  name: '0010-users-in-order',
  statements: () => [
    'DROP INDEX app_users_active',
    `CREATE INDEX app_users_id
      ON app_users(application_id, id, expires_at, license_id, is_active, is_paused, is_banned)`,
  ],
}
