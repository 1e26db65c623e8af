import { password, type World } from './world.ts'

/** A response of the portal. */
export interface PortalSaid {
  readonly code?: string
  readonly message?: string
  readonly [field: string]: unknown
}

/** One browser in a portal, with its cookies. */
export function portalBrowser({ test, ip }: World, slug: string, cookies = new Map<string, string>()) {
  const call = async (method: string, path = '', body?: unknown, from: string = ip) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await test.call<PortalSaid>(method, `/api/portal/${slug}${path}`, {
      ...(body !== undefined && { body }),
      headers: { 'user-agent': 'Firefox/140', ...(cookie !== '' && { cookie }) },
      ip: from,
    })
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [name = '', value = ''] = String(line).split(';')[0]?.split('=') ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }
  return {
    call,
    cookies,
    signIn: (username: string, sent = password, from?: string) =>
      call('POST', '/sign-in', { username, password: sent }, from),
    byKey: (license_key: string) => call('POST', '/sign-in', { license_key }),
  }
}
