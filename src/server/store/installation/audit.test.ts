import { DatabaseSync } from 'node:sqlite'
import { expect, it, vi } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { testNow, testStores } from '../../../../test/harness/test-stores.ts'
import { openDatabase } from '../../db/open.ts'

describeOnBothDatabases('the audit log', (open) => {
  it('is searched without regard to case in every alphabet, page by page', async () => {
    const { stores } = testStores(await open())
    const actors = ['MÜLLER', 'müller', 'Muller', 'ΆΛΦΑ_x', 'ЖУК', 'mßller']
    await stores.transaction(async (tx) => {
      for (const actor of [...actors, ...actors]) {
        await tx.audit.insert({ accountId: 79, actor, action: 'a.b', subject: '', ip: '', at: testNow })
      }
    })
    const found = async (q: string) => {
      const all: string[] = []
      let after: Awaited<ReturnType<typeof stores.audit.list>>['next']
      do {
        const page = await stores.audit.list({ accountId: 79, q }, false, after, 1)
        all.push(...page.rows.map(({ actor }) => actor))
        after = page.next
      } while (after)
      return all
    }
    for (const q of ['Müller', 'MÜL', 'ü']) expect(await found(q)).toEqual(['MÜLLER', 'müller', 'MÜLLER', 'müller'])
    expect(await found('άλφα_')).toEqual(['ΆΛΦΑ_x', 'ΆΛΦΑ_x'])
    expect(await found('άλφαxx')).toEqual([])
    expect(await found('жУк')).toEqual(['ЖУК', 'ЖУК'])
    expect(await found('MULLER')).toEqual(['Muller', 'Muller'])
  })
})

it('no page of the audit log reads all of it at once, whatever it is filtered by', async () => {
  const database = await openDatabase({ dataDir: '', inMemory: true, checkpoint: false })
  if (database.engine !== 'sqlite') throw new Error('The embedded database is asked for.')
  const { stores } = testStores(database)
  const entry = { accountId: 7, actor: 'ada', action: 'a.b', subject: 's', ip: '', at: testNow }
  await stores.transaction((tx) => tx.audit.insert(entry))
  const prepared = vi.spyOn(DatabaseSync.prototype, 'prepare')
  const filters = [{ q: 'x' }, { q: 'ä' }, { action: 'x' }, { from: testNow }, { to: testNow }, { subject: 's' }]
  for (const filter of filters) {
    for (const isDescending of [true, false]) await stores.audit.list(filter, isDescending, undefined, 10)
  }
  const texts = prepared.mock.calls.map(([text]) => text).filter((text) => /\baudit\b/.test(text))
  prepared.mockRestore()
  expect(texts.length).toBeGreaterThan(filters.length)
  for (const text of texts) {
    const plan = database.hot.prepare(`EXPLAIN QUERY PLAN ${text}`).all()
    expect(plan.filter(({ detail }) => String(detail).startsWith('SCAN audit')).map(() => text)).toEqual([])
  }
  await database.close()
})
