import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newestStep } from '../../src/server/db/open.ts'
import { describePostgres } from '../harness/databases.ts'
import { type RunningServer, startServer } from '../harness/start-server.ts'
import { postgresOf, type RestoredDatabase, sqliteOf } from '../releases/restored-database.ts'
import { masterKey, type ReleaseFacts, storedReleases } from '../releases/stored-releases.ts'

const stored = storedReleases()

it('databases of at least two earlier schemas are stored', () => {
  const earlier = stored.filter(({ step }) => step < newestStep)
  expect(earlier.length).toBeGreaterThanOrEqual(2)
})

for (const { step, sqlite, postgres } of stored) {
  describe(`a database that ${step} left (SQLite)`, () => describeUpgrade(() => sqliteOf(step), sqliteOf, sqlite))
  describePostgres(`a database that ${step} left (PostgreSQL)`, () =>
    describeUpgrade(() => postgresOf(step), postgresOf, postgres),
  )
}

type Rows = Awaited<ReturnType<RestoredDatabase['rows']>>

function describeUpgrade(
  restore: () => Promise<RestoredDatabase>,
  makeNew: () => Promise<RestoredDatabase>,
  facts: ReleaseFacts,
): void {
  let database: RestoredDatabase
  let server: RunningServer | undefined
  beforeAll(async () => {
    database = await restore()
  })
  afterAll(async () => {
    await server?.stop()
    await database?.remove()
  })

  it('is upgraded to the schema of a new one, and keeps every row', async () => {
    const before = await database.rows()
    const rows = [...before.values()].reduce((sum, { length }) => sum + length, 0)
    expect(rows).toBeGreaterThan(900)
    await database.migrate()
    expect(missingRows(before, await database.rows())).toEqual([])
    const fresh = await makeNew()
    try {
      await fresh.migrate()
      expect(await database.schema()).toEqual(await fresh.schema())
    } finally {
      await fresh.remove()
    }
  })

  it('goes on: its owner signs in, its programs with their keys, users, devices and sessions', async () => {
    server = await startServer({ dataDir: database.dataDir, env: { MASTER_KEY: masterKey, ...database.env } })
    const { api, origin } = server
    const { applicationId, apiKey, publicKey, user, banned, freeKey, sessionToken } = facts
    const base = `/api/applications/${applicationId}`
    expect((await api('GET', base)).body).toMatchObject({ apiKey, name: 'Photo Studio', version: '2.1' })
    expect((await api('GET', `${base}/signing-keys`)).body).toMatchObject({ current: { publicKey } })
    const found = await api<unknown[]>('GET', `${base}/licenses?q=${user.licenseKey}`)
    expect(found.body).toMatchObject([{ licenseKey: user.licenseKey, currentUsers: 1 }])

    const code = async (path: string, body: object) => {
      const headers = { 'content-type': 'application/json', 'x-api-key': apiKey }
      const answer = await fetch(`${origin}/api/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      return ((await answer.json()) as { code: string }).code
    }
    const { id: user_id, username, password, hwid } = user
    const version = '2.1'
    expect(await code('session/track', { action: 'heartbeat', session_token: sessionToken })).toBe('session_alive')
    expect(await code('verify', { user_id, hwid, session_token: sessionToken })).toBe('user_verified')
    expect(await code('login', { username, password, hwid, version })).toBe('login_successful')
    expect(await code('login', { username, password, hwid: 'another', version })).toBe('hwid_mismatch')
    expect(await code('login', { ...banned, version })).toBe('account_banned')
    expect(await code('register', { username: 'nobody', password, license_key: freeKey })).not.toBe('user_registered')
    expect(await code('register', { username: 'newcomer', password, license_key: freeKey })).toBe('user_registered')
  })
}

/** Rows of before that are not there with the same values in the columns that remain. */
function missingRows(before: Rows, after: Rows): string[] {
  return [...before].flatMap(([table, rows]) => {
    const now = after.get(table)
    if (!now) return [`the table ${table}`]
    const [first = {}] = now
    const columns = Object.keys(rows[0] ?? {}).filter((column) => column in first)
    const textOf = (row: Readonly<Record<string, unknown>>) => JSON.stringify(columns.map((column) => row[column]))
    const kept = new Set(now.map(textOf))
    return rows
      .map(textOf)
      .filter((row) => !kept.has(row))
      .map((row) => `${table} ${row}`)
  })
}
