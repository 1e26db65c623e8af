import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../lib/clock.ts'
import { equalsConstantTime, hashToken, randomToken } from '../../lib/tokens.ts'
import type { KnownUser } from '../../operations/customer-access.ts'
import { knownBrowserMs, type PortalCookies } from './portal-cookies.ts'

interface KnownBrowserDeps {
  readonly clock: Clock
  /** An HMAC that only this server can compute. */
  readonly sign: (text: string) => string
}

/**
 * Browsers in which a customer signed in before. Their failures count apart from those of strangers, so that nobody can
 * lock a customer out by guessing.
 */
export function knownBrowsers({ clock, sign }: KnownBrowserDeps) {
  const idIn = (cookies: PortalCookies, request: FastifyRequest, user: KnownUser): string | undefined => {
    const text = cookies.readBrowser(request) ?? ''
    const end = text.lastIndexOf('.')
    if (end < 0 || !equalsConstantTime(text.slice(end + 1), sign(text.slice(0, end)))) return undefined
    const [userId, id, madeAt, stamp] = text.slice(0, end).split('.')
    const isOfUser = userId === String(user.id) && stamp === stampOf(user)
    return isOfUser && clock.nowMs() - Number(madeAt) < knownBrowserMs ? id : undefined
  }
  return {
    /** Names the browser if this user signed in with it; undefined for strangers. */
    of(cookies: PortalCookies, request: FastifyRequest, user: KnownUser): string | undefined {
      const id = idIn(cookies, request, user)
      return id && `browser ${id}`
    },
    /** Only for a request that has just signed in as this user. */
    remember(cookies: PortalCookies, request: FastifyRequest, reply: FastifyReply, user: KnownUser): void {
      const id = idIn(cookies, request, user) ?? randomToken(16)
      const text = [user.id, id, clock.nowMs(), stampOf(user)].join('.')
      cookies.setBrowser(reply, `${text}.${sign(text)}`)
    },
  }
}

/** A new password makes every browser a stranger. */
const stampOf = ({ passwordHash }: KnownUser) => hashToken(passwordHash).slice(0, 16)
