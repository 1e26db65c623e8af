import { describe, expect, it, onTestFinished } from 'vitest'
import { createTestDatabase } from '../harness/create-test-database.ts'
import { describePostgres } from '../harness/databases.ts'
import { printFigure } from '../harness/print-figure.ts'
import { startServer } from '../harness/start-server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { findLostWrites, loadUntilEnded, noAcknowledgedWrites } from './load-until-ended.ts'

const engines = [
  { name: 'SQLite', describeEngine: describe, kills: 3, isShared: false },
  { name: 'PostgreSQL', describeEngine: describePostgres, kills: 2, isShared: true },
]

for (const { name, describeEngine, kills, isShared } of engines) {
  describeEngine(`a server ended under load (${name})`, () => {
    it(`${kills} times with kill -9, then with SIGTERM, has every registration and session that it answered`, async () => {
      const env = { MASTER_KEY: 'a master key that outlives the process', ...(isShared && (await makeDatabase())) }
      const folder = await temporaryFolder()
      onTestFinished(folder.remove)
      const start = () => startServer({ env, dataDir: folder.options.dataDir })
      let server = await start()
      onTestFinished(() => server.stop())
      const { body } = await server.api<{ id: number; apiKey: string }>('POST', '/api/applications', { name: 'Ended' })
      const answered = noAcknowledgedWrites()
      for (let round = 0; round < kills; round += 1) {
        await loadUntilEnded(server, body.apiKey, answered, { round: `${round}`, end: server.kill })
        server = await start()
        expect(await findLostWrites(server, body, answered)).toEqual({ users: [], sessions: [] })
      }

      const halvesOfKills = answered.halves
      const stopped = server
      await loadUntilEnded(stopped, body.apiKey, answered, { round: 'last', end: stopped.stop })
      expect(stopped.process.exitCode).toBe(0)
      expect(answered.halves).toBe(halvesOfKills)
      server = await start()
      expect(await findLostWrites(server, body, answered)).toEqual({ users: [], sessions: [] })

      const { users, tokens } = answered
      printFigure(
        `${name}: killed ${kills} times, then stopped: ${users.size} registrations and ${tokens.length} sessions answered, 0 lost`,
      )
      expect(users.size).toBeGreaterThan(kills)
      expect(tokens.length).toBeGreaterThan(kills)
    }, 240_000)
  })
}

async function makeDatabase() {
  const { url, drop } = await createTestDatabase({ isMigrated: true })
  onTestFinished(drop)
  return { DATABASE_URL: url }
}
