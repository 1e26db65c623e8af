import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { expect, it, onTestFinished } from 'vitest'
import { hashProcesses, killHashProcesses } from '../../../../test/faults/hash-processes.ts'
import { HashingEnded, hashPassword, verifyPassword } from './hashing.ts'

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const cheap = { memoryCost: 8, timeCost: 2, parallelism: 1 }

/** bcrypt with the usual cost of other products. */
const slow = `$2b$10$N9qo8uLOickgx2ZMRZoMyu${'e'.repeat(31)}`

const behindAll = 'hashes in one process and checks slow hashes in another, both behind everything else'

it.runIf(process.platform === 'linux')(behindAll, async () => {
  // those of earlier tests, whose first callers are told that they ended
  killHashProcesses()
  await Promise.allSettled([hashPassword('a', cheap), verifyPassword(slow, 'a', true)])
  const hashing = ['a', 'b', 'c'].map((password) => hashPassword(password, cost))
  const checking = ['a', 'b', 'c'].map((password) => verifyPassword(slow, password, true))
  expect((await Promise.all(checking)).map(({ result }) => result)).toEqual([false, false, false])
  await Promise.all(hashing)
  expect(hashProcesses().map((pid) => getPriority(pid))).toEqual([19, 19])
  expect(getPriority()).toBeLessThan(19)
})

const behindSessions = 'checks slow hashes behind other sessions too, such as those of PostgreSQL, and others as before'

it.runIf(existsSync('/proc/self/autogroup'))(behindSessions, async () => {
  killHashProcesses()
  await Promise.allSettled([hashPassword('a', cheap), verifyPassword(slow, 'a', true)])
  const groupOf = (pid: number | 'self') => readFileSync(`/proc/${pid}/autogroup`, 'utf8').trim()
  const own = groupOf('self')
  await hashPassword('a', cheap)
  expect(hashProcesses().map(groupOf)).toEqual([own])
  await verifyPassword(slow, 'a', true)
  expect(hashProcesses().map(groupOf)).toEqual([own, expect.stringMatching(/ nice 10$/)])
})

it.runIf(process.platform === 'linux')('tells who waits when that process is killed, and starts another', async () => {
  const { result: stored } = await hashPassword('secret', cost)
  const asked = verifyPassword(stored, 'secret')
  for (const pid of hashProcesses()) process.kill(pid, 'SIGKILL')
  await expect(asked).rejects.toThrow(HashingEnded)
  expect((await verifyPassword(stored, 'secret')).result).toBe(true)
})

const dying =
  'fails for everybody who asks a process that has died in a way that may be tried again, and leaves one process'

it.runIf(process.platform === 'linux')(dying, async () => {
  const { result: stored } = await hashPassword('secret', cheap)
  for (let round = 0; round < 5; round += 1) {
    killHashProcesses()
    const asked = await Promise.allSettled(Array.from({ length: 20 }, () => verifyPassword(stored, 'secret')))
    for (const each of asked) expect(each).toMatchObject({ status: 'rejected', reason: expect.any(HashingEnded) })
    const again = Array.from({ length: 20 }, () => verifyPassword(stored, 'secret'))
    expect((await Promise.all(again)).map(({ result }) => result)).toEqual(again.map(() => true))
    expect(hashProcesses()).toHaveLength(1)
  }
})

const startless = 'fails in a way that may be tried again where no process can be started, and starts one when it can'

it.runIf(process.platform === 'linux')(startless, async () => {
  killHashProcesses()
  await Promise.allSettled([hashPassword('secret', cost)])
  const { execPath } = process
  process.execPath = '/nonexistent/node'
  try {
    const asked = await Promise.allSettled(['a', 'b', 'c'].map((password) => hashPassword(password, cost)))
    for (const each of asked) expect(each).toMatchObject({ status: 'rejected', reason: expect.any(HashingEnded) })
  } finally {
    process.execPath = execPath
  }
  const { result: stored } = await hashPassword('secret', cost)
  expect((await verifyPassword(stored, 'secret')).result).toBe(true)
})

const refused = 'fails in a way that may be tried again where the system refuses a process outright'

it.runIf(process.platform === 'linux')(refused, async () => {
  killHashProcesses()
  await Promise.allSettled([hashPassword('secret', cheap)])
  // Longer than any variable that Linux hands to a program, so that starting one throws.
  process.env.TOO_LONG_FOR_A_PROGRAM = 'x'.repeat(200_000)
  try {
    await expect(hashPassword('secret', cheap)).rejects.toThrow(HashingEnded)
  } finally {
    delete process.env.TOO_LONG_FOR_A_PROGRAM
  }
  const { result: stored } = await hashPassword('secret', cheap)
  expect((await verifyPassword(stored, 'secret')).result).toBe(true)
})

const unreachable = 'kills a process that it can reach no longer, and leaves one'

it.runIf(process.platform === 'linux')(unreachable, async () => {
  const started: ChildProcess[] = []
  const onStart = (message: unknown) => started.push((message as { process: ChildProcess }).process)
  subscribe('child_process', onStart)
  killHashProcesses()
  await Promise.allSettled([hashPassword('secret', cheap)])
  const { result: stored } = await hashPassword('secret', cheap)
  unsubscribe('child_process', onStart)
  const lost = started.at(-1)
  if (!lost?.pid) throw new Error('no process was started')
  onTestFinished(() => void lost.kill('SIGKILL'))
  // Stopped, it can't notice that nobody is connected to it any more.
  process.kill(lost.pid, 'SIGSTOP')
  const isOver = once(lost, 'exit')
  const asked = verifyPassword(stored, 'secret')
  lost.disconnect()
  await expect(asked).rejects.toThrow(HashingEnded)
  await isOver
  expect((await verifyPassword(stored, 'secret')).result).toBe(true)
  expect(hashProcesses()).toHaveLength(1)
})

it('never says yes to what is no hash', async () => {
  await expect(verifyPassword('no hash', 'secret')).rejects.toThrow()
})

it('tells how long a hash took, not how long the server was busy meanwhile', async () => {
  const { result: stored } = await hashPassword('secret', cheap)
  const asked = verifyPassword(stored, 'secret')
  const busyUntilMs = performance.now() + 3000
  while (performance.now() < busyUntilMs);
  const { ms } = await asked
  expect(ms).toBeGreaterThan(0)
  expect(ms).toBeLessThan(3000)
})
