import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A cookie of one name, with everything a browser has to know about it. */
interface Cookie {
  read(request: FastifyRequest): string | undefined
  set(reply: FastifyReply, value: string): void
  clear(reply: FastifyReply): void
}

export interface SignInCookies {
  readonly session: Cookie
  /** Names the device whose remembered password may be opened. */
  readonly remember: Cookie
  /** Makes the browser known as one of an account's: it opens nothing, but strangers' failures do not reach it. */
  readonly device: Cookie
}

const rememberSeconds = 30 * 24 * 60 * 60
/** How long a browser is known after its last sign-in. */
export const knownDeviceMs = 90 * 24 * 60 * 60 * 1000

/**
 * Over https the prefix `__Host-` keeps other hosts and plain connections from setting them. Over plain http no browser
 * takes it, so `PUBLIC_URL` decides.
 */
export function signInCookies(isSecure: boolean): SignInCookies {
  const prefix = isSecure ? '__Host-' : ''
  const common = { path: '/', httpOnly: true, secure: isSecure }
  return {
    session: cookie(`${prefix}sid`, { ...common, sameSite: 'lax' }),
    remember: cookie(`${prefix}rm`, { ...common, sameSite: 'strict', maxAge: rememberSeconds }),
    device: cookie(`${prefix}kd`, { ...common, sameSite: 'strict', maxAge: knownDeviceMs / 1000 }),
  }
}

function cookie(name: string, options: CookieSerializeOptions): Cookie {
  return {
    read: (request) => request.cookies[name] || undefined,
    set: (reply, value) => {
      reply.setCookie(name, value, options)
    },
    clear: (reply) => {
      reply.clearCookie(name, options)
    },
  }
}
