import { createPrivateKey, type KeyObject } from 'node:crypto'
import type { Clock } from '../../lib/clock.ts'
import { type SigningKey, type SigningKeyState, signingKeyId } from '../../store/applications/signing-keys.ts'
import type { Stores } from '../../store/index.ts'
import type { KeyPairs } from './key-pairs.ts'

/** A key with which an answer can be signed now. */
export interface UsableKey {
  readonly id: string
  readonly number: number
  readonly state: SigningKeyState
  readonly privateKey: KeyObject
}

/** The keys of all applications, opened when they are needed and kept in memory for a moment. */
export interface KeyRing {
  /** Which key signs for a program that pins these (`X-Key-Id`); undefined for an application that is gone. */
  keyFor(applicationId: number, pinnedIds: string | undefined): Promise<UsableKey | undefined>
  /** The application's keys, the newest first; made now if it has none. Two nodes that make them get the same. */
  list(applicationId: number): Promise<SigningKey[]>
  /** Called after the commit of a change to the application's keys. */
  forget(applicationId: number): void
}

/** A promotion or revocation on another node is felt after this time at the latest. */
const maxAgeMs = 500
const maxApplications = 10_000

interface CachedKeys {
  readonly keys: readonly UsableKey[]
  readonly loadedAtMs: number
}

export function openKeyRing(stores: Stores, keyPairs: KeyPairs, clock: Clock): KeyRing {
  const cached = new Map<number, CachedKeys>()
  const loading = new Map<number, Promise<readonly UsableKey[]>>()

  const list = async (applicationId: number): Promise<SigningKey[]> => {
    const known = await stores.signingKeys.list(applicationId)
    if (known.length > 0) return known
    const [first, second] = await Promise.all([keyPairs.take(), keyPairs.take()])
    return stores.transaction(async (tx) => {
      if (await tx.applications.find(applicationId)) {
        await tx.signingKeys.insert(applicationId, 1, 'current', first, clock.now())
        await tx.signingKeys.insert(applicationId, 2, 'next', second, clock.now())
      }
      return tx.signingKeys.list(applicationId)
    })
  }

  const load = async (applicationId: number): Promise<readonly UsableKey[]> => {
    const before = cached.get(applicationId)
    const loadedAtMs = clock.nowMs()
    try {
      const rows = await list(applicationId)
      const keys = rows.flatMap((row) => usable(stores, row, before?.keys ?? []))
      if (cached.size >= maxApplications) cached.clear()
      cached.set(applicationId, { keys, loadedAtMs })
      return keys
    } catch (error) {
      // A database that is away must not keep the refusal that says so from being signed.
      if (before) return before.keys
      throw error
    }
  }

  const keysOf = (applicationId: number): Promise<readonly UsableKey[]> | readonly UsableKey[] => {
    const known = cached.get(applicationId)
    if (known && Math.abs(clock.nowMs() - known.loadedAtMs) <= maxAgeMs) return known.keys
    const pending = loading.get(applicationId) ?? load(applicationId).finally(() => loading.delete(applicationId))
    loading.set(applicationId, pending)
    return pending
  }

  return {
    list,
    keyFor: async (applicationId, pinnedIds) => chooseKey(await keysOf(applicationId), pinnedIds),
    forget(applicationId) {
      cached.delete(applicationId)
      loading.delete(applicationId)
    },
  }
}

/**
 * The current key if it is pinned or nothing was said, else the newest pinned one, else the current one. The keys come
 * newest first and hold no revoked one.
 */
function chooseKey<Key extends Pick<UsableKey, 'id' | 'state'>>(
  keys: readonly Key[],
  pinnedIds: string | undefined,
): Key | undefined {
  const current = keys.find(({ state }) => state === 'current')
  if (pinnedIds === undefined) return current
  const pinned = new Set(pinnedIds.split(',').map((id) => id.trim()))
  if (current && pinned.has(current.id)) return current
  return keys.find(({ id }) => pinned.has(id)) ?? current
}

/** Opening a key costs as much as a signature, so one that is known is taken over. */
function usable(stores: Stores, row: SigningKey, known: readonly UsableKey[]): UsableKey[] {
  const { applicationId, number, state, privateSealed } = row
  if (privateSealed === null) return []
  const id = signingKeyId(applicationId, number)
  const privateKey = known.find((key) => key.id === id)?.privateKey ?? opened(stores, row, privateSealed)
  return [{ id, number, state, privateKey }]
}

function opened(stores: Stores, row: SigningKey, privateSealed: string): KeyObject {
  const key = Buffer.from(stores.signingKeys.open(row, privateSealed), 'base64')
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' })
}
