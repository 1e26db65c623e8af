import {
  type AcknowledgedWrites,
  findLostWrites,
  loadUntilEnded,
  noAcknowledgedWrites,
} from '../../test/faults/load-until-ended.ts'
import { type RunningServer, startServer } from '../../test/harness/start-server.ts'
import { atMost, none, type Row } from '../figure.ts'
import { type DataLocation, withDataFolder, withPostgres } from './data-location.ts'

type Ending = 'kill' | 'stop'

interface Ended {
  readonly answered: AcknowledgedWrites
  readonly lost: number
  readonly badExits: number
  readonly slowestEndMs: number
}

/** Ends the real server under load repeatedly, at random moments, and then verifies everything it acknowledged. */
async function endUnderLoad(place: DataLocation, ending: Ending, rounds: number): Promise<Ended> {
  const start = () => startServer(place)
  let server: RunningServer = await start()
  try {
    const { body } = await server.api<{ id: number; apiKey: string }>('POST', '/api/applications', { name: 'Ended' })
    const answered = noAcknowledgedWrites()
    let badExits = 0
    let slowestEndMs = 0
    for (let round = 0; round < rounds; round += 1) {
      const ended = server
      const end = async () => {
        const fromMs = performance.now()
        await ended[ending]()
        slowestEndMs = Math.max(slowestEndMs, performance.now() - fromMs)
        if (ending === 'stop' && ended.process.exitCode !== 0) badExits += 1
      }
      await loadUntilEnded(ended, body.apiKey, answered, { round: `${round}`, end })
      server = await start()
    }
    const { users, sessions } = await findLostWrites(server, body, answered)
    return { answered, lost: users.length + sessions.length, badExits, slowestEndMs }
  } finally {
    await server.stop()
  }
}

function rowsOf(place: DataLocation, rounds: number, { answered, lost }: Ended): Row[] {
  return [
    none(`${place.engine}: answered writes that are missing`, lost),
    { name: `${place.engine}: rounds`, values: [rounds], digits: 0 },
    { name: `${place.engine}: registrations answered`, values: [answered.users.size], digits: 0 },
    { name: `${place.engine}: sessions answered`, values: [answered.tokens.length], digits: 0 },
  ]
}

const killRounds = 200

export async function kill(): Promise<readonly Row[]> {
  const run = async (place: DataLocation) => rowsOf(place, killRounds, await endUnderLoad(place, 'kill', killRounds))
  return [...(await withDataFolder(run)), ...(await withPostgres(run))]
}

const stopRounds = 100

export async function stop(): Promise<readonly Row[]> {
  const run = async (place: DataLocation) => {
    const ended = await endUnderLoad(place, 'stop', stopRounds)
    return [
      ...rowsOf(place, stopRounds, ended),
      none(`${place.engine}: half answers`, ended.answered.halves),
      none(`${place.engine}: exits other than 0`, ended.badExits),
      { name: `${place.engine}: slowest stop, ms`, values: [ended.slowestEndMs], digits: 0, target: atMost(12_000) },
    ]
  }
  return [...(await withDataFolder(run)), ...(await withPostgres(run))]
}
