import type { signingKeyRoutes } from '../../shared/contract/signing-keys.ts'
import { findApplication } from '../http/auth/application-access.ts'
import { type Actor, audit, type Dashboard } from '../http/dashboard.ts'
import { Problem } from '../http/problem.ts'
import type { Handlers } from '../http/serve-routes.ts'
import type { KeyPairs } from '../http/signing/key-pairs.ts'
import type { KeyRing } from '../http/signing/key-ring.ts'
import { type KeyPair, type SigningKey, signingKeyId } from '../store/applications/signing-keys.ts'
import type { StoreSet } from '../store/index.ts'

interface SigningKeyDeps extends Pick<Dashboard, 'stores' | 'clock'> {
  readonly keyRing: KeyRing
  readonly keyPairs: KeyPairs
  readonly issuer: () => string
}

/** Keys of signed answers: listed for pinning, rotated, and revoked. */
export function signingKeyHandlers({
  stores,
  clock,
  keyRing,
  keyPairs,
  issuer,
}: SigningKeyDeps): Handlers<typeof signingKeyRoutes> {
  const show = async (applicationId: number) => ({ issuer: issuer(), ...shown(await keyRing.list(applicationId)) })

  /** The key pair is generated before the transaction, because a transaction must not await other work. */
  const change = async (
    actor: Actor,
    applicationId: number,
    action: string,
    /** Number of the key that the audit log names; undefined when nothing changed. */
    job: (tx: StoreSet, pair: KeyPair, now: Date) => Promise<number | undefined>,
  ) => {
    await findApplication(stores, actor.caller, applicationId, 'manage')
    await keyRing.list(applicationId)
    const pair = await keyPairs.take()
    await stores.transaction(async (tx) => {
      await findApplication(tx, actor.caller, applicationId, 'manage')
      const now = clock.now()
      const number = await job(tx, pair, now)
      if (number === undefined) return
      const subject = { applicationId, text: `signing key ${signingKeyId(applicationId, number)}` }
      await audit(tx, actor, `signing_key.${action}`, subject, now)
    })
    keyRing.forget(applicationId)
    // A caller that may rotate the keys also sees the result, even without permission to list them.
    return show(applicationId)
  }

  return {
    'GET /api/applications/:id/signing-keys': async ({ caller, params }) => {
      await findApplication(stores, caller, params.id, 'look')
      return show(params.id)
    },

    'POST /api/applications/:id/signing-keys/promote': ({ caller, request, params: { id } }) =>
      change({ caller, request }, id, 'promote', async (tx, pair, now) => {
        const { current } = shown(await tx.signingKeys.list(id))
        return replaceCurrent(tx, id, { number: current.number, to: 'retired' }, pair, now)
      }),

    'POST /api/applications/:id/signing-keys/:number/revoke': ({ caller, request, params: { id, number } }) =>
      change({ caller, request }, id, 'revoke', async (tx, pair, now) => {
        const keys = await tx.signingKeys.list(id)
        const state = keys.find((key) => key.number === number)?.state
        if (state === undefined) throw new Problem('signing_key_not_found')
        if (state === 'revoked') return undefined
        if (state === 'current') await replaceCurrent(tx, id, { number, to: 'revoked' }, pair, now)
        if (state === 'retired') await moveOrConflict(tx, id, number, state, 'revoked', now)
        if (state === 'next') {
          await moveOrConflict(tx, id, number, state, 'revoked', now)
          await addNext(tx, id, keys, pair, now)
        }
        return number
      }),
  }
}

/** The next key becomes the current one, and a new key the next; returns the number of the key that signs now. */
async function replaceCurrent(
  tx: StoreSet,
  applicationId: number,
  { number, to }: { readonly number: number; readonly to: 'retired' | 'revoked' },
  pair: KeyPair,
  now: Date,
): Promise<number> {
  const keys = await tx.signingKeys.list(applicationId)
  const { next } = shown(keys)
  await moveOrConflict(tx, applicationId, number, 'current', to, now)
  await moveOrConflict(tx, applicationId, next.number, 'next', 'current', now)
  await addNext(tx, applicationId, keys, pair, now)
  return next.number
}

async function addNext(
  tx: StoreSet,
  applicationId: number,
  keys: readonly SigningKey[],
  pair: KeyPair,
  now: Date,
): Promise<void> {
  await tx.signingKeys.insert(applicationId, Math.max(...keys.map(({ number }) => number)) + 1, 'next', pair, now)
}

/** Optimistic concurrency: fails if the key's state changed since it was shown. */
async function moveOrConflict(tx: StoreSet, ...move: Parameters<StoreSet['signingKeys']['move']>): Promise<void> {
  if (!(await tx.signingKeys.move(...move))) throw new Problem('signing_key_changed')
}

function shown(keys: readonly SigningKey[]) {
  const current = keys.find(({ state }) => state === 'current')
  const next = keys.find(({ state }) => state === 'next')
  // All keys are created together and replaced in one transaction, so only a deleted application has none.
  if (!current || !next) throw new Problem('application_not_found')
  const older = keys.filter(({ state }) => state === 'retired' || state === 'revoked')
  return { current: publicKeyView(current), next: publicKeyView(next), older: older.map(keyView) }
}

const keyView = ({ applicationId, number, state, createdAt, changedAt }: SigningKey) => ({
  id: signingKeyId(applicationId, number),
  number,
  state,
  createdAt,
  changedAt,
})

const publicKeyView = (key: SigningKey) => ({
  ...keyView(key),
  publicKey: key.publicKey,
  publicKeyPem: toPem(key.publicKey),
})

function toPem(spki: string): string {
  const lines = spki.match(/.{1,64}/g) ?? []
  return `-----BEGIN PUBLIC KEY-----\n${lines.join('\n')}\n-----END PUBLIC KEY-----\n`
}
