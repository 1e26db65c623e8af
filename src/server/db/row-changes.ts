import type { DatabaseSync } from 'node:sqlite'
import type { Bindable, RowChanges } from './database.ts'

type BatchEnded = Parameters<RowChanges['onBatchEnd']>[0]

interface ToldChanges {
  readonly changes: RowChanges
  /** Tells the end of a batch. */
  readonly batchEnded: BatchEnded
  /** Another connection may have written while the writer paused. */
  readonly pauseEnded: () => void
}

/** How often another connection's writes are looked for; the server's own have other ways to tell. */
const lookEveryMs = 500

/**
 * Watches rows with temporary triggers, which exist for this connection alone and leave no trace in the file: they see
 * what every statement touches, a cascade and an update of a million rows too. Other connections are noticed by the
 * version of the file.
 */
export function watchRowChanges(db: DatabaseSync): ToldChanges {
  const dataVersion = db.prepare('PRAGMA data_version')
  const readVersion = () => dataVersion.get()?.data_version
  const onBatchEnd: BatchEnded[] = []
  const onForeignWrite: (() => void)[] = []
  let version = readVersion()
  let watched = 0
  let nextLookMs = 0

  const look = () => {
    const current = readVersion()
    if (current === version) return
    version = current
    for (const written of onForeignWrite) written()
  }
  const changes: RowChanges = {
    onRow(change, changed) {
      watched += 1
      const watchName = `row_change_${watched}`
      db.function(watchName, { varargs: true }, (...row) => {
        changed(...(row as Bindable[]))
        return null
      })
      const { on } = change
      const watchedEvent = typeof on === 'string' ? on : `UPDATE OF ${on.updateOf.join(', ')}`
      const watchedRows = change.when === undefined ? '' : `WHEN ${change.when}`
      db.exec(`CREATE TEMP TRIGGER ${watchName} AFTER ${watchedEvent} ON main.${change.table} ${watchedRows}
        BEGIN SELECT ${watchName}(${change.values.join(', ')}); END`)
    },
    onBatchEnd: (ended) => void onBatchEnd.push(ended),
    onForeignWrite: (written) => void onForeignWrite.push(written),
    lookForForeignWrite() {
      const nowMs = performance.now()
      if (nowMs < nextLookMs) return
      nextLookMs = nowMs + lookEveryMs
      look()
    },
  }
  return {
    changes,
    batchEnded(isComplete) {
      for (const ended of onBatchEnd) ended(isComplete)
    },
    pauseEnded: look,
  }
}
