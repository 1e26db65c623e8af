import { execFileSync } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findLostWrites, loadUntilEnded, noAcknowledgedWrites } from '../../test/faults/load-until-ended.ts'
import { type RunningServer, startServer } from '../../test/harness/start-server.ts'
import { newToken, password } from '../../test/harness/world.ts'
import { none, type Row, Unmeasurable } from '../figure.ts'

const diskBytes = 192 * 1024 * 1024
const rounds = 10

export const canMount = process.platform === 'linux' && process.getuid?.() === 0

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
  const disk = await mkdtemp(join(tmpdir(), 'keywright-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskBytes}`, 'keywright-faults', disk])
  try {
    const dataDir = join(disk, 'data')
    mkdirSync(dataDir, { mode: 0o700 })
    const server = await startServer({ dataDir })
    try {
      return await runScenario(server, disk, dataDir)
    } finally {
      await server.stop()
    }
  } finally {
    execFileSync('umount', ['--lazy', disk])
    await rm(disk, { recursive: true, force: true })
  }
}

async function runScenario(server: RunningServer, disk: string, dataDir: string): Promise<string[]> {
  const wrong: string[] = []
  const expectThat = (is: boolean, text: string) => {
    if (!is) wrong.push(text)
  }
  const ballast = [join(disk, 'ballast-1'), join(disk, 'ballast-2')] as const
  const reserve = join(dataDir, 'keywright.reserve')
  const { body } = await server.api<{ id: number; apiKey: string }>('POST', '/api/applications', {
    name: 'Full',
    hwidLockEnabled: false,
  })
  const call = (path: string, fields: object) => post(server, body.apiKey, path, fields)
  const answered = noAcknowledgedWrites()
  await loadUntilEnded(server, body.apiKey, answered, { round: 'before', end: async () => {} })
  const [userId = 0, username = ''] = [...answered.users][0] ?? []
  const session_token = answered.tokens[0] ?? ''
  expectThat(existsSync(reserve), 'there is no reserve')

  fill(ballast[0])
  const refused = await until(() => call('register', { username: `late ${newToken()}`, password }), 'unavailable')
  expectThat(
    refused?.status === 503 && refused.retryAfter !== null,
    'a change on a full disk is not 503 with Retry-After',
  )
  expectThat(!existsSync(reserve), 'the reserve was not freed')
  fill(ballast[1])
  await until(() => call('register', { username: `late ${newToken()}`, password }), 'unavailable')
  expectThat((await readiness(server)) === '503 disk full', '/readyz does not tell that the disk is full')
  expectThat((await fetch(`${server.origin}/healthz`)).status === 200, '/healthz is not up')

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

  for (const file of ballast) rmSync(file)
  const again = await until(() => call('register', { username: `after ${newToken()}`, password }), 'user_registered')
  expectThat(again !== undefined, 'changes do not go on when there is room again')
  expectThat((await readiness(server)) === '200 ok', '/readyz does not tell that there is room again')
  const lost = await findLostWrites(server, body, answered)
  expectThat(lost.users.length + lost.sessions.length === 0, `lost: ${JSON.stringify(lost)}`)
  return wrong
}

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

/** Writes until no byte is free. */
function fill(file: string): void {
  const handle = openSync(file, 'w')
  try {
    for (let size = 1024 * 1024; size >= 1; ) {
      try {
        writeSync(handle, Buffer.alloc(size, 1))
      } catch {
        size = Math.floor(size / 2)
      }
    }
  } finally {
    closeSync(handle)
  }
}
