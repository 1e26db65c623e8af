import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A named cookie with all attributes that a browser needs. */
interface Cookie {
  read(request: FastifyRequest): string | undefined
  set(reply: FastifyReply, value: string): void
  clear(reply: FastifyReply): void
}

export interface SignInCookies {
  readonly session: Cookie
  /** Identifies the device whose remembered password may be decrypted. */
  readonly remember: Cookie
  /**
   * Device cookie: marks the browser as one of the account's. It grants no access, but strangers' failures do not
   * count against it.
   */
  readonly device: Cookie
}

const rememberSeconds = 30 * 24 * 60 * 60
/** How long a browser stays known after its last sign-in. */
export const knownDeviceMs = 90 * 24 * 60 * 60 * 1000

/**
 * With https, the prefix `__Host-` prevents other hosts and plain http connections from setting these cookies. With
 * plain http, browsers reject the prefix, so `PUBLIC_URL` decides.
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
