import { neverExpires } from '../../shared/constants.ts'
import type { LicenseHoldRoute, licenseRoutes } from '../../shared/contract/licenses.ts'
import { findApplication } from '../http/auth/application-access.ts'
import { type Actor, audit, type Dashboard, ofApplication } from '../http/dashboard.ts'
import { Problem } from '../http/problem.ts'
import type { Handlers } from '../http/serve-routes.ts'
import { defined } from '../store/columns.ts'
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
  const change = (actor: Actor, { id, licenseId }: Place, action: string, decide: Decide): Promise<License> =>
    stores.transaction(async (tx) => {
      await findApplication(tx, actor.caller, id, 'manage')
      const license = await tx.licenses.lock(id, licenseId)
      if (!license) throw new Problem('license_not_found')
      const at = clock.now()
      const changed = decide(license, at)
      if (!changed) return license
      const before = await tx.undo.readLicense(id, licenseId)
      await tx.licenses.hold(id, { licenseId, ...changed })
      const details = expiryMoved(license.expiresAt, changed.expiresAt)
      await audit(tx, actor, `license.${action}`, ofApplication(id, `, license ${licenseId}`), at, details)
      const undoId = await tx.undo.saveLicenseHold(id, { licenseId, before, action, actor: actor.caller.email, at })
      const after = await tx.licenses.find(id, licenseId)
      if (!after) throw new Problem('license_not_found')
      return { ...after, ...defined({ undoId }) }
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

/** The expiry with the time of the pause added; undefined where there was no time left to lose. */
function givenBack({ expiresAt, heldAt }: License, now: Date): Date | undefined {
  if (!expiresAt || !heldAt || expiresAt <= heldAt) return undefined
  const pausedMs = Math.max(0, now.getTime() - heldAt.getTime())
  return new Date(Math.min(expiresAt.getTime() + pausedMs, Math.max(expiresAt.getTime(), Date.parse(neverExpires))))
}

/** Of the reason nothing is written: it may name a customer, who could not be taken out of the log. */
const expiryMoved = (before: Date | null, after: Date | undefined) =>
  after && `expiresAt: ${before?.toISOString()} → ${after.toISOString()}`
