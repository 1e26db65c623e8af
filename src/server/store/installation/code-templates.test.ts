import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { testNow, testStores } from '../../../../test/harness/test-stores.ts'
import type { Database } from '../../db/open.ts'

describeOnBothDatabases('changed code templates', (open) => {
  let database: Database
  let stores: ReturnType<typeof testStores>['stores']
  beforeAll(async () => {
    database = await open()
    stores = testStores(database).stores
  })
  afterAll(() => database.close())
  const save = (language: string, source: string, editedBy = 'ada@example.com') =>
    stores.transaction((tx) => tx.codeTemplates.save({ language, source, editedBy, editedAt: testNow }))
  const remove = (language: string) => stores.transaction((tx) => tx.codeTemplates.remove(language))

  it('are kept letter by letter, the last change of a language alone', async () => {
    const source = `// $&\n'quotes' "and" \\ ü 🦄\t\n${'x'.repeat(60_000)}`
    await save('node', 'before')
    await save('node', source, 'eve@example.com')
    await save('php', 'other')
    expect(await stores.codeTemplates.find('node')).toEqual({
      language: 'node',
      source,
      editedBy: 'eve@example.com',
      editedAt: testNow,
    })
    const languages = (await stores.codeTemplates.list()).map(({ language }) => language)
    expect(languages.sort()).toEqual(['node', 'php'])
  })

  it('are gone once removed, and only the first removal finds one; those of other languages stay', async () => {
    await save('python', 'text')
    await save('java', 'text')
    expect([await remove('python'), await remove('python')]).toEqual([true, false])
    expect(await stores.codeTemplates.find('python')).toBeUndefined()
    expect(await stores.codeTemplates.find('java')).toBeDefined()
  })

  it('of one language that are saved at once leave one of them', async () => {
    await Promise.all(['a', 'b', 'c'].map((source) => save('cpp', source)))
    expect(['a', 'b', 'c']).toContain((await stores.codeTemplates.find('cpp'))?.source)
  })
})
