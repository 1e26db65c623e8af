import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { describePostgres, temporaryFolder, temporaryPostgres } from '../../../test/databases.ts'
import { type Migration, sqliteDialect } from './dialect.ts'
import { migratePostgres } from './migrate-postgres.ts'
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
const edited: Migration = { ...first, statements: (dialect) => first.statements(dialect).slice(0, 2) }

interface Engine {
  migrate(list: readonly Migration[], log?: (message: string) => void): Promise<void>
  rows(sql: string): Promise<Record<string, unknown>[]>
}

const cleanups: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup()
})

async function freshFile(): Promise<string> {
  const { options, remove } = await temporaryFolder()
  cleanups.push(remove)
  return join(options.dataDir, 'keywright.db')
}

async function onSqlite(): Promise<Engine> {
  const file = await freshFile()
  const withDatabase = async <T>(work: (db: DatabaseSync) => T | Promise<T>) => {
    const db = openSqliteConnection(file)
    try {
      return await work(db)
    } finally {
      db.close()
    }
  }
  return {
    migrate: (list, log) => withDatabase((db) => migrateSqlite(db, { file, list, log })),
    rows: (sql) => withDatabase((db) => db.prepare(sql).all()),
  }
}

async function onPostgres(): Promise<Engine> {
  const { options, remove } = await temporaryPostgres()
  cleanups.push(remove)
  const url = options.databaseUrl ?? ''
  return {
    migrate: (list) => migratePostgres(url, { list }),
    async rows(sql) {
      const client = new pg.Client(url)
      await client.connect()
      return client
        .query(sql)
        .then(({ rows }) => rows)
        .finally(() => client.end())
    },
  }
}

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

  it('take the real schema from nothing to its last step', async () => {
    await engine.migrate(migrations)
    expect(await applied()).toEqual(migrations.map(({ name }) => name))
  })
}

it('a step that makes the tables of deliveries anew keeps what waits in them, and its order', async () => {
  const engine = await onSqlite()
  const before = migrations.findIndex(({ name }) => name === '0011-deliveries-appended')
  expect(before).toBeGreaterThan(0)
  const messages = [1, 2, 3].map((n) => `('msg_${n}', '[1,2]', 7, 'user_login', '{"n":${n}}', ${n})`)
  const deliveries = [3, 1, 2].map(
    (n) =>
      `(${n % 2}, 'msg_${n}', 7, 'user_login', 0, '{}', 'failed', ${n}, ${n === 2 ? null : n}, ${n}, 5, 500, 9, 'e', 'a', 's')`,
  )
  const filled: Migration = {
    name: '0010-z-filled',
    statements: () => [
      `INSERT INTO webhook_outbox VALUES ${messages.toReversed().join(', ')}`,
      `INSERT INTO deliveries VALUES ${deliveries.join(', ')}`,
    ],
  }
  const everything = async () => [
    await engine.rows('SELECT * FROM webhook_outbox ORDER BY message_id'),
    await engine.rows('SELECT * FROM deliveries ORDER BY webhook_id, message_id'),
  ]
  await engine.migrate([...migrations.slice(0, before), filled])
  const held = await everything()
  expect(held.map((rows) => rows.length)).toEqual([3, 3])
  await engine.migrate([...migrations.slice(0, before), filled, ...migrations.slice(before)])
  expect(await everything()).toEqual(held)
  const inOrder = await engine.rows('SELECT message_id FROM webhook_outbox ORDER BY rowid')
  expect(inOrder.map((row) => row.message_id)).toEqual(['msg_1', 'msg_2', 'msg_3'])
  const plan = await engine.rows(`EXPLAIN QUERY PLAN
    SELECT message_id FROM deliveries WHERE webhook_id = 1 AND next_try_at <= 9 ORDER BY next_try_at LIMIT 5`)
  expect(plan.map(({ detail }) => detail).join()).toMatch(/^SEARCH deliveries USING COVERING INDEX deliveries_due/)
})

describe('migrations killed half-way', () => {
  it('leave the old or the new version at every statement of every step', async () => {
    const file = await freshFile()
    let copies = 0
    // what a process killed here leaves behind: its files as they are, without what memory held
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
  }, 60_000)
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
  }, 30_000)
})

describePostgres('several servers that start at once on one PostgreSQL', () => {
  it('run each step once', async () => {
    const engine = await onPostgres()
    await Promise.all(Array.from({ length: 4 }, () => engine.migrate([...migrations, first, second])))
    expect(await engine.rows('SELECT weight FROM things')).toEqual([{ weight: '2' }])
    expect(await engine.rows('SELECT name FROM migrations')).toHaveLength(migrations.length + 2)
  }, 30_000)
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
    // what an earlier try left that was killed while it wrote
    writeFileSync(join(dirname(file), 'backups', 'before-9002-second.db.partial'), 'half a file')
    await run([first, second])
    const backup = join(dirname(file), 'backups', 'before-9002-second.db')
    expect(lines).toEqual([`Backed up the database to ${backup}.`])
    const copy = new DatabaseSync(backup, { readOnly: true })
    expect(copy.prepare('SELECT * FROM things').all()).toEqual([{ id: 1, size: 1 }])
    expect(copy.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
    copy.close()
  })
})

function withBetween(step: Migration, statement: string): Migration {
  return { ...step, statements: (dialect) => step.statements(dialect).flatMap((text) => [text, statement]) }
}

/** What a kill left opens sound, at a whole version, and the next start finishes the rest. */
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
