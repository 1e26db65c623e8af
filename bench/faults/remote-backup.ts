import { randomBytes } from 'node:crypto'
import { openS3Double, type S3Double } from '../../test/harness/s3-double.ts'
import { type RunningServer, startServer } from '../../test/harness/start-server.ts'
import { atLeast, none, type Row } from '../figure.ts'
import { withDataFolder } from './data-location.ts'

const rounds = 50

interface Listed {
  readonly id: number
  readonly place: string
  readonly state: string
}

export async function remoteBackup(): Promise<readonly Row[]> {
  const { listed, unreadable, made } = await killDuringBackups(rounds)
  return [
    none('backups that are listed after a kill and cannot be restored', unreadable),
    {
      name: 'kills (-9) during a backup, each followed by one that was made',
      values: [made],
      digits: 0,
      target: atLeast(rounds),
    },
    { name: 'copies listed and tried out', values: [listed], digits: 0 },
  ]
}

/**
 * Kills the server again and again while it copies, uploads a part, or is about to end an upload; starts it anew, makes
 * a backup, and tries out everything that is listed.
 */
export async function killDuringBackups(times: number): Promise<{ listed: number; unreadable: number; made: number }> {
  const storage = await openS3Double()
  try {
    return await withDataFolder(async (place) => {
      const options = { ...place, env: { ...place.env, ...storage.env, BACKUP_KEEP: '3,0,0' } }
      let [listed, unreadable, made] = [0, 0, 0]
      for (let round = 0; round < times; round += 1) {
        await killAt(await startServer(options), storage, round)
        const server = await startServer(options)
        try {
          if (await backUp(server)) made += 1
          for (const { id } of (await list(server)).filter(({ state }) => state === 'complete')) {
            listed += 1
            if (!(await isReadable(server, id))) unreadable += 1
          }
        } finally {
          await server.stop()
        }
      }
      return { listed, unreadable, made }
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

async function backUp(server: RunningServer): Promise<boolean> {
  const { status, body } = await server.api<{ id: number }>('POST', '/api/system/backups', {})
  if (status !== 202) throw new Error(`${status} ${JSON.stringify(body)}`)
  const rows = await whenDone(server)
  return rows.some(({ id, state }) => id === body.id && state === 'complete')
}

async function isReadable(server: RunningServer, id: number): Promise<boolean> {
  const begun = await server.api('POST', `/api/system/backups/${id}/rehearse`)
  if (begun.status !== 202) throw new Error(`${begun.status} ${JSON.stringify(begun.body)}`)
  const rows = await whenDone(server)
  return rows.some(
    (row) => row.id === id && row.state === 'complete' && 'rehearsedAt' in row && row.rehearsedAt !== null,
  )
}

async function whenDone(server: RunningServer): Promise<Listed[]> {
  for (;;) {
    const rows = await list(server)
    if (!rows.some(({ state }) => state === 'running' || state === 'rehearsing')) return rows
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
