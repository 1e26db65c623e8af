import { describe, expect, it, onTestFinished } from 'vitest'
import { createTestDatabase } from '../../../../test/harness/create-test-database.ts'
import { describePostgres } from '../../../../test/harness/databases.ts'
import { temporaryFolder } from '../../../../test/harness/temporary-folder.ts'
import { type MovedTable, movedTables, type SchemaFacts, type TableFacts } from './moved-tables.ts'
import { openPostgresTarget } from './postgres-side.ts'
import { openSqliteTarget } from './sqlite-side.ts'

describePostgres('the tables of a move', () => {
  it('are all of the schema that a first start makes, each after those it refers to', async () => {
    const { options, remove } = await temporaryFolder()
    const { url, drop } = await createTestDatabase()
    const [sqlite, postgres] = [openSqliteTarget(options.dataDir), await openPostgresTarget(url, '--to')]
    onTestFinished(async () => {
      await Promise.all([sqlite.close(), postgres.close()])
      await Promise.all([remove(), drop()])
    })
    await Promise.all([sqlite.migrate(), postgres.migrate()])
    const schema = await sqlite.schema()
    // Throws, and names it, when a step adds what a move would leave out or can't copy.
    const tables = movedTables(schema, await postgres.schema())
    const names = tables.map(({ name }) => name)
    const own = ['migrations', 'nodes', 'job_leases']
    expect(names.toSorted()).toEqual([...schema.keys()].filter((name) => !own.includes(name)).toSorted())
    for (const { name, columns } of tables) {
      const ownColumns = name === 'activity' ? ['webhook_ids'] : []
      expect([...columns, ...ownColumns].toSorted(), name).toEqual(
        [...(schema.get(name)?.columns.keys() ?? [])].toSorted(),
      )
    }
    for (const [name, { refersTo }] of schema) {
      for (const parent of refersTo) expect(names.indexOf(parent), name).toBeLessThanOrEqual(names.indexOf(name))
    }
  }, 60_000)
})

describe('a move', () => {
  const table = (columns: Record<string, string>, facts: Partial<TableFacts> = {}): TableFacts => ({
    columns: new Map(Object.entries(columns)),
    key: ['id'],
    refersTo: new Set(),
    idColumn: undefined,
    ...facts,
  })
  const notes: SchemaFacts = new Map([['notes', table({ id: 'INTEGER', body: 'TEXT' })]])
  const tables = (other: TableFacts): readonly MovedTable[] => movedTables(notes, new Map([['notes', other]]))

  it('takes a table that both databases have, whatever the order of its columns', () => {
    expect(tables(table({ body: 'text', id: 'bigint' }))).toEqual([
      { name: 'notes', columns: ['id', 'body'], key: [{ name: 'id', isText: false }], idColumn: undefined },
    ])
  })

  it.each([
    [
      'a table that one database lacks',
      () => movedTables(notes, new Map()),
      'Only one of the databases has the table notes',
    ],
    ['a column that one lacks', () => tables(table({ id: 'bigint' })), 'cannot copy notes.body'],
    ['a type that it does not know', () => tables(table({ id: 'bigint', body: 'jsonb' })), 'cannot copy notes.body'],
    [
      'a table without a key',
      () => {
        const keyless = table({ id: 'INTEGER' }, { key: [] })
        return movedTables(new Map([['notes', keyless]]), new Map([['notes', keyless]]))
      },
      'The table notes has no primary key',
    ],
  ])('is refused with %s', (_name, act, message) => {
    expect(act).toThrow(message)
  })
})
