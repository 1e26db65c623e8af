import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { describePostgres, temporaryFolder, temporaryPostgres } from '../../../test/databases.ts'
import { withHashes, withWebhookRows } from '../../../test/rows-before-steps.ts'
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

describe('migrations (SQLite)', () => describeMigrations(onSqlite, queuedBySteps))
describePostgres('migrations (PostgreSQL)', () => describeMigrations(onPostgres, []))

/** Deliveries that the step which moves the audience into the log makes of what waits for them. */
const queuedBySteps = ['1', '2'].flatMap((webhook) => ['4', '5', '6'].map((n) => [webhook, `msg_${n}`, n]))

function describeMigrations(open: () => Promise<Engine>, queued: readonly (readonly string[])[]): void {
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

  it('count the hashes that are stored by what they cost', async () => {
    const before = migrations.findIndex(({ name }) => name === '0015-hash-counts')
    const steps = [...migrations.slice(0, before), withHashes, ...migrations.slice(before)]
    await engine.migrate(steps)
    const counts = await engine.rows('SELECT application_id, kind, users FROM hash_counts ORDER BY 1, 2')
    expect(whole(counts)).toEqual([
      ['1', 'argon2id m=65536,t=3,p=4', '2'],
      ['1', 'bcrypt 10', '2'],
      ['1', 'bcrypt 12', '1'],
      ['2', 'bcrypt 12', '1'],
    ])
  })

  it('keep what waits for webhooks when their tables are made anew, and write each body once', async () => {
    const before = migrations.findIndex(({ name }) => name === '0011-deliveries-appended')
    expect(before).toBeGreaterThan(0)
    await engine.migrate([...migrations.slice(0, before), withWebhookRows])
    const everything = async (columns: string, from: string) =>
      whole(await engine.rows(`SELECT ${columns} FROM ${from} ORDER BY 1, 2`))
    const kept = 'webhook_id, d.message_id, d.event, is_test, status, attempt, next_try_at, tried_at, code, answer'
    const told = 'application_id, body, created_at'
    const held = await everything(`${kept}, ${told}`, 'deliveries d')
    const unqueued = await everything(`message_id, webhook_ids, event, ${told}`, 'webhook_outbox')
    expect([held.length, unqueued.length]).toEqual([4, 3])

    const steps = [...migrations.slice(0, before), withWebhookRows, ...migrations.slice(before)]
    const oneRow = steps.findIndex(({ name }) => name === '0013-audience-with-event')
    expect(oneRow).toBeGreaterThan(before)
    await engine.migrate(steps.slice(0, oneRow))
    const joined = 'deliveries d JOIN webhook_messages m ON m.number = d.message_number'
    expect(await everything(`${kept}, ${told}`, joined)).toEqual(held)
    const waiting = 'webhook_messages WHERE webhook_ids IS NOT NULL'
    expect(await everything(`message_id, webhook_ids, event, ${told}`, waiting)).toEqual(unqueued)
    const bodies = await engine.rows('SELECT message_id, webhook_ids FROM webhook_messages ORDER BY number')
    const ids = bodies.map(({ message_id }) => message_id)
    expect(ids).toEqual(['msg_1', 'msg_2', 'msg_3', 'msg_4', 'msg_5', 'msg_6'])

    await engine.migrate(steps)
    expect(await everything(`${kept}, ${told}`, `${joined} WHERE attempt > 0`)).toEqual(held)
    expect(await everything('webhook_id, d.message_id, next_try_at', `${joined} WHERE attempt = 0`)).toEqual(queued)
    if (queued.length === 0) {
      expect(await everything(`message_id, webhook_ids, event, ${told}`, waiting)).toEqual(unqueued)
    }
  })

  it('take a running session as proved where the last login of its user speaks for it, and no other', async () => {
    const before = migrations.findIndex(({ name }) => name === '0014-proved-sessions')
    expect(before).toBeGreaterThan(0)
    const steps = [...migrations.slice(0, before), withSessions, ...migrations.slice(before)]
    await engine.migrate(steps)
    const proved = await engine.rows('SELECT token_hash FROM client_sessions WHERE proved_at = started_at ORDER BY 1')
    expect(proved.map(({ token_hash }) => token_hash)).toEqual(['a right after', 'b login since', 'c not locked'])
    const others = await engine.rows('SELECT token_hash FROM client_sessions WHERE proved_at IS NULL')
    expect(others).toHaveLength(4)
    expect(await engine.rows('SELECT id FROM app_users WHERE is_registered <> 0')).toEqual([])
  })
}

/** Running sessions of users who logged in at 100,000 from 192.0.2.1, and one that has ended. */
const withSessions: Migration = {
  name: '0013-z-sessions',
  statements: () => {
    const users = [
      [1, "'PC-1'", 1],
      [2, "'PC-1'", 0],
    ].map(
      ([id, hwid, isLocked]) => `(${id}, 1, 'u${id}', 'u${id}', 'hash', 1, 0, 0, ${hwid}, ${isLocked}, 100000,
        '192.0.2.1', 1)`,
    )
    const sessions = [
      ["'a right after'", 1, "'PC-1'", "'192.0.2.1'", 160_000, 'NULL'],
      ["'b login since'", 1, "'PC-1'", "'192.0.2.1'", 50_000, 'NULL'],
      ["'c not locked'", 2, "'PC-9'", "'192.0.2.1'", 100_000, 'NULL'],
      ["'d too late'", 1, "'PC-1'", "'192.0.2.1'", 160_001, 'NULL'],
      ["'e elsewhere'", 1, "'PC-1'", "'192.0.2.2'", 100_000, 'NULL'],
      ["'f other machine'", 1, "'PC-2'", "'192.0.2.1'", 100_000, 'NULL'],
      ["'g ended'", 1, "'PC-1'", "'192.0.2.1'", 100_000, '100001'],
    ].map(
      ([token, user, hwid, ip, at, endedAt]) => `(1, ${user}, ${token}, ${hwid}, ${ip}, '', ${at}, ${at}, ${endedAt})`,
    )
    return [
      `INSERT INTO accounts (id, email, email_key, password_hash, role, permissions, is_active, created_at)
        VALUES (1, 'a', 'a', 'hash', 'owner', '[]', 1, 1)`,
      `INSERT INTO applications (id, owner_id, name, description, version, is_active, hwid_lock_enabled,
        registration_mode, min_password_length, is_version_required, is_verify_strict, session_limit_policy, created_at)
        VALUES (1, 1, 'A', '', '1.0', 1, 1, 'open', 8, 0, 0, 'reject', 1)`,
      `INSERT INTO app_users (id, application_id, username, username_key, password_hash, is_active, is_paused, is_banned,
        hwid, is_hwid_locked, last_login_at, last_login_ip, created_at) VALUES ${users.join(', ')}`,
      `INSERT INTO client_sessions (application_id, user_id, token_hash, hwid, ip_address, user_agent, started_at,
        last_seen_at, ended_at) VALUES ${sessions.join(', ')}`,
    ]
  },
}

/** Rows as values alone; PostgreSQL brings its whole numbers as texts. */
const whole = (rows: readonly Record<string, unknown>[]) =>
  rows.map((row) => Object.values(row).map((value) => (value === null ? null : String(value))))

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
