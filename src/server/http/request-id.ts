import { randomFillSync } from 'node:crypto'
import { V7Generator } from 'uuidv7'

const buffer = new Uint32Array(2048)
let next = buffer.length

/** Random numbers from the system's source, fetched many at a time: asking for each costs more than the id. */
function nextUint32(): number {
  if (next === buffer.length) {
    randomFillSync(buffer)
    next = 0
  }
  return buffer[next++] ?? 0
}

const generator = new V7Generator({ nextUint32 })

/** A UUIDv7 for a request: sorts by time, says nothing else. */
export function newRequestId(): string {
  return generator.generate().toString()
}
