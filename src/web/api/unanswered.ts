/** Whoever tries again after a lost answer does so soon. */
const remembersMs = 120_000

const kept = new Map<string, { readonly key: string; readonly atMs: number }>()

/**
 * The `Idempotency-Key` of a POST, which the server heeds where it creates something. The same one is sent again while
 * nobody knows what came of the first time, so that it happens once; with a success it is forgotten.
 */
export function keyOfCreation(call: string, input: unknown, nowMs = Date.now()) {
  if (!call.startsWith('POST ')) return undefined
  const sent = `${call} ${JSON.stringify(input)}`
  for (const [other, { atMs }] of kept) if (nowMs - atMs > remembersMs) kept.delete(other)
  // The shorter way to a UUID is missing on plain http of another host.
  const key = kept.get(sent)?.key ?? crypto.getRandomValues(new Uint32Array(4)).join('-')
  kept.set(sent, { key, atMs: nowMs })
  return { key, succeeded: () => void kept.delete(sent) }
}
