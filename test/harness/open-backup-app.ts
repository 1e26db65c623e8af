import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Backups } from '../../src/server/backups/open-backups.ts'
import { openDatabase } from '../../src/server/db/open.ts'
import type { ApiReply } from '../../src/web/api/client.ts'
import { createTestApp, startDashboardSession, type TestAccount, type TestApp } from './create-test-app.ts'
import { sqliteSchema } from './sqlite-schema.ts'
import { temporaryFolder } from './temporary-folder.ts'

type Listed = ApiReply<'GET /api/system/backups'>[number]

/** The shipped app on an embedded database with a file, which alone can be backed up. */
export interface BackupApp extends TestApp {
  readonly owner: TestAccount
  readonly dataDir: string
  /** Where copies are. */
  readonly folder: string
  readonly backups: Backups
  /** Files of the folder, sorted. */
  files(): string[]
  list(): Promise<Listed[]>
  /** Makes a copy as the owner and waits for its end. */
  backUp(): Promise<Listed>
}

/** Opened for one test. */
export async function openBackupApp(env: Readonly<Record<string, string>> = {}): Promise<BackupApp> {
  const { options, remove } = await temporaryFolder()
  onTestFinished(remove)
  const { dataDir } = options
  const database = await openDatabase({ dataDir, schema: await sqliteSchema(), checkpoint: false })
  onTestFinished(() => database.close())
  const test = await createTestApp({ database, env })
  onTestFinished(() => test.close())
  const owner = await test.account('owner')
  const { backups } = test.app
  if (!backups) throw new Error('no backups here')
  const folder = join(dataDir, 'backups')
  // A session of its own for each look: tests let days pass.
  const list = async () => {
    const cookie = await startDashboardSession(test, owner.id)
    return (await test.call<Listed[]>('GET', '/api/system/backups', { headers: { cookie } })).body
  }
  return {
    ...test,
    owner,
    dataDir,
    folder,
    backups,
    files: () => (existsSync(folder) ? readdirSync(folder).sort() : []),
    list,
    async backUp() {
      const begun = await owner.api<{ id: number }>('POST', '/api/system/backups', {})
      if (begun.status !== 202) throw new Error(`${begun.status} ${begun.text}`)
      await backups.settled()
      const made = (await list()).find(({ id }) => id === begun.body.id)
      if (!made) throw new Error('the backup is not listed')
      return made
    },
  }
}
