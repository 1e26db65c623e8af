import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { contentsOf } from '../../test/harness/filled-database.ts'
import { createDatabase } from '../../test/harness/postgres-cluster.ts'
import { serverEnv } from '../../test/harness/start-server.ts'
import { atLeast, none, type Row } from '../figure.ts'
import { seedFull } from '../full-installation.ts'
import { seededRandom } from '../statistics.ts'
import { withPostgres } from './data-location.ts'

const cli = fileURLToPath(new URL('../../src/server/cli.ts', import.meta.url))
const killsEachWay = 25
const users = Number(process.env.MOVE_USERS ?? 100_000)
const size = { users, licenses: users / 10, activity: users * 9, sessions: users / 100 }
/** A try gets through some of a move, and seldom to its end. */
const longestMs = 1_000 + users / 20

/**
 * `kill -9` at random points of moves of a million rows, there and back, until there were enough; `MOVE_USERS` sets
 * another size.
 */
export async function move(): Promise<readonly Row[]> {
  return withPostgres(async ({ dataDir }, cluster) => {
    const source = join(dataDir, 'source')
    mkdirSync(source)
    await seedFull(source, size)
    const done = { there: 0, here: 0, moves: 0, differing: [] as string[] }
    while (done.there < killsEachWay || done.here < killsEachWay) {
      const { url, drop } = await createDatabase(cluster.url)
      const back = join(dataDir, `back-${done.moves}`)
      const kills = { there: killsEachWay - done.there, here: killsEachWay - done.here }
      const moved = await moveUntilEnded({ source, url, back, env: {}, kills, longestMs, seed: 11 + done.moves })
      await drop()
      rmSync(back, { recursive: true })
      done.there += moved.there
      done.here += moved.here
      done.moves += 1
      done.differing.push(...moved.differing)
    }
    return [
      { name: 'kills on the way to PostgreSQL', values: [done.there], digits: 0, target: atLeast(killsEachWay) },
      { name: 'kills on the way to SQLite', values: [done.here], digits: 0, target: atLeast(killsEachWay) },
      { name: 'moves there and back', values: [done.moves], digits: 0 },
      none(['tables that differ afterwards', ...done.differing].join(' '), done.differing.length),
    ]
  })
}

interface KilledMove {
  /** Data folder with a database. */
  readonly source: string
  /** Of an empty PostgreSQL database. */
  readonly url: string
  /** Data folder that does not exist yet. */
  readonly back: string
  readonly env: Readonly<Record<string, string>>
  /** How often the move is killed at most. */
  readonly kills: { readonly there: number; readonly here: number }
  /** A kill comes at a random point before. */
  readonly longestMs: number
  readonly seed: number
}

/** Moves there and back, killed again and again, until it has ended. Returns the kills, and the tables that differ then. */
export async function moveUntilEnded({ source, url, back, env, kills, longestMs: latestMs, seed }: KilledMove) {
  const random = seededRandom(seed)
  const waitMs = () => 300 + random() * (latestMs - 300)
  const own = { ...env, DATA_DIR: source }
  const there = await runUntilEnded(own, ['--to', url], { waitMs, wanted: kills.there })
  const toSqlite = { waitMs, wanted: kills.here }
  const here = await runUntilEnded({ ...own, DATABASE_URL: url }, ['--to-sqlite', back], toSqlite)
  const [before, after] = [contentsOf(source), contentsOf(back)]
  const differing = [...before].filter(([table, rows]) => rows.join('\n') !== after.get(table)?.join('\n'))
  return { there, here, differing: differing.map(([table]) => table) }
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
      env: { ...serverEnv, ...env },
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
    // The last kill came after the last commit of the move: what is there is compared all the same.
    if (done > 0 && /There is a database already|is not empty/.test(said)) return done
    if (signal !== 'SIGKILL') throw new Error(`the move ended with ${code}: ${said}`)
    done += 1
  }
}
