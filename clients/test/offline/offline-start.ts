import { existsSync } from 'node:fs'
import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp } from '../../../test/harness/create-test-app.ts'
import { openMemoryDatabase } from '../../../test/harness/memory-database.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { createWorld, password, type World } from '../../../test/harness/world.ts'
import { hardwareId } from '../../node/keywright.mjs'
import type { Language } from '../languages.ts'
import { edited } from './edited.ts'
import { type OfflineProgram, startOffline } from './offline-program.ts'
import { hourMs, leaseOf, readState, salt, seconds, stateIn, type WantedState, writeState } from './stored-state.ts'
import { type SwitchedServer, startSwitchedServer } from './switched-server.ts'

let w: World
let server: SwitchedServer
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let publicKey: string
let close: () => Promise<void>
let folders = 0

const newFolder = () => {
  folders += 1
  return join(folder.options.dataDir, `state-${folders}`)
}
/** What a library does that starts without the server: rows of the table, with the real server before and after. */
export function describeOfflineStart(language: Language, build: () => Promise<readonly string[]>): void {
  describe('starts without the server', () => describeScenarios(language, build))
}

function describeScenarios({ hasModes }: Language, build: () => Promise<readonly string[]>): void {
  let command: readonly string[] = []
  beforeAll(async () => {
    folder = await temporaryFolder()
    const database = await openMemoryDatabase()
    const app = await createTestApp({ database, env: { RATE_LIMIT_SCALE: '10000' } })
    app.clock.set(new Date().toISOString())
    const maker = await app.account()
    w = await createWorld({ test: app, database, maker }, maker, {
      leaseHours: 1,
      offlineStart: true,
      features: { export: true },
    })
    const keys = await w.dashboard<{ current: { publicKey: string } }>('GET', `${w.base}/signing-keys`)
    publicKey = keys.current.publicKey
    close = async () => {
      await app.close()
      await database.close()
      await folder.remove()
    }
    server = await startSwitchedServer(await app.http.listen({ host: '127.0.0.1', port: 0 }))
    command = await build()
  }, 120_000)
  afterAll(async () => {
    await server?.goDown()
    await close?.()
  })

  const opened = async (onEnd: (stop: () => Promise<void>) => void, place: string): Promise<OfflineProgram> => {
    await server.comeBack()
    const options = { origin: server.origin, apiKey: w.apiKey, hwidSalt: salt, publicKeys: [publicKey] }
    const program = startOffline(command, { options, folder: folder.options.dataDir })
    onEnd(program.kill)
    await program.open(place)
    return program
  }

  test('a start without the server follows a login, goes on when the server is back, and ends with a ban', {
    timeout: 120_000,
  }, async (context) => {
    const place = newFolder()
    const user = await w.user()
    const program = await opened(context.onTestFinished, place)
    expect(await program.says('resume')).toBe('offline_none false 0')
    expect(await program.says('login', { username: user.username, password })).toBe('login_successful true 0')
    await program.obey({ do: 'monitor' })
    await program.obey({ do: 'end' })
    const text = await readState(place)
    expect(text.length).toBeLessThan(16 * 1024)
    for (const secret of [password, w.apiKey, Buffer.from(password).toString('base64url')])
      expect(text).not.toContain(secret)
    const modes = [(await stat(place)).mode & 0o777, (await stat(stateIn(place))).mode & 0o777]
    if (hasModes) expect(modes).toEqual([0o700, 0o600])

    await server.goDown()
    await program.open(place)
    expect(await program.says('resume')).toMatch(/^offline true [1-9]\d+$/)
    expect(await program.obey({ do: 'feature', name: 'export' })).toMatchObject({ value: true })
    await program.obey({ do: 'monitor' })
    expect((await program.tells('offline')).until).toBeGreaterThan(seconds(Date.now()))
    await server.comeBack()
    await program.tells('online')
    await w.act(user, 'ban')
    expect((await program.tells('lost')).code).toBe('account_banned')
    expect(existsSync(stateIn(place))).toBe(false)
    await program.kill()
  })

  test('a start without the server is refused by the server where it answers, and that deletes the state', {
    timeout: 60_000,
  }, async (context) => {
    const place = newFolder()
    const user = await w.user()
    const program = await opened(context.onTestFinished, place)
    await program.says('login', { username: user.username, password })
    await program.obey({ do: 'end' })
    await program.open(place)
    expect(await program.says('resume')).toMatch(/^session_started true/)
    await program.obey({ do: 'end' })
    expect(existsSync(stateIn(place))).toBe(true)
    await w.act(user, 'pause')
    await program.open(place)
    expect(await program.says('resume')).toBe('account_paused false 0')
    expect(existsSync(stateIn(place))).toBe(false)
    await server.goDown()
    await program.open(place)
    expect(await program.says('resume')).toBe('offline_none false 0')
    await program.kill()
  })

  test('a start without the server ends with a logout, and is never possible without the option', {
    timeout: 60_000,
  }, async (context) => {
    const place = newFolder()
    const user = await w.user()
    const program = await opened(context.onTestFinished, place)
    await program.says('login', { username: user.username, password })
    expect(existsSync(stateIn(place))).toBe(true)
    await program.obey({ do: 'logout' })
    expect(existsSync(stateIn(place))).toBe(false)
    const before = server.sent().length
    await program.open(place, { offlineStart: false })
    expect(await program.says('login', { username: user.username, password })).toBe('login_successful true 0')
    expect(await program.says('resume')).toBe('offline_none false 0')
    await program.obey({ do: 'end' })
    expect(existsSync(place) && existsSync(stateIn(place))).toBe(false)
    const sent = server.sent().slice(before)
    expect(sent).toContain('/api/v1/login')
    expect(sent).not.toContain('lease_version')
    await program.kill()
  })

  test('a start without the server takes the state that another language wrote, and none of 1,000 edits of it', {
    timeout: 120_000,
  }, async (context) => {
    const place = newFolder()
    const user = await w.user()
    const program = await opened(context.onTestFinished, place)
    await server.goDown()
    await writeState(place, user, { lease: await leaseOf(w, user) })
    const right = await readState(place)
    await program.open(place)
    const codes = new Set<string>()
    for (let number = 0; number < 1_000; number += 1) {
      await writeFile(stateIn(place), edited(right, number))
      codes.add(await program.says('resume'))
    }
    expect([...codes]).toEqual(['offline_invalid false 0'])
    await writeFile(stateIn(place), right)
    expect(await program.says('resume')).toMatch(/^offline true/)
    expect(await program.obey({ do: 'feature', name: 'export' })).toMatchObject({ value: true })
    await program.kill()
  })

  test('a start without the server is refused after each of 1,000 edits of the lease, in a state that nobody else can tell from a right one', {
    timeout: 240_000,
  }, async (context) => {
    const place = newFolder()
    const user = await w.user()
    const program = await opened(context.onTestFinished, place)
    await server.goDown()
    const lease = await leaseOf(w, user)
    const codes = new Set<string>()
    for (let number = 0; number < 1_000; number += 1) {
      await writeState(place, user, { lease: edited(lease, number) })
      codes.add(await program.says('resume'))
    }
    expect([...codes]).toEqual(['offline_invalid false 0'])
    await writeState(place, user, { lease })
    expect(await program.says('resume')).toMatch(/^offline true/)
    await program.kill()
  })

  test('a start without the server is refused on another machine, after the end of the lease, and with a clock set back', {
    timeout: 60_000,
  }, async (context) => {
    const user = await w.user()
    const program = await opened(context.onTestFinished, newFolder())
    await server.goDown()
    const resumed = async (state: WantedState) => {
      const place = newFolder()
      await writeState(place, user, state)
      await program.open(place)
      return program.says('resume')
    }
    const now = Date.now()
    const machineId = 'ffffffffffffffffffffffffffffffff'
    const theirs = await leaseOf(w, user, { hwid: hardwareId(machineId, salt) })
    expect(await resumed({ lease: theirs, machineId })).toBe('offline_machine false 0')
    // and where its last line was made for this machine
    expect(await resumed({ lease: theirs })).toBe('offline_machine false 0')
    const past = { lease: await leaseOf(w, user, { atMs: now - 2 * hourMs }), markMs: now - 2 * hourMs }
    expect(await resumed(past)).toBe('offline_expired false 0')
    // the server's last time is 2 hours ahead: the clock was set back
    const ahead = { lease: await leaseOf(w, user, { atMs: now + 2 * hourMs }), markMs: now + 2 * hourMs }
    expect(await resumed(ahead)).toBe('offline_clock false 0')
    const lease = await leaseOf(w, user)
    // what it ran for counts, whatever the clock shows
    expect(await resumed({ lease, seenMs: now + hourMs - 10_000 })).toMatch(/^offline true/)
    expect(await resumed({ lease, seenMs: Date.now() + hourMs + 1_000 })).not.toMatch(/true/)
    expect(await resumed({ lease, seenMs: now + 2 * hourMs })).toBe('offline_clock false 0')
    expect(await resumed({ lease: `${lease.slice(0, -9)}A${lease.slice(-8)}` })).toBe('offline_invalid false 0')
    const shipped = await leaseOf(w, user)
    await w.settings({ offlineStart: false })
    const without = await leaseOf(w, user)
    await w.settings({ offlineStart: true })
    expect(await resumed({ lease: without })).toBe('offline_none false 0')
    expect(await resumed({ lease: shipped })).toMatch(/^offline true/)
    await program.kill()
  })

  test('a start without the server is bound to what the program calls the computer, where it does', {
    timeout: 60_000,
  }, async (context) => {
    const place = newFolder()
    const user = await w.user()
    const program = await opened(context.onTestFinished, place)
    await program.open(place, { hardwareId: 'board 1' })
    await program.says('login', { username: user.username, password })
    await program.obey({ do: 'end' })
    await server.goDown()
    for (const other of [{}, { hardwareId: 'board 2' }]) {
      await program.open(place, other)
      expect(await program.says('resume')).toBe('offline_machine false 0')
    }
    await program.open(place, { hardwareId: 'board 1' })
    expect(await program.says('resume')).toMatch(/^offline true/)
    await program.kill()
  })

  test('a start without the server counts what a killed program ran for, a minute ahead', {
    timeout: 60_000,
  }, async (context) => {
    const place = newFolder()
    const user = await w.user()
    const program = await opened(context.onTestFinished, place)
    await server.goDown()
    const lease = await leaseOf(w, user)
    await writeState(place, user, { lease })
    await program.open(place)
    const startedMs = Date.now()
    expect(await program.says('resume')).toMatch(/^offline true/)
    await program.kill()
    const seen = Number((await readState(place)).split('\n')[5])
    expect(seen).toBeGreaterThanOrEqual(seconds(startedMs) + 59)
    expect(seen).toBeLessThanOrEqual(seconds(Date.now()) + 62)
  })

  test('a start without the server ends with the lease, also while it runs', { timeout: 60_000 }, async (context) => {
    const place = newFolder()
    const user = await w.user()
    const program = await opened(context.onTestFinished, place)
    await server.goDown()
    const lease = await leaseOf(w, user)
    await writeState(place, user, { lease, seenMs: Date.now() + hourMs - 4_000 })
    await program.open(place)
    expect(await program.says('resume')).toMatch(/^offline true/)
    await program.obey({ do: 'monitor' })
    expect((await program.tells('lost')).code).toBe('offline_expired')
    expect(await program.says('resume')).not.toMatch(/true/)
    await program.kill()
  })

  test('a start without the server signs in again by the license key where that was the sign-in', {
    timeout: 60_000,
  }, async (context) => {
    const place = newFolder()
    await w.settings({ licenseLogin: true })
    const { id: licenseId, licenseKey } = await w.license()
    const program = await opened(context.onTestFinished, place)
    expect(await program.says('license', { key: licenseKey })).toBe('login_successful true 0')
    await program.obey({ do: 'end' })
    await program.open(place)
    const before = server.sent().length
    expect(await program.says('resume')).toMatch(/^session_started true/)
    expect(server.sent().slice(before)).toContain('/api/v1/license')
    await program.obey({ do: 'end' })
    await server.goDown()
    await program.open(place)
    expect(await program.says('resume')).toMatch(/^offline true/)
    await server.comeBack()
    await w.actOnLicense(licenseId, 'ban')
    await program.open(place)
    expect(await program.says('resume')).toBe('license_banned false 0')
    expect(existsSync(stateIn(place))).toBe(false)
    await program.kill()
  })
}
