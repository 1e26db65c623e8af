import { readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { expect, it } from 'vitest'
import { HashingEnded, hashPassword, verifyPassword } from './hashing.ts'

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Processes that this one started and that hash. */
function hashers(): number[] {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean)
  return children.filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('hash-process.ts')).map(Number)
}

/** bcrypt of the cost that other products use. */
const slow = `$2b$10$N9qo8uLOickgx2ZMRZoMyu${'e'.repeat(31)}`

const behindAll = 'hashes in one process and checks slow hashes in another, both behind everything else'

it.runIf(process.platform === 'linux')(behindAll, async () => {
  const hashing = ['a', 'b', 'c'].map((password) => hashPassword(password, cost))
  const checking = ['a', 'b', 'c'].map((password) => verifyPassword(slow, password, true))
  expect(await Promise.all(checking)).toEqual([false, false, false])
  await Promise.all(hashing)
  expect(hashers().map((pid) => getPriority(pid))).toEqual([19, 19])
  expect(getPriority()).toBeLessThan(19)
})

it.runIf(process.platform === 'linux')('tells who waits when that process is killed, and starts another', async () => {
  const stored = await hashPassword('secret', cost)
  const asked = verifyPassword(stored, 'secret')
  for (const pid of hashers()) process.kill(pid, 'SIGKILL')
  await expect(asked).rejects.toThrow(HashingEnded)
  expect(await verifyPassword(stored, 'secret')).toBe(true)
})

it('never says yes to what is no hash', async () => {
  await expect(verifyPassword('no hash', 'secret')).rejects.toThrow()
})
