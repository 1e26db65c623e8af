import { expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { testNow, testStores } from '../../../../test/harness/test-stores.ts'
import { partBytes } from './import-files.ts'
import { newListId } from './operation-list.ts'

describeOnBothDatabases('files of imports', (open) => {
  it('that nobody needs any more are deleted part by part, and no part of another file with them', async () => {
    const { stores } = testStores(await open())
    const file = (letter: string) => Buffer.from(letter.repeat(3 * partBytes))
    const save = (id: string, bytes: Buffer) => stores.transaction((tx) => tx.importFiles.save(id, 0, bytes))
    const [old, young] = [newListId(testNow), newListId(new Date(testNow.getTime() + 1))]
    await save(old, file('a'))
    await save(young, file('b'))
    const purge = () => stores.transaction((tx) => tx.importFiles.purge(new Date(testNow.getTime() + 1), 2))
    expect([await purge(), await purge(), await purge()]).toEqual([2, 1, 0])
    expect((await stores.importFiles.read(old)).length).toBe(0)
    expect((await stores.importFiles.read(young)).equals(file('b'))).toBe(true)
  })
})
