import type { Migration } from '../dialect.ts'

/**
 * What an account's known devices are told by: the network of its last sign-in, and a number in every browser's mark
 * that a sign-out everywhere makes void by counting on.
 */
export const knownDevices: Migration = {
  name: '0017-known-devices',
  statements: ({ int }) => [
    'ALTER TABLE accounts ADD COLUMN last_login_ip TEXT',
    `ALTER TABLE accounts ADD COLUMN device_generation ${int} NOT NULL DEFAULT 0`,
  ],
}
