import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { expect } from 'vitest'
import type { CallName } from '../test/recording-proxy.ts'
import type { Scene } from '../test/sample-scene.ts'
import type { Scenario } from '../test/scenarios/scenario.ts'
import { makeCertificates } from './certificates.ts'
import { openClock } from './clock.ts'
import { openDriver } from './driver.ts'
import type { ConformanceScenario } from './scenario-form.ts'
import { playScripts } from './script.ts'
import { type Play, takeStep } from './take-step.ts'
import { isSecure, type OpenWay, openWay } from './ways.ts'

/** Short intervals and a long time-out, for a server on a busy machine. */
const quick = { timeoutSeconds: 120, heartbeatSeconds: 1, verifySeconds: 300, retrySeconds: 1 }

const dayMs = 86_400_000

/** Another host, which no request may ever reach. */
async function openStranger() {
  const strayed: string[] = []
  const server = createServer((request, response) => {
    strayed.push(`${request.method} ${request.url}`)
    response.end('{"success":true}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return { strayed, address, close: () => server.close() }
}

/** The scenario as a test of the samples runs it. */
export function toTest(scenario: ConformanceScenario): Scenario {
  return {
    name: scenario.name,
    ...(scenario.isLong !== undefined && { isLong: scenario.isLong }),
    ...(scenario.lacks !== undefined && { lacks: scenario.lacks }),
    run: async (setScene) => {
      const { application, user } = scenario
      const scene = await setScene({
        isSigned: application === 'signed',
        hasOwnApplication: application === 'own',
        ...user,
      })
      await playIn(scene, scenario)
    },
  }
}

async function playIn(scene: Scene, scenario: ConformanceScenario): Promise<void> {
  const { stage, traffic } = scene
  const folder = await stage.workshop.newHome()
  const certificates = makeOnce(() => makeCertificates(folder))
  const way = scenario.through
    ? await openWay(scenario.through, stage.proxy.origin, certificates, stage.workshop.folder)
    : undefined
  const clock = scenario.hasClock ? openClock(stage.workshop.folder, folder) : undefined
  const stranger = await openStranger()
  try {
    const trust = scenario.through && isSecure(scenario.through) ? stage.language.trust?.(certificates().authority) : {}
    const env = Object.entries({ ...clock?.env, ...way?.env, ...trust }).map(([name, value]) => `${name}=${value}`)
    const program = await scene.start({
      wrap: (command) => [...(env.length > 0 ? ['env', ...env] : []), ...stage.language.conform(command)],
    })
    const driver = openDriver(program)
    const options = await optionsOf(scene, scenario, way)
    const { refused = '' } = await driver.obey({ do: 'open', ...options })
    expect(refused, 'an option that cannot be used').toBe('')
    const words = wordsOf(scene)
    traffic.alsoKnownAs(words.get('unknown') ?? '')
    const play: Play = {
      ...{ scene, driver, clock, words, options, losses: 0, passed: new Map() },
      script: playScripts(scene, stranger.address),
    }
    for (const step of scenario.steps) await takeStep(play, step)
    checkRequests(scene, scenario)
    if (scenario.sendsNothing) expect(way?.sent(), 'bytes that were sent').toBe(0)
    expect(stranger.strayed, 'a redirect was followed').toEqual([])
    play.script({})
    expect(await driver.leave()).toEqual({ exitCode: 0, losses: play.losses })
    checkLog(play)
    for (const secret of way?.secrets ?? []) expect(program.output()).not.toContain(secret)
  } finally {
    stranger.close()
    await way?.close()
  }
}

const wordsOf = ({ user }: Scene) =>
  new Map(
    Object.entries({
      ...user,
      unknown: `no key of ${user.username}`,
      hostname: hostname().slice(0, 64),
      tomorrow: new Date(Date.now() + dayMs).toISOString(),
    }),
  )

function checkRequests({ traffic }: Scene, { requests = {}, signs = [], signsNot = [] }: ConformanceScenario): void {
  for (const [call, count] of Object.entries(requests)) {
    expect(traffic.seen(call as CallName).length, `requests of the call ${call}`).toBe(count)
  }
  const noncesOf = (calls: readonly CallName[]) =>
    calls.flatMap((call) => traffic.seen(call).map(({ headers }) => headers['x-nonce']))
  const nonces = noncesOf(signs)
  for (const nonce of nonces) expect(nonce).toMatch(/^[0-9a-f]{32}$/)
  expect(new Set(nonces).size, 'nonces of their own').toBe(nonces.length)
  expect(noncesOf(signsNot).filter((nonce) => nonce !== undefined)).toEqual([])
}

const callNames = ['login', 'license', 'register', 'redeem', 'verify', 'start', 'heartbeat', 'end'] as const

/** The client's log is told of calls, and of nothing secret that went with them. */
function checkLog({ scene, driver }: Play): void {
  const bodies = callNames.flatMap((call) => scene.traffic.seen(call).map(({ body }) => body))
  const sent = bodies.flatMap((body) => [body.password, body.license_key, body.session_token, body.hwid])
  const secrets = [scene.stage.values.API_KEY, ...sent].filter((secret) => typeof secret === 'string')
  const logged = driver.logged()
  expect(logged.length).toBeGreaterThan(0)
  for (const { event, call, level, ...said } of logged) {
    expect({ event, isNamed: typeof call, level }).toEqual({
      event: 'call',
      isNamed: 'string',
      level: expect.stringMatching(/^(info|warn)$/),
    })
    for (const secret of new Set(secrets)) expect(JSON.stringify(said)).not.toContain(secret)
  }
}

function makeOnce<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

async function optionsOf({ stage }: Scene, scenario: ConformanceScenario, way: OpenWay | undefined) {
  const { API_KEY, APP_VERSION, HWID_SALT } = stage.values
  const pinned = scenario.application === 'signed' ? (await stage.signedApplication()).values : undefined
  const publicKeys = [pinned?.PUBLIC_KEY, pinned?.NEXT_PUBLIC_KEY].flatMap((key) => key ?? [])
  const named = { apiKey: API_KEY, version: APP_VERSION, hwidSalt: HWID_SALT, publicKeys }
  return { ...quick, ...scenario.options, origin: way?.origin ?? stage.proxy.origin, ...named, ...way?.options }
}
