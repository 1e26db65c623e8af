import type { FastifyReply, FastifyRequest } from 'fastify'
import { portalSlugPattern } from '../../../shared/constants.ts'
import type { Recorder } from '../../events/recorder.ts'
import { clientIp } from '../../http/client-ip.ts'
import { type Attempt, attemptIn, reserveOrWait } from '../../http/limits/attempt.ts'
import type { Limiters } from '../../http/limits/limiters.ts'
import { type Limiter, refusedFor } from '../../http/limits/rate-limit.ts'
import { outcomeProblem, Problem } from '../../http/problem.ts'
import type { BackgroundQueue } from '../../lib/background-queue.ts'
import { ipLimiterKey } from '../../lib/canonical.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Passwords } from '../../lib/passwords/passwords.ts'
import type { MailQueue } from '../../mails/queue-mail.ts'
import type { CustomerAccess, CustomerCall, CustomerRefusal } from '../../operations/customer-access.ts'
import type { Application } from '../../store/applications/applications.ts'
import type { Stores } from '../../store/index.ts'
import { knownBrowsers } from './known-browsers.ts'
import { type PortalCookies, portalCookies } from './portal-cookies.ts'

export interface PortalDeps {
  /** Reads by key. */
  readonly stores: Stores
  /** For lists, which are read beside the event loop. */
  readonly lists: Stores
  readonly clock: Clock
  readonly recorder: Recorder
  readonly passwords: Passwords
  readonly limiters: Limiters
  readonly access: CustomerAccess
  readonly isSecure: boolean
  /** An HMAC that only this server can compute. */
  readonly signBrowser: (text: string) => string
  /** The same, for codes: their few digits could be tried against a plain hash. */
  readonly signCode: (text: string) => string
  readonly mailQueue: MailQueue
  readonly backgroundQueue: BackgroundQueue
}

/** What all calls of the portal share. */
export interface PortalContext extends Omit<PortalDeps, 'limiters' | 'signBrowser'> {
  readonly browsers: ReturnType<typeof knownBrowsers>
  /** The application whose portal is open at the address; who tries many addresses is refused. */
  findPortal(request: FastifyRequest, slug: string): Promise<Application>
  cookiesOf(application: Application): PortalCookies
  /** Calls that ask for mail. */
  readonly mailCalls: Limiter
  /** Looks up an order; what is undefined counts, and who looks for many such is refused. */
  findOrder<T>(ip: string, find: () => Promise<T | undefined>): Promise<T | undefined>
  /** The same for links with which users set a password. */
  findLink<T>(ip: string, find: () => Promise<T | undefined>): Promise<T | undefined>
  /** An attempt at a code. */
  wrongCodes(applicationId: number, ip: string): Attempt
}

export function portalContext({ limiters, signBrowser, ...deps }: PortalDeps): PortalContext {
  const countPortals = limitUnknown(limiters.window('unknownPortals'))
  const countOrders = limitUnknown(limiters.window('unknownPortalOrders'))
  const countLinks = limitUnknown(limiters.window('unknownPasswordLinks'))
  const wrongCodes = limiters.window('wrongPortalCodes')
  return {
    ...deps,
    mailCalls: limiters.window('portalMailCalls'),
    findOrder: countOrders,
    findLink: countLinks,
    wrongCodes: (applicationId, ip) => attemptIn({ limiter: wrongCodes, key: `${applicationId} ${ipLimiterKey(ip)}` }),
    browsers: knownBrowsers({ clock: deps.clock, sign: signBrowser }),
    cookiesOf: ({ id }) => portalCookies(id, deps.isSecure),
    findPortal: async (request, slug) => {
      const application = await countPortals(clientIp(request), async () =>
        portalSlugPattern.test(slug) ? deps.stores.applications.findPortal(slug) : undefined,
      )
      if (!application) throw new Problem('portal_not_found')
      return application
    },
  }
}

/** Counts what is not found against an address. Many at once wait for each other, so that those who find are all served. */
function limitUnknown(limiter: Limiter) {
  const reserve = reserveOrWait(limiter)
  return async <T>(ip: string, find: () => Promise<T | undefined>): Promise<T | undefined> => {
    const reservation = await reserve(ipLimiterKey(ip))
    if (typeof reservation === 'number') throw refusedFor(reservation)
    try {
      const found = await find()
      if (found === undefined) reservation.commit()
      return found
    } finally {
      reservation.release()
    }
  }
}

const userAgentMaxLength = 256

/** The request as the public API's rules see it. */
export const customerCall = (request: FastifyRequest, { id }: Application): CustomerCall => ({
  applicationId: id,
  ip: clientIp(request),
  userAgent: (request.headers['user-agent'] ?? '').slice(0, userAgentMaxLength).replace(/\p{Cc}|[\u2028\u2029]/gu, ' '),
  requestId: request.id,
})

export const isRefusal = <T extends object>(answer: T | CustomerRefusal): answer is CustomerRefusal =>
  'outcome' in answer

export const refusedBy = ({ outcome, message, retryAfterMs }: CustomerRefusal): Problem =>
  outcomeProblem(outcome, message, retryAfterMs)

/** What every handler gets besides its input. */
export interface PortalRequest {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}
