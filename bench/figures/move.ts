import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createDatabase } from '../../test/harness/postgres-cluster.ts'
import { withPostgres } from '../faults/data-location.ts'
import { atLeast, type Row } from '../figure.ts'
import { seedFull } from '../full-installation.ts'

const users = Number(process.env.MOVE_USERS ?? 1_000_000)
const activity = users * 5
const thousands = (rows: number) => rows.toLocaleString('en-US')
export const moveTitle = `A move of ${thousands(users)} users and ${thousands(activity)} rows of activity to PostgreSQL and back`

const cli = fileURLToPath(new URL('../../src/server/cli.ts', import.meta.url))

export async function move(): Promise<readonly Row[]> {
  return withPostgres(async ({ dataDir }, cluster) => {
    const source = join(dataDir, 'source')
    mkdirSync(source)
    await seedFull(source, { users, licenses: users / 10, activity, sessions: 1_000 })
    const { url } = await createDatabase(cluster.url)
    const there = await timed({ DATA_DIR: source }, ['--to', url])
    const back = await timed({ DATA_DIR: source, DATABASE_URL: url }, ['--to-sqlite', join(dataDir, 'back')])
    return [...rowsOf('to PostgreSQL', there), ...rowsOf('to SQLite', back)]
  })
}

interface Timed {
  readonly rows: number
  readonly seconds: number
  readonly copySeconds: number
}

/** The whole command, and how long it took until the first index was put back. */
async function timed(env: Readonly<Record<string, string>>, args: readonly string[]): Promise<Timed> {
  const startMs = performance.now()
  const child = spawn(process.execPath, [cli, 'move', ...args, '--json'], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, said, copySeconds] = ['', '', 0]
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString()
    if (copySeconds === 0 && said.includes('indexes and references')) copySeconds = (performance.now() - startMs) / 1000
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`the move ended with ${code}: ${said}`)
  const { rows } = JSON.parse(out) as { rows: number }
  return { rows, seconds: (performance.now() - startMs) / 1000, copySeconds }
}

const rowsOf = (name: string, { rows, seconds, copySeconds }: Timed): Row[] => [
  { name: `${name}: rows per second copied`, values: [rows / copySeconds], digits: 0, target: atLeast(30_000) },
  { name: `${name}: the same with indexes and the comparison`, values: [rows / seconds], digits: 0 },
  { name: `${name}: seconds in all`, values: [seconds], digits: 0 },
]
