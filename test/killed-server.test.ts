import { describe, expect, it, onTestFinished } from 'vitest'
import { describePostgres, temporaryFolder } from './databases.ts'
import { loadUntilEnded, lostOf, nothingAnswered } from './load-until-ended.ts'
import { createTestDatabase } from './postgres.ts'
import { printFigure } from './print-figure.ts'
import { startServer } from './start-server.ts'

const engines = [
  { name: 'SQLite', describeEngine: describe, rounds: 5, isShared: false },
  { name: 'PostgreSQL', describeEngine: describePostgres, rounds: 2, isShared: true },
]

for (const { name, describeEngine, rounds, isShared } of engines) {
  describeEngine(`a server ended under load (${name})`, () => {
    it(`with kill -9 has every registration and session that it answered, in ${rounds} rounds`, async () => {
      const { server, application, answered } = await endUnderLoad('kill')
      expect(await lostOf(server, application, answered)).toEqual({ users: [], sessions: [] })
      const { users, tokens } = answered
      printFigure(
        `${name}: killed ${rounds} times: ${users.size} registrations and ${tokens.length} sessions answered, 0 lost`,
      )
      expect(users.size).toBeGreaterThan(rounds)
      expect(tokens.length).toBeGreaterThan(rounds)
    }, 120_000)

    it('with SIGTERM leaves no answer half, exits with 0, and has all it answered', async () => {
      const { server, application, answered } = await endUnderLoad('stop')
      expect(await lostOf(server, application, answered)).toEqual({ users: [], sessions: [] })
      expect(answered.halves).toBe(0)
    }, 120_000)

    async function endUnderLoad(how: 'kill' | 'stop') {
      const env = { MASTER_KEY: 'a master key that outlives the process', ...(isShared && (await makeDatabase())) }
      const folder = await temporaryFolder()
      onTestFinished(folder.remove)
      const start = () => startServer({ env, dataDir: folder.options.dataDir })
      let server = await start()
      onTestFinished(() => server.stop())
      const { body } = await server.api<{ id: number; apiKey: string }>('POST', '/api/applications', { name: 'Ended' })
      const answered = nothingAnswered()
      for (let round = 0; round < rounds; round += 1) {
        const ended = server
        await loadUntilEnded(ended, body.apiKey, answered, { round: `${round}`, end: () => ended[how]() })
        if (how === 'stop') expect(ended.process.exitCode).toBe(0)
        server = await start()
      }
      return { server, application: body, answered }
    }
  })
}

async function makeDatabase() {
  const { url, drop } = await createTestDatabase()
  onTestFinished(drop)
  return { DATABASE_URL: url }
}
