import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { contentsOf } from '../../test/harness/filled-database.ts'
import { createDatabase } from '../../test/harness/postgres-cluster.ts'
import { compileCacheEnv } from '../../test/harness/start-server.ts'
import { atLeast, none, type Row } from '../figure.ts'
import { seedFull } from '../full-installation.ts'
import { seededRandom } from '../statistics.ts'
import { withPostgres } from './data-location.ts'

const cli = fileURLToPath(new URL('../../src/server/cli.ts', import.meta.url))
const kills = 50
const longestMs = 6_000
const size = { users: 100_000, licenses: 10_000, activity: 900_000, sessions: 1_000 }

/** `kill -9` at random points of a move of a million rows, there and back. */
export async function move(): Promise<readonly Row[]> {
  return withPostgres(async ({ dataDir }, cluster) => {
    const source = join(dataDir, 'source')
    mkdirSync(source)
    await seedFull(source, size)
    const { url } = await createDatabase(cluster.url)
    const done = await moveUntilEnded({ source, url, env: {}, kills, longestMs })
    return [
      { name: 'kills', values: [done.kills], digits: 0, target: atLeast(kills) },
      none('tables that differ after the way there and back', done.differing),
    ]
  })
}

interface KilledMove {
  /** Data folder with a database. */
  readonly source: string
  /** Of an empty PostgreSQL database. */
  readonly url: string
  readonly env: Readonly<Record<string, string>>
  /** How often the move is killed, half of it in each direction. */
  readonly kills: number
  /** A kill comes at a random point before. */
  readonly longestMs: number
}

/** Moves there and back, killed again and again, until it has ended; counts the tables that differ then. */
export async function moveUntilEnded({ source, url, env, kills: wanted, longestMs: latestMs }: KilledMove) {
  const back = join(source, 'back')
  const random = seededRandom(11)
  const killing = { waitMs: () => 300 + random() * (latestMs - 300), wanted: Math.ceil(wanted / 2) }
  const own = { ...env, DATA_DIR: source }
  const there = await runUntilEnded(own, ['--to', url], killing)
  const here = await runUntilEnded({ ...own, DATABASE_URL: url }, ['--to-sqlite', back], killing)
  const [before, after] = [contentsOf(source), contentsOf(back)]
  const differing = [...before].filter(([table, rows]) => rows.join('\n') !== after.get(table)?.join('\n'))
  return { kills: there + here, differing: differing.length }
}

/** Returns how often it was killed. */
async function runUntilEnded(
  env: Readonly<Record<string, string>>,
  args: readonly string[],
  { waitMs, wanted }: { readonly waitMs: () => number; readonly wanted: number },
): Promise<number> {
  let done = 0
  for (;;) {
    const child = spawn(process.execPath, [cli, 'move', ...args], {
      env: { ...compileCacheEnv, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
    const ended = once(child, 'close')
    if (done < wanted) {
      await Promise.race([ended, sleep(waitMs())])
      child.kill('SIGKILL')
    }
    const [code, signal] = await ended
    if (code === 0) return done
    if (signal !== 'SIGKILL') throw new Error(`the move ended with ${code}: ${said}`)
    done += 1
  }
}
