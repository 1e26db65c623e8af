import { setTimeout as sleep } from 'node:timers/promises'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../../test/harness/create-test-app.ts'
import { holdReads } from '../../../../test/harness/hold-reads.ts'
import { createSeededApp } from '../../../../test/harness/seeded-app.ts'
import { testActivity } from '../../../../test/harness/test-stores.ts'
import { useSeededApp } from '../../../../test/harness/use-suite.ts'
import { csvLine } from '../../lib/csv.ts'
import type { NewActivity } from '../../store/activity/new-activity.ts'

const dangerous = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\tcmd',
  '\rcmd',
  '\0x',
  '＝1',
  '＋1',
  '－1',
  '＠x',
  '=HYPERLINK("x","y")',
]

describe('a cell of a CSV file', () => {
  it('never begins a formula, and comes back as it was', () => {
    for (const text of [...dangerous, 'plain', 'a,b', 'a"b', 'a\r\nb', ' padded ', '', "'quoted", '日本']) {
      const [[read = '']] = parse(csvLine([text, 'next'])) as [[string]]
      expect(read).not.toMatch(/^[=+\-@\t\r\0＝＋－＠]/)
      expect(dangerous.includes(text) ? read.slice(1) : read).toBe(text)
    }
  })

  it('is read back from any text by an independent reader', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 }), (texts) => {
        const [read] = parse(csvLine([...texts, 'end'])) as [string[]]
        expect(
          read.map((cell, index) => (cell === texts[index] || index === texts.length ? cell : cell.slice(1))),
        ).toEqual([...texts, 'end'])
      }),
    )
  })
})

describe('an export of the activity log', () => {
  const test = useSeededApp()
  let origin: string
  const entry = (change: Partial<NewActivity>): NewActivity => ({
    ...testActivity,
    applicationId: test.applicationId,
    at: test.clock.now(),
    ...change,
  })
  const log = (...changes: Partial<NewActivity>[]) =>
    test.stores.transaction(async (tx) => {
      for (const change of changes) await tx.activity.insert(entry(change))
    })
  const download = (query: string, account = test.maker) =>
    account.api<string>('GET', `/api/activity-logs/export?applicationId=${test.applicationId}${query}`)

  beforeAll(async () => {
    await log({ username: '=cmd', userAgent: 'a "quoted", agent' })
    const older = (n: number) => ({ at: new Date(test.clock.nowMs() - 1000 - n), code: `row ${n}` })
    await log(...Array.from({ length: 1200 }, (_, n) => older(n)))
    await log({ event: 'hwid_mismatch', success: false, username: null, userId: null, code: 'hwid_mismatch' })
    origin = await test.http.listen({ host: '127.0.0.1', port: 0 })
  })

  it('holds every row of the filter as CSV, with its number in a header', async () => {
    const { text, headers, status } = await download('')
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="activity-2026-01-01.csv"',
      'x-total-count': '1202',
    })
    const rows = parse(text, { columns: true }) as Record<string, string>[]
    expect(rows).toHaveLength(1202)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(1202)
    expect(rows[0]).toMatchObject({ event: 'hwid_mismatch', success: 'false', username: '', user_id: '' })
    expect(rows[1]).toMatchObject({ username: "'=cmd", user_agent: 'a "quoted", agent', event: 'user_login' })
    expect(rows.at(-1)?.code).toBe('row 1199')
  })

  it('is also JSON, or a line of JSON for each row', async () => {
    const filtered = '&event=hwid_mismatch,user_login&ip=192.0.2.1'
    const json = await download(`${filtered}&format=json`)
    expect(json.body).toHaveLength(1202)
    const lines = (await download(`${filtered}&format=ndjson`)).text.trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toEqual(json.body)
    const none = await download('&ip=203.0.113.9&format=json')
    expect([none.text, none.headers['x-total-count']]).toEqual(['[]', '0'])
  })

  it('is of nobody else’s application, and ten times a minute at most', async () => {
    expect((await download('', await test.account())).status).toBe(404)
    const limited = await createTestApp()
    const maker = await limited.account()
    const statuses: number[] = []
    for (let n = 0; n < 11; n += 1) statuses.push((await maker.api('GET', '/api/activity-logs/export')).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
    await limited.close()
  })

  it('begins before its first row is read', async () => {
    const release = holdReads(test.stores.activity, 'list')
    try {
      const response = await fetch(`${origin}/api/activity-logs/export?format=json`, {
        headers: { cookie: test.maker.cookie },
      })
      const reader = response.body?.getReader()
      const first = await reader?.read()
      expect(new TextDecoder().decode(first?.value)).toBe('[')
      await reader?.cancel()
    } finally {
      release()
    }
  })

  it('stops reading when its reader goes away', async () => {
    const { activity } = test.stores
    const [row] = await activity.list([test.applicationId], {}, undefined, 1)
    let reads = 0
    // a log without an end
    const endless = Array.from({ length: 500 }, () => row)
    const list = async () => {
      reads += 1
      return endless
    }
    Object.defineProperty(test.stores, 'activity', { value: { ...activity, list }, configurable: true })
    const abort = new AbortController()
    const response = await fetch(`${origin}/api/activity-logs/export?applicationId=${test.applicationId}`, {
      headers: { cookie: test.maker.cookie },
      signal: abort.signal,
    })
    // the header line comes before the first rows
    const reader = response.body?.getReader()
    while (reads === 0) expect((await reader?.read())?.done).toBe(false)
    abort.abort()
    let before: number
    do {
      before = reads
      await sleep(100)
    } while (reads > before)
    expect(reads).toBeGreaterThan(0)
    Object.defineProperty(test.stores, 'activity', { value: activity, configurable: true })
  })
})

describe('the counts behind the charts', () => {
  it('are by the hour for a day and by the day for longer, a flood counted as what it stands for', async () => {
    const test = await createSeededApp()
    const { maker, applicationId, clock } = test
    let viewer = maker
    const key = (await maker.api<{ apiKey: string }>('GET', `/api/applications/${applicationId}`)).body.apiKey
    const fail = () =>
      test.call('POST', '/api/v1/login', {
        body: { username: 'x', password: 'y', version: '0.1' },
        headers: { 'x-api-key': key },
      })
    const series = async (range: string) =>
      (
        await viewer.api<{ step: string; starts: string[]; events: { event: string; counts: number[] }[] }>(
          'GET',
          `/api/applications/${applicationId}/stats/events?range=${range}`,
        )
      ).body
    for (let n = 0; n < 30; n += 1) await fail()
    clock.advance(61_000)
    await test.app.jobs.flush()
    clock.advance(25 * 3_600_000)
    viewer = await test.account('staff')
    await fail()
    await test.app.jobs.flush()
    for (const [range, length, last, sum] of [
      ['24h', 24, 1, 1],
      ['7d', 7, 1, 31],
      ['30d', 30, 1, 31],
      ['90d', 90, 1, 31],
    ] as const) {
      const { starts, events } = await series(range)
      const refused = events.find(({ event }) => event === 'version_mismatch')?.counts ?? []
      expect([range, starts.length, events.length]).toEqual([range, length, 12])
      expect([range, refused.length, refused.at(-1), refused.reduce((a, b) => a + b)]).toEqual([
        range,
        length,
        last,
        sum,
      ])
      expect(events.find(({ event }) => event === 'user_login')?.counts.every((count) => count === 0)).toBe(true)
    }
    expect((await series('24h')).starts.at(-1)).toBe('2026-01-02T01:00:00.000Z')
    expect((await series('7d')).starts.at(-1)).toBe('2026-01-02T00:00:00.000Z')
    await test.close()
  })

  it('tell what expires on each of the next 84 days', async () => {
    const test = await createSeededApp()
    const { maker, applicationId } = test
    const base = `/api/applications/${applicationId}`
    const before = (await maker.api<{ users: number[]; licenses: number[] }>('GET', `${base}/stats/expiries`)).body
    for (const expiresAt of [
      '2026-01-01T23:59:59Z',
      '2026-01-04T00:00:00Z',
      '2026-03-25T12:00:00Z',
      '2026-03-26T00:00:00Z',
    ]) {
      await maker.api('POST', `${base}/users`, { username: `u${expiresAt}`, password: 'a long password', expiresAt })
    }
    const { body } = await maker.api<typeof before>('GET', `${base}/stats/expiries`)
    expect(body.users).toHaveLength(84)
    const gained = body.users.flatMap((count, day) => (count > (before.users[day] ?? 0) ? [day] : []))
    expect(gained).toEqual([0, 3, 83])
    expect(body.licenses).toEqual(before.licenses)
    await test.close()
  })
})
