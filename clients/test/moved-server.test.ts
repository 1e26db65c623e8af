import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../test/harness/create-test-database.ts'
import { describePostgres } from '../../test/harness/databases.ts'
import { runCli } from '../../test/harness/start-server.ts'
import { languageOf } from './languages.ts'
import { setScene } from './sample-scene.ts'
import { lostText } from './scenarios/scenario.ts'
import { openStage, type Stage } from './stage.ts'

describePostgres('a shipped program whose server moves to another database', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage(languageOf('node'))
  })
  afterAll(() => stage.close())

  test('goes on with its session and the key it pins, to PostgreSQL and back', async (context) => {
    const { url, drop } = await createTestDatabase()
    context.onTestFinished(drop)
    const scene = await setScene(stage, context.onTestFinished, { isSigned: true })
    const program = await scene.logIn()
    await scene.traffic.sees('heartbeat')
    const { dataDir, owner } = stage.server
    const folder = join(dataDir, 'moved')
    const goesOn = async () => {
      for (const call of ['heartbeat', 'verify'] as const) {
        await scene.traffic.sees(call, scene.traffic.seen(call).length + 2)
      }
      expect(await program.status()).toContain('Failures in a row: 0\n')
      const account = await fetch(`${stage.server.origin}/api/auth/user`, { headers: { cookie: owner.cookie } })
      expect(account.status, 'a session of the dashboard').toBe(200)
    }

    const startOnPostgres = await stage.stopServer()
    expect(runCli(dataDir, ['move', '--to', url])).toMatchObject({ code: 0 })
    await startOnPostgres({ DATABASE_URL: url })
    await goesOn()
    const startOnSqlite = await stage.stopServer()
    expect(runCli(dataDir, ['move', '--to-sqlite', folder], { DATABASE_URL: url })).toMatchObject({ code: 0 })
    await startOnSqlite({ DATA_DIR: folder })
    await goesOn()

    expect(scene.traffic.seen('start')).toHaveLength(1)
    expect(program.output()).not.toContain(lostText)
    // a program that starts now signs in with the same API key, name and password
    await scene.logIn()
  }, 300_000)
})
