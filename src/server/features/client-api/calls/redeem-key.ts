import type { UserFacts } from '../../../store/hot/hot-store.ts'
import type { StoreSet } from '../../../store/index.ts'
import type { License } from '../../../store/licenses/licenses.ts'
import { type ClientApiDeps, entryOf } from '../client-call.ts'
import type { LoginDecision } from '../decide/decide-login.ts'
import { decideRedeem, type Redeemed, type RedeemRefusal } from '../decide/decide-redeem.ts'
import { takeDevice } from './bind-device.ts'
import { type LoginCall, withThisLogin } from './login.ts'

/** Rolls the transaction back: the user or a device changed since the decision. */
export class DecideAgain extends Error {
  override readonly name = 'DecideAgain'
}

interface Redemption {
  readonly keyId: number
  readonly user: UserFacts
  readonly isHolder: boolean
  readonly device: Pick<LoginDecision, 'binds' | 'relearns'>
  /** A password was checked: a session that begins within a minute is backed by it. */
  readonly isLogin: boolean
}

/**
 * Licenses, user, device and event change in one transaction, or not at all. Decided under the locks of both licenses, by
 * id, and of the user after them: of many redemptions of one key at once, one finds it unused.
 * @throws DecideAgain
 */
export function redeemIn(
  deps: ClientApiDeps,
  call: LoginCall,
  { keyId, user, isHolder, device, isLogin }: Redemption,
): Promise<Redeemed | RedeemRefusal> {
  const { applicationId, now: at } = call
  return deps.stores.transaction(async (tx) => {
    const { key, current } = await lockLicenses(tx, applicationId, keyId, user.licenseId)
    if (!key) return { outcome: 'license_not_found' }
    if (!(await tx.redemptions.lockUserIfUnchanged(applicationId, user))) throw new DecideAgain()
    const last = await tx.redemptions.last(applicationId, key.id, user.id)
    const nowMs = at.getTime()
    const decision = decideRedeem({ key, current, ownExpiryMs: user.expiresAtMs, isHolder, last, nowMs })
    if (decision.outcome !== 'license_redeemed' || decision.effect === 'repeat') return decision
    if (!(await takeDevice(deps.recorder, tx, call, user, device))) throw new DecideAgain()
    await changeLicenses(tx, call, { key, current, decision, userId: user.id })
    await tx.redemptions.insert(applicationId, {
      userId: user.id,
      licenseId: key.id,
      previousLicenseId: current?.id ?? null,
      addedMs: decision.addedMs,
      endsAt: new Date(decision.endsAtMs),
      at,
    })
    if (isLogin) await tx.appUsers.recordLogin(applicationId, user.id, at, call.ip, withThisLogin(deps, call, user))
    const entry = entryOf(call, 'license_redeemed', { userId: user.id, username: user.username })
    if (entry) await deps.recorder.record(tx, { ...entry, licenseId: key.id })
    return decision
  })
}

async function lockLicenses(tx: StoreSet, applicationId: number, keyId: number, currentId: number | null) {
  const locked = new Map<number, License>()
  const ids = [...new Set([keyId, ...(currentId === null ? [] : [currentId])])].sort((a, b) => a - b)
  for (const id of ids) {
    const license = await tx.licenses.lock(applicationId, id)
    if (license) locked.set(id, license)
  }
  return { key: locked.get(keyId), current: currentId === null ? undefined : locked.get(currentId) }
}

interface Change {
  readonly key: License
  readonly current: License | undefined
  readonly decision: Redeemed
  readonly userId: number
}

async function changeLicenses(tx: StoreSet, { applicationId, now: at }: LoginCall, change: Change): Promise<void> {
  const { key, current, decision, userId } = change
  const endsAt = new Date(decision.endsAtMs)
  if (decision.effect === 'renew' && current) {
    await tx.redemptions.extend(applicationId, current.id, endsAt, { licenseId: key.id })
    await tx.redemptions.spend(applicationId, { id: key.id, into: current.id, ms: decision.addedMs, at })
    return tx.redemptions.moveUser(applicationId, userId, current.id)
  }
  if (!(await tx.licenses.claimSeat(applicationId, key.id, at))) throw new DecideAgain()
  if (current) await tx.redemptions.freeSeat(applicationId, current.id)
  if (decision.effect === 'move') {
    await tx.redemptions.extend(applicationId, key.id, endsAt)
    if (current?.maxUsers === 1) {
      await tx.redemptions.spend(applicationId, { id: current.id, into: key.id, ms: decision.carriedMs, at })
    }
  }
  await tx.redemptions.moveUser(applicationId, userId, key.id)
}
