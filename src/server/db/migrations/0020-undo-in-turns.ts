import type { Migration } from '../dialect.ts'

/** A lease on a bulk operation, and how many rows an undo has restored, so that an interrupted undo can continue. */
export const undoInTurns: Migration = {
  name: '0020-undo-in-turns',
  statements: ({ int }) => [
    `ALTER TABLE operations ADD COLUMN busy_until ${int}`,
    `ALTER TABLE operations ADD COLUMN restored ${int} NOT NULL DEFAULT 0`,
  ],
}
