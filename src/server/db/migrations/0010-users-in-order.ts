import type { Migration } from '../dialect.ts'

/**
 * The users of an application in the order of their ids, with everything the count of those who could sign in looks at.
 * It takes the place of the index of active users, which had no users that a switch keeps out: a registration writes
 * as many indexes as before, and a login none of this one.
 */
export const usersInOrder: Migration = {
  name: '0010-users-in-order',
  statements: () => [
    'DROP INDEX app_users_active',
    `CREATE INDEX app_users_id
      ON app_users(application_id, id, expires_at, license_id, is_active, is_paused, is_banned)`,
  ],
}
