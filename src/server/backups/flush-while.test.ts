import { once } from 'node:events'
import { readdirSync, readlinkSync } from 'node:fs'
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { flushWhile } from './flush-while.ts'

/** Files of this process that are open, under Linux. */
const openFiles = () =>
  readdirSync('/proc/self/fd').flatMap((number) => {
    try {
      return [readlinkSync(`/proc/self/fd/${number}`)]
    } catch {
      return []
    }
  })

describe.runIf(process.platform === 'linux')('a file that is flushed while it is written', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'keywright-flush-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  it('may appear late, is held open until the work has ended, and then no longer', async () => {
    const file = join(folder, 'late')
    const ended = new EventTarget()
    const work = flushWhile(
      file,
      once(ended, 'end').then(() => 'done'),
    )
    expect(openFiles()).not.toContain(file)
    await writeFile(file, 'first')
    await vi.waitUntil(() => openFiles().includes(file), { timeout: 30_000 })
    await appendFile(file, 'second')
    ended.dispatchEvent(new Event('end'))
    expect(await work).toBe('done')
    expect(openFiles()).not.toContain(file)
  })

  it('that never appears, or is a folder, changes nothing of what the work returns or throws', async () => {
    for (const file of [join(folder, 'never'), folder]) {
      expect(await flushWhile(file, Promise.resolve(1))).toBe(1)
      await expect(flushWhile(file, Promise.reject(new Error('disk full')))).rejects.toThrow('disk full')
    }
  })
})
