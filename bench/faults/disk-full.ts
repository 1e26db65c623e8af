import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { findLostWrites, loadUntilEnded, noAcknowledgedWrites } from '../../test/faults/load-until-ended.ts'
import { canMount, mountSmallDisk, type SmallDisk } from '../../test/harness/small-disk.ts'
import { type RunningServer, startServer } from '../../test/harness/start-server.ts'
import { newToken, password } from '../../test/harness/world.ts'
import { none, type Row, Unmeasurable } from '../figure.ts'

const rounds = 10

export async function diskFull(): Promise<readonly Row[]> {
  if (!canMount) throw new Unmeasurable('a small disk can be mounted by root only')
  const wrong: string[] = []
  for (let round = 0; round < rounds; round += 1) wrong.push(...(await fillDisk()))
  for (const text of wrong) console.log(`  wrong: ${text}`)
  return [
    none('answers or states that were not as promised', wrong.length),
    { name: 'rounds', values: [rounds], digits: 0 },
  ]
}

/** Runs the real server on a small disk, fills it and frees space again. Returns the broken promises. */
export async function fillDisk(): Promise<string[]> {
  const disk = mountSmallDisk()
  try {
    const dataDir = join(disk.folder, 'data')
    mkdirSync(dataDir, { mode: 0o700 })
    let server = await startServer({ dataDir })
    const restart = async () => {
      await server.kill()
      server = await startServer({ dataDir })
      return server
    }
    try {
      return await runScenario(server, restart, disk, dataDir)
    } finally {
      await server.stop()
    }
  } finally {
    disk.unmount()
  }
}

async function runScenario(
  first: RunningServer,
  restart: () => Promise<RunningServer>,
  disk: SmallDisk,
  dataDir: string,
): Promise<string[]> {
  let server = first
  const wrong: string[] = []
  const expectThat = (is: boolean, text: string) => {
    if (!is) wrong.push(text)
  }
  const reserve = join(dataDir, 'keywright.reserve')
  const { body } = await server.api<{ id: number; apiKey: string }>('POST', '/api/applications', {
    name: 'Full',
    hwidLockEnabled: false,
  })
  const call = (path: string, fields: object): Promise<Reply> => post(server, body.apiKey, path, fields)
  const answered = noAcknowledgedWrites()
  await loadUntilEnded(server, body.apiKey, answered, { round: 'before', end: async () => {} })
  const [userId = 0, username = ''] = [...answered.users][0] ?? []
  const session_token = answered.tokens[0] ?? ''
  expectThat(bytesOf(reserve) > 0, 'there is no reserve')
  const spare = (await server.api<{ id: number }>('POST', '/api/applications', { name: 'Spare' })).body.id

  disk.fill()
  const refused = await until(() => call('register', { username: `late ${newToken()}`, password }), 'unavailable')
  expectThat(
    refused?.status === 503 && refused.retryAfter !== null,
    'a change on a full disk is not 503 with Retry-After',
  )
  expectThat(bytesOf(reserve) === 0, 'the reserve was not freed')
  const goesOn = () => expectToGoOn({ server, call, userId, expectThat })
  await goesOn()
  const removed = await server.api('DELETE', `/api/applications/${spare}`, {})
  expectThat(removed.status === 200, `a deletion on a full disk: ${removed.status}`)
  // Its owner signs in again.
  server = await restart()
  await goesOn()
  disk.fill()
  await until(() => call('register', { username: `late ${newToken()}`, password }), 'unavailable')
  expectThat((await readiness(server)) === '503 disk full', '/readyz does not tell that the disk is full')
  expectThat((await fetch(`${server.origin}/healthz`)).status === 200, '/healthz is not up')

  const { body: system } = await server.api<System>('GET', '/api/system')
  const codes = system.warnings.map((warning) => warning.code)
  expectThat(system.disk?.isFull === true && codes.includes('disk_full'), `the page System warns of ${codes}`)

  const login = await call('login', { username, password })
  expectThat(login.code === 'login_successful', `a login on a full disk: ${login.code}`)
  const wrongPassword = await call('login', { username, password: 'not the right one' })
  expectThat(wrongPassword.code === 'invalid_credentials', `a wrong password on a full disk: ${wrongPassword.code}`)
  const verified = await call('verify', { user_id: userId })
  expectThat(verified.code === 'user_verified', `verify on a full disk: ${verified.code}`)
  const beat = await call('session/track', { action: 'heartbeat', session_token })
  expectThat(beat.code === 'session_alive', `a heartbeat on a full disk: ${beat.code}`)
  const listed = await server.api('GET', `/api/applications/${body.id}/users?limit=10`)
  expectThat(listed.status === 200, `the dashboard's list on a full disk: ${listed.status}`)

  disk.empty()
  const again = await until(() => call('register', { username: `after ${newToken()}`, password }), 'user_registered')
  expectThat(again !== undefined, 'changes do not go on when there is room again')
  expectThat((await readiness(server)) === '200 ok', '/readyz does not tell that there is room again')
  const lost = await findLostWrites(server, body, answered)
  expectThat(lost.users.length + lost.sessions.length === 0, `lost: ${JSON.stringify(lost)}`)
  return wrong
}

interface System {
  readonly disk: { readonly isFull: boolean } | null
  readonly warnings: readonly { readonly code: string }[]
}

interface FullDisk {
  readonly server: RunningServer
  call(path: string, fields: object): Promise<Reply>
  readonly userId: number
  expectThat(is: boolean, text: string): void
}

/** While the reserve is left: sessions begin and end, and nothing that can wait uses it up. */
async function expectToGoOn({ server, call, userId, expectThat }: FullDisk): Promise<void> {
  expectThat((await readiness(server)) === '503 disk full', '/readyz does not tell that the disk is full')
  for (let each = 0; each < 20; each += 1) {
    const registered = await call('register', { username: `late ${newToken()}`, password })
    expectThat(registered.code === 'unavailable', `a registration that would use the reserve: ${registered.code}`)
    const session_token = newToken()
    const started = await call('session/track', { action: 'start', user_id: userId, session_token })
    expectThat(started.code === 'session_started', `a session start on a full disk: ${started.code}`)
    const ended = await call('session/track', { action: 'end', session_token })
    expectThat(ended.code === 'session_closed', `a session end on a full disk: ${ended.code}`)
  }
  const made = await server.api('POST', '/api/applications', { name: 'Late' })
  expectThat(made.status === 503, `a new application that would use the reserve: ${made.status}`)
}

const bytesOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0

interface Reply {
  readonly status: number
  readonly retryAfter: string | null
  readonly code: string
}

async function post(server: RunningServer, apiKey: string, path: string, fields: object): Promise<Reply> {
  const response = await fetch(`${server.origin}/api/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    body: JSON.stringify(fields),
  })
  const { code } = (await response.json()) as { code: string }
  return { status: response.status, retryAfter: response.headers.get('retry-after'), code }
}

/**
 * The write-ahead log has space left for some more changes, and the database notices free space only with the next
 * one.
 */
async function until(call: () => Promise<Reply>, code: string): Promise<Reply | undefined> {
  for (let tries = 0; tries < 2_000; tries += 1) {
    const reply = await call()
    if (reply.code === code) return reply
  }
  return undefined
}

async function readiness(server: RunningServer): Promise<string> {
  const response = await fetch(`${server.origin}/readyz`)
  const { status } = (await response.json()) as { status: string }
  return `${response.status} ${status}`
}
