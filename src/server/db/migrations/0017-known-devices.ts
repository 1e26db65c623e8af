import type { Migration } from '../dialect.ts'

/**
 * Known devices of an account: the network of its last sign-in, and a generation number in every browser's device
 * cookie, which signing out everywhere increments to invalidate them.
 */
export const knownDevices: Migration = {
  name: '0017-known-devices',
  statements: ({ int }) => [
    'ALTER TABLE accounts ADD COLUMN last_login_ip TEXT',
    `ALTER TABLE accounts ADD COLUMN device_generation ${int} NOT NULL DEFAULT 0`,
  ],
}
