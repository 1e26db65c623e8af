import { expect } from 'vitest'
import { conformanceScenarios } from '../conformance/conformance-scenarios.ts'
import { openDriver } from '../conformance/driver.ts'
import { toTest } from '../conformance/play-scenario.ts'
import { describeSample } from './describe-sample.ts'
import type { Scene } from './sample-scene.ts'
import { deadlines } from './scenarios/deadlines.ts'
import { overtaken } from './scenarios/overtaken.ts'
import type { Scenario } from './scenarios/scenario.ts'

/** Why no other language has these rows. */
const lacks = 'is not PHP, which can be without curl'

const html = { status: 502, body: '<html>' }

/** `php -n` reads no php.ini: none of the extensions that come as files is there, curl among them. */
const withoutCurl: Scenario = {
  lacks,
  name: 'does the same where PHP has no curl',
  async run(setScene) {
    const scene = await setScene({ isSigned: true })
    const actor = await scene.start({ wrap: noExtensions })
    const { username, password } = scene.user
    actor.logIn(username, 'wrong')
    await actor.shows('Login failed: Invalid username or password.')
    await actor.atLogin()
    for (const [answer, text] of [
      [html, 'Connection error: 502 <html>\n'],
      [{ status: 307, headers: { location: `${scene.stage.server.origin}/healthz` } }, 'Connection error: 307 Temp'],
      ['reset', 'Connection error: '],
    ] as const) {
      scene.traffic.answerNext('login', answer)
      actor.logIn(username, password)
      await actor.shows(text)
      await actor.atLogin()
    }
    actor.logIn(username, password)
    await actor.atMain()
    await scene.traffic.sees('verify', 2)
    await scene.traffic.sees('heartbeat', 2)
    expect(await actor.status()).toContain('Failures in a row: 0\n')
  },
}

const offlineFileWithoutCurl: Scenario = {
  lacks,
  name: 'an offline file starts the program where PHP has no curl',
  async run(setScene) {
    const scene = await setScene({ isSigned: true })
    const { values, signedApplication, language } = scene.stage
    const pinned = (await signedApplication()).values
    const program = await scene.start({ wrap: (command) => noExtensions(language.conform(command)) })
    const driver = openDriver(program)
    const named = {
      apiKey: values.API_KEY,
      version: '1.0',
      hwidSalt: 'keywright-app-7',
      publicKeys: [pinned.PUBLIC_KEY],
    }
    // nothing listens there
    const open = { do: 'open', origin: 'http://127.0.0.1:9', ...named, offlineStart: true }
    expect(await driver.obey(open)).toMatchObject({ refused: '' })
    const ask = { do: 'request', username: scene.user.username }
    const { text: request } = await driver.obey(ask)
    const { file } = await scene.dashboard<{ file: string }>(
      'POST',
      `/api/applications/${scene.applicationId}/offline-licenses`,
      { request, userId: scene.userId, days: 1 },
    )
    const install = { do: 'install', text: file }
    expect(await driver.obey(install)).toMatchObject({ code: 'offline', userId: scene.userId })
    expect(await driver.obey({ do: 'resume' })).toMatchObject({ code: 'offline', thrown: '' })
    expect(await driver.leave()).toMatchObject({ exitCode: 0 })
  },
}

const asItIs = (command: readonly string[]) => command
const noExtensions = ([php = '', ...rest]: readonly string[]) => [php, '-n', ...rest]

/** The same scene, with every program started without curl. */
function startedWithoutCurl(scene: Scene): Scene {
  const start: Scene['start'] = (options) =>
    scene.start({ ...options, wrap: (command) => (options?.wrap ?? asItIs)(noExtensions(command)) })
  const logIn: Scene['logIn'] = async () => {
    const actor = await start()
    actor.logIn(scene.user.username, scene.user.password)
    await actor.shows('Expires: ')
    await actor.atMain()
    return actor
  }
  return { ...scene, start, logIn }
}

const withStreams = conformanceScenarios.filter(({ alsoStreams }) => alsoStreams).map(toTest)

const alsoWithoutCurl = [...withStreams, ...deadlines, ...overtaken].map(
  ({ name, run, ...rest }): Scenario => ({
    ...rest,
    lacks,
    name: `${name}, where PHP has no curl`,
    run: (setScene) => run(async (options) => startedWithoutCurl(await setScene(options))),
  }),
)

describeSample('php', withoutCurl, offlineFileWithoutCurl, ...alsoWithoutCurl)
