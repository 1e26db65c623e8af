import { randomFillSync } from 'node:crypto'
import { V7Generator } from 'uuidv7'

const buffer = new Uint32Array(2048)
let next = buffer.length

/** Random numbers of the operating system, fetched in bulk: a system call for each would cost more than the ID. */
function nextUint32(): number {
  if (next === buffer.length) {
    randomFillSync(buffer)
    next = 0
  }
  return buffer[next++] ?? 0
}

const generator = new V7Generator({ nextUint32 })

/** A UUIDv7: sortable by time, with no other meaning. */
export function newRequestId(): string {
  return generator.generate().toString()
}
