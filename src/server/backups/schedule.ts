const hourMs = 60 * 60 * 1000
/** After a start, the server gets its caches and its clients first. */
const firstAfterMs = 10 * 60 * 1000
const retryMs = hourMs
const rehearseEveryMs = 7 * 24 * hourMs
const rehearseRetryMs = 24 * hourMs

/** When something was last done, in Unix time; undefined: never. */
interface Past {
  readonly startedMs: number
  readonly succeededMs: number | undefined
  readonly failedMs: number | undefined
}

const neverMs = Number.NEGATIVE_INFINITY

/** Whether it is time for a copy. A failed one is tried again after an hour. */
export function isCopyDue(nowMs: number, everyHours: number, { startedMs, succeededMs, failedMs }: Past): boolean {
  if (everyHours === 0) return false
  const due = Math.max(startedMs + firstAfterMs, (succeededMs ?? neverMs) + everyHours * hourMs)
  return nowMs >= Math.max(due, (failedMs ?? neverMs) + retryMs)
}

/** Whether the newest copy of a place is to be tried out: every week, and a day after a failure. */
export function isRehearsalDue(nowMs: number, { startedMs, succeededMs, failedMs }: Past): boolean {
  const due = Math.max(startedMs + firstAfterMs, (succeededMs ?? neverMs) + rehearseEveryMs)
  return nowMs >= Math.max(due, (failedMs ?? neverMs) + rehearseRetryMs)
}

/** A storage that is away is given an hour to come back. */
export function isUploadDue(nowMs: number, failedMs: number | undefined): boolean {
  return failedMs === undefined || nowMs >= failedMs + retryMs
}
