import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, it } from 'vitest'
import { describePostgres } from '../../../test/harness/databases.ts'
import { type Engine, freshFile, onPostgres, onSqlite } from '../../../test/harness/migrated-engine.ts'
import { sqliteSchema } from '../../../test/harness/sqlite-schema.ts'
import { type Migration, sqliteDialect } from './dialect.ts'
import { migrateSqlite } from './migrate-sqlite.ts'
import { migrations } from './migrations/index.ts'
import { openSqliteConnection } from './sqlite-connection.ts'

const first: Migration = {
  name: '9001-first',
  statements: ({ id, int, end }) => [
    `CREATE TABLE things (id ${id}, size ${int} NOT NULL)${end}`,
    'INSERT INTO things (size) VALUES (1)',
    'CREATE INDEX things_size ON things(size)',
  ],
}
const second: Migration = {
  name: '9002-second',
  statements: ({ int }) => [`ALTER TABLE things ADD COLUMN weight ${int}`, 'UPDATE things SET weight = size * 2'],
}
/** What an embedded database is, and holds. */
function everythingOf(db: DatabaseSync): unknown[] {
  const parts = db.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name').all()
  const tables = parts.filter(({ type }) => type === 'table').map(({ name }) => String(name))
  const undated = (row: object) => ({ ...row, ...('applied_at' in row && { applied_at: 0 }) })
  return [parts, tables.map((name) => db.prepare(`SELECT * FROM "${name}"`).all().map(undated))]
}

it('the schema that tests make in one go is the one that the steps make', async () => {
  const [stepped, atOnce] = [openSqliteConnection(':memory:'), openSqliteConnection(':memory:')]
  await migrateSqlite(stepped, { file: ':memory:' })
  await migrateSqlite(atOnce, { file: ':memory:', schema: await sqliteSchema() })
  expect(everythingOf(atOnce)).toEqual(everythingOf(stepped))
  expect(atOnce.prepare('SELECT count(*) AS steps FROM migrations').get()).toEqual({ steps: migrations.length })
})

const edited: Migration = { ...first, statements: (dialect) => first.statements(dialect).slice(0, 2) }

describe('migrations (SQLite)', () => describeMigrations(onSqlite))
describePostgres('migrations (PostgreSQL)', () => describeMigrations(onPostgres))

function describeMigrations(open: () => Promise<Engine>): void {
  let engine: Engine
  beforeEach(async () => {
    engine = await open()
  })
  const applied = async () => (await engine.rows('SELECT name FROM migrations ORDER BY name')).map(({ name }) => name)

  it('run each step once, in order', async () => {
    await engine.migrate([first])
    await engine.migrate([first, second])
    await engine.migrate([first, second])
    expect(await applied()).toEqual(['9001-first', '9002-second'])
    expect(await engine.rows('SELECT size + 0 AS size, weight FROM things')).toHaveLength(1)
  })

  it('leave the version before when a statement of a step fails, and finish on the next start', async () => {
    const failing: Migration = { ...second, statements: (dialect) => [...second.statements(dialect), 'SELECT broken'] }
    await expect(engine.migrate([first, failing])).rejects.toThrow('broken')
    expect(await applied()).toEqual(['9001-first'])
    await expect(engine.rows('SELECT weight FROM things')).rejects.toThrow('weight')
    await engine.migrate([first, second])
    expect(await applied()).toEqual(['9001-first', '9002-second'])
  })

  it('refuse a database that a newer program has changed', async () => {
    await engine.migrate([first, second])
    await expect(engine.migrate([first])).rejects.toThrow(
      'The database is newer than this program: it holds the schema step "9002-second"',
    )
  })

  it('refuse a step that was edited after it was applied', async () => {
    await engine.migrate([first])
    await expect(engine.migrate([edited, second])).rejects.toThrow(
      'The schema step "9001-first" differs from the one this database was made with.',
    )
    expect(await applied()).toEqual(['9001-first'])
  })

  it('refuse a step put in before one that was applied', async () => {
    await engine.migrate([second].map((step) => ({ ...step, statements: () => [] })))
    await expect(engine.migrate([first, second])).rejects.toThrow('lacks one before it')
  })

  it('accept the steps of a newer program that this one may run beside, and refuse those that shut it out', async () => {
    const known = [...migrations, first]
    await engine.migrate([...known, { ...second, readableFrom: first.name }])
    await engine.migrate(known)
    expect((await applied()).at(-1)).toBe(second.name)
    const third: Migration = { name: '9003-third', readableFrom: second.name, statements: () => [] }
    await engine.migrate([...known, { ...second, readableFrom: first.name }, third])
    await expect(engine.migrate(known)).rejects.toThrow(
      'newer than this program: it holds the schema step "9003-third"',
    )
  })

  it('refuse to add steps of their own below those of another program', async () => {
    await engine.migrate([...migrations, first, { ...second, readableFrom: first.name }])
    const other: Migration = { name: '9001-other', readableFrom: first.name, statements: () => [] }
    await expect(engine.migrate([...migrations, first, other])).rejects.toThrow('lacks one before it')
    expect((await applied()).at(-1)).toBe(second.name)
  })

  it('take the real schema from nothing to its last step', async () => {
    await engine.migrate(migrations)
    expect(await applied()).toEqual(migrations.map(({ name }) => name))
  })
}

it('each step from 0034 on names the oldest program that may run on beside it, by a step up to itself', () => {
  const names = migrations.map(({ name }) => name)
  for (const [index, { name, readableFrom = '' }] of migrations.entries()) {
    if (name < '0034') expect(readableFrom, name).toBe('')
    else expect(names.slice(0, index + 1), name).toContain(readableFrom)
  }
})

describe('migrations killed half-way', () => {
  it('leave the old or the new version at every statement of every step', async () => {
    const file = await freshFile()
    let copies = 0
    // what a process killed here leaves behind: its files without what was in memory
    const copyFiles = () => {
      copies += 1
      const folder = join(dirname(file), `killed-${copies}`)
      mkdirSync(folder)
      for (const part of ['', '-wal']) {
        if (existsSync(file + part)) copyFileSync(file + part, join(folder, `keywright.db${part}`))
      }
      return copies
    }
    const list = [...migrations, first, second].map((step) => withBetween(step, 'SELECT killed_here()'))
    const db = openSqliteConnection(file)
    db.function('killed_here', copyFiles)
    await migrateSqlite(db, { file, list })
    db.close()

    expect(copies).toBe(list.flatMap((step) => step.statements(sqliteDialect)).length / 2)
    for (let copy = 1; copy <= copies; copy += 1)
      await finishes(join(dirname(file), `killed-${copy}`, 'keywright.db'), list)
  })
})

describePostgres('migrations whose connection is cut half-way', () => {
  it('leave the old or the new version at every statement', async () => {
    const engine = await onPostgres()
    const total = second.statements(sqliteDialect).length
    await engine.migrate([first])
    for (let at = 0; at <= total; at += 1) {
      const killed: Migration = {
        ...second,
        statements: (dialect) =>
          second.statements(dialect).toSpliced(at, 0, 'SELECT pg_terminate_backend(pg_backend_pid())'),
      }
      await expect(engine.migrate([first, killed])).rejects.toThrow()
      expect(await engine.rows('SELECT name FROM migrations')).toEqual([{ name: '9001-first' }])
      await expect(engine.rows('SELECT weight FROM things')).rejects.toThrow('weight')
    }
    await engine.migrate([first, second])
    expect(await engine.rows('SELECT weight FROM things')).toEqual([{ weight: '2' }])
  })
})

describePostgres('several servers that start at once on one PostgreSQL', () => {
  it('run each step once', async () => {
    const engine = await onPostgres()
    await Promise.all(Array.from({ length: 4 }, () => engine.migrate([...migrations, first, second])))
    expect(await engine.rows('SELECT weight FROM things')).toEqual([{ weight: '2' }])
    expect(await engine.rows('SELECT name FROM migrations')).toHaveLength(migrations.length + 2)
  })
})

describePostgres('a step on a table that a long read uses', () => {
  it('is given up and tried again, so that other reads do not wait behind it, and is made once the table is free', async () => {
    const engine = await onPostgres()
    await engine.migrate([first])
    const reader = await engine.connect()
    await reader.query('BEGIN; SELECT * FROM things')
    const lines: string[] = []
    const waits = Promise.withResolvers<void>()
    const migrated = engine.migrate([first, second], (line) => {
      lines.push(line)
      if (line.startsWith('It waits')) waits.resolve()
    })
    await waits.promise
    expect(await engine.rows('SELECT size FROM things')).toHaveLength(1)
    expect(await engine.rows('SELECT name FROM migrations')).toEqual([{ name: '9001-first' }])
    await reader.query('COMMIT')
    await migrated
    expect(await engine.rows('SELECT weight FROM things')).toEqual([{ weight: '2' }])
    expect(lines).toEqual(['Schema step 9002-second.', expect.stringMatching(/^It waits for a table/)])
  })
})

describe('the backup before a migration', () => {
  it('holds the database as it was, and is made only when there is something to lose', async () => {
    const file = await freshFile()
    const lines: string[] = []
    const run = async (list: readonly Migration[]) => {
      const db = openSqliteConnection(file)
      await migrateSqlite(db, { file, list, log: (line) => lines.push(line) })
      db.close()
    }
    await run([first])
    expect(existsSync(join(dirname(file), 'backups'))).toBe(false)
    mkdirSync(join(dirname(file), 'backups'))
    // left by an earlier attempt that was killed while writing
    writeFileSync(join(dirname(file), 'backups', 'before-9002-second.db.partial'), 'half a file')
    await run([first, second])
    const backup = join(dirname(file), 'backups', 'before-9002-second.db')
    expect(lines).toEqual([`Backed up the database to ${backup}.`, 'Schema step 9002-second.'])
    const copy = new DatabaseSync(backup, { readOnly: true })
    expect(copy.prepare('SELECT * FROM things').all()).toEqual([{ id: 1, size: 1 }])
    expect(copy.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
    copy.close()
  })
})

function withBetween(step: Migration, statement: string): Migration {
  return { ...step, statements: (dialect) => step.statements(dialect).flatMap((text) => [text, statement]) }
}

/** What a kill left behind opens intact, at a complete version, and the next start finishes the rest. */
async function finishes(file: string, list: readonly Migration[]): Promise<void> {
  const db = openSqliteConnection(file)
  db.function('killed_here', () => 0)
  expect(db.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
  const tables = new Set(
    db
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
      .all()
      .map(({ name }) => name),
  )
  const done = tables.has('migrations')
    ? db
        .prepare('SELECT name FROM migrations')
        .all()
        .map(({ name }) => name)
    : []
  expect(tables.has('accounts')).toBe(done.includes('0001-initial'))
  expect(tables.has('things')).toBe(done.includes('9001-first'))
  await migrateSqlite(db, { file, list })
  expect(db.prepare('SELECT weight FROM things').all()).toEqual([{ weight: 2 }])
  db.close()
}
