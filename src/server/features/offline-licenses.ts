import { offlineDaysDefault } from '../../shared/constants.ts'
import type { offlineLicenseRoutes } from '../../shared/contract/offline-licenses.ts'
import { findApplication } from '../http/auth/application-access.ts'
import { type Caller, refreshCaller } from '../http/auth/authenticate.ts'
import { audit, type Dashboard, ofApplication } from '../http/dashboard.ts'
import { fieldError } from '../http/field-error.ts'
import type { Limiters } from '../http/limits/limiters.ts'
import { refuseFor } from '../http/limits/rate-limit.ts'
import { Problem } from '../http/problem.ts'
import type { Handlers } from '../http/serve-routes.ts'
import { pagedList } from '../http/streams/paged-list.ts'
import { parseOfflineRequest } from '../lib/offline-request.ts'
import { subjectOfUser } from '../operations/change-app-user.ts'
import type { OfflineLicenses, OfflineRefusal } from '../operations/offline-licenses.ts'

interface OfflineLicenseDeps extends Pick<Dashboard, 'stores' | 'clock'> {
  readonly limiters: Limiters
  readonly offlineLicenses: OfflineLicenses
}

/** Files with which a program runs on a computer that never reaches the server. */
export function offlineLicenseHandlers(deps: OfflineLicenseDeps): Handlers<typeof offlineLicenseRoutes> {
  const { stores, clock, limiters, offlineLicenses } = deps
  const limit = limiters.window<number>('offlineFiles')
  return {
    'GET /api/applications/:id/offline-licenses': async ({ caller, params: { id }, query }) => {
      await findApplication(stores, caller, id, 'look')
      return pagedList(query, {
        sort: 'id:desc',
        sortedBy: 'number',
        read: async (after, size) => {
          const rows = await stores.offlineLicenses.list(id, query, after?.id, size + 1)
          const page = rows.slice(0, size)
          const last = rows.length > size ? page.at(-1) : undefined
          return { rows: page, next: last && { value: last.id, id: last.id } }
        },
        show: (row) => row,
      })
    },

    'POST /api/applications/:id/offline-licenses': async ({ params: { id }, body, ...actor }) => {
      const { caller } = actor
      await findApplication(stores, caller, id, 'manage')
      const { days = offlineDaysDefault, userId, licenseId } = body
      if (userId != null) requireUsersWrite(caller)
      refuseFor(limit.take(caller.accountId))
      const request = parseOfflineRequest(body.request)
      if (typeof request === 'string') throw fieldError('request', requestFaults[request])
      const of = userId == null ? { licenseId: licenseId ?? 0 } : { userId }
      const question = { applicationId: id, request, of, days, by: caller.email }
      const made = await offlineLicenses.make(question, {
        allow: async (tx) => findApplication(tx, await refreshCaller(tx, clock, caller), id, 'manage'),
        record: (tx, file) =>
          audit(
            ...([
              tx,
              actor,
              'offline_license.create',
              subjectOfUser({ id, userId: file.userId }),
              clock.now(),
            ] as const),
            `until ${file.expiresAt.toISOString()}`,
          ),
      })
      if (typeof made === 'string' || 'reason' in made) throw problemOf(made)
      return { id: made.id, file: made.file, expiresAt: made.expiresAt }
    },

    'DELETE /api/applications/:id/offline-licenses/:fileId': async ({ params: { id, fileId }, ...actor }) => {
      await stores.transaction(async (tx) => {
        await findApplication(tx, await refreshCaller(tx, clock, actor.caller), id, 'manage')
        const now = clock.now()
        const withdrawn = await tx.offlineLicenses.withdraw(id, fileId, now)
        if (!withdrawn) throw new Problem('offline_license_not_found')
        const subject = ofApplication(id, `, offline file ${fileId}`)
        if (withdrawn.isNew) await audit(tx, actor, 'offline_license.withdraw', subject, now)
      })
      return { message: 'Offline file withdrawn' }
    },
  }
}

/** The route needs `licenses:write`; whoever names a user changes that user's devices. */
function requireUsersWrite({ token }: Caller): void {
  if (token && !token.actions.includes('users:write')) {
    throw new Problem('token_not_allowed', { message: 'A file for a user needs the action users:write too.' })
  }
}

/** What is wrong with the text of a request. */
const requestFaults = {
  cut: 'The request is not whole. Copy it with its first and its last line.',
  changed: 'The request was changed on the way. Copy it again from the program.',
  other_application: 'The request is for another application.',
  other_user: 'The request names another user or license key.',
  other_keys: 'The program trusts none of the keys that this application has. It needs a newer version.',
  no_device: 'The request names no hardware ID of its own, so the file could be copied to any computer.',
} as const

function problemOf(refusal: OfflineRefusal): Problem {
  if (typeof refusal !== 'string') {
    const { reason, message } = refusal
    return new Problem('offline_refused', { message, reason })
  }
  switch (refusal) {
    case 'user_not_found':
    case 'license_not_found':
      return new Problem(refusal)
    case 'request_used':
      return new Problem('offline_request_used')
    case 'no_device_free':
      return new Problem('device_limit_reached')
    default:
      return fieldError('request', requestFaults[refusal])
  }
}
