import type { Log } from './log.ts'

type Fields = Parameters<Log['warn']>[1]

/** Something that may happen a thousand times a second, and that the log tells once a second with how often it was. */
export interface ThrottledLog {
  /** Counts one more of its name; the fields of the first one are told. */
  note(name: string, fields?: Fields): void
  /** Tells what was counted and not told yet. */
  flush(): void
}

const everyMs = 1000

export function openThrottledLog(log: Log): ThrottledLog {
  const counts = new Map<string, { count: number; readonly fields: Fields }>()
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    for (const [name, { count, fields }] of counts) log.warn(name, { ...fields, count })
    counts.clear()
  }
  return {
    note(name, fields) {
      const known = counts.get(name)
      if (known) known.count += 1
      else counts.set(name, { count: 1, fields })
      timer ??= setTimeout(flush, everyMs).unref()
    },
    flush,
  }
}
