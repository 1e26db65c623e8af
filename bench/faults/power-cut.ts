import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { hashToken } from '../../src/server/lib/tokens.ts'
import { loadUntilEnded, noAcknowledgedWrites } from '../../test/faults/load-until-ended.ts'
import { startServer } from '../../test/harness/start-server.ts'
import { atLeast, none, type Row, Unmeasurable } from '../figure.ts'
import { seededRandom } from '../statistics.ts'
import { type DataLocation, withDataFolder } from './data-location.ts'
import { createDiskModel, type Tear } from './disk-model.ts'
import { readTrace, type TraceEvent, tracedCalls } from './trace.ts'

const strace = '/usr/bin/strace'
const tears: readonly Tear[] = ['nothing', 'half of the sectors']
const seed = 20_261_120

export const hasStrace = existsSync(strace)

interface CutOptions {
  /** How often the load is restarted; each run gives some dozen responses. */
  readonly rounds: number
  /** Number of cut points; each is tried with every tear model. */
  readonly cuts: number
}

interface CutResult {
  readonly lost: number
  readonly damaged: number
  readonly cuts: number
  readonly answers: number
  readonly syncs: number
  /** What would be lost at the end without any sync: proves that the replay detects losses. */
  readonly lostWithoutSyncs: number
}

export async function powerCut(): Promise<readonly Row[]> {
  if (!hasStrace) throw new Unmeasurable('there is no strace here')
  const found = await withDataFolder((place) => cutPower(place, { rounds: 14, cuts: 1_000 }))
  return [
    none('acknowledged writes lost', found.lost),
    none('databases damaged', found.damaged),
    { name: 'cut points x 2 tear models', values: [found.cuts], digits: 0, target: atLeast(2_000) },
    { name: 'answers with a write in the trace', values: [found.answers], digits: 0, target: atLeast(500) },
    { name: 'syncs in the trace', values: [found.syncs], digits: 0 },
    { name: 'control: lost if no sync counted', values: [found.lostWithoutSyncs], digits: 0, target: atLeast(1) },
    { name: 'seed', values: [seed], digits: 0 },
  ]
}

/** Records the real server under load and replays every cut. */
export async function cutPower(place: DataLocation, { rounds, cuts }: CutOptions): Promise<CutResult> {
  const before = await prepare(place)
  const trace = `${place.dataDir}.trace`
  try {
    await record(place, before.apiKey, { trace, rounds })
    return await replay(await readTrace(trace, place.dataDir), before.files, cuts)
  } finally {
    rmSync(trace, { force: true })
  }
}

/** A data folder with an application, closed cleanly. */
async function prepare(place: DataLocation) {
  const server = await startServer(place)
  const { body } = await server.api<{ apiKey: string }>('POST', '/api/applications', { name: 'Cut' })
  await server.stop()
  const database = join(place.dataDir, 'keywright.db')
  return { apiKey: body.apiKey, files: new Map([[database, readFileSync(database)]]) }
}

/** Registers users and starts sessions at the traced server until it is killed; repeated several times. */
async function record(
  place: DataLocation,
  apiKey: string,
  { trace, rounds }: { trace: string; rounds: number },
): Promise<void> {
  const under = [
    strace,
    '-f',
    '-y',
    '-xx',
    '-s',
    '1000000',
    '-e',
    `trace=${tracedCalls}`,
    '-e',
    'signal=none',
    '-o',
    trace,
  ]
  const server = await startServer({ ...place, under })
  const answered = noAcknowledgedWrites()
  let left = rounds
  const traced = Number(readFileSync(`/proc/${server.process.pid}/task/${server.process.pid}/children`, 'utf8').trim())
  while (left > 1) {
    left -= 1
    await loadUntilEnded(server, apiKey, answered, { round: `${left}`, end: async () => {} })
  }
  await loadUntilEnded(server, apiKey, answered, {
    round: 'last',
    end: async () => {
      process.kill(traced, 'SIGKILL')
      await server.stop()
    },
  })
}

interface Acknowledged {
  readonly users: number[]
  readonly tokenHashes: string[]
}

/** Cuts at every response and every third write, thinned out evenly to the wanted number. */
async function replay(events: readonly TraceEvent[], files: ReadonlyMap<string, Buffer>, wanted: number) {
  const points = events.flatMap((event, index) => {
    const isPoint = event.kind === 'sent' ? idsIn(event.text) > 0 : event.kind === 'write' && index % 3 === 0
    return isPoint ? [index] : []
  })
  const step = Math.max(1, points.length / wanted)
  const chosen = Array.from({ length: Math.min(points.length, wanted) }, (_, n) => points[Math.floor(n * step)])
  const isCut = new Set(chosen)
  const folder = await mkdtemp(join(tmpdir(), 'keywright-cut-'))
  const random = seededRandom(seed)
  const disk = createDiskModel(files)
  const lyingDisk = createDiskModel(files)
  const acknowledged: Acknowledged = { users: [], tokenHashes: [] }
  const found = { lost: 0, damaged: 0, cuts: 0 }
  try {
    for (const [index, event] of events.entries()) {
      disk.apply(event)
      if (event.kind === 'write' || event.kind === 'truncate') lyingDisk.apply(event)
      if (event.kind === 'sent') acknowledge(event.text, acknowledged)
      if (!isCut.has(index)) continue
      for (const tear of tears) {
        const { isSound, lost } = open(folder, disk.cut(tear, random), acknowledged)
        found.cuts += 1
        found.lost += lost
        if (!isSound) found.damaged += 1
      }
    }
    return {
      ...found,
      answers: acknowledged.users.length + acknowledged.tokenHashes.length,
      syncs: events.filter(({ kind }) => kind === 'synced').length,
      lostWithoutSyncs: open(folder, lyingDisk.cut('nothing', random), acknowledged).lost,
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const registered = /"code":"user_registered"[^{}]*?"user_id":(\d+)/g
const started = /"session_token":"(sess_[0-9a-f]{32}_\d+)"/g

const idsIn = (text: string) => [...text.matchAll(registered), ...text.matchAll(started)].length

/** What a sent response promises. */
function acknowledge(text: string, { users, tokenHashes }: Acknowledged): void {
  for (const [, id] of text.matchAll(registered)) users.push(Number(id))
  for (const [, token = ''] of text.matchAll(started)) tokenHashes.push(hashToken(token))
}

/** Opens the data after the cut, as the next start would, and looks for everything that was acknowledged. */
function open(folder: string, files: ReadonlyMap<string, Buffer>, { users, tokenHashes }: Acknowledged) {
  for (const part of ['', '-wal', '-shm']) rmSync(join(folder, `keywright.db${part}`), { force: true })
  for (const [file, bytes] of files) {
    if (/keywright\.db(-wal)?$/.test(file)) writeFileSync(join(folder, basename(file)), bytes)
  }
  const db = new DatabaseSync(join(folder, 'keywright.db'))
  try {
    const isSound = db.prepare('PRAGMA integrity_check').get()?.integrity_check === 'ok'
    const ids = new Set(
      db
        .prepare('SELECT id FROM app_users')
        .all()
        .map(({ id }) => id),
    )
    const hashes = new Set(
      db
        .prepare('SELECT token_hash FROM client_sessions')
        .all()
        .map((row) => row.token_hash),
    )
    const lost = users.filter((id) => !ids.has(id)).length + tokenHashes.filter((hash) => !hashes.has(hash)).length
    return { isSound, lost }
  } catch {
    return { isSound: false, lost: users.length + tokenHashes.length }
  } finally {
    db.close()
  }
}
