import { neverExpires, neverYear } from '../../shared/constants.ts'
import type { StoreSet } from '../store/index.ts'
import type { License } from '../store/licenses/licenses.ts'
import type { OrderHold } from '../store/licenses/order-hold.ts'

/** A locked license and, if its time went into another one, the locked license that has that time now. */
interface SpentLicense {
  readonly license: License
  readonly last: License | undefined
}

/** Days that were moved out of a license or back into it. */
interface MovedTime {
  readonly licenseId: number
  readonly ms: number
}

/**
 * Locks a license with the one that has its time now: time that was carried on went on from license to license. Lock
 * order: by their ids, as for a redemption. Undefined: no such license.
 */
export async function lockSpent(
  tx: StoreSet,
  applicationId: number,
  licenseId: number,
): Promise<SpentLicense | undefined> {
  for (;;) {
    const lastId = await tx.redemptions.lastOf(applicationId, licenseId)
    const locked = new Map<number, License>()
    for (const id of [licenseId, ...(lastId === undefined ? [] : [lastId])].sort((a, b) => a - b)) {
      const license = await tx.licenses.lock(applicationId, id)
      if (license) locked.set(id, license)
    }
    const license = locked.get(licenseId)
    if (!license) return undefined
    // redeemed on while the locks were awaited: the time is elsewhere now
    if ((await tx.redemptions.lastOf(applicationId, licenseId)) !== lastId) continue
    return { license, last: lastId === undefined ? undefined : locked.get(lastId) }
  }
}

/**
 * Takes back the time that a spent license gave: its key was banned, refunded or is disputed. What has passed can't be
 * taken. Once, whatever takes it: undefined when it was taken before, or the license is not spent.
 */
export async function takeBackTime(
  tx: StoreSet,
  applicationId: number,
  { license, last }: SpentLicense,
  now: Date,
): Promise<MovedTime | undefined> {
  const redeemed = await tx.redemptions.newestOf(applicationId, license.id)
  const ms = takenMs({ ...license, gaveMs: redeemed?.addedMs ?? license.spentMs }, last, now)
  if (ms === undefined || !last) return undefined
  await tx.redemptions.moveTime(applicationId, { spentId: license.id, takenMs: ms, lastId: last.id, byMs: -ms })
  return { licenseId: last.id, ms }
}

/**
 * Holds the licenses of an order, or with null lifts that, so that a key whose time went into another license is worth
 * nothing there either. A ban goes on taking its time.
 */
export async function holdLicensesOfOrder(
  tx: StoreSet,
  applicationId: number,
  licenseIds: readonly number[],
  { hold, now }: { readonly hold: OrderHold | null; readonly now: Date },
): Promise<void> {
  for (const id of licenseIds.toSorted((a, b) => a - b)) {
    const spent = await lockSpent(tx, applicationId, id)
    if (!spent) continue
    await tx.licenses.holdByOrder(applicationId, [id], hold)
    if (hold !== null) await takeBackTime(tx, applicationId, spent, now)
    else if (spent.license.hold !== 'banned') await giveBackTime(tx, applicationId, spent)
  }
}

/** Gives back exactly what was taken, to the license that has the time now. Call it once no reason is left. */
export async function giveBackTime(
  tx: StoreSet,
  applicationId: number,
  { license, last }: SpentLicense,
): Promise<MovedTime | undefined> {
  if (license.takenMs === null || !last?.expiresAt) return undefined
  const ms = Math.max(0, Math.min(license.takenMs, Date.parse(neverExpires) - last.expiresAt.getTime()))
  await tx.redemptions.moveTime(applicationId, { spentId: license.id, takenMs: null, lastId: last.id, byMs: ms })
  return { licenseId: last.id, ms }
}

interface Given extends Pick<License, 'takenMs'> {
  /** What its key gave when it was redeemed, without what it carried on of other keys; else what was left of it. */
  readonly gaveMs: number | null
}

/**
 * All that the key gave, or what is left: giving it back adds no time that was used. Undefined where there is nothing to
 * take from.
 */
function takenMs(
  { gaveMs, takenMs }: Given,
  last: Pick<License, 'expiresAt'> | undefined,
  now: Date,
): number | undefined {
  if (gaveMs === null || takenMs !== null || !last?.expiresAt) return undefined
  if (last.expiresAt.getUTCFullYear() >= neverYear) return 0
  return Math.min(gaveMs, Math.max(0, last.expiresAt.getTime() - now.getTime()))
}
