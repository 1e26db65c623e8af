import { expect } from 'vitest'
import { canonical } from '../../src/server/lib/canonical.ts'
import type { EventName } from '../../src/shared/events.ts'
import type { OutcomeKey } from '../../src/shared/outcomes.ts'
import type { Answer } from '../create-test-app.ts'
import { expectedOutcomes } from './expected-outcomes.ts'
import { changesBetween, takeSnapshot } from './snapshot.ts'
import { createWorld, type Said, type Sent, type Suite, type World } from './world.ts'

type Fields = Readonly<Record<string, unknown>>

/** One way to reach an outcome. */
export interface Scenario {
  /** The guarantee as a sentence. */
  readonly name: string
  readonly outcome: OutcomeKey
  /** Settings of the application. */
  readonly settings?: object
  /** Texts and blacklist of the whole account are at play: it gets one of its own. */
  readonly hasOwnAccount?: boolean
  /** Prepares, and returns the call that is looked at. */
  readonly given: (world: World) => Promise<() => Promise<Answer<Said>>>
  /** Where another text than the default is due. */
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

/** Plays a scenario in a world of its own and compares everything that can be seen of it. */
export async function play(suite: Suite, scenario: Scenario): Promise<void> {
  const maker = scenario.hasOwnAccount ? await suite.test.account() : suite.maker
  const world = await createWorld(suite, maker, scenario.settings)
  const call = await scenario.given(world)
  const before = await takeSnapshot(suite.database, world.applicationId)
  const logged = (await world.activity()).length
  const answer = await call()
  await suite.test.app.settled()
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
  { status, body, headers }: Answer<Said>,
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
function logs(sent: Sent | undefined): boolean {
  if (!sent) return false
  return (
    /\/(login|register)$/.test(sent.path.split('?')[0] ?? '') || ['start', 'end'].includes(String(sent.body.action))
  )
}

/** Login and register log the name that was sent, the others the user's own. */
function nameIn(sent: Sent | undefined, logged: string | null): string {
  return canonical(String(sent?.body.username ?? logged ?? ''))
}
