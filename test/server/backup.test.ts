import { copyFileSync, existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { backUpAndRestore } from '../../bench/faults/backup.ts'
import { withDataFolder } from '../../bench/faults/data-location.ts'
import { openDatabase } from '../../src/server/db/open.ts'
import { runCli as run, startServer } from '../harness/start-server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

it('a backup of a running server holds all that was answered before it, and a server starts on it', async () => {
  expect((await withDataFolder((place) => backUpAndRestore(place, 1))).lost).toBe(0)
}, 240_000)

it('a restore keeps the database before it, and puts the master key to the test', async () => {
  const { options, remove } = await temporaryFolder()
  onTestFinished(remove)
  const { dataDir } = options
  const file = join(dataDir, 'kept.db')
  const server = await startServer({ dataDir })
  const first = await server.api<{ apiKey: string }>('POST', '/api/applications', { name: 'Before the backup' })
  expect(run(dataDir, ['backup', 'create', file])).toMatchObject({
    code: 0,
    text: expect.stringContaining('master.key'),
  })
  await server.api('POST', '/api/applications', { name: 'After it' })
  expect(run(dataDir, ['backup', 'restore', file])).toMatchObject({ code: 1, text: expect.stringContaining('running') })
  await server.stop()

  const applications = async () => {
    const again = await startServer({ dataDir })
    const { body } = await again.api<{ name: string; apiKey: string }[]>('GET', '/api/applications')
    await again.stop()
    return body
  }
  /** As they are in the file, without a server's start for each look. */
  const names = () => {
    const database = new DatabaseSync(join(dataDir, 'keywright.db'))
    const rows = database.prepare('SELECT name FROM applications ORDER BY id').all()
    database.close()
    return rows.map(({ name }) => name)
  }
  const both = ['Before the backup', 'After it']
  expect(
    run(dataDir, ['backup', 'restore', file], { MASTER_KEY: 'another master key, long enough to be one' }),
  ).toMatchObject({
    code: 1,
    text: expect.stringContaining('Restore that key first'),
  })
  expect(names()).toEqual(both)
  expect(run(dataDir, ['backup', 'restore', file])).toMatchObject({ code: 0 })
  expect(await applications()).toEqual([
    expect.objectContaining({ name: 'Before the backup', apiKey: first.body.apiKey }),
  ])
  const previous = readdirSync(join(dataDir, 'backups')).find((name) => name.startsWith('before-restore-')) ?? ''
  expect(run(dataDir, ['backup', 'restore', join(dataDir, 'backups', previous)])).toMatchObject({ code: 0 })
  expect(names()).toEqual(both)
}, 180_000)

it('a file that is no whole backup is refused, and nothing changes', async () => {
  const { options, remove } = await temporaryFolder()
  onTestFinished(remove)
  const { dataDir } = options
  await (await openDatabase({ dataDir })).close()
  const database = join(dataDir, 'keywright.db')
  const before = readFileSync(database)
  const [text, cut] = [join(dataDir, 'text.db'), join(dataDir, 'cut.db')]
  writeFileSync(text, 'not a database')
  copyFileSync(database, cut)
  truncateSync(cut, before.length / 2)
  for (const file of [text, cut, join(dataDir, 'missing.db')]) {
    expect(run(dataDir, ['backup', 'restore', file]).code, file).toBe(1)
  }
  expect(run(dataDir, ['backup', 'create', text])).toMatchObject({
    code: 1,
    text: expect.stringContaining('exists already'),
  })
  expect(readFileSync(database).equals(before)).toBe(true)
  expect(existsSync(`${database}.partial`)).toBe(false)
})
