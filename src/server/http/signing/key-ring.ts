import { createPrivateKey, type KeyObject } from 'node:crypto'
import type { Clock } from '../../lib/clock.ts'
import { type SigningKey, type SigningKeyState, signingKeyId } from '../../store/applications/signing-keys.ts'
import type { SettingsFreshness, SettingsRead } from '../../store/hot/settings-freshness.ts'
import type { Stores } from '../../store/index.ts'
import type { KeyPairs } from './key-pairs.ts'

/** A key that can sign now. */
export interface UsableKey {
  readonly id: string
  readonly number: number
  readonly state: SigningKeyState
  readonly privateKey: KeyObject
}

/** The signing keys of all applications, decrypted on demand and cached for a moment. */
export interface KeyRing {
  /**
   * The key to sign with for a client that pins these keys (`X-Key-Id`); undefined when the application no longer
   * exists.
   */
  keyFor(applicationId: number, pinnedIds: string | undefined): Promise<UsableKey | undefined>
  /**
   * The application's keys, newest first; created now if it has none. Two nodes that create them at once get the same.
   */
  list(applicationId: number): Promise<SigningKey[]>
  /** Clears the cached keys. Call it after the commit of a change to them. */
  forget(applicationId: number): void
}

const maxApplications = 10_000

interface CachedKeys {
  readonly keys: readonly UsableKey[]
  readonly read: SettingsRead
}

export function openKeyRing(stores: Stores, keyPairs: KeyPairs, clock: Clock, freshness: SettingsFreshness): KeyRing {
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
    const read = freshness.startRead()
    try {
      const rows = await list(applicationId)
      const keys = rows.flatMap((row) => usable(stores, row, before?.keys ?? []))
      if (cached.size >= maxApplications) cached.clear()
      cached.set(applicationId, { keys, read })
      return keys
    } catch (error) {
      // If the database is down, the error response should still be signed.
      if (before) return before.keys
      throw error
    }
  }

  const keysOf = (applicationId: number): Promise<readonly UsableKey[]> | readonly UsableKey[] => {
    const known = cached.get(applicationId)
    if (known && freshness.isFresh(applicationId, known.read)) return known.keys
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
 * The current key if it is pinned or nothing is pinned, else the newest pinned one, else the current one. `keys` are
 * newest first, without revoked ones.
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

/** Parsing a key costs as much as a signature, so known keys are reused. */
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
