import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { findPostgres } from '../../scripts/find-postgres.mjs'
import { untar } from '../../scripts/untar.mjs'
import { root } from '../documents/repository-files.ts'
import { createDatabase, startPostgresCluster } from '../harness/postgres-cluster.ts'
import { startServer } from '../harness/start-server.ts'
import { fillRelease } from './fill-release.ts'
import { masterKey, type ReleaseFacts, releases, storedNames } from './stored-releases.ts'

/**
 * `FROM=<tag or commit> node test/releases/record.ts`, once for each release: stores the program, without its tests and
 * pages, and what its server left in each database. Of earlier releases the databases stay.
 */
const { FROM: from = 'HEAD' } = process.env
const parts = ['package.json', 'src/server', 'src/shared', 'clients']
const left = ['clients/test', 'clients/conformance', 'clients/management', 'clients/mcp', 'clients/vectors.json']
const exclude = [...left.map((path) => `:(exclude)${path}`), ':(exclude,glob)**/*.test.ts']

const work = await mkdtemp(join(tmpdir(), 'keywright-record-'))
try {
  await record()
} finally {
  await rm(work, { recursive: true, force: true })
}

async function record(): Promise<void> {
  const program = gzipSync(run('git', '-C', root, 'archive', '--prefix=program/', from, '--', ...parts, ...exclude), {
    level: 9,
  })
  const archive = join(work, 'program.tar.gz')
  writeFileSync(archive, program)
  await untar(archive, join(work, 'program'))
  await symlink(join(root, 'node_modules'), join(work, 'program/node_modules'))

  const steps = readdirSync(join(work, 'program/src/server/db/migrations')).filter((name) => name !== 'index.ts')
  const step = steps.sort().at(-1)?.replace('.ts', '') ?? ''
  const folder = join(releases, step)
  for (const name of storedNames()) rmSync(join(releases, name, 'program.tar.gz'), { force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'program.tar.gz'), program)
  const facts = { sqlite: await recordSqlite(folder), postgres: await recordPostgres(folder) }
  writeFileSync(join(folder, 'facts.json'), `${JSON.stringify({ step, ...facts }, undefined, 2)}\n`)
  process.stdout.write(`${folder}\n`)
}

async function recordSqlite(folder: string): Promise<ReleaseFacts> {
  const dataDir = join(work, 'data')
  const facts = await fill(dataDir, {})
  // a server that ended has moved its log into the file
  writeFileSync(join(folder, 'sqlite.gz'), gzipSync(readFileSync(join(dataDir, 'keywright.db')), { level: 9 }))
  return facts
}

async function recordPostgres(folder: string): Promise<ReleaseFacts> {
  const postgres = await findPostgres()
  if (!postgres) throw new Error('PostgreSQL is needed')
  const cluster = await startPostgresCluster(postgres.bin)
  try {
    const { url } = await createDatabase(cluster.url)
    const facts = await fill(join(work, 'data-postgres'), { DATABASE_URL: url })
    const dump = run('pg_dump', '--no-owner', '--no-privileges', '--rows-per-insert=100', url)
    writeFileSync(join(folder, 'postgres.gz'), gzipSync(statements(dump.toString()), { level: 9 }))
    return facts
  } finally {
    await cluster.stop()
  }
}

/** Without what only `psql` understands, and what newer dumps set that PostgreSQL 15 does not know. */
function statements(dump: string): string {
  return dump
    .split('\n')
    .filter((line) => !line.startsWith('\\') && !line.startsWith('SET transaction_timeout'))
    .join('\n')
}

async function fill(dataDir: string, env: Readonly<Record<string, string>>): Promise<ReleaseFacts> {
  mkdirSync(dataDir)
  const server = await startServer({
    dataDir,
    program: join(work, 'program/src/server/main.ts'),
    env: { MASTER_KEY: masterKey, WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', ...env },
  })
  try {
    return await fillRelease(server)
  } finally {
    await server.stop()
  }
}

function run(command: string, ...args: readonly string[]): Buffer {
  const { status, stdout, stderr } = spawnSync(command, args, { maxBuffer: 2 ** 28 })
  if (status !== 0) throw new Error(`${command}: ${stderr}`)
  return stdout
}
