/** Work that can be polled, and that returns its duration. */
export function watched(work: Promise<unknown>): { isOver(): boolean; end: Promise<{ seconds: number }> } {
  const startMs = performance.now()
  let isOver = false
  const finished = work.finally(() => {
    isOver = true
  })
  const end = finished.then(() => ({ seconds: (performance.now() - startMs) / 1000 }))
  // reported where the end is awaited, which may be after the round in which it failed
  end.catch(() => {})
  return { isOver: () => isOver, end }
}
