import { spawnSync } from 'node:child_process'
import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { restartInTurn } from '../../test/faults/cluster-faults.ts'
import { startClusterLoad } from '../../test/faults/cluster-load.ts'
import { startNodeCluster } from '../../test/harness/node-cluster.ts'
import { createDatabase, startPostgresCluster } from '../../test/harness/postgres-cluster.ts'
import { hasProxy } from '../../test/harness/proxies.ts'
import { startServer } from '../../test/harness/start-server.ts'
import { startReceiver } from '../../test/harness/webhook-receiver.ts'
import { type OlderProgram, openOlderProgram } from '../../test/releases/stored-releases.ts'
import { none, type Row, Unmeasurable } from '../figure.ts'
import { installedPostgres } from '../machine.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const main = 'src/server/main.ts'

/**
 * Three servers of the last stored release are upgraded in turn, and taken back; then one on the embedded database.
 * `FROM=v0.1.0 npm run faults rolling-upgrade` takes the program of that tag or commit instead.
 */
export async function rollingUpgrade(): Promise<readonly Row[]> {
  const postgres = await installedPostgres()
  if (!postgres || !hasProxy('haproxy')) throw new Unmeasurable('PostgreSQL and HAProxy are needed')
  return inTemporaryFolder(async (folder) => {
    const older = await openOlder(join(folder, 'older'))
    const [database, receiver] = [await startPostgresCluster(postgres.bin), await startReceiver()]
    try {
      const { url } = await createDatabase(database.url)
      const shared = await upgradeAndBack(url, older.main, receiver)
      return [...shared, ...(await upgradeEmbedded(join(folder, 'data'), older.main))]
    } finally {
      await receiver.close()
      await database.stop()
      await older.remove()
    }
  })
}

async function openOlder(folder: string): Promise<Pick<OlderProgram, 'main' | 'remove'>> {
  const from = process.env.FROM
  if (from === undefined) return openOlderProgram()
  await extract(from, folder)
  return { main: join(folder, main), remove: async () => {} }
}

async function upgradeAndBack(url: string, older: string, receiver: Awaited<ReturnType<typeof startReceiver>>) {
  const env = { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', DRAIN_SECONDS: '5' }
  const cluster = await startNodeCluster({ databaseUrls: [url], env, program: older })
  try {
    const owner = cluster.nodes[0]?.server().owner ?? { cookie: '' }
    const load = await startClusterLoad({ ...cluster, owner, receiver, callsPerSecond: 60, sessions: 50 })
    await restartInTurn(cluster, join(root, main))
    const upgraded = { failed: load.failed(), calls: load.calls() }
    await restartInTurn(cluster, older)
    const back = { failed: load.failed() - upgraded.failed, calls: load.calls() - upgraded.calls }
    const { lost, endedSessions, withoutCode, odd, missingWebhooks } = await load.end()
    for (const each of [...odd, ...lost].slice(0, 10)) process.stderr.write(`${each}\n`)
    return [
      none('calls that failed during the upgrade', upgraded.failed),
      none('calls that failed on the way back', back.failed),
      none('answers that were neither a success nor unavailable', odd.length),
      none('answers without a code', withoutCode.length),
      none('acknowledged writes that are missing', lost.length),
      none('sessions ended wrongly', endedSessions.length),
      none('registrations that no webhook told of', missingWebhooks.length),
      { name: 'calls', values: [upgraded.calls + back.calls], digits: 0 },
    ]
  } finally {
    await cluster.stop()
  }
}

/** Older, newer, older: what each of them made is there at the end. */
async function upgradeEmbedded(dataDir: string, older: string): Promise<readonly Row[]> {
  const names: string[] = []
  let missing = 0
  for (const program of [older, join(root, main), older]) {
    const server = await startServer({ dataDir, program })
    try {
      const name = `Made ${names.length}`
      const { status } = await server.api('POST', '/api/applications', { name })
      if (status === 200) names.push(name)
      const { body } = await server.api<{ name: string }[]>('GET', '/api/applications')
      missing = 3 - names.length + names.filter((each) => !body.some((found) => found.name === each)).length
    } finally {
      await server.stop()
    }
  }
  return [none('embedded database, up and back: applications that are missing', missing)]
}

/** The program of then with the packages of now: its own lockfile may ask for others, which is not tested here. */
async function extract(from: string, folder: string): Promise<void> {
  await mkdir(folder)
  const archive = join(folder, 'older.tar')
  for (const [command, ...args] of [
    ['git', '-C', root, 'archive', '-o', archive, from],
    ['tar', '-xf', archive, '-C', folder],
  ]) {
    const { status, stderr } = spawnSync(command ?? '', args, { encoding: 'utf8' })
    if (status !== 0) throw new Unmeasurable(`${from} can't be read: ${stderr}`)
  }
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
}
