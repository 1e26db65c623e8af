import type { Api } from '../../shared/contract/index.ts'

type Creation = { [K in keyof Api]: Api[K] extends { readonly isIdempotent: true } ? K : never }[keyof Api]

/** Calls that the server carries out once for each key. A record, so that the compiler knows of a missing one. */
const creations: Readonly<Record<Creation, true>> = {
  'POST /api/applications': true,
  'POST /api/applications/:id/users': true,
  'POST /api/applications/:id/licenses': true,
  'POST /api/applications/:id/licenses/generate': true,
  'POST /api/applications/:id/licenses/batch': true,
  'POST /api/blacklist': true,
  'POST /api/webhooks': true,
}

/** Whoever tries again after a lost answer does so soon. */
const remembersMs = 120_000

const kept = new Map<string, { readonly key: string; readonly atMs: number }>()

/**
 * The `Idempotency-Key` of a creation; undefined for any other call. The same one is sent again while nobody knows what
 * came of the first time, so that it happens once; with a success it is forgotten.
 */
export function keyOfCreation(call: keyof Api, input: unknown, nowMs = Date.now()) {
  if (!(call in creations)) return undefined
  const sent = `${call} ${JSON.stringify(input)}`
  for (const [other, { atMs }] of kept) if (nowMs - atMs > remembersMs) kept.delete(other)
  const key = kept.get(sent)?.key ?? randomKey()
  kept.set(sent, { key, atMs: nowMs })
  return { key, succeeded: () => void kept.delete(sent) }
}

/** Not `randomUUID`, which plain http on another host doesn't have. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
