import { beforeAll, describe, expect, it } from 'vitest'
import type { TestAccount } from '../../../../test/harness/create-test-app.ts'
import { useSeededApp } from '../../../../test/harness/use-suite.ts'

interface Shown {
  id: number
  value: string
  applicationId: number | null
}

describe('blacklist', () => {
  const test = useSeededApp()
  let stranger: TestAccount
  const add = (body: object, account = test.maker) => account.api<Shown>('POST', '/api/blacklist', body)
  const list = async (query = '', account = test.maker) =>
    (await account.api<Shown[]>('GET', `/api/blacklist${query}`)).body
  const remove = (id: number, account = test.maker) => account.api('DELETE', `/api/blacklist/${id}`)

  beforeAll(async () => {
    stranger = await test.account()
  })

  it('takes entries of each type, for one application or for the whole account', async () => {
    const { applicationId } = test
    const username = { applicationId, type: 'username', value: ' Mallory ', reason: 'chargeback' }
    const own = (await add(username)).body
    expect(own).toEqual({
      ...username,
      value: 'Mallory',
      id: own.id,
      createdAt: test.clock.now().toISOString(),
      hits: 0,
      lastHitAt: null,
    })
    const wide = (await add({ type: 'email', value: 'Spam@Example.com' })).body
    expect(wide).toMatchObject({ applicationId: null, value: 'Spam@Example.com', reason: '' })
    const foreign = (await add({ type: 'hwid', value: 'PC-1' }, stranger)).body
    const other = (await test.maker.api<{ id: number }>('POST', '/api/applications', { name: 'Other' })).body
    expect(await list()).toEqual([wide, own])
    expect(await list(`?applicationId=${applicationId}`)).toEqual([wide, own])
    expect(await list(`?applicationId=${other.id}`)).toEqual([wide])
    expect(await list('', stranger)).toEqual([foreign])
  })

  it('writes an address in the one way in which it is compared, and refuses what is none', async () => {
    const spellings = {
      '::ffff:192.0.2.7': '192.0.2.7',
      '2001:DB8::/32': '2001:db8::/32',
      '198.51.100.9/24': '198.51.100.0/24',
    }
    for (const [typed, value] of Object.entries(spellings)) {
      expect((await add({ type: 'ip', value: typed })).body.value).toBe(value)
    }
    for (const value of ['localhost', '0x7f.1', '127.1', '10.0.0.0/33', '10.0.0.0/', '1.2.3.4-1.2.3.9']) {
      const { status, body } = await add({ type: 'ip', value })
      expect({ value, status, body }).toMatchObject({ status: 400, body: { fields: { value: expect.any(String) } } })
    }
  })

  it('takes a value once, in whatever spelling, and none that nobody sees', async () => {
    await add({ type: 'hwid', value: 'Board-9' })
    for (const value of ['board-9', ' BOARD-9', 'Ｂoard-9']) {
      expect((await add({ type: 'hwid', value })).body).toMatchObject({ code: 'blacklist_entry_exists' })
    }
    expect((await add({ type: 'username', value: 'Board-9' })).status).toBe(200)
    for (const value of ['', '  ', '\u200b']) {
      expect((await add({ type: 'hwid', value })).body).toMatchObject({ fields: { value: expect.any(String) } })
    }
  })

  it('keeps out at the very next call, and lets in again when the entry is gone', async () => {
    const user = { username: 'eve', password: 'long enough' }
    await test.maker.api('POST', `${test.base}/users`, user)
    const login = async () => (await test.client('login', { ...user, hwid: 'PC-1' })).body.code
    expect(await login()).toBe('login_successful')
    for (const applicationId of [test.applicationId, undefined]) {
      const { id } = (await add({ type: 'username', value: 'EVE', applicationId })).body
      expect(await login()).toBe('access_blocked')
      expect((await remove(id)).body).toEqual({ message: 'Blacklist entry deleted' })
      expect(await login()).toBe('login_successful')
    }
  })

  it('answers for another account’s application and entries like for missing ones', async () => {
    const { id } = (await add({ type: 'username', value: 'hidden' })).body
    const viewer = await test.account('staff')
    const plain = ({ status, text }: { status: number; text: string }) => [
      status,
      text.replace(/"requestId":"[^"]+"/, ''),
    ]
    const path = (applicationId: number) => `/api/blacklist?applicationId=${applicationId}`
    const entry = (applicationId: number) => ({ applicationId, type: 'username', value: 'x' })
    const { applicationId } = test
    expect(plain(await stranger.api('GET', path(applicationId)))).toEqual(
      plain(await stranger.api('GET', path(999_999))),
    )
    expect(plain(await add(entry(applicationId), stranger))).toEqual(plain(await add(entry(999_999), stranger)))
    expect(plain(await remove(id, stranger))).toEqual(plain(await remove(999_999, stranger)))
    // A caller who may see the list is told why not.
    for (const refused of [await add(entry(applicationId), viewer), await remove(id, viewer)]) {
      expect(refused).toMatchObject({ status: 403, body: { code: 'permission_missing' } })
    }
    for (const missing of [await add(entry(999_999), viewer), await remove(999_999, viewer)]) {
      expect(missing.status).toBe(404)
    }
    expect((await list()).map((found) => found.id)).toContain(id)
  })

  it('gives an entry that an admin makes to the owner of the application', async () => {
    const admin = await test.account('admin')
    const { id } = (await add({ applicationId: test.applicationId, type: 'username', value: 'by admin' }, admin)).body
    expect((await list()).map((entry) => entry.id)).toContain(id)
    expect(await list('', admin)).toEqual([])
    expect((await remove(id, admin)).status).toBe(200)
  })

  it('no longer has the entries of a deleted application', async () => {
    const application = (await test.maker.api<{ id: number }>('POST', '/api/applications', { name: 'Gone' })).body
    const { id } = (await add({ applicationId: application.id, type: 'username', value: 'x' })).body
    await test.maker.api('DELETE', `/api/applications/${application.id}`)
    expect((await list()).map((entry) => entry.id)).not.toContain(id)
    expect((await remove(id)).status).toBe(404)
  })
})
