import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../src/server/db/open.ts'
import { canonical } from '../../src/server/lib/canonical.ts'
import type { EventName } from '../../src/shared/events.ts'
import type { OutcomeKey } from '../../src/shared/outcomes.ts'
import type { Answer } from '../harness/create-test-app.ts'
import { describeOnBothDatabases } from '../harness/databases.ts'
import {
  type ApiResponse,
  createWorld,
  openSuite,
  type Person,
  type SentRequest,
  type Suite,
  type World,
} from '../harness/world.ts'
import { expectedOutcomes } from './expected-outcomes.ts'

type Fields = Readonly<Record<string, unknown>>

/** One way to reach an outcome. */
export interface Scenario {
  /** The guarantee as a sentence. */
  readonly name: string
  readonly outcome: OutcomeKey
  /** Settings of the application. */
  readonly settings?: object
  /** Changes account-wide messages or blacklist entries, so it needs its own account. */
  readonly hasOwnAccount?: boolean
  /** Prepares, and returns the request under test. */
  readonly given: (world: World) => Promise<() => Promise<Answer<ApiResponse>>>
  /** The expected text, when it is not the default. */
  readonly message?: string
  /** What the answer holds beside success, code, message and request_id. */
  readonly fields?: Fields | ((world: World) => Fields)
  /** Events in the order of the log; without it the outcome's own, for the calls that log. */
  readonly events?: readonly { readonly event: EventName; readonly code: string; readonly success: boolean }[]
  /** Rows and columns that change; without it those of the outcome. */
  readonly changes?: readonly string[]
}

/** What a success changes; a refusal changes nothing. */
const usualChanges: Partial<Record<OutcomeKey, readonly string[]>> = {
  login_successful: ['~app_users.last_login_at', '~app_users.last_login_ip', '~app_users.recent_logins'],
  user_registered: ['+app_users', '~applications.user_count'],
  session_started: ['+client_sessions'],
  session_closed: ['~client_sessions.end_reason', '~client_sessions.ended_at'],
}

/** Runs a scenario in a new World and compares response, events and changed rows. */
async function play(suite: Suite, scenario: Scenario): Promise<void> {
  const maker = scenario.hasOwnAccount ? await suite.test.account() : suite.maker
  const world = await createWorld(suite, maker, scenario.settings)
  const call = await scenario.given(world)
  const before = await takeSnapshot(suite.database, world.applicationId)
  const logged = (await world.activity()).length
  const answer = await call()
  await suite.test.app.whenIdle()
  const rows = (await world.activity()).reverse().slice(logged)
  const after = await takeSnapshot(suite.database, world.applicationId)

  compareAnswer(scenario, world, answer)
  expect(rows.map(({ event, code, success }) => ({ event, code, success }))).toEqual(eventsOf(scenario, world))
  const sent = world.sent.at(-1)
  for (const row of rows) {
    expect(row).toMatchObject({ ipAddress: world.ip, userAgent: world.userAgent, count: 1 })
    expect(row.createdAt).toEqual(suite.test.clock.now())
    if (row.event !== 'session_end') expect(canonical(row.username ?? '')).toBe(nameIn(sent, row.username))
  }
  expect(changesBetween(before, after)).toEqual([...(scenario.changes ?? usualChanges[scenario.outcome] ?? [])].sort())
}

function compareAnswer(
  { outcome, message, fields = {} }: Scenario,
  world: World,
  { status, body, headers }: Answer<ApiResponse>,
): void {
  const expected = expectedOutcomes[outcome]
  const extra = typeof fields === 'function' ? fields(world) : fields
  const success = status === 200
  const { request_id, ...rest } = body
  expect(rest).toEqual({ success, code: expected.code, message: message ?? expected.message, ...extra })
  expect(status).toBe(expected.status)
  expect(request_id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/)
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  expect(headers['cache-control']).toContain('no-store')
  const isRetried = status === 429 || status === 503
  if (isRetried) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  else expect(headers['retry-after']).toBeUndefined()
}

function eventsOf({ outcome, events }: Scenario, { sent }: World) {
  if (events) return events
  const { event, code, status } = expectedOutcomes[outcome]
  if (!event || !logs(sent.at(-1))) return []
  return [{ event, code: event === 'session_end' ? 'logout' : code, success: status === 200 }]
}

/** Verify and heartbeat never log. */
function logs(sent: SentRequest | undefined): boolean {
  if (!sent) return false
  return (
    /\/(login|register)$/.test(sent.path.split('?')[0] ?? '') || ['start', 'end'].includes(String(sent.body.action))
  )
}

/** Login and register log the name that was sent, the others the user's own. */
function nameIn(sent: SentRequest | undefined, logged: string | null): string {
  return canonical(String(sent?.body.username ?? logged ?? ''))
}

type Row = Readonly<Record<string, unknown>>
type Snapshot = ReadonlyMap<string, Row>

/** Everything of one application that a public request could change, except the activity log. */
async function takeSnapshot({ reads }: Database, applicationId: number): Promise<Snapshot> {
  const tables = await Promise.all([
    rowsOf('applications', reads.selectFrom('applications').selectAll().where('id', '=', applicationId).execute()),
    rowsOf(
      'app_users',
      reads.selectFrom('app_users').selectAll().where('application_id', '=', applicationId).execute(),
    ),
    rowsOf('licenses', reads.selectFrom('licenses').selectAll().where('application_id', '=', applicationId).execute()),
    rowsOf(
      'client_sessions',
      reads.selectFrom('client_sessions').selectAll().where('application_id', '=', applicationId).execute(),
    ),
  ])
  return new Map(tables.flat())
}

async function rowsOf(table: string, rows: Promise<readonly ({ id: number } & object)[]>): Promise<[string, Row][]> {
  return (await rows).map((row) => [`${table} ${row.id}`, { ...row }])
}

/** The differences: `+table` and `-table` for rows, `~table.column` for a changed value; sorted. */
function changesBetween(before: Snapshot, after: Snapshot): string[] {
  const changes: string[] = []
  const tableOf = (key: string) => key.split(' ')[0] ?? key
  for (const key of before.keys()) if (!after.has(key)) changes.push(`-${tableOf(key)}`)
  for (const [key, row] of after) {
    const old = before.get(key)
    if (!old) changes.push(`+${tableOf(key)}`)
    else for (const column in row) if (row[column] !== old[column]) changes.push(`~${tableOf(key)}.${column}`)
  }
  return changes.sort()
}

/** Fields of a response that returns the sent token. */
export const alive = (w: World) => ({ session_token: w.sent.at(-1)?.body.session_token })
/** A user locked to one device. */
export const bound = { isHwidLocked: true, hwid: 'PC-1' }

/** A user locked to the first device that logs in. */
export const unbound = { isHwidLocked: true }

/** Starts a session of a new user and returns its actions. */
export const inSession =
  (
    then: (w: World, token: string, user: Person) => ReturnType<Scenario['given']>,
    body: object = {},
  ): Scenario['given'] =>
  async (w) => {
    const user = await w.user()
    return then(w, await w.session(user, body), user)
  }
/** Starts a session on a machine that no login has bound, then turns the hardware lock on. */
export const inSessionBeforeLock =
  (then: (w: World, token: string, user: Person) => ReturnType<Scenario['given']>): Scenario['given'] =>
  async (w) => {
    const user = await w.user(unbound)
    const token = await w.session(user, { hwid: 'PC-1' })
    await w.settings({ hwidLockEnabled: true })
    return then(w, token, user)
  }

/** What sends a request to another application of the same maker. */
export async function toAnotherApplication(w: World) {
  const other = await w.maker.api<{ apiKey: string }>('POST', '/api/applications', { name: 'Other' })
  return { headers: { 'x-api-key': other.body.apiKey } }
}
/** Settings that limit the sessions of a user. */
export const limited = (policy: string, sessionLimit = 2) => ({ sessionLimit, sessionLimitPolicy: policy })

/** Runs a table of scenarios on both databases. */
export function playScenarios(name: string, scenarios: readonly Scenario[]): void {
  describeOnBothDatabases(name, (open) => {
    let suite: Suite
    beforeAll(async () => {
      suite = await openSuite(await open())
    })
    afterAll(() => suite.test.close())
    it.each(scenarios.map((scenario) => [scenario.name, scenario] as const))('%s', (_name, scenario) =>
      play(suite, scenario),
    )
  })
}
