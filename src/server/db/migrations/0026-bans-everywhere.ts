import type { Migration } from '../dialect.ts'

/**
 * The user whose ban added a blacklist entry, so that lifting the ban removes it. Older servers neither read nor write
 * it: what they add belongs to no ban.
 */
export const bansEverywhere: Migration = {
  name: '0026-bans-everywhere',
  statements: ({ int }) => [
    `ALTER TABLE blacklist ADD COLUMN banned_user_id ${int}`,
    'CREATE INDEX blacklist_ban ON blacklist(banned_user_id) WHERE banned_user_id IS NOT NULL',
  ],
}
