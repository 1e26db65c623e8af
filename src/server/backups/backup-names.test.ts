import { rmSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { openBackupApp } from '../../../test/harness/open-backup-app.ts'

it('backups have names of their own, also two that fail and two that succeed within one millisecond', async () => {
  const app = await openBackupApp()
  rmSync(app.folder, { recursive: true, force: true })
  writeFileSync(app.folder, 'a file where the folder should be')
  for (let n = 0; n < 2; n += 1) expect((await app.owner.api('POST', '/api/system/backups', {})).status).toBe(202)
  rmSync(app.folder)
  for (let n = 0; n < 2; n += 1) expect(await app.backUp()).toMatchObject({ state: 'complete' })
  const listed = await app.list()
  expect(listed.map(({ state }) => state)).toEqual(['complete', 'complete', 'failed', 'failed'])
  expect(new Set(listed.map(({ createdAt }) => createdAt)).size).toBe(4)
  expect(app.files()).toHaveLength(4)
})
