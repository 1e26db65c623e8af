import type { ApiReply } from '../../api/client.ts'

export type Client = ApiReply<'GET /api/applications/:id/stats/clients'>[number]

/** Of all sign-ins, this part may come from old clients without a warning. */
const oldShareMax = 0.05

/** Red as soon as one client is unsafe, amber when more than 5 % of the sign-ins came from old ones. */
export function warningOf(
  clients: readonly Pick<Client, 'state' | 'logins' | 'liveSessions'>[],
): { readonly tone: 'warn' | 'bad'; readonly reason: 'old' | 'unsafe' } | undefined {
  if (clients.some(({ state }) => state === 'unsafe')) return { tone: 'bad', reason: 'unsafe' }
  const sum = (some: typeof clients) => some.reduce((all, { logins }) => all + logins, 0)
  const old = sum(clients.filter(({ state }) => state === 'old'))
  return old > oldShareMax * sum(clients) ? { tone: 'warn', reason: 'old' } : undefined
}
