import { neverExpires } from '../../shared/constants.ts'
import type { LicenseHoldRoute, licenseRoutes } from '../../shared/contract/licenses.ts'
import { findApplication } from '../http/auth/application-access.ts'
import { type Actor, audit, type Dashboard, ofApplication } from '../http/dashboard.ts'
import { Problem } from '../http/problem.ts'
import type { Handlers } from '../http/serve-routes.ts'
import { type LicenseView, withGrace } from '../operations/license-view.ts'
import { giveBackTime, lockSpent, takeBackTime } from '../operations/spent-days.ts'
import { dayMs, defined } from '../store/columns.ts'
import type { StoreSet } from '../store/index.ts'
import { type Held, notHeld } from '../store/licenses/hold-license.ts'
import type { License } from '../store/licenses/licenses.ts'

type LicenseHoldRoutes = Pick<typeof licenseRoutes, LicenseHoldRoute>

interface Place {
  readonly id: number
  readonly licenseId: number
}

/** What a hold becomes, from the license as it is under the lock; undefined leaves it unchanged. */
type Decide = (
  license: License,
  now: Date,
) => { readonly held: Held; readonly expiresAt?: Date | undefined } | undefined

/** Pauses and bans of licenses. They can be undone; the users' sessions are refused at their next heartbeat. */
export function licenseHoldHandlers({
  stores,
  clock,
}: Pick<Dashboard, 'stores' | 'clock'>): Handlers<LicenseHoldRoutes> {
  const change = (actor: Actor, { id, licenseId }: Place, action: string, decide: Decide): Promise<LicenseView> =>
    stores.transaction(async (tx) => {
      const application = await findApplication(tx, actor.caller, id, 'manage')
      const spent = await lockSpent(tx, id, licenseId)
      if (!spent) throw new Problem('license_not_found')
      const { license } = spent
      const at = clock.now()
      const changed = decide(license, at)
      if (!changed) return withGrace(application, license)
      const before = await tx.undo.readLicense(id, licenseId)
      await tx.licenses.hold(id, { licenseId, ...changed })
      const moved = await moveTime(tx, id, spent, changed.held.hold, at)
      const details = moved ?? expiryMoved(license.expiresAt, changed.expiresAt)
      await audit(tx, actor, `license.${action}`, ofApplication(id, `, license ${licenseId}`), at, details)
      // the time of another license moved too: the opposite call moves it back
      const undoId = moved
        ? undefined
        : await tx.undo.saveLicenseHold(id, { licenseId, before, action, actor: actor.caller.email, at })
      const after = await tx.licenses.find(id, licenseId)
      if (!after) throw new Problem('license_not_found')
      return { ...withGrace(application, after), ...defined({ undoId }) }
    })

  return {
    'POST /api/applications/:id/licenses/:licenseId/pause': ({ params, body, ...actor }) =>
      change(actor, params, 'pause', (license, now) => {
        if (license.hold === 'banned') throw new Problem('license_banned')
        // paused again: the pause began with the first
        return { held: { hold: 'paused', holdReason: body?.reason || null, heldAt: license.heldAt ?? now } }
      }),
    'POST /api/applications/:id/licenses/:licenseId/unpause': ({ params, body, ...actor }) =>
      change(actor, params, 'unpause', (license, now) => {
        if (license.hold !== 'paused') return undefined
        return { held: notHeld, expiresAt: body?.giveBack ? givenBack(license, now) : undefined }
      }),
    'POST /api/applications/:id/licenses/:licenseId/ban': ({ params, body, ...actor }) =>
      change(actor, params, 'ban', (license, now) => ({
        held: {
          hold: 'banned',
          holdReason: body?.reason || null,
          heldAt: license.hold === 'banned' ? license.heldAt : now,
        },
      })),
    'POST /api/applications/:id/licenses/:licenseId/unban': ({ params, ...actor }) =>
      change(actor, params, 'unban', ({ hold }) => (hold === 'banned' ? { held: notHeld } : undefined)),
  }
}

/**
 * A ban of a spent key takes back what the key gave, and its end gives it back, unless the order was refunded or is
 * disputed; what happened, for the audit log.
 */
async function moveTime(
  tx: StoreSet,
  applicationId: number,
  spent: NonNullable<Awaited<ReturnType<typeof lockSpent>>>,
  hold: Held['hold'],
  now: Date,
): Promise<string | undefined> {
  if (hold !== 'banned' && spent.license.orderHold !== null) return undefined
  const move = hold === 'banned' ? takeBackTime : giveBackTime
  const moved = await move(tx, applicationId, spent, now)
  if (!moved) return undefined
  const days = `${Math.round((10 * moved.ms) / dayMs) / 10} days`
  return hold === 'banned'
    ? `${days} taken from license ${moved.licenseId}`
    : `${days} given back to license ${moved.licenseId}`
}

/** The expiry with the time of the pause added; undefined where there was no time left to lose. */
function givenBack({ expiresAt, heldAt }: License, now: Date): Date | undefined {
  if (!expiresAt || !heldAt || expiresAt <= heldAt) return undefined
  const pausedMs = Math.max(0, now.getTime() - heldAt.getTime())
  return new Date(Math.min(expiresAt.getTime() + pausedMs, Math.max(expiresAt.getTime(), Date.parse(neverExpires))))
}

/** Of the reason nothing is written: it may name a customer, who could not be taken out of the log. */
const expiryMoved = (before: Date | null, after: Date | undefined) =>
  after && `expiresAt: ${before?.toISOString()} → ${after.toISOString()}`
