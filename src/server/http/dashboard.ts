import type { FastifyRequest } from 'fastify'
import type { Clock } from '../lib/clock.ts'
import type { StoreSet, Stores } from '../store/index.ts'
import type { Administrator, Caller } from './auth/authenticate.ts'
import { clientIp } from './client-ip.ts'

/** What a change affects, for caches. */
export interface Changed {
  readonly applicationId?: number
  readonly accountId?: number
}

/** What all dashboard features depend on. */
export interface Dashboard {
  readonly stores: Stores
  readonly clock: Clock
  /** Called after the commit of a change to an application, its key, a blacklist or custom messages. */
  readonly onChanged: (what: Changed) => void
}

/** The actor named in the audit log. */
type Named = Pick<Administrator, 'accountId' | 'email'> & Pick<Caller, 'token'>

/** The caller and the request of a change: what a handler has at hand. */
export interface Actor<By extends Named = Caller> {
  readonly caller: By
  readonly request: Pick<FastifyRequest, 'ip' | 'socket'>
}

/** What a change is about, in words, and the application whose team may read of it. */
export interface AuditSubject {
  readonly text: string
  readonly applicationId: number | null
}

/** The application, or with `rest` something in it. */
export const ofApplication = (applicationId: number, rest = ''): AuditSubject => ({
  applicationId,
  text: `application ${applicationId}${rest}`,
})

/** Writes a change to the audit log, in the transaction of the change. Subject and details never hold a secret. */
export function audit(
  tx: StoreSet,
  { caller, request }: Actor<Named>,
  action: string,
  subject: AuditSubject | string,
  at: Date,
  details?: string,
): Promise<void> {
  const { email, token } = caller
  const { text, applicationId } = typeof subject === 'string' ? { text: subject, applicationId: null } : subject
  const actor = token ? `${email}, token ${token.id} "${token.name}"` : email
  return tx.audit.insert({
    accountId: caller.accountId,
    actor,
    action,
    subject: text,
    applicationId,
    ip: clientIp(request),
    at,
    ...(details && { details }),
  })
}
