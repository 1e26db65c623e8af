/** Whoever tries again after a lost answer does so soon. */
const reuseForMs = 120_000

const pendingKeys = new Map<string, { readonly key: string; readonly atMs: number }>()

/**
 * The `Idempotency-Key` of a POST, which the server heeds where it creates something. The same one is sent again while
 * nobody knows what came of the first time, so that it happens once; with a success it is forgotten.
 */
export function idempotencyKeyOf(call: string, input: unknown, nowMs = Date.now()) {
  if (!call.startsWith('POST ')) return undefined
  const sent = `${call} ${JSON.stringify(input)}`
  for (const [other, { atMs }] of pendingKeys) if (nowMs - atMs > reuseForMs) pendingKeys.delete(other)
  // The shorter way to a UUID is missing on plain http of another host.
  const key = pendingKeys.get(sent)?.key ?? crypto.getRandomValues(new Uint32Array(4)).join('-')
  pendingKeys.set(sent, { key, atMs: nowMs })
  return { key, succeeded: () => void pendingKeys.delete(sent) }
}
