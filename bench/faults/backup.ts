import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type AcknowledgedWrites,
  findLostWrites,
  loadUntilEnded,
  noAcknowledgedWrites,
} from '../../test/faults/load-until-ended.ts'
import { serverEnv, startServer } from '../../test/harness/start-server.ts'
import { atLeast, none, type Row } from '../figure.ts'
import { type DataLocation, withDataFolder } from './data-location.ts'

const rounds = 50
const cli = fileURLToPath(new URL('../../src/server/cli.ts', import.meta.url))

export async function backup(): Promise<readonly Row[]> {
  const { lost, answers } = await withDataFolder((place) => backUpAndRestore(place, rounds))
  return [
    none('answered before a backup and missing in it', lost),
    { name: 'backups made, checked, restored and started', values: [rounds], digits: 0, target: atLeast(rounds) },
    { name: 'answers with a write', values: [answers], digits: 0 },
  ]
}

/** Throws if a backup can't be created or restored, or if the server doesn't start on it. */
export async function backUpAndRestore(
  place: DataLocation,
  rounds: number,
): Promise<{ lost: number; answers: number }> {
  const server = await startServer(place)
  try {
    const { body } = await server.api<{ id: number; apiKey: string }>('POST', '/api/applications', { name: 'Kept' })
    const answered = noAcknowledgedWrites()
    let lost = 0
    let proven = 0
    for (let round = 0; round < rounds; round += 1) {
      const file = join(place.dataDir, `backup-${round}.db`)
      let before: AcknowledgedWrites = noAcknowledgedWrites()
      const load = { round: `${round}`, end: async () => {} }
      const backingUp = async () => {
        before = { ...answered, users: new Map(answered.users), tokens: [...answered.tokens] }
        await runCli(place, ['backup', 'create', file])
      }
      await Promise.all([loadUntilEnded(server, body.apiKey, answered, load), backingUp()])
      // Sessions that an earlier backup had are checked once more in the last one.
      const from = round === rounds - 1 ? 0 : proven
      proven = before.tokens.length
      lost += await lostIn(place, file, body, { ...before, tokens: before.tokens.slice(from) })
    }
    return { lost, answers: answered.users.size + answered.tokens.length }
  } finally {
    await server.stop()
  }
}

/** Restores it into a new place, starts the server there, and verifies everything it must hold. */
async function lostIn(
  place: DataLocation,
  file: string,
  application: { id: number; apiKey: string },
  before: AcknowledgedWrites,
) {
  const restored = { ...place, dataDir: `${file}.restored` }
  mkdirSync(restored.dataDir, { mode: 0o700 })
  await runCli(restored, ['backup', 'restore', file])
  const server = await startServer(restored)
  try {
    const { users, sessions } = await findLostWrites(server, application, before)
    return users.length + sessions.length
  } finally {
    await server.stop()
  }
}

async function runCli({ env, dataDir }: DataLocation, args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [cli, ...args], {
    env: { ...serverEnv, ...env, DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${said}`)
}
