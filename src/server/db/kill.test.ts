import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { describePostgres, temporaryPostgres } from '../../../test/harness/databases.ts'
import { serverEnv } from '../../../test/harness/start-server.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { type DatabaseOptions, openDatabase } from './open.ts'

const program = fileURLToPath(new URL('../../../test/faults/commit-until-killed.ts', import.meta.url))

const engines = [
  { name: 'SQLite', describeEngine: describe, makePlace: temporaryFolder, rounds: 12 },
  { name: 'PostgreSQL', describeEngine: describePostgres, makePlace: temporaryPostgres, rounds: 5 },
]

for (const { name, describeEngine, makePlace, rounds } of engines) {
  describeEngine(`a server killed without warning (${name})`, () => {
    it(`has every change that it answered, in ${rounds} rounds`, async () => {
      const { options, remove } = await makePlace()
      onTestFinished(remove)
      const answered: string[] = []
      for (let round = 0; round < rounds; round += 1) {
        answered.push(...(await commitAndKill(options, 1 + Math.floor(Math.random() * 500))))
      }
      const stored = await storedNames(options)
      expect(answered.length).toBeGreaterThan(rounds)
      expect(answered.filter((each) => !stored.has(each))).toEqual([])
    })
  })
}

describe('the data folder', () => {
  it('is refused to a second server, and free again once the first is killed', async () => {
    const { options, remove } = await temporaryFolder()
    onTestFinished(remove)
    const first = start(options)
    await once(createInterface(first.stdout), 'line')
    await expect(openDatabase(options)).rejects.toThrow(`Another Keywright server is running on the data folder`)
    first.kill('SIGKILL')
    await once(first, 'exit')
    const database = await openDatabase(options)
    expect(await database.isReady()).toBe(true)
    await database.close()
  })
})

function start({ dataDir, databaseUrl }: DatabaseOptions) {
  const args = databaseUrl ? [program, dataDir, databaseUrl] : [program, dataDir]
  return spawn(process.execPath, args, {
    env: { ...process.env, ...serverEnv },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** Kills the program after it acknowledged this many changes; returns all it acknowledged. */
async function commitAndKill(options: DatabaseOptions, killAfter: number): Promise<string[]> {
  const child = start(options)
  const answered: string[] = []
  for await (const line of createInterface(child.stdout)) {
    if (line !== 'open') answered.push(line)
    if (answered.length >= killAfter) child.kill('SIGKILL')
  }
  await hasExited(child)
  expect(child.signalCode).toBe('SIGKILL')
  return answered
}

async function hasExited(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

async function storedNames(options: DatabaseOptions): Promise<Set<string>> {
  const database = await openDatabase(options)
  const rows = await database.reads.selectFrom('setup_tokens').select('token_hash').execute()
  await database.close()
  return new Set(rows.map((row) => row.token_hash))
}
