import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { freePort } from './free-port.ts'

const program = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  .map((folder) => join(folder, 'pgbouncer'))
  .find((path) => existsSync(path))

/** Whether PgBouncer can be run here; where everything is required, its absence fails the tests. */
export const hasPgBouncer = program !== undefined || process.env.REQUIRE_ALL === '1'

export interface PgBouncer {
  /** The database's address through it. */
  readonly url: string
  stop(): Promise<void>
}

/** Starts the real PgBouncer before a database, with what its package sets except for the pool. */
export async function startPgBouncer(
  databaseUrl: string,
  pool: { readonly mode: 'session' | 'transaction'; readonly size: number },
): Promise<PgBouncer> {
  if (program === undefined) throw new Error('pgbouncer is not installed')
  const target = new URL(databaseUrl)
  const folder = await mkdtemp(join(tmpdir(), 'keywright-pgbouncer-'))
  await chmod(folder, 0o755)
  const port = await freePort()
  const users = join(folder, 'users.txt')
  const settings = join(folder, 'pgbouncer.ini')
  await writeFile(users, `"${target.username}" ""\n`)
  await writeFile(
    settings,
    `[databases]
* = host=${target.hostname} port=${target.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = ${pool.mode}
default_pool_size = ${pool.size}
${process.getuid?.() === 0 ? 'user = nobody' : ''}
`,
  )
  const child = spawn(program, [settings], { stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes('process up')) resolve()
    })
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`PgBouncer ended:\n${output}`)))
  })
  target.port = String(port)
  return {
    url: target.href,
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
