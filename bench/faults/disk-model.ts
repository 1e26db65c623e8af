import type { TraceEvent } from './trace.ts'

type Change = Extract<TraceEvent, { kind: 'write' | 'truncate' }>

/** Which of the unsynced changes reach the disk when the power fails. */
export type Tear = 'nothing' | 'half of the sectors'

const sectorBytes = 512

/** The files as a disk holds them: what is certainly synced, and what was written since. */
export interface DiskModel {
  apply(event: TraceEvent): void
  /** The files after a cut at this point. */
  cut(tear: Tear, random: () => number): Map<string, Buffer>
}

/**
 * A change is durable when a sync of its file started after it and has finished. Before that it may be lost, or be
 * there in parts, in any order. File names are assumed durable.
 */
export function createDiskModel(files: ReadonlyMap<string, Buffer>): DiskModel {
  const durable = new Map([...files].map(([file, bytes]) => [file, new Image(bytes)]))
  const pending = new Map<string, Change[]>()
  const syncs = new Map<string, { file: string; covered: number }>()
  const imageOf = (file: string) => {
    const image = durable.get(file) ?? new Image(Buffer.alloc(0))
    durable.set(file, image)
    return image
  }

  return {
    apply(event) {
      if (event.kind === 'write' || event.kind === 'truncate') {
        pending.set(event.file, [...(pending.get(event.file) ?? []), event])
      } else if (event.kind === 'syncing') {
        syncs.set(event.id, { file: event.file, covered: pending.get(event.file)?.length ?? 0 })
      } else if (event.kind === 'synced') {
        const sync = syncs.get(event.id)
        if (!sync) return
        syncs.delete(event.id)
        const changes = pending.get(sync.file) ?? []
        const image = imageOf(sync.file)
        for (const change of changes.slice(0, sync.covered)) image.change(change)
        pending.set(sync.file, changes.slice(sync.covered))
        for (const other of syncs.values())
          if (other.file === sync.file) other.covered -= Math.min(other.covered, sync.covered)
      }
    },
    cut(tear, random) {
      const files = new Set([...durable.keys(), ...pending.keys()])
      return new Map(
        [...files].map((file) => {
          const image = new Image(imageOf(file).bytes())
          if (tear === 'half of the sectors') {
            for (const change of torn(pending.get(file) ?? [], random)) image.change(change)
          }
          return [file, image.bytes()]
        }),
      )
    },
  }
}

/** Half of the written sectors, each whole or not at all, in any order; a truncation happens or does not. */
function torn(changes: readonly Change[], random: () => number): Change[] {
  const parts = changes.flatMap((change) => (change.kind === 'truncate' ? [change] : sectorsOf(change)))
  const kept = parts.filter(() => random() < 0.5)
  return kept
    .map((part) => ({ part, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ part }) => part)
}

function sectorsOf({ file, offset, bytes }: Extract<Change, { kind: 'write' }>): Change[] {
  const sectors: Change[] = []
  for (let at = 0; at < bytes.length; ) {
    const length = Math.min(sectorBytes - ((offset + at) % sectorBytes), bytes.length - at)
    sectors.push({ kind: 'write', file, offset: offset + at, bytes: bytes.subarray(at, at + length) })
    at += length
  }
  return sectors
}

/** A file's growing content. */
class Image {
  #buffer: Buffer
  #length: number

  constructor(bytes: Buffer) {
    this.#buffer = Buffer.from(bytes)
    this.#length = bytes.length
  }

  change(change: Change): void {
    if (change.kind === 'truncate') {
      this.#reserve(change.length)
      if (change.length < this.#length) this.#buffer.fill(0, change.length, this.#length)
      this.#length = change.length
      return
    }
    this.#reserve(change.offset + change.bytes.length)
    change.bytes.copy(this.#buffer, change.offset)
    this.#length = Math.max(this.#length, change.offset + change.bytes.length)
  }

  bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length)
  }

  #reserve(length: number): void {
    if (length <= this.#buffer.length) return
    const larger = Buffer.alloc(Math.max(length, 2 * this.#buffer.length))
    this.#buffer.copy(larger, 0, 0, this.#length)
    this.#buffer = larger
  }
}
