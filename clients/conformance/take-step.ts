import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { CallName } from '../test/recording-proxy.ts'
import type { Scene } from '../test/sample-scene.ts'
import type { Clock } from './clock.ts'
import { type Driver, type Said, untilStatus } from './driver.ts'
import { expectFields } from './expect-fields.ts'
import type { Order, ScriptedAnswer, Step } from './scenario-form.ts'
import type { playScripts } from './script.ts'

/** What the steps of one scenario work with. */
export interface Play {
  readonly scene: Scene
  readonly driver: Driver
  readonly script: ReturnType<typeof playScripts>
  readonly clock: Clock | undefined
  /** What `$name` stands for. */
  readonly words: Map<string, string>
  /** Requests of each call that steps have waited for, or that came before the server's answers were changed. */
  readonly passed: Map<CallName, number>
  losses: number
  /** What the client was opened with. */
  readonly options: Readonly<Record<string, unknown>>
}

/** Takes one step of a scenario. */
export async function takeStep(play: Play, step: Step): Promise<void> {
  const { scene, driver, words } = play
  const base = `/api/applications/${scene.applicationId}`
  if ('do' in step) await order(play, step)
  else if ('server' in step) change(play, () => play.script(step.server))
  else if ('sees' in step) await seesMore(play, step)
  else if ('lost' in step) {
    expectFields(await inTime(step.takes, () => driver.tells('lost')), step.lost)
    play.losses += 1
  } else if ('tells' in step) await toldOf(driver, step)
  else if ('sessions' in step) {
    expect(await scene.dashboard('GET', `${base}/stats`)).toMatchObject({ activeSessions: step.sessions })
  } else if ('logged' in step) expectFields(driver.logged().at(-1) ?? {}, step.logged, 'the log')
  else if ('until' in step) await untilStatus(driver, (status) => isReached(status, step.until))
  else if ('user' in step) {
    if (typeof step.user === 'string') await scene.setUser(step.user)
    else await scene.dashboard('PUT', `${base}/users/${scene.userId}`, filled(words, step.user))
  } else if ('application' in step) await scene.dashboard('PATCH', base, step.application)
  else if ('sell' in step) {
    const terms = { maxUsers: 1, validityDays: 30, validityStart: 'first_use', ...step.sell }
    const { licenseKey } = await scene.dashboard<{ licenseKey: string }>('POST', `${base}/licenses`, terms)
    scene.traffic.alsoKnownAs(licenseKey)
    words.set(step.as, licenseKey)
  } else if ('advance' in step) play.clock?.advance(step.advance)
  else if ('wait' in step) await sleep(step.wait * 1000)
  else if ('sent' in step) {
    const body = scene.traffic.seen(step.sent).at(-1)?.body ?? {}
    expectFields(body, filled(words, step.has), `the last ${step.sent}`)
    for (const name of step.hasNot ?? []) expect(body).not.toHaveProperty(name)
  } else change(play, step.network === 'down' ? scene.traffic.goDown : scene.traffic.comeBack)
}

/** Within so many seconds, and not before. */
async function inTime<Value>(takes: readonly [number, number] | undefined, work: () => Promise<Value>, why = '') {
  const fromMs = performance.now()
  const value = await work()
  const seconds = (performance.now() - fromMs) / 1000
  if (takes) {
    expect(seconds, `seconds ${why}`).toBeGreaterThan(takes[0])
    expect(seconds, `seconds ${why}`).toBeLessThan(takes[1])
  }
  return value
}

/** What the monitor told before is passed over. */
async function toldOf(driver: Driver, { tells, has }: Extract<Step, { tells: unknown }>): Promise<void> {
  const isWanted = (said: Said) => Object.entries(has).every(([name, value]) => said[name] === value)
  while (!isWanted(await driver.tells(tells))) {}
}

/** Requests that came until now are not waited for any more. */
function change({ passed, scene }: Play, apply: () => void): void {
  passed.clear()
  for (const call of ['login', 'verify', 'start', 'heartbeat', 'end'] as const) {
    passed.set(call, scene.traffic.seen(call).length)
  }
  apply()
}

async function order(play: Play, { answered, gives = {}, takes, ...rest }: Order): Promise<void> {
  const { scene, driver, words, script } = play
  const own = rest.do === 'open' ? play.options : rest.do === 'login' && rest.username === undefined ? scene.user : {}
  const spoken = { ...own, ...filled(words, { ...rest }) } as Order
  if (spoken.username !== undefined) scene.traffic.alsoKnownAs(spoken.username)
  for (const answer of answered?.flatMap(atEachPlace) ?? [undefined]) {
    if (answer !== undefined) script({ [rest.do]: [answer] })
    const why = `${rest.do} answered ${JSON.stringify(answer ?? 'as ever').slice(0, 200)}`
    expectFields(await inTime(takes, () => driver.obey(spoken), why), gives, why)
  }
}

function atEachPlace(answer: ScriptedAnswer): ScriptedAnswer | readonly ScriptedAnswer[] {
  if (typeof answer === 'string' || !('change' in answer) || answer.each === undefined) return answer
  const [from, to, by] = answer.each
  const count = Math.floor((to - from) / by) + 1
  return Array.from({ length: count }, (_, index) => ({ change: answer.change, at: from + index * by }))
}

/** In texts `$name` becomes what it stands for, `$name:lower` the same in small letters. */
function filled(words: ReadonlyMap<string, string>, fields: object): Readonly<Record<string, unknown>> {
  const fill = (text: string) =>
    text.replace(/\$(\w+)(:lower)?/g, (_all, name: string, lower?: string) => {
      const word = words.get(name) ?? ''
      return lower ? word.toLowerCase() : word
    })
  const entries = Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? fill(value) : value])
  return Object.fromEntries(entries) as Readonly<Record<string, unknown>>
}

async function seesMore(play: Play, { sees: call, more = 1, apart }: Extract<Step, { sees: unknown }>) {
  const { traffic } = play.scene
  const before = play.passed.get(call) ?? 0
  play.passed.set(call, before + more)
  await traffic.sees(call, before + more)
  if (apart === undefined) return
  const seen = traffic.seen(call).slice(before, before + more)
  const times = seen.map(({ atMs }) => atMs / 1000)
  for (const [index, time] of times.slice(1).entries()) {
    expect(time - (times[index] ?? 0), `seconds between two of the call ${call}`).toBeGreaterThan(apart)
  }
}

const isReached = (status: Said, wanted: Extract<Step, { until: unknown }>['until']) =>
  Object.entries(wanted).every(([name, value]) =>
    typeof value === 'number' ? status[name] === value : Number(status[name]) >= value.atLeast,
  )
