/** Retries after a lost response come soon. */
const reuseForMs = 120_000

const pendingKeys = new Map<string, { readonly key: string; readonly atMs: number }>()

/**
 * The `Idempotency-Key` of a POST that creates something. The same key is reused until the request succeeds, so a retry
 * after a lost response creates nothing twice.
 */
export function idempotencyKeyOf(call: string, input: unknown, nowMs = Date.now()) {
  if (!call.startsWith('POST ')) return undefined
  const sent = `${call} ${JSON.stringify(input)}`
  for (const [other, { atMs }] of pendingKeys) if (nowMs - atMs > reuseForMs) pendingKeys.delete(other)
  // `crypto.randomUUID` is missing over plain HTTP on other hosts than localhost.
  const key = pendingKeys.get(sent)?.key ?? crypto.getRandomValues(new Uint32Array(4)).join('-')
  pendingKeys.set(sent, { key, atMs: nowMs })
  return { key, succeeded: () => void pendingKeys.delete(sent) }
}
