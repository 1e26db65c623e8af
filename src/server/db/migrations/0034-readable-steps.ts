import type { Migration } from '../dialect.ts'

/**
 * Each step from this one on tells which programs may run on beside it. Steps without it are known to every program
 * that asks.
 */
export const readableSteps: Migration = {
  name: '0034-readable-steps',
  readableFrom: '0032-described-licenses',
  statements: () => ['ALTER TABLE migrations ADD COLUMN readable_from TEXT'],
}
