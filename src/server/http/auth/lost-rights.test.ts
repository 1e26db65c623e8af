import { beforeAll, beforeEach, expect, test } from 'vitest'
import { signedInAccount, type TestAccount } from '../../../../test/harness/create-test-app.ts'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { importFile, ndjsonLines } from '../../../../test/harness/import-file.ts'
import { readUntilCut } from '../../../../test/harness/read-until-cut.ts'
import { useTestApp } from '../../../../test/harness/use-suite.ts'
import type { BulkLine } from '../../../shared/contract/bulk.ts'
import type { ImportLine } from '../../../shared/contract/imports.ts'

/** Ten slices of an export and of a bulk change. */
const userCount = 5_000

interface Called {
  readonly method?: 'GET' | 'POST'
  readonly body?: object
  readonly file?: string
  readonly headers?: Readonly<Record<string, string>>
}

describeOnBothDatabases('a call that goes on while rights are taken', (open) => {
  const it = useTestApp({ open, env: { RATE_LIMIT_SCALE: '1000' } })
  let owner: TestAccount
  let colleague: TestAccount
  let base: string

  beforeAll(async () => {
    owner = await signedInAccount(it, 'owner')
    const { id } = (await owner.api<{ id: number }>('POST', '/api/applications', { name: 'Large' })).body
    base = `/api/applications/${id}`
    const names = Array.from({ length: userCount }, (_, place) => `user${place}`)
    const { end } = await importFile(it, owner, id, { kind: 'users', format: 'csv' }, `username\n${names.join('\n')}\n`)
    expect(end).toMatchObject({ new: userCount })
  })
  beforeEach(async () => {
    colleague = await signedInAccount(it, 'admin', ['manage_applications', 'view_all_data'])
  })

  const demote = () => owner.api('PATCH', `/api/admin/users/${colleague.id}`, { permissions: [] })
  const switchOff = () => owner.api('PATCH', `/api/admin/users/${colleague.id}`, { isActive: false })

  /** The outcome of the response when this happened at its first bytes. */
  const interrupted = async (url: string, call: Called, act: () => Promise<unknown>) => {
    const { method = 'GET', body, file, headers = { cookie: colleague.cookie } } = call
    const type = file === undefined ? 'application/json' : 'text/csv'
    const answer = await it.http.inject({
      method,
      url,
      headers: { ...headers, ...(method === 'POST' && { 'content-type': type }) },
      ...(method === 'POST' && { payload: file ?? JSON.stringify(body) }),
      payloadAsStream: true,
    })
    const { text, isCut } = await readUntilCut(answer, act)
    return { status: answer.statusCode, text, isCut }
  }
  const countOf = (text: string) => new Set(text.match(/\buser\d+/g)).size

  test('runs to its end where nothing is taken', async () => {
    const read = await interrupted(`${base}/users/export`, {}, async () => {})
    expect({ isCut: read.isCut, count: countOf(read.text) }).toEqual({ isCut: false, count: userCount })
  })

  test.each([
    ['a file', '/users/export'],
    ['a whole list', '/users'],
  ])('cuts %s off when a permission goes, and when the account is switched off', async (_what, path) => {
    for (const take of [demote, switchOff]) {
      colleague = await signedInAccount(it, 'admin', ['manage_applications', 'view_all_data'])
      const read = await interrupted(base + path, {}, take)
      expect(read.status).toBe(200)
      expect(read.isCut).toBe(true)
      expect(countOf(read.text)).toBeLessThan(userCount)
    }
  })

  test('cuts the file of a token off that is revoked', async () => {
    const body = { name: 'shop', days: 1, actions: ['users:read'] }
    const { id, token } = (await owner.api<{ id: number; token: string }>('POST', '/api/account/tokens', body)).body
    const headers = { authorization: `Bearer ${token}` }
    const read = await interrupted(`${base}/users/export`, { headers }, () =>
      owner.api('DELETE', `/api/account/tokens/${id}`),
    )
    expect(read.isCut).toBe(true)
    expect(countOf(read.text)).toBeLessThan(userCount)
  })

  test('stops a change of many rows at its next batch, and says why', async () => {
    const asked = { selection: { filter: {} }, action: { type: 'pause' } }
    const { token } = (await colleague.api<{ token: string }>('POST', `${base}/users/bulk/preview`, asked)).body
    const body = { ...asked, token }
    const changed = await interrupted(`${base}/users/bulk`, { method: 'POST', body }, demote)
    const end = ndjsonLines<BulkLine>(changed.text).at(-1)
    expect(end).toMatchObject({ type: 'end', message: 'Application not found' })
    const paused = await owner.api<unknown[]>('GET', `${base}/users?status=paused`)
    expect(paused.body.length).toBeGreaterThan(0)
    expect(paused.body.length).toBeLessThan(userCount)
  })

  test('stops an import at its next batch, and says why', async () => {
    const names = Array.from({ length: 2_000 }, (_, place) => `late${place}`)
    const file = `username\n${names.join('\n')}\n`
    const read = await interrupted(`${base}/imports?kind=users&format=csv`, { method: 'POST', file }, switchOff)
    const end = ndjsonLines<ImportLine>(read.text).at(-1)
    expect(end).toMatchObject({ type: 'end', message: "You're not signed in." })
    const imported = await owner.api<unknown[]>('GET', `${base}/users?q=late`)
    expect(imported.body.length).toBeLessThan(names.length)
  })
})
