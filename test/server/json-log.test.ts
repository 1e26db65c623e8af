import { spawn } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { serverEnv } from '../harness/start-server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { findSecrets } from './find-secrets.ts'

const main = fileURLToPath(new URL('../../src/server/main.ts', import.meta.url))
const canary = (what: string) => `Canary${what}Zq7vXw93KpLmEnoughForAKey`
const secrets = {
  master: canary('Master'),
  admin: canary('Admin'),
  smtp: canary('Smtp'),
  typed: canary('Typed'),
  header: canary('Header'),
  query: canary('Query'),
}
/** Makes Node.js warn, as a dependency could. */
const warning = 'data:text/javascript,process.on("SIGUSR2",()=>process.emitWarning("planted%20warning"))'

it('a run with LOG_FORMAT=json prints lines of JSON alone, and no secret that was set or sent', async () => {
  const { options, remove } = await temporaryFolder()
  onTestFinished(remove)
  const { dataDir } = options
  const server = spawn(process.execPath, ['--import', warning, main], {
    env: {
      PATH: process.env.PATH,
      ...serverEnv,
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_FORMAT: 'json',
      LOG_REQUESTS: 'all',
      NODE_NAME: 'north-1',
      MASTER_KEY: secrets.master,
      SMTP_URL: `smtp://u:${secrets.smtp}@127.0.0.1:9`,
      SMTP_FROM: 'keywright@example.com',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void server.kill('SIGKILL'))
  let output = ''
  const ended = new Promise<number | null>((resolve) => server.once('exit', (code) => resolve(code)))
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  await expect.poll(() => output, { timeout: 30_000 }).toContain('"no owner yet')
  const lines = () =>
    output
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
  const { origin } = lines().find(({ message }) => message === 'started')

  const { file } = lines().find(({ message }) => String(message).startsWith('no owner yet'))
  expect(statSync(file).mode & 0o077).toBe(0)
  const token = readFileSync(file, 'utf8').trim().split('#token=')[1] ?? ''
  const call = async (path: string, body?: unknown, headers: Record<string, string> = {}) =>
    fetch(origin + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const email = 'maker@example.com'
  expect((await call('/api/setup', { token, email, password: secrets.typed })).status).toBe(200)
  expect((await call('/api/auth/login', { email, password: `${secrets.typed}x` })).status).toBe(401)
  expect((await call('/api/admin/users', undefined, { 'x-admin-key': secrets.header })).status).toBe(401)
  await call(`/api/${secrets.query}?token=${secrets.query}`, undefined, { cookie: `sid=${secrets.header}` })
  await call('/api/v1/login', { api_key: secrets.typed, password: secrets.typed }, { 'x-request-id': secrets.header })
  await call('/api/auth/forgot-password', { email })
  server.kill('SIGUSR2')
  await expect.poll(() => output, { timeout: 10_000 }).toContain('planted warning')
  await expect.poll(() => output, { timeout: 30_000 }).toContain('background work failed')
  server.kill('SIGTERM')
  expect(await ended).toBe(0)

  const messages = lines().map(({ message }) => message)
  expect(messages).toEqual(
    expect.arrayContaining(['started', 'request', 'sign-in failed', 'warning of Node.js', 'stopping']),
  )
  expect(lines().filter(({ time, level }) => !time || !['info', 'warn', 'error'].includes(level))).toEqual([])
  // what Node.js itself would print comes before the settings are read
  const nameless = lines().filter(({ node }) => node !== 'north-1')
  expect(nameless.map(({ message }) => message)).toEqual(['warning of Node.js'])
  // without an SDK nothing is traced
  expect(lines().filter((line) => 'trace_id' in line)).toEqual([])
  const ofRequests = lines().filter(({ message }) => ['request', 'sign-in failed'].includes(message))
  expect(ofRequests.filter(({ request_id }) => !/^[0-9a-f-]{36}$/.test(request_id))).toEqual([])
  const adminKey = readFileSync(join(dataDir, 'admin.key'), 'utf8').trim()
  const all = new Map(Object.entries({ ...secrets, token, adminKey }))
  expect(findSecrets(all, [{ name: 'the log', bytes: Buffer.from(output) }])).toEqual([])
}, 90_000)
