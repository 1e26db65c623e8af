import type { Migration } from '../dialect.ts'

/** How often an entry blocked a client, and when it last did. */
export const blacklistHits: Migration = {
  name: '0009-blacklist-hits',
  statements: ({ int }) => [
    `ALTER TABLE blacklist ADD COLUMN hits ${int} NOT NULL DEFAULT 0`,
    `ALTER TABLE blacklist ADD COLUMN last_hit_at ${int}`,
  ],
}
