import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../src/server/db/open.ts'
import { hashToken, newManagementToken } from '../../src/server/lib/tokens.ts'
import type { MemberRole } from '../../src/shared/rights.ts'
import { tokenActions } from '../../src/shared/token-actions.ts'
import {
  type Answer,
  createTestApp,
  signedInAccount,
  type TestAccount,
  type TestApp,
} from '../harness/create-test-app.ts'
import { describeOnBothDatabases } from '../harness/databases.ts'
import { everyRow } from '../harness/every-row.ts'
import { printFigure } from '../harness/print-figure.ts'
import { buildRequest, type Route, routes } from './requests.ts'
import { seedTenant, type Tenant } from './tenant.ts'

/** What a call does to the application, told from its method and path alone. */
type Deed = 'reads' | 'explains' | 'helps' | 'takes out' | 'changes' | 'directs' | 'ends'

const everydayHelp = new Set([
  'PUT /api/applications/:id/users/:userId',
  'POST /api/applications/:id/users/:userId/pause',
  'POST /api/applications/:id/users/:userId/unpause',
  'POST /api/applications/:id/users/:userId/reset-hwid',
  'POST /api/applications/:id/users/:userId/password-link',
  'PATCH /api/applications/:id/users/:userId/devices/:deviceId',
  'DELETE /api/applications/:id/users/:userId/devices/:deviceId',
  'POST /api/applications/:id/users/:userId/ban',
  'POST /api/applications/:id/users/:userId/unban',
  'GET /api/applications/:id/users/:userId/ban-everywhere',
  'POST /api/applications/:id/users/:userId/ban-everywhere',
  'POST /api/applications/:id/users/:userId/unban-everywhere',
  'DELETE /api/applications/:id/sessions',
  'DELETE /api/applications/:id/sessions/:sessionId',
  'POST /api/applications/:id/operations/:operationId/undo',
  'POST /api/blacklist',
  'DELETE /api/blacklist/:id',
])

function deedOf({ key, method, path }: Route): Deed {
  if (key === 'DELETE /api/applications/:id') return 'ends'
  // Whether the offer is theirs decides about these two, not the role.
  if (key === 'POST /api/applications/:id/transfer/accept' || key === 'DELETE /api/applications/:id/transfer')
    return 'reads'
  // Their own filter of a list that they see.
  if (key === 'POST /api/account/views') return 'reads'
  if (path.endsWith('/export')) return 'takes out'
  if (key === 'GET /api/audit') return 'directs'
  if (everydayHelp.has(key)) return 'helps'
  if (method === 'GET' || path === '/api/search') return 'reads'
  if (/\/(members|member-invites|transfer)\b/.test(path)) return 'directs'
  if (path.endsWith('/login-check')) return 'explains'
  return 'changes'
}

const all: readonly Deed[] = ['reads', 'explains', 'helps', 'takes out', 'changes', 'directs', 'ends']
const asManager: readonly Deed[] = ['reads', 'explains', 'helps', 'takes out', 'changes']

/** Fourteen callers, and what each may do with an application of somebody else (or, as its owner, their own). */
const callers: Readonly<Record<string, readonly Deed[]>> = {
  'nobody signed in': [],
  'a stranger': [],
  'a viewer': ['reads'],
  'a supporter': ['reads', 'explains', 'helps'],
  'a manager': asManager,
  'its owner': all,
  view_all_data: ['reads', 'explains', 'takes out'],
  manage_applications: ['helps', 'changes'],
  delete_applications: ['ends'],
  'an owner of the installation': all,
  'a token of a manager for all that they own': [],
  'a token of a manager for this application': asManager,
  'a manager who was removed': [],
  'a manager whose account is disabled': [],
}

/** A path in which no application is named: a token for one application may not make such a call. */
const isUnnamed = ({ path }: Route) => path.includes(':') && !path.startsWith('/api/applications/:id')

function refusalOf(caller: string, route: Route): { status: number; code: RegExp } {
  if (caller === 'nobody signed in' || caller.endsWith('disabled')) return { status: 401, code: /^not_signed_in$/ }
  if (caller.startsWith('a token')) {
    const isNarrow = caller.endsWith('this application')
    if (route.def.token === 'none' || (isNarrow && isUnnamed(route)))
      return { status: 403, code: /^token_not_allowed$/ }
  }
  if (callers[caller]?.includes('reads')) return { status: 403, code: /^permission_missing$/ }
  return { status: 404, code: /_not_found$/ }
}

const guarded = routes.filter(({ def }) => def.right !== undefined)

it('every call about an application states the right to it', () => {
  const about = routes.filter(({ def, is, path }) => {
    const named = [is.path, is.query, is.body].flatMap((part) => Object.values(part ?? {}))
    const isOfApplication = ['application', 'webhook', 'blacklistEntry'].some((kind) => named.includes(kind as never))
    return def.auth === 'session' && isOfApplication && path !== '/api/account/tokens'
  })
  expect(about.filter(({ def }) => def.right === undefined).map(({ key }) => key)).toEqual([])
  expect(guarded.length).toBeGreaterThan(70)
})

describeOnBothDatabases('who may do what with an application that has members', (open) => {
  let test: TestApp
  let database: Database
  let target: Tenant
  const people = new Map<string, TestAccount>()
  let headersOf: Readonly<Record<string, Record<string, string>>>
  let calls = 0

  const members: Readonly<Record<string, MemberRole>> = {
    'a viewer': 'viewer',
    'a supporter': 'support',
    'a manager': 'manager',
    'a manager who was removed': 'manager',
    'a manager whose account is disabled': 'manager',
  }
  const person = (name: string) => {
    const found = people.get(name)
    if (!found) throw new Error(name)
    return found
  }

  const furnish = async () => {
    target = await seedTenant(test, await signedInAccount(test))
    const { application } = target.ids
    const applicationId = Number(application)
    const manager = person('a manager')
    const makeToken = async (applicationIds: readonly number[] | null) => {
      const token = newManagementToken()
      const now = test.clock.now()
      const expiresAt = new Date(now.getTime() + 86_400_000)
      const rest = { name: 'shop', hint: '', applicationIds, actions: tokenActions, createdAt: now, expiresAt }
      await test.stores.transaction((tx) =>
        tx.managementTokens.insert({ ...rest, accountId: manager.id, tokenHash: hashToken(token) }),
      )
      return { authorization: `Bearer ${token}` }
    }
    for (const [name, role] of Object.entries(members)) {
      const { id: accountId } = person(name)
      await test.stores.transaction((tx) =>
        tx.members.insert({ applicationId, accountId, role, addedBy: target.account.id }, test.clock.now()),
      )
    }
    const removed = person('a manager who was removed')
    await test.stores.transaction((tx) => tx.members.remove(applicationId, removed.id))
    headersOf = {
      ...Object.fromEntries([...people].map(([name, { cookie }]) => [name, { cookie }])),
      'nobody signed in': {},
      'its owner': { cookie: target.account.cookie },
      'a token of a manager for all that they own': await makeToken(null),
      'a token of a manager for this application': await makeToken([applicationId]),
    }
  }

  beforeAll(async () => {
    database = await open()
    test = await createTestApp({ database, env: { RATE_LIMIT_SCALE: '1000' } })
    for (const name of ['a stranger', ...Object.keys(members)]) people.set(name, await signedInAccount(test))
    for (const permission of ['view_all_data', 'manage_applications', 'delete_applications'] as const) {
      people.set(permission, await signedInAccount(test, 'user', [permission]))
    }
    people.set('an owner of the installation', await signedInAccount(test, 'owner'))
    await database.transaction((tx) =>
      tx
        .updateTable('accounts')
        .set({ is_active: 0 })
        .where('id', '=', person('a manager whose account is disabled').id)
        .execute(),
    )
    await furnish()
  })
  afterAll(async () => {
    printFigure(`${calls} calls: ${guarded.length} routes by ${Object.keys(callers).length} callers`)
    await test.close()
  })

  const ask = async (route: Route, caller: string): Promise<Answer<{ code?: string }>> => {
    calls += 1
    const { method, url, body, file } = buildRequest(route, target)
    const headers = { ...headersOf[caller], ...(file && { 'content-type': file.type }) }
    if (!file) return test.call(method, url, { headers, ...(body !== undefined && { body }) })
    const answer = await test.http.inject({ method: method as 'POST', url, headers, payload: file.text })
    const isJson = answer.statusCode !== 200
    return {
      status: answer.statusCode,
      text: answer.payload,
      headers: answer.headers,
      body: isJson ? answer.json() : {},
    }
  }

  it.each(guarded.map((route) => [route.key, route] as const))('%s', async (key, route) => {
    const deed = deedOf(route)
    const isAllowed = (caller: string) =>
      callers[caller]?.includes(deed) === true && !(caller.startsWith('a token') && isClosedToToken(caller, route))
    const names = Object.keys(callers)
    const before = await everyRow(database)
    for (const caller of names.filter((name) => !isAllowed(name))) {
      const { status, body, text } = await ask(route, caller)
      const refusal = refusalOf(caller, route)
      expect({ caller, status, text }).toMatchObject({ caller, status: refusal.status })
      expect(body.code, caller).toMatch(refusal.code)
    }
    expect(await everyRow(database)).toEqual(before)
    for (const caller of names.filter(isAllowed)) {
      const { status, body, text } = await ask(route, caller)
      const isNotTheirs = status === 404 && body.code === 'transfer_not_found' && key.includes('/transfer')
      // 409: a made-up preview, a second undo, a second offer.
      if (!isNotTheirs) expect([200, 409], `${caller}: ${text}`).toContain(status)
      if (route.method === 'DELETE') await furnish()
    }
  })
})

const isClosedToToken = (caller: string, route: Route) =>
  route.def.token === 'none' || (caller.endsWith('this application') && isUnnamed(route))
