import type { BackupRow } from '../store/installation/backups.ts'
import type { Copy } from './copies.ts'

/** Why a run has no end: the process was killed or stopped. */
export const stoppedMeanwhile = 'The server stopped meanwhile.'

/** Failed runs that are kept for the list, in each place. */
const failuresKept = 20

type Known = Pick<BackupRow, 'id' | 'place' | 'name' | 'state' | 'error'>

interface Differences {
  readonly added: readonly Copy[]
  /** Ids of rows. */
  readonly removed: readonly number[]
  readonly changed: readonly {
    readonly id: number
    readonly change: Partial<Pick<BackupRow, 'state' | 'bytes' | 'error'>>
  }[]
}

/** How the rows differ from what is in a place. `rows` are those of all places, the newest first. */
export function differences(
  rows: readonly Known[],
  place: BackupRow['place'],
  copies: readonly Copy[],
  isRunning: boolean,
): Differences {
  const own = rows.filter((row) => row.place === place)
  const found = new Map(copies.map((copy) => [copy.name, copy]))
  const known = new Set(own.map(({ name }) => name))
  const gone = own.filter(({ state, name }) => state === 'complete' && !found.has(name))
  const failures = own.filter(({ state, name }) => state === 'failed' && !found.has(name)).slice(failuresKept)
  const left = isRunning ? [] : rows.filter(({ state }) => state === 'running' || state === 'rehearsing')
  // Killed after the copy was whole, and before its row said so.
  const whole = [...left, ...own.filter(({ error }) => error === stoppedMeanwhile)].flatMap((row) => {
    const copy = row.place === place && row.state !== 'complete' ? found.get(row.name) : undefined
    return copy ? [{ id: row.id, change: { state: 'complete', bytes: copy.bytes, error: null } as const }] : []
  })
  const isWhole = new Set(whole.map(({ id }) => id))
  const ended = left
    .filter(({ id }) => !isWhole.has(id))
    .map(({ id, state }) => ({
      id,
      change: { state: state === 'rehearsing' ? 'complete' : 'failed', error: stoppedMeanwhile } as const,
    }))
  return {
    added: copies.filter(({ name }) => !known.has(name)),
    removed: [...gone, ...failures].map(({ id }) => id),
    changed: [...whole, ...ended],
  }
}
