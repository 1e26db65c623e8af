import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openS3Double, type S3Double } from '../../test/harness/s3-double.ts'
import { type RunningServer, startServer } from '../../test/harness/start-server.ts'
import { atLeast, none, type Row } from '../figure.ts'
import { withDataFolder } from './data-location.ts'

const rounds = 50

interface Listed {
  readonly id: number
  readonly createdAt: string
  readonly state: string
  readonly rehearsedAt: string | null
  readonly error: string | null
}

export async function remoteBackup(): Promise<readonly Row[]> {
  const { listed, unreadable, left, made } = await killDuringBackups(rounds)
  return [
    none('backups that are listed after a kill and cannot be restored', unreadable),
    none('files that killed backups left after the next one', left),
    {
      name: 'kills (-9) during a backup, each followed by one that was made',
      values: [made],
      digits: 0,
      target: atLeast(rounds),
    },
    { name: 'copies listed and tried out', values: [listed], digits: 0 },
  ]
}

interface KilledBackups {
  /** Copies that were listed afterwards. */
  readonly listed: number
  readonly unreadable: number
  /** Files in the folder or the storage that are no copy with a manifest, after the next backup. */
  readonly left: number
  /** Backups after a kill that were made. */
  readonly made: number
}

/**
 * Kills the server again and again while it copies, uploads a part, or is about to end an upload; starts it anew, makes
 * a backup, and tries out everything that is listed and was not tried out before.
 */
export async function killDuringBackups(times: number): Promise<KilledBackups> {
  const storage = await openS3Double()
  try {
    return await withDataFolder(async (place) => {
      const options = { ...place, env: { ...place.env, ...storage.env } }
      let [listed, unreadable, left, made] = [0, 0, 0, 0]
      for (let round = 0; round < times; round += 1) {
        await killAt(await startServer(options), storage, round)
        const server = await startServer(options)
        try {
          if (await backUp(server)) made += 1
          for (const { id } of (await list(server)).filter(isUntried)) {
            const isReadable = await tryOut(server, id)
            listed += 1
            if (!isReadable) unreadable += 1
          }
          left += countHalves(readdirSync(join(place.dataDir, 'backups')), '.db', '.db.json')
          left += countHalves([...storage.objects.keys()], '.data', '.manifest')
        } finally {
          await server.stop()
        }
      }
      return { listed, unreadable, left, made }
    })
  } finally {
    await storage.close()
  }
}

/** In turn: while the copy is written, at the first upload, and at the manifest, which is the last one. */
async function killAt(server: RunningServer, storage: S3Double, round: number): Promise<void> {
  await server.api('POST', '/api/applications', { name: randomBytes(8).toString('hex') })
  let uploads = 0
  const wanted = round % 3
  const reached = new Promise<void>((resolve) => {
    storage.mood.onUpload = () => {
      uploads += 1
      if (uploads === wanted) resolve()
    }
  })
  await server.api('POST', '/api/system/backups', {})
  if (wanted > 0) await reached
  await server.kill()
  storage.mood.onUpload = undefined
}

const list = async (server: RunningServer) => (await server.api<Listed[]>('GET', '/api/system/backups')).body

/** Files that are neither a copy with a manifest nor the manifest of a copy. */
function countHalves(names: readonly string[], copy: string, manifest: string): number {
  const present = new Set(names)
  const otherHalf = (name: string) => {
    if (name.endsWith(manifest)) return name.slice(0, -manifest.length) + copy
    return name.endsWith(copy) ? name.slice(0, -copy.length) + manifest : ''
  }
  return names.filter((name) => !present.has(otherHalf(name))).length
}

const isCopy = ({ state }: Listed) => state === 'complete'
const isUntried = (row: Listed) => isCopy(row) && row.rehearsedAt === null

/** Makes a backup, here and in the storage. */
async function backUp(server: RunningServer): Promise<boolean> {
  const id = await begin(server, '/api/system/backups')
  for (;;) {
    const rows = await list(server)
    const made = rows.find((row) => row.id === id)
    const everywhere = rows.filter(({ createdAt }) => createdAt === made?.createdAt)
    if (everywhere.length === 2 && everywhere.every(isCopy)) return true
    if (!made || everywhere.some(({ state }) => state === 'failed')) return false
    await sleep(50)
  }
}

async function tryOut(server: RunningServer, id: number): Promise<boolean> {
  await begin(server, `/api/system/backups/${id}/rehearse`)
  for (;;) {
    const row = (await list(server)).find((each) => each.id === id)
    if (row?.state !== 'rehearsing') return row !== undefined && isCopy(row) && row.rehearsedAt !== null
    await sleep(50)
  }
}

/** Waits while another run is under way. */
async function begin(server: RunningServer, path: string): Promise<number> {
  for (;;) {
    const { status, body } = await server.api<{ id: number }>('POST', path, path.endsWith('backups') ? {} : undefined)
    if (status === 202) return body.id
    if (status !== 409) throw new Error(`${status} ${JSON.stringify(body)}`)
    await sleep(50)
  }
}
