import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase } from '../harness/create-test-database.ts'
import { describePostgres } from '../harness/databases.ts'
import { printFigure } from '../harness/print-figure.ts'
import { type RunningServer, runCli, startServer } from '../harness/start-server.ts'
import { password } from '../harness/world.ts'

const masterKey = 'a master key that all nodes of a test share'

describePostgres('three servers on one PostgreSQL', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let nodes: RunningServer[] = []
  let env: Record<string, string>

  beforeAll(async () => {
    database = await createTestDatabase({ isMigrated: true })
    env = { DATABASE_URL: database.url, MASTER_KEY: masterKey, RATE_LIMIT_SCALE: '1' }
    const first = await startServer({ env })
    const others = [startServer({ env, hasOwner: false }), startServer({ env, hasOwner: false })]
    nodes = [first, ...(await Promise.all(others))]
  })
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.stop()))
    await database.drop()
  })

  const first = () => {
    const [node] = nodes
    if (!node) throw new Error('no server runs')
    return node
  }
  const opened = (key: string) =>
    Promise.all(
      nodes.map(async ({ origin }) => {
        const { status } = await fetch(`${origin}/api/admin/users`, { headers: { 'x-admin-key': key } })
        return status
      }),
    )

  it('have one admin key, which the first one printed; a command replaces it for all while they run', async () => {
    const printed = nodes.map((node) => /Admin key .*\n\s+(\S+)/.exec(node.output())?.[1])
    expect(printed.map((key) => key !== undefined)).toEqual([true, false, false])
    const key = printed[0] ?? ''
    expect(await opened(key)).toEqual([200, 200, 200])
    expect(nodes.map(({ dataDir }) => existsSync(join(dataDir, 'admin.key')))).toEqual([false, false, false])

    const shown = runCli(first().dataDir, ['admin-key', 'show'], env)
    expect(shown.code).toBe(1)
    expect(shown.text).toMatch(
      /^The database holds only the hash of the admin key\..*"admin-key rotate" makes a new one\.\n$/,
    )
    const rotated = runCli(first().dataDir, ['admin-key', 'rotate', '--keep-hours', '0'], env)
    expect(rotated.code).toBe(0)
    expect(await opened(rotated.text.trim())).toEqual([200, 200, 200])
    expect(await opened(key)).toEqual([401, 401, 401])
  })

  it('refuse a fourth one with another master key, in one sentence', async () => {
    const other = { ...env, MASTER_KEY: 'the master key of another installation' }
    const refused = await startServer({ env: other, hasOwner: false }).catch((error: unknown) => error)
    const lines = (refused as Error).message.split('\n')
    expect(lines.slice(0, 2)).toEqual(['the server ended with 1:', 'There is 1 error in the configuration:'])
    expect(lines[2]).toMatch(
      /^ {2}MASTER_KEY: this master key \(\w{8}\) is not the one of the database \(\w{8}\)\. .*same\.$/,
    )
    expect(lines.slice(3)).toEqual([''])
  })

  it('evaluate no wrong password of an address that used up its limit at one of them; the user passes everywhere', async () => {
    const made = await first().api<{ id: number; apiKey: string }>('POST', '/api/applications', { name: 'Guessed' })
    const users = `/api/applications/${made.body.id}/users`
    const user = async (username: string) =>
      (await first().api<{ id: number }>('POST', users, { username, password })).body
    await user('ada')
    const banned = await user('eve')
    await first().api('POST', `${users}/${banned.id}/ban`)
    const login = async (node: RunningServer, username: string, sent: string) => {
      const response = await fetch(`${node.origin}/api/v1/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': made.body.apiKey },
        body: JSON.stringify({ username, password: sent, hwid: 'PC-1' }),
      })
      return ((await response.json()) as { code: string }).code
    }
    // The user's own device is known from now on.
    expect(await login(first(), 'ada', password)).toBe('login_successful')
    // A slow machine answers some of them 503 before their turn; those are asked again, so the limit is what ends this.
    const evaluated = async (nodeOf: (n: number) => RunningServer) => {
      for (let count = 0; ; ) {
        const codes = await Promise.all(
          Array.from({ length: 200 }, (_, n) => login(nodeOf(n), `somebody ${n}`, 'wrong')),
        )
        count += codes.filter((code) => code === 'invalid_credentials').length
        expect(codes).toEqual(
          codes.map(() => expect.stringMatching(/^(invalid_credentials|rate_limited|unavailable)$/)),
        )
        if (!codes.includes('unavailable')) return count
      }
    }
    const atFirst = await evaluated(first)
    const others = nodes.slice(1)
    const startedAt = performance.now()
    // A right password that opens nothing counts as no guess, and makes no device known.
    const askUntilLimited = async (node: RunningServer) => {
      for (;;) {
        const code = await login(node, 'eve', password)
        if (code === 'rate_limited') return
        expect(code).toBe('account_banned')
        await new Promise((resolve) => setTimeout(resolve, 200))
      }
    }
    await Promise.all(others.map(askUntilLimited))
    const tookMs = performance.now() - startedAt
    const later = await evaluated((n) => nodes[n % 3] ?? first())
    printFigure(
      `three nodes: of 200 wrong passwords at one ${atFirst} evaluated; known to the others after ${tookMs.toFixed(0)} ms, where ${later} of 200 more were`,
    )
    expect([atFirst, later]).toEqual([10, 0])
    expect(await Promise.all(nodes.map((node) => login(node, 'ada', password)))).toEqual(
      nodes.map(() => 'login_successful'),
    )
  })
})
