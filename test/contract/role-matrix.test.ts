import { beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../src/shared/contract/index.ts'
import { type Permission, permissions, type Role, rolePresets, roles } from '../../src/shared/permissions.ts'
import { type Answer, signedInAccount, type TestAccount } from '../harness/create-test-app.ts'
import { printFigure } from '../harness/print-figure.ts'
import { useTestApp } from '../harness/use-suite.ts'
import { buildRequest, type Route, routes } from './requests.ts'
import { type RouteAccess, routeAccess } from './route-access.ts'
import { seedTenant, type Tenant } from './tenant.ts'

interface Holder {
  readonly name: string
  readonly role: Role
  readonly permissions: readonly Permission[]
}

/** Every set of permissions with `ROLE_SETS=all`; otherwise none, each alone, all but each, and what roles bring along. */
const sets: Holder[] =
  process.env.ROLE_SETS === 'all'
    ? Array.from({ length: 2 ** permissions.length }, (_, set) =>
        holder(permissions.filter((_name, bit) => (set >> bit) & 1)),
      )
    : [
        holder([]),
        ...permissions.map((permission) => holder([permission])),
        ...permissions.map((permission) => holder(permissions.filter((other) => other !== permission))),
      ]
const holders: Holder[] = [
  ...sets,
  ...roles.map((role) => ({ name: `role ${role}`, role, permissions: role === 'owner' ? [] : rolePresets[role] })),
]

function holder(held: readonly Permission[]): Holder {
  return { name: held.join(' + ') || 'no permission', role: 'user', permissions: held }
}

const guarded = routes.filter(({ key }) => accessOf(key) !== 'public')

describe('who may make which call', () => {
  const test = useTestApp({ env: { RATE_LIMIT_SCALE: '1000' } })
  let target: Tenant
  const people: TestAccount[] = []
  let calls = 0

  beforeAll(async () => {
    target = await furnish()
    for (const { role, permissions: held } of holders) people.push(await signedInAccount(test, role, held))
  })

  const furnish = async () => seedTenant(test, await signedInAccount(test))

  const ask = (route: Route, { cookie }: TestAccount): Promise<Answer<{ code?: string }>> => {
    calls += 1
    const { method, url, body, file } = buildRequest(route, target)
    if (!file) return test.call(method, url, { headers: { cookie }, ...(body !== undefined && { body }) })
    const headers = { cookie, 'content-type': file.type }
    return test.http.inject({ method: method as 'POST', url, headers, payload: file.text }).then((answer) => ({
      status: answer.statusCode,
      text: answer.payload,
      headers: answer.headers,
      body: answer.statusCode === 200 ? {} : answer.json(),
    }))
  }

  it.each(guarded.map((route) => [route.key, route] as const))('%s', async (key, route) => {
    const door = accessOf(key)
    for (const [index, { name, role, permissions: held }] of holders.entries()) {
      const person = people[index]
      if (!person) throw new Error('nobody')
      if (door === 'self') {
        // On the own account, which a call may sign out.
        const own = await signedInAccount(test, role, held)
        const { body, status } = await ask(route, own)
        expect(status, `${name}: ${body.code}`).not.toBe(500)
        expect(['permission_missing', 'not_signed_in', 'application_not_found'], name).not.toContain(body.code)
        continue
      }
      if (door === 'recipient') {
        // Nobody here was offered the application; who may transfer it withdraws the offer of another call.
        const { body, status } = await ask(route, person)
        const isSeen = role === 'owner' || held.includes('view_all_data')
        if (role === 'owner' && route.method === 'DELETE' && status === 200) continue
        expect(status, name).toBe(404)
        expect(body.code, name).toBe(isSeen ? 'transfer_not_found' : 'application_not_found')
        continue
      }
      if (door === 'installation') {
        const isOfBackups = key.includes('/backups')
        // The database of this suite has no file that could be copied.
        const { body, status } = await ask(route, person)
        expect([status, body.code], name).toEqual(
          role !== 'owner' ? [403, 'permission_missing'] : isOfBackups ? [409, 'not_embedded'] : [200, undefined],
        )
        continue
      }
      const isAllowed = role === 'owner' || opening(door).some((permission) => held.includes(permission))
      const { status, body, text } = await ask(route, person)
      if (isAllowed) {
        // 409: a made-up preview, or a second undo. Only callers with the permission get it.
        expect([200, 409], `${name}: ${text}`).toContain(status)
        if (route.method === 'DELETE' || route.def.auth === 'admin') target = await furnish()
      } else {
        // What the caller may not see does not exist; what they may see is rejected with the reason.
        const isHidden = opening(door).every(isOfApplications) && !held.includes('view_all_data')
        expect(status, `${name}: ${text}`).toBe(isHidden ? 404 : 403)
        expect(body.code, name).toMatch(isHidden ? /_not_found$/ : /^permission_missing$/)
      }
    }
  })

  it.each(permissions.filter((permission) => guarded.some(({ key }) => opening(accessOf(key)).includes(permission))))(
    '%s that is taken away is felt at the next call',
    async (permission) => {
      const owner = await signedInAccount(test, 'owner')
      const person = await signedInAccount(test, 'staff', [permission])
      const opened = guarded.filter(
        ({ key, method }) => opening(accessOf(key)).includes(permission) && method !== 'DELETE',
      )
      // Deleting is what is left of delete_applications.
      const tried =
        opened.length > 0 ? opened : guarded.filter(({ key }) => opening(accessOf(key)).includes(permission))
      for (const route of tried) expect([200, 409], route.key).toContain((await ask(route, person)).status)
      target = await furnish()
      expect((await owner.api('PATCH', `/api/admin/users/${person.id}`, { permissions: [] })).status).toBe(200)
      for (const route of tried) expect([403, 404], route.key).toContain((await ask(route, person)).status)
    },
  )

  it('is one table, with a line for every call', () => {
    expect(Object.keys(routeAccess).sort()).toEqual(Object.keys(contract).sort())
    for (const { key, def } of routes) {
      expect(accessOf(key) === 'public', key).toBe(
        def.auth === 'none' || def.auth === 'api-key' || def.auth === 'portal',
      )
    }
    printFigure(`${calls} calls: ${guarded.length} routes by ${holders.length} kinds of people`)
  })
})

function accessOf(key: string): RouteAccess {
  return (routeAccess as Readonly<Record<string, RouteAccess>>)[key] ?? 'public'
}

const isOfApplications = (permission: Permission) =>
  ['view_all_data', 'manage_applications', 'delete_applications'].includes(permission)

const opening = (door: RouteAccess): readonly Permission[] => (typeof door === 'string' ? [] : door)
