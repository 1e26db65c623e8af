import { randomInt } from 'node:crypto'
import { V7Generator } from 'uuidv7'

/** Node fetches random bytes from the system in bulk, the library's default source a few at a time. */
const generator = new V7Generator({ nextUint32: () => randomInt(2 ** 32) })

/**
 * The ID of a webhook message: a UUIDv7, sortable by time and without a dot, since the signed text is separated by
 * dots.
 */
export function newMessageId(atMs: number): string {
  return `msg_${generator.generateOrResetCore(atMs, 60_000)}`
}

/** The smallest ID of a message at this time or later. */
export function firstMessageId(at: Date): string {
  const hex = Math.max(0, at.getTime()).toString(16).padStart(12, '0')
  return `msg_${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}
