import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { serverEnv } from '../harness/start-server.ts'

interface Shown {
  readonly counts: { readonly users: number; readonly licenses: number }
  readonly stats: { readonly activeSessions: number; readonly totalApiRequests: number }
}

it('npm run demo: full of users, with programs that sign in, orders that come in, a portal to open, open to everybody, and gone afterwards', async () => {
  const main = fileURLToPath(new URL('../../demo/main.ts', import.meta.url))
  const demo = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, ...serverEnv, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(demo, 'exit')
  let output = ''
  const isReady = new Promise<void>((resolve) => {
    demo.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes('The demo is ready')) resolve()
    })
  })
  try {
    await Promise.race([isReady, gone.then(() => Promise.reject(new Error(output)))])
    const origin = /(http:\/\/\S+:\d+)/.exec(output)?.[1]
    const signedIn = await fetch(`${origin}/api/auth/demo-login`, { method: 'POST' })
    expect(signedIn.status).toBe(200)
    const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const read = async <T>(path: string) => (await (await fetch(origin + path, { headers: { cookie } })).json()) as T
    const live = async () => {
      const applications = await read<Shown[]>('/api/applications?include=stats')
      return { applications, sessions: applications.reduce((sum, { stats }) => sum + stats.activeSessions, 0) }
    }
    let seen = await live()
    // The dashboard is told when something changes: then it is looked at again.
    const told = await fetch(`${origin}/api/events?applicationId=1`, { headers: { cookie } })
    const changes = told.body?.getReader()
    while (seen.sessions === 0 && !(await changes?.read())?.done) seen = await live()
    const orders = () => read<{ orderRef: string; status: string }[]>('/api/applications/1/orders?q=GS-21000')
    let order = await orders()
    while (order.length === 0 && !(await changes?.read())?.done) order = await orders()
    await changes?.cancel()
    expect(order).toMatchObject([{ orderRef: 'GS-21000', status: 'paid' }])
    const [, portal, username, password] =
      /(http\S+\/portal\/\S+), as (\S+) with the password "(.+)"/.exec(output) ?? []
    expect((await fetch(portal ?? '')).status).toBe(200)
    const entered = await fetch(`${origin}/api/portal/my-game/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: `${origin}` },
      body: JSON.stringify({ username, password }),
    })
    expect(await entered.json()).toEqual({ access: 'manage' })
    expect(seen.sessions).toBeGreaterThan(0)
    expect(seen.applications.reduce((sum, { counts }) => sum + counts.users, 0)).toBeGreaterThan(300)
    const users = await read<{ isPaused: boolean; isBanned: boolean; isActive: boolean }[]>('/api/applications/1/users')
    for (const state of ['isPaused', 'isBanned', 'isActive'] as const) {
      expect(new Set(users.map((user) => user[state]))).toEqual(new Set([true, false]))
    }
    expect(await read<unknown[]>('/api/admin/users')).toHaveLength(5)
  } finally {
    demo.kill('SIGTERM')
  }
  await gone
  const folder = /(\S*keywright-demo-[^\s/]+)/.exec(output)?.[1] ?? ''
  expect(folder).not.toBe('')
  expect(existsSync(folder)).toBe(false)
})
