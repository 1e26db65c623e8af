import type { Log } from './log.ts'

type Fields = Parameters<Log['warn']>[1]

/** For messages that may occur thousands of times a second: logged at most once a second, with a count. */
export interface ThrottledLog {
  /** Counts an occurrence; the fields of the first one are logged. */
  note(name: string, fields?: Fields, level?: 'warn' | 'error'): void
  /** Logs all counts that were not logged yet. */
  flush(): void
}

const everyMs = 1000

export function openThrottledLog(log: Log): ThrottledLog {
  const counts = new Map<string, { count: number; readonly fields: Fields; readonly level: 'warn' | 'error' }>()
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    for (const [name, { count, fields, level }] of counts) log[level](name, { ...fields, count })
    counts.clear()
  }
  return {
    note(name, fields, level = 'warn') {
      const known = counts.get(name)
      if (known) known.count += 1
      else counts.set(name, { count: 1, fields, level })
      timer ??= setTimeout(flush, everyMs).unref()
    },
    flush,
  }
}
