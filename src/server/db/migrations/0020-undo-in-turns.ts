import type { Migration } from '../dialect.ts'

/** Who is at work on a change of many rows, and how much of it was undone: an undo that broke off goes on from there. */
export const undoInTurns: Migration = {
  name: '0020-undo-in-turns',
  statements: ({ int }) => [
    `ALTER TABLE operations ADD COLUMN busy_until ${int}`,
    `ALTER TABLE operations ADD COLUMN restored ${int} NOT NULL DEFAULT 0`,
  ],
}
