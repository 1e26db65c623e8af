import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { z } from 'zod'
import type { JsonSchema } from '../../guide/json-schema.ts'
import { createTestApp, signedInAccount, type TestApp } from '../harness/create-test-app.ts'
import { describeOnBothDatabases } from '../harness/databases.ts'
import { type Route, routes, schemaOf } from './requests.ts'
import { seedTenant, type Tenant } from './tenant.ts'

type Thing = Readonly<Record<string, unknown>>

const changes = routes.filter(({ method, def }) => (method === 'PUT' || method === 'PATCH') && def.body)

const variantsOf = ({ anyOf = [], oneOf = [] }: JsonSchema) => [...anyOf, ...oneOf]
const namesIn = (schema: JsonSchema): string[] => [
  ...Object.keys(schema.properties ?? {}),
  ...variantsOf(schema).flatMap(namesIn),
]

describeOnBothDatabases('what an answer gives', (open) => {
  let test: TestApp
  let own: Tenant
  /** Paths of the things that are sent back, by the route that changes them. */
  let places: Readonly<Record<string, readonly string[]>>

  beforeAll(async () => {
    test = await createTestApp({ database: await open({ inMemory: true }), env: { RATE_LIMIT_SCALE: '1000' } })
    own = await seedTenant(test, await signedInAccount(test, 'owner'))
    places = await furnishPlaces(own)
    return () => test.close()
  })

  /** A thing by its own path, or out of the list that it stands in. */
  async function read(path: string): Promise<Thing> {
    const alone = await own.account.api<Thing>('GET', path)
    if (alone.status === 200) return alone.body
    const list = await own.account.api<readonly Thing[]>('GET', path.slice(0, path.lastIndexOf('/')))
    const found = list.body.find(({ id }) => path.endsWith(`/${id}`))
    if (!found) throw new Error(`nothing at ${path}`)
    return found
  }

  it.each(changes)('$key takes back as it is, together and each field alone, and changes nothing', async (route) => {
    const writable = namesIn(schemaOf(route.def.body as z.ZodType))
    for (const path of places[route.key] ?? []) {
      const before = await read(path)
      const back = Object.entries(before).filter(([name]) => writable.includes(name))
      expect(back, path).not.toEqual([])
      for (const fields of [back, ...back.map((field) => [field])]) {
        const body = Object.fromEntries(fields)
        const { status, text } = await own.account.api(route.method, path, body)
        expect({ path, body, status, text: status === 200 ? '' : text }).toEqual({ path, body, status: 200, text: '' })
        const {
          isFormatDerived: _derived,
          isEdited: _edited,
          editedAt: _at,
          editedBy: _by,
          // they tell of the request itself
          changes: _changes,
          undoable: _undoable,
          ...after
        } = await read(path)
        expect(before, `${path} ${JSON.stringify(body)}`).toMatchObject(after)
      }
    }
  })

  it.each(['2031-01-01T00:00:00', '2031-01-01T00:00:00.000000', '2031-01-01 00:00:00', '2031-01-01T00:00:00+00:00'])(
    'a date as Python writes it, %s, is UTC whatever the zone of the server',
    async (written) => {
      const zone = process.env.TZ
      process.env.TZ = 'America/New_York'
      onTestFinished(() => {
        if (zone === undefined) delete process.env.TZ
        else process.env.TZ = zone
      })
      const instant = '2031-01-01T00:00:00.000Z'
      const base = `/api/applications/${own.ids.application}`
      const user = await own.account.api('PUT', `${base}/users/${own.ids.user}`, { expiresAt: written })
      expect(user).toMatchObject({ status: 200, body: { expiresAt: instant } })
      const license = await own.account.api('PATCH', `${base}/licenses/${own.ids.license}`, { expiresAt: written })
      expect(license).toMatchObject({ status: 200, body: { expiresAt: instant } })
      const registered = await test.call('POST', '/api/v1/register', {
        headers: { 'x-api-key': own.apiKey },
        body: { username: `until ${written}`, password: 'a password', expiresAt: written },
      })
      expect(registered).toMatchObject({ status: 200, body: { expires_at: instant } })
      for (const [from, count] of [
        [written, 1],
        ['2031-01-01T00:00:00.001', 0],
      ] as const) {
        const search = new URLSearchParams({ q: `until ${written}`, expiresFrom: from })
        expect((await own.account.api<unknown[]>('GET', `${base}/users?${search}`)).body).toHaveLength(count)
      }
    },
  )
})

async function furnishPlaces({ account, ids }: Tenant): Promise<Readonly<Record<string, readonly string[]>>> {
  const make = async (path: string, body: object): Promise<string> => {
    const { status, body: made, text } = await account.api<{ id: number }>('POST', path, body)
    if (status !== 200) throw new Error(text)
    return `${path}/${made.id}`
  }
  const base = `/api/applications/${ids.application}`
  const users = [
    `${base}/users/${ids.user}`,
    await make(`${base}/users`, { username: 'plain', password: 'a password' }),
    await make(`${base}/users`, { username: 'free', password: 'a password', isHwidLocked: false }),
    await make(`${base}/users`, {
      ...{ username: 'full', password: 'a password', email: 'full@example.com', hwid: 'one machine' },
      expiresAt: '2031-01-01T00:00:00Z',
    }),
  ]
  const discord = 'https://discord.com/api/webhooks/1/a-secret-of-the-address'
  return {
    'PATCH /api/applications/:id': [
      base,
      await make('/api/applications', {
        ...{ name: 'Full', downloadUrl: 'https://example.com/get', sessionLimit: 3, leaseHours: 5, offlineStart: true },
        ...{ hwidTolerance: 2, registrationDays: 30, activityDays: 7, activityRows: 5000, loginFailedMessage: 'No.' },
      }),
    ],
    'PUT /api/applications/:id/users/:userId': users,
    'PATCH /api/applications/:id/licenses/:licenseId': [
      `${base}/licenses/${ids.license}`,
      await make(`${base}/licenses`, { validityStart: 'first_use' }),
    ],
    'PATCH /api/applications/:id/presets/:presetId': [`${base}/presets/${ids.preset}`],
    'PATCH /api/applications/:id/shops/:shopId': [`${base}/shops/${ids.shop}`],
    'PUT /api/webhooks/:id': [
      `/api/webhooks/${ids.webhook}`,
      await make('/api/webhooks', { url: 'https://example.com/hook', applicationId: null }),
      await make('/api/webhooks', { url: discord }),
    ],
    'PUT /api/custom-messages': ['/api/custom-messages'],
    'PUT /api/code-templates/:language': ['/api/code-templates/node'],
    'PATCH /api/admin/users/:userId': [`/api/admin/users/${ids.account}`],
    'PATCH /api/account/passkeys/:id': [`/api/account/passkeys/${ids.passkey}`],
  }
}

const isNullable = (schema: JsonSchema): boolean =>
  [schema.type].flat().includes('null') || variantsOf(schema).some(isNullable)

/** Names of fields that are null at times, wherever in the answer they stand. */
function nullableIn(schema: JsonSchema): string[] {
  const inside = [...variantsOf(schema), ...(schema.items ? [schema.items] : [])].flatMap(nullableIn)
  const own = Object.entries(schema.properties ?? {})
  return [
    ...own.filter(([, field]) => isNullable(field)).map(([name]) => name),
    ...inside,
    ...own.flatMap(([, field]) => nullableIn(field)),
  ]
}

/** Answers that show what this route writes: its own, and those of its path and of the list above. */
function shownBy({ path, def }: Route): z.ZodType[] {
  const above = path.slice(0, path.lastIndexOf('/'))
  return [
    def,
    ...routes.filter((route) => route.method === 'GET' && [path, above].includes(route.path)).map((route) => route.def),
  ].map(({ reply }) => reply)
}

/** The application's `role` is the caller's own, not the one of who is invited. */
const othersOfThatName: ReadonlySet<string> = new Set(['POST /api/applications/:id/members role'])

describe('null, where an answer gives it,', () => {
  const fields = routes.flatMap((route) => {
    if (!route.def.body) return []
    const body = schemaOf(route.def.body)
    const nullable = new Set(shownBy(route).map(schemaOf).flatMap(nullableIn))
    return namesIn(body)
      .filter((name) => nullable.has(name) && !othersOfThatName.has(`${route.key} ${name}`))
      .map((name) => ({ key: route.key, name, body }))
  })

  it('is found in the contract', () => {
    expect(fields.map(({ key, name }) => `${key} ${name}`)).toEqual(
      expect.arrayContaining([
        'POST /api/applications/:id/users hwid',
        'PUT /api/applications/:id/users/:userId hwid',
        'PATCH /api/applications/:id/licenses/:licenseId expiresAt',
        'POST /api/blacklist applicationId',
        'POST /api/webhooks applicationId',
        'POST /api/account/tokens applicationIds',
        'POST /api/auth/invite firstName',
        'POST /api/v1/register email',
      ]),
    )
  })

  it.each(fields)('is taken by $key as $name', ({ name, body }) => {
    const variants = [body, ...variantsOf(body)].flatMap(({ properties }) => properties?.[name] ?? [])
    expect(variants.length).toBeGreaterThan(0)
    expect(variants.some(isNullable)).toBe(true)
  })
})
