import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { root } from '../../test/documents/repository-files.ts'
import { guideSample, useServedApp } from './served-app.ts'
import { createManagementClient, type Management, ManagementError, orThrow } from './typescript/src/index.ts'

const run = promisify(execFile)
const folder = fileURLToPath(new URL('typescript/', import.meta.url))
/** Beside the built pages, since `clients` is what those are built from. */
const built = `${root}dist/management`

describe('the TypeScript management client', () => {
  const app = useServedApp()
  let token: string
  let api: Management
  let application: { readonly id: number }
  beforeAll(async () => {
    token = await app.token('applications:read', 'users:read', 'users:write', 'licenses:read', 'licenses:write')
    api = createManagementClient({ origin: app.origin, token })
    application = { id: app.applicationId }
  })

  it('makes a license with a token', async () => {
    const made = await api.POST('/api/applications/{id}/licenses/generate', {
      params: { path: application },
      body: { maxUsers: 1, validityDays: 30 },
    })
    const license = orThrow(made)
    const listed = await app.maker.api<{ id: number; licenseKey: string }[]>('GET', `${app.base}/licenses`)
    expect(listed.body.map(({ id, licenseKey }) => [id, licenseKey])).toEqual([[license.id, license.licenseKey]])
  })

  it('gives every user of a list, page after page, each once', async () => {
    const names = Array.from({ length: 7 }, (_, place) => `user${place}`)
    for (const username of names) {
      orThrow(await api.POST('/api/applications/{id}/users', { params: { path: application }, body: named(username) }))
    }
    const found: string[] = []
    for await (const user of api.rows('/api/applications/{id}/users', { path: application, query: { limit: 3 } })) {
      found.push(user.username)
    }
    expect(found.toSorted()).toEqual(names)
    // @ts-expect-error: a list without pages
    const { rows }: { rows(path: '/api/applications/{id}/presets', parameters: object): unknown } = api
    expect(rows).toBe(api.rows)
  })

  it('says by type and code what is not there', async () => {
    const path = { id: application.id, userId: 1_000_000_007 }
    const { data, error, response } = await api.GET('/api/applications/{id}/users/{userId}', { params: { path } })
    expect([data, response.status]).toEqual([undefined, 404])
    // A code that the call cannot have would not compile.
    const code: 'application_not_found' | 'user_not_found' | undefined =
      response.status === 404 && error !== undefined && error.code === 'user_not_found' ? error.code : undefined
    expect(code).toBe('user_not_found')
    const rows = api.rows('/api/applications/{id}/users', { path: { id: 1_000_000_007 } })
    const refused: unknown = await rows.next().catch((thrown: unknown) => thrown)
    expect(refused).toBeInstanceOf(ManagementError)
    expect(refused).toMatchObject({ status: 404, problem: { code: 'application_not_found' } })
  })

  it('repeats a call whose answer was lost with its own key, so that it creates one thing', async () => {
    const keys: (string | null)[] = []
    const losing = createManagementClient({
      origin: app.origin,
      token,
      fetch: async (request) => {
        keys.push(request.headers.get('idempotency-key'))
        const response = await fetch(request)
        await response.arrayBuffer()
        if (keys.length === 1) throw new TypeError('the connection was cut')
        return new Response(null, { status: 503, headers: { 'retry-after': '0' } })
      },
      retries: 1,
    })
    const before = await app.maker.api<unknown[]>('GET', `${app.base}/licenses`)
    const body = { description: 'Sent twice' }
    const last = await losing.POST('/api/applications/{id}/licenses', { params: { path: application }, body })
    expect(last.response.status).toBe(503)
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), keys[0]])
    const after = await app.maker.api<unknown[]>('GET', `${app.base}/licenses`)
    expect(after.body.length - before.body.length).toBe(1)
  })

  it('sends what is not safe to repeat once, and its token to no other address', async () => {
    let sent = 0
    const busy = createManagementClient({
      origin: app.origin,
      token,
      fetch: async ({ redirect }) => {
        sent += 1
        expect(redirect).toBe('error')
        return new Response(null, { status: 503, headers: { 'retry-after': '0' } })
      },
    })
    await busy.DELETE('/api/applications/{id}/licenses/{licenseId}', {
      params: { path: { id: application.id, licenseId: 1 } },
    })
    expect(sent).toBe(1)
    await busy.GET('/api/applications', {})
    expect(sent).toBe(1 + 3)
  })

  it('changes nothing with a token that may only read', async () => {
    const reader = createManagementClient({ origin: app.origin, token: await app.token('licenses:read') })
    const body = { maxUsers: 1 }
    const { response, error } = await reader.POST('/api/applications/{id}/licenses', {
      params: { path: application },
      body,
    })
    expect([response.status, error?.code]).toEqual([403, 'token_not_allowed'])
  })

  it('compiles under strict to a package, with which the sample of the guide runs in Node', async () => {
    const compiler = `${root}node_modules/@typescript/native/bin/tsc`
    await run(process.execPath, [compiler, '-p', folder, '--outDir', built])
    const program = guideSample('js', app, token).replace('@keywright/management', './index.js')
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], { cwd: built })
    const { body } = await app.maker.api<{ licenseKey: string }[]>('GET', `${app.base}/licenses`)
    expect(body.map(({ licenseKey }) => `${licenseKey}\n`)).toContain(stdout)
  })
})

const named = (username: string) => ({ username, password: 'correct horse battery staple' })
