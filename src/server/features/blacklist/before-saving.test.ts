import { beforeAll, describe, expect, it } from 'vitest'
import { useSeededApp } from '../../../../test/harness/use-suite.ts'

interface Check {
  value: string | null
  problem: string | null
  isListed: boolean
  isOwnAddress: boolean
  users: number
  sessions: number
  isAtLeast: boolean
}

interface Report {
  added: number
  listed: number
  invalid: number
  rows: { line: number; value: string; result: string; problem: string | null }[]
}

describe('a blacklist entry before it is made', () => {
  const test = useSeededApp()
  const password = 'long enough'
  const check = async (query: Record<string, string>, account = test.maker) =>
    (await account.api<Check>('GET', `/api/blacklist/check?${new URLSearchParams(query)}`)).body
  const list = (text: string, rest: object = {}, account = test.maker) =>
    account.api<Report>('POST', '/api/blacklist/import', { type: 'ip', text, isDryRun: false, ...rest })
  const values = async () =>
    (await test.maker.api<{ value: string }[]>('GET', '/api/blacklist')).body.map(({ value }) => value)

  beforeAll(async () => {
    const user = { username: 'Ada', password, email: 'ada@example.com', hwid: 'PC-1' }
    const { id } = (await test.maker.api<{ id: number }>('POST', `${test.base}/users`, user)).body
    await test.maker.api('POST', `${test.base}/users`, { username: 'bob', password })
    await test.client('login', { username: 'ada', password, hwid: 'PC-1' })
    await test.startSession(id)
    await test.startSession(id)
    const session_token = await test.startSession(id)
    await test.client('session/track', { action: 'end', session_token })
  })

  it('says whom it would keep out: accounts and live sessions', async () => {
    const ada = { isListed: false, problem: null, users: 1, sessions: 2, isAtLeast: false }
    const applicationId = String(test.applicationId)
    expect(await check({ type: 'username', value: ' ADA ' })).toEqual({ ...ada, value: 'ADA', isOwnAddress: false })
    expect(await check({ type: 'email', value: 'Ada@Example.com', applicationId })).toMatchObject(ada)
    expect(await check({ type: 'hwid', value: 'pc-1' })).toMatchObject(ada)
    expect(await check({ type: 'username', value: 'bob' })).toMatchObject({ users: 1, sessions: 0 })
    expect(await check({ type: 'username', value: 'ad' })).toMatchObject({ users: 0, sessions: 0 })
  })

  it('shows the address as it will stand, and warns of one’s own', async () => {
    expect(await check({ type: 'ip', value: '127.0.0.99/8' })).toMatchObject({
      value: '127.0.0.0/8',
      isOwnAddress: true,
      users: 1,
      sessions: 2,
    })
    expect(await check({ type: 'ip', value: '198.51.100.7' })).toMatchObject({ isOwnAddress: false, users: 0 })
    expect(await check({ type: 'ip', value: '127.1' })).toMatchObject({
      value: null,
      problem: 'Please enter an IP address, or a network such as 203.0.113.0/24.',
      users: 0,
    })
  })

  it('stays among the caller’s own applications', async () => {
    const stranger = await test.account()
    const foreign = { type: 'username', value: 'ada', applicationId: String(test.applicationId) }
    expect(await check({ type: 'username', value: 'ada' }, stranger)).toMatchObject({ users: 0, sessions: 0 })
    expect(await check(foreign, stranger)).toMatchObject({ code: 'application_not_found' })
    const rest = { applicationId: test.applicationId }
    expect((await list('192.0.2.1', rest, stranger)).body).toMatchObject({ code: 'application_not_found' })
    expect((await list('192.0.2.1', { ...rest, isDryRun: true }, stranger)).status).toBe(404)
  })

  it('comes as a list as well: a dry run changes nothing, the import says what became of each line', async () => {
    const text = '192.0.2.1, first\n192.0.2.0/33\n::ffff:192.0.2.1\n# remark\n192.0.2.9/24\n'
    const report = {
      added: 2,
      listed: 1,
      invalid: 1,
      rows: [
        { line: 1, value: '192.0.2.1', result: 'added', problem: null },
        { line: 2, value: '192.0.2.0/33', result: 'invalid', problem: expect.stringContaining('IP address') },
        { line: 3, value: '::ffff:192.0.2.1', result: 'listed', problem: null },
        { line: 5, value: '192.0.2.0/24', result: 'added', problem: null },
      ],
    }
    expect((await list(text, { isDryRun: true })).body).toEqual(report)
    expect(await values()).toEqual([])
    expect((await list(text)).body).toEqual(report)
    expect(await values()).toEqual(['192.0.2.0/24', '192.0.2.1'])
    expect((await list(text)).body).toMatchObject({ added: 0, listed: 3, invalid: 1 })
    expect(await check({ type: 'ip', value: '192.0.2.77/24' })).toMatchObject({ isListed: true })
  })

  it('is no place for control characters, and no list is endless', async () => {
    expect((await list('a\u0007b\n', { type: 'username' })).body).toMatchObject({ added: 0, invalid: 1 })
    const endless = Array.from({ length: 5_001 }, (_, index) => `name-${index}`).join('\n')
    expect((await list(endless, { type: 'username' })).body).toMatchObject({ fields: { text: expect.any(String) } })
  })
})
