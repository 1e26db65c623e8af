import { createWorld, password, type Suite, type World } from './world.ts'

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

let portals = 0

/** A portal of a new application, and a browser in it. */
export async function openPortal(suite: Suite, settings: object = {}) {
  portals += 1
  const slug = `shop-${portals}`
  const portal = { portalEnabled: true, portalSlug: slug }
  const world = await createWorld(suite, await suite.test.account(), { ...portal, ...settings })
  return { world, slug, ...portalBrowser(world, slug) }
}

/** How many of the answers have the status. */
export const countOf = (answers: readonly { readonly status: number }[], status: number): number =>
  answers.filter((answer) => answer.status === status).length
