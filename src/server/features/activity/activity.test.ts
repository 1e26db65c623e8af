import { beforeAll, describe, expect, it } from 'vitest'
import { testActivity } from '../../../../test/harness/test-stores.ts'
import { useSeededApp } from '../../../../test/harness/use-suite.ts'
import type { NewActivity } from '../../store/activity/new-activity.ts'

interface Shown {
  id: number
  applicationId: number
  event: string
  code: string
}

describe('activity logs', () => {
  const test = useSeededApp()
  let secondId: number
  const list = (query: string, account = test.maker) => account.api<Shown[]>('GET', `/api/activity-logs${query}`)
  const codes = async (query: string) => (await list(query)).body.map((row) => row.code).join('')
  const log = (code: string, entry: Partial<NewActivity> = {}) =>
    test.stores.transaction((tx) =>
      tx.activity.insert({
        ...testActivity,
        applicationId: test.applicationId,
        code,
        userId: null,
        at: test.clock.now(),
        ...entry,
      }),
    )

  beforeAll(async () => {
    secondId = (await test.maker.api<{ id: number }>('POST', '/api/applications', { name: 'Second' })).body.id
    await log('a')
    await log('b', { event: 'login_failed', success: false, userId: 7, count: 480 })
    await log('c', { applicationId: secondId, ipAddress: '2001:db8::1' })
    test.clock.advance(60_000)
    await log('d', { username: null })
  })

  it('come newest first, of one application or of all that the caller owns', async () => {
    const { body, headers } = await list(`?applicationId=${test.applicationId}`)
    expect(body.map((row) => row.code)).toEqual(['d', 'b', 'a'])
    expect(body[1]).toEqual({
      id: body[1]?.id,
      applicationId: test.applicationId,
      event: 'login_failed',
      success: false,
      code: 'b',
      userId: 7,
      username: 'Ada',
      ipAddress: '192.0.2.1',
      userAgent: 'demo/1.0',
      count: 480,
      createdAt: '2026-01-01T00:00:00.000Z',
      detail: null,
    })
    expect(headers['x-total-count']).toBeUndefined()
    expect(await codes('')).toBe('dcba')
    const stranger = await test.account('staff')
    expect((await list('', stranger)).body).toEqual([])
    expect((await list(`?applicationId=${secondId}`, stranger)).body).toHaveLength(1)
  })

  it('of another account’s application are those of a missing one', async () => {
    const stranger = await test.account()
    const answers = await Promise.all([test.applicationId, 999_999].map((id) => list(`?applicationId=${id}`, stranger)))
    const [foreign, missing] = answers.map(({ text }) => text.replace(/"requestId":"[^"]+"/, ''))
    expect(foreign).toBe(missing)
    expect(answers.map(({ status }) => status)).toEqual([404, 404])
  })

  it('are filtered by row, event, success, user, address in any spelling and time', async () => {
    expect(await codes('?event=login_failed')).toBe('b')
    expect(await codes('?success=true')).toBe('dca')
    expect(await codes('?userId=7')).toBe('b')
    const [{ id } = { id: 0 }] = (await list('?event=login_failed')).body
    expect(await codes(`?id=${id}`)).toBe('b')
    expect(await codes(`?id=${id}&applicationId=${secondId}`)).toBe('')
    expect(await codes('?ip=192.0.2.1')).toBe('dba')
    expect(await codes('?ip=2001:DB8:0:0::1')).toBe('c')
    expect(await codes('?from=2026-01-01T00:00:30Z')).toBe('d')
    expect(await codes('?to=2026-01-01T00:00:30Z&success=false')).toBe('b')
    for (const query of ['event=login', 'success=1', 'userId=x', 'from=today', 'sort=id:asc']) {
      expect([query, (await list(`?${query}`)).status]).toEqual([query, 400])
    }
  })

  it('go on behind the last row of a page, however many rows came meanwhile', async () => {
    const first = await list('?limit=2')
    expect(first.body.map((row) => row.code)).toEqual(['d', 'c'])
    await log('e')
    const next = /<(.+)>/.exec(String(first.headers.link))?.[1] ?? ''
    const second = await test.maker.api<Shown[]>('GET', next)
    expect(second.body.map((row) => row.code)).toEqual(['b', 'a'])
    expect(second.headers.link).toBeUndefined()
  })
})
