import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { root } from '../../../test/documents/repository-files.ts'
import { createTestApp } from '../../../test/harness/create-test-app.ts'
import { describeOnBothDatabases } from '../../../test/harness/databases.ts'
import { ManualClock } from '../../../test/harness/manual-clock.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { useTestApp } from '../../../test/harness/use-suite.ts'
import { openLog } from '../lib/log.ts'
import { openFailedSignIns } from './failed-sign-ins.ts'
import { openLimiters } from './limits/limiters.ts'
import type { PersistentRateLimits } from './limits/persistent-rate-limits.ts'

/** These limits are kept by none. */
const inMemory = {} as PersistentRateLimits

const filter = join(root, 'deploy/fail2ban/filter.d/keywright.conf')
const hasFail2ban = spawnSync('fail2ban-regex', ['--version']).status === 0 || process.env.REQUIRE_ALL === '1'

/** The addresses that fail2ban finds in these lines. */
async function found(lines: readonly string[], options = ''): Promise<string[]> {
  const { options: folder, remove } = await temporaryFolder()
  onTestFinished(remove)
  const file = join(folder.dataDir, 'server.log')
  writeFileSync(file, `${lines.join('\n')}\n`)
  const { stdout, stderr, status } = spawnSync('fail2ban-regex', ['-o', '<ip>', file, filter + options], {
    encoding: 'utf8',
  })
  expect(status, stderr).not.toBeNull()
  return stdout.split('\n').filter((line) => line !== '')
}

const hostile = [
  'a@example.com"}\n{"time":"2026-01-01T00:00:00.000Z","level":"warn","message":"sign-in failed","address":"198.51.100.66","place":"admin"',
  '\nWARN sign-in failed address="198.51.100.66" place="admin"',
  '198.51.100.66',
  'x\u2028WARN sign-in failed address="198.51.100.66" place="admin"',
]

const inPretty = (lines: readonly string[]) => {
  const pretty: string[] = []
  for (const line of lines) {
    const { time: _, level, message, ...fields } = JSON.parse(line)
    openLog('info', 'pretty', (text) => pretty.push(text))[level as 'warn'](message, fields)
  }
  return pretty
}

describeOnBothDatabases('a failed sign-in', (open) => {
  const test = useTestApp({ open, env: { TRUST_PROXY: '127.0.0.1' } })
  const logged = () => test.log.filter((line) => line.includes('"sign-in failed"'))

  it.skipIf(!hasFail2ban)('is found by fail2ban with its canonical address, and no caller can forge one', async () => {
    const account = await test.account()
    const made = await account.api<{ apiKey: string }>('POST', '/api/applications', { name: 'Guessed' })
    const before = test.log.length
    const forwarded = { 'x-forwarded-for': '::ffff:203.0.113.1' }
    let wrong = 0
    for (const name of hostile) {
      const headers = { ...forwarded, 'user-agent': name.replaceAll(/[^ -~]/g, ' ') }
      const { status } = await test.call('POST', '/api/auth/login', { body: { email: name, password: name }, headers })
      wrong += status === 401 ? 1 : 0
    }
    const typed = { email: account.email, password: 'CanaryTyped' }
    const [{ headers: answered }] = [
      await test.call('POST', '/api/auth/login', {
        body: typed,
        headers: { 'x-forwarded-for': '2001:DB8:0:0::9%eth0' },
      }),
    ]
    await test.call('GET', '/api/admin/users', {
      headers: { 'x-admin-key': 'CanaryKey', 'x-forwarded-for': '203.0.113.3' },
    })
    await test.call('POST', '/api/v1/login', {
      body: { username: hostile[2], password: 'CanaryClient' },
      headers: { 'x-api-key': made.body.apiKey, 'x-forwarded-for': '203.0.113.4' },
    })
    // A stranger's own header is no address: only a proxy is believed.
    await test.call('POST', '/api/auth/login', {
      body: typed,
      ip: '203.0.113.5',
      headers: { 'x-forwarded-for': '198.51.100.66' },
    })
    // What was no wrong credential leaves no line.
    await test.call('POST', '/api/auth/login', {
      body: { email: account.email, password: '' },
      headers: { 'x-forwarded-for': '203.0.113.6' },
    })

    const all = test.log.slice(before)
    // The others are no name at all, and are refused as such.
    expect(wrong).toBeGreaterThan(1)
    const dashboard = [...Array(wrong).fill('203.0.113.1'), '2001:db8::9', '203.0.113.3', '203.0.113.5']
    const everybody = [...dashboard.slice(0, -1), '203.0.113.4', '203.0.113.5']
    for (const lines of [all, inPretty(all), inPretty(all).map((line) => `host keywright[7]: ${line}`)]) {
      expect(await found(lines)).toEqual(dashboard)
      expect(await found(lines, '[mode=all]')).toEqual(everybody)
    }
    expect(all.join('\n')).not.toMatch(/Canary|198\.51|@example/)
    expect(JSON.parse(logged().find((line) => line.includes('2001:db8::9')) ?? '{}')).toMatchObject({
      level: 'warn',
      place: 'dashboard',
      request_id: expect.stringMatching(new RegExp(`${answered['x-request-id']}$`)),
    })
  })

  it('is one line of each wrong password that was looked at, of 200 sent at once', async () => {
    const account = await test.account()
    const before = logged().length
    const body = { email: account.email, password: 'wrong' }
    const calls = Array.from({ length: 200 }, () => test.call('POST', '/api/auth/login', { body, ip: '203.0.113.77' }))
    const wrong = (await Promise.all(calls)).filter(({ status }) => status === 401)
    expect(wrong.length).toBeGreaterThan(0)
    expect(logged().length - before).toBe(wrong.length)
  })
})

it('a flood is 20 lines a minute of one address and 600 in all, and what is left out is counted', () => {
  const lines: string[] = []
  const clock = new ManualClock()
  const failed = openFailedSignIns(
    openLog('info', 'json', (line) => lines.push(line)),
    openLimiters(clock, 1, inMemory),
  )
  for (let n = 0; n < 200; n += 1) failed.note('dashboard', '203.0.113.1', 'id')
  expect(lines).toHaveLength(20)
  for (let n = 0; n < 2000; n += 1) failed.note('client', `10.0.${n >> 8}.${n & 255}`, 'id')
  const signIns = () => lines.filter((line) => line.includes('"sign-in failed"'))
  expect(signIns()).toHaveLength(600)
  clock.advance(60_000)
  failed.note('admin', '203.0.113.1', 'id')
  expect(signIns()).toHaveLength(601)
  const leftOut = lines.filter((line) => line.includes('left out')).map((line) => JSON.parse(line).count)
  expect(leftOut.reduce((sum, count) => sum + count, 0)).toBe(2200 - 600)
})

it.each([
  ['errors', 0],
  ['all', 2],
] as const)('LOG_REQUESTS=%s logs %i requests of two, by route and never by path', async (setting, count) => {
  const test = await createTestApp({ env: { LOG_REQUESTS: setting } })
  onTestFinished(() => test.close())
  await test.call('GET', '/api/applications/77?token=CanaryQuery')
  await test.call('POST', '/api/v1/login', { body: { password: 'CanaryBody' } })
  const lines = test.log.map((line) => JSON.parse(line)).filter(({ message }) => message === 'request')
  expect(lines).toHaveLength(count)
  expect(test.log.join()).not.toContain('Canary')
  if (count === 0) return
  expect(lines.map(({ route, status }) => [route, status])).toEqual([
    ['GET /api/applications/:id', 401],
    ['POST /api/v1/login', 401],
  ])
  expect(lines.every(({ ms, request_id }) => typeof ms === 'number' && request_id.length === 36)).toBe(true)
})
