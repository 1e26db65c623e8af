import { randomInt } from 'node:crypto'
import { V7Generator } from 'uuidv7'

/** Node takes random bytes from the system by the thousand, the library's own source by the few. */
const generator = new V7Generator({ nextUint32: () => randomInt(2 ** 32) })

/** The id of a message to a webhook: a UUIDv7, which sorts by time and holds no dot, as its signature needs. */
export function newMessageId(atMs: number): string {
  return `msg_${generator.generateOrResetCore(atMs, 60_000)}`
}

/** The smallest id that a message of this time or later can have. */
export function firstMessageId(at: Date): string {
  const hex = Math.max(0, at.getTime()).toString(16).padStart(12, '0')
  return `msg_${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}
