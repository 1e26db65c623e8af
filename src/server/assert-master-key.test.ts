import { expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../test/harness/databases.ts'
import { temporaryFolder } from '../../test/harness/temporary-folder.ts'
import { assertMasterKey } from './assert-master-key.ts'
import { openSecrets } from './lib/secrets.ts'
import { openStores } from './store/index.ts'

describeOnBothDatabases('the master key', (open) => {
  it('of the first start stays: another one is refused before anything is sealed with it', async () => {
    const database = await open()
    const folders = await Promise.all([temporaryFolder(), temporaryFolder()])
    const [first, second] = folders.map(({ options }) => openSecrets(options.dataDir, { isFirstStart: true }))
    if (!first || !second) throw new Error('two keys are needed')
    const stores = openStores(database, first)
    await assertMasterKey(stores, first)
    await assertMasterKey(stores, first)
    await expect(assertMasterKey(stores, second)).rejects.toThrow(`is not the one of the database (${first.keyId})`)
    for (const folder of folders) await folder.remove()
  })
})
