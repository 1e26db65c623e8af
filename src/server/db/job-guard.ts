/**
 * Runs a job of a batch and rejects when it waits for something else than the database. While jobs await only the
 * database, a batch runs from BEGIN to COMMIT within one turn of the event loop; one that waits for a timer, a socket or
 * a thread keeps everybody waiting. Seen when all promises have run dry and the job is still not done; then it has
 * `patienceMs` left.
 */
export function guardJob<T>(job: () => Promise<T>, patienceMs: number): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  let isDone = false
  let timer: NodeJS.Timeout | undefined
  const abandon = () => reject(new Error('A job waited for something else than its transaction and was rolled back.'))
  const whenPromisesRanDry = () => {
    if (isDone) return
    if (patienceMs === 0) abandon()
    else timer = setTimeout(abandon, patienceMs)
  }
  const settle = () => {
    isDone = true
    clearTimeout(timer)
  }
  job().then(resolve, reject).then(settle, settle)
  // a tick scheduled by a promise runs after the last promise, and before any timer or socket
  queueMicrotask(() => process.nextTick(whenPromisesRanDry))
  return promise
}
