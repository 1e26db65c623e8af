import { expect } from 'vitest'
import type { Scene } from '../sample-scene.ts'
import { alone, type Scenario } from './scenario.ts'

const downloadUrl = 'https://example.com/download'

/** Logs in, is rejected with this caption, and may try again. */
async function isRefused(scene: Scene, caption: string): Promise<void> {
  const actor = await scene.start()
  actor.logIn(scene.user.username, scene.user.password)
  await actor.shows(new RegExp(`${caption}: .+\\n`))
  await actor.atLogin()
}

/** Logs in, shows why it was rejected, and exits with status 1. */
async function ends(scene: Scene, caption: string, text: string | RegExp): Promise<void> {
  const actor = await scene.start()
  actor.logIn(scene.user.username, scene.user.password)
  await actor.acknowledge(caption)
  expect(await actor.exitCode).toBe(1)
  expect(actor.output()).toMatch(text)
}

/** A request to the public API as another program would send it. */
function callAs(scene: Scene, body: object): Promise<Response> {
  return fetch(`${scene.stage.server.origin}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': scene.apiKey },
    body: JSON.stringify({ ...scene.user, version: '1.0', ...body }),
  })
}

export const refusals: readonly Scenario[] = [
  {
    name: 'asks for the login again on another machine',
    async run(setScene) {
      const scene = await setScene()
      expect((await callAs(scene, { hwid: 'another machine' })).status).toBe(200)
      await isRefused(scene, 'Hardware Mismatch')
    },
  },
  {
    name: 'asks for the login again while the account is paused',
    async run(setScene) {
      const scene = await setScene()
      await scene.setUser('pause')
      await isRefused(scene, 'Account Disabled')
    },
  },
  {
    name: 'asks for the login again when the account has expired',
    async run(setScene) {
      const scene = await setScene()
      const users = `/api/applications/${scene.applicationId}/users`
      await scene.dashboard('PUT', `${users}/${scene.userId}`, { expiresAt: '2020-01-01T00:00:00.000Z' })
      await isRefused(scene, 'Account Expired')
    },
  },
  {
    name: 'ends with status 1 when its version is too old',
    async run(setScene) {
      const scene = await setScene(alone)
      await scene.dashboard('PATCH', `/api/applications/${scene.applicationId}`, { version: '1.2.0' })
      await ends(scene, 'Update Required', /Update Required: .+\n/)
    },
  },
  {
    name: 'shows where the update is when the answer says so',
    async run(setScene) {
      const scene = await setScene()
      const answer = { success: false, code: 'version_mismatch', message: 'Too old', download_url: downloadUrl }
      scene.traffic.answerNext('login', { status: 403, body: JSON.stringify(answer) })
      await ends(scene, 'Update Required', `Update Required: Too old\nDownload: ${downloadUrl}\n`)
    },
  },
  {
    name: 'ends with status 1 when access is blocked',
    async run(setScene) {
      const scene = await setScene()
      const { applicationId, user } = scene
      await scene.dashboard('POST', '/api/blacklist', { applicationId, type: 'username', value: user.username })
      await ends(scene, 'Access Blocked', 'Access Blocked: Access blocked\n')
    },
  },
  {
    name: "meets the server's own limit and is told to wait",
    async run(setScene) {
      const scene = await setScene(alone)
      const wrong = { password: 'wrong', hwid: 'a stranger' }
      let limited = await callAs(scene, wrong)
      while (limited.status !== 429) limited = await callAs(scene, wrong)
      expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
      const actor = await scene.start()
      actor.logIn(scene.user.username, scene.user.password)
      await actor.shows('Please wait: Rate limit exceeded')
    },
  },
  {
    name: 'asks a busy server again only after the pause that it names',
    async run(setScene) {
      const scene = await setScene()
      const answer = { success: false, code: 'rate_limited', message: 'Rate limit exceeded' }
      const headers = { 'retry-after': '2' }
      scene.traffic.answerNext('login', { status: 429, headers, body: JSON.stringify(answer) })
      const actor = await scene.start()
      actor.logIn(scene.user.username, scene.user.password)
      const first = await scene.traffic.sees('login', 1)
      await actor.shows('Please wait: Rate limit exceeded')
      await actor.atLogin()
      actor.logIn(scene.user.username, scene.user.password)
      const second = await scene.traffic.sees('login', 2)
      expect(second.atMs - first.atMs).toBeGreaterThan(1990)
      await actor.atMain()
    },
  },
]
