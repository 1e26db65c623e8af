import { appUserSorts } from '../../src/shared/contract/app-users.ts'
import type { Api } from '../../src/shared/contract/index.ts'
import { licenseSorts } from '../../src/shared/contract/licenses.ts'
import { type Built, buildRequest, routes } from './requests.ts'
import type { Tenant } from './tenant.ts'

/** A call of the dashboard. */
export interface DashboardCall extends Built {
  readonly name: string
  /** Whether it may be made again at once; a change is made once. */
  readonly isRepeated: boolean
  /** A change of many rows: sent with the token of its preview. */
  readonly isPreviewed?: true
}

/** What the calls name: records of an application, a user of it, and its public keys. */
export type CalledRecords = Pick<Tenant, 'ids' | 'username' | 'pins'>

/** Other requests of a call than the contract's test case, which reads or changes a few rows. */
interface Variant {
  readonly label: string
  readonly search?: string
  readonly body?: unknown
}

const pages = (sorts: readonly string[]): Variant[] =>
  sorts.flatMap((sort) =>
    ['asc', 'desc'].map((order) => ({ label: `50 by ${sort}:${order}`, search: `limit=50&sort=${sort}:${order}` })),
  )

/** Later calls end the sessions, take the user's offline file and pause the user. */
const firstCalls = [
  'DELETE /api/applications/:id/offline-licenses/:fileId',
  'POST /api/applications/:id/offline-licenses',
  'GET /api/applications/:id/sessions',
  'GET /api/applications/:id/sessions (50)',
  'DELETE /api/applications/:id/sessions/:sessionId',
  'DELETE /api/applications/:id/sessions',
]

const all = { filter: {} }
const sevenDays = { selection: all, action: { type: 'add_days', days: 7 } }
const toAll: readonly Variant[] = [{ label: '7 days for all', body: sevenDays }]
const lines = (count: number, line: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => line(n)).join('\n')

const variants: Partial<Readonly<Record<keyof Api, readonly Variant[]>>> = {
  'GET /api/applications/:id/users': [
    ...pages(appUserSorts),
    { label: 'searched', search: 'limit=50&q=10.7' },
    { label: 'nobody found', search: 'limit=50&q=nobody' },
    { label: 'banned', search: 'limit=50&status=banned' },
    { label: 'active', search: 'limit=50&status=active' },
  ],
  'GET /api/applications/:id/licenses': [
    ...pages(licenseSorts),
    { label: 'searched', search: 'limit=50&q=FILL-777' },
    { label: 'nothing found', search: 'limit=50&q=nothing' },
  ],
  'GET /api/applications/:id/sessions': [{ label: '50', search: 'limit=50' }],
  'GET /api/activity-logs': [
    { label: 'page', search: 'applicationId=1&limit=50' },
    { label: 'all applications', search: 'limit=50' },
    { label: 'nothing found', search: 'applicationId=1&limit=50&ip=192.0.2.1' },
  ],
  'POST /api/search': [
    { label: 'all applications', body: { q: 'nobody' } },
    { label: 'an ID or an address', body: { q: '10' } },
    { label: 'a license', body: { q: 'FILL-777' } },
  ],
  'GET /api/audit': [{ label: 'nothing found', search: 'q=nothing' }],
  'POST /api/applications/:id/users/bulk/preview': toAll,
  'POST /api/applications/:id/users/bulk': toAll,
  'POST /api/applications/:id/licenses/bulk/preview': toAll,
  'POST /api/applications/:id/licenses/bulk': toAll,
  'POST /api/applications/:id/licenses/batch': [{ label: '1,000', body: { count: 1000 } }],
  'POST /api/blacklist/import': [
    {
      label: '1,000, dry',
      body: { applicationId: 1, type: 'username', text: lines(1000, (n) => `blocked-${n}`), isDryRun: true },
    },
  ],
}

/**
 * Every call of the contract that a signed-in user makes, as the contract's tests make it, and variants over many rows.
 * Live sessions, which end by themselves, come first; those that delete come last, an API key and the application after
 * all others.
 */
export function dashboardCalls(records: CalledRecords): DashboardCall[] {
  const own = records as Tenant
  const calls = routes
    .filter(({ def }) => def.auth === 'session' || def.auth === 'admin')
    .flatMap((route): DashboardCall[] => {
      const isPreviewed = route.path.endsWith('/bulk')
      const isRepeated = route.method === 'GET' || route.path.endsWith('/preview') || route.path === '/api/search'
      const usual = {
        ...buildRequest(route, own),
        name: route.key,
        isRepeated,
        ...(isPreviewed && { isPreviewed: true as const }),
      }
      const more = variants[route.key as keyof Api] ?? []
      return [usual, ...more.map((variant) => withVariant(usual, variant))]
    })
  return calls.sort((a, b) => turnOf(a) - turnOf(b))
}

function withVariant(usual: DashboardCall, { label, search, body }: Variant): DashboardCall {
  const [path = ''] = usual.url.split('?')
  return {
    ...usual,
    name: `${usual.name} (${label})`,
    ...(search !== undefined && { url: `${path}?${search}` }),
    ...(body !== undefined && { body }),
  }
}

function turnOf({ name, method }: DashboardCall): number {
  const first = firstCalls.indexOf(name)
  if (first >= 0) return first - firstCalls.length
  if (name === 'DELETE /api/applications/:id') return 4
  if (name === 'DELETE /api/applications/:id/api-keys/:keyId') return 3
  if (method === 'DELETE' || /sign-out|password|totp/.test(name)) return 2
  return name.includes('7 days for all') && !name.includes('preview') ? 1 : 0
}
