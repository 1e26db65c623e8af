import { beforeEach, describe, expect, it } from 'vitest'
import { describePostgres } from '../../../test/harness/databases.ts'
import { type Engine, onPostgres, onSqlite } from '../../../test/harness/migrated-engine.ts'
import type { Migration } from './dialect.ts'
import { migrations } from './migrations/index.ts'

describe('steps of the schema (SQLite)', () => describeData(onSqlite, queuedBySteps))
describePostgres('steps of the schema (PostgreSQL)', () => describeData(onPostgres, []))

/** Deliveries that the migration which moves the audience into the log creates from pending messages. */
const queuedBySteps = ['1', '2'].flatMap((webhook) => ['4', '5', '6'].map((n) => [webhook, `msg_${n}`, n]))

function describeData(open: () => Promise<Engine>, queued: readonly (readonly string[])[]): void {
  let engine: Engine
  beforeEach(async () => {
    engine = await open()
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

  it('begin the validity of licenses that users hold without an end, and of no other', async () => {
    const before = migrations.findIndex(({ name }) => name === '0021-licenses-in-use')
    expect(before).toBeGreaterThan(0)
    await engine.migrate([...migrations.slice(0, before), withLicenses, ...migrations.slice(before)])
    const licenses = await engine.rows('SELECT key_lookup, expires_at FROM licenses ORDER BY key_lookup')
    expect(licenses.map(({ key_lookup }) => key_lookup)).toEqual(['ended', 'held', 'waiting'])
    const [ended, held, waiting] = licenses.map(({ expires_at }) => (expires_at === null ? null : Number(expires_at)))
    expect([ended, waiting]).toEqual([5, null])
    // thirty days after a day on which this migration existed already
    expect(held).toBeGreaterThan(Date.UTC(2026, 0, 31))
  })

  it('count the users and licenses that are there by the hour in which they expire', async () => {
    const before = migrations.findIndex(({ name }) => name === '0023-expiry-hours')
    expect(before).toBeGreaterThan(0)
    await engine.migrate([...migrations.slice(0, before), withExpiries, ...migrations.slice(before)])
    const counts = await engine.rows('SELECT * FROM expiry_counts ORDER BY hour')
    const never = '2500000000'
    expect(whole(counts)).toEqual([
      // banned, or with the license that is not active
      ['1', '0', '2', '0', '0', '0', '0', '0'],
      // by their own expiry, and by their license's
      ['1', '1', '2', '0', '0', '0', '0', '0'],
      ['1', '2', '1', '1', '1', '1', '1', '1'],
      ['1', '3', '0', '1', '0', '0', '1', '2'],
      ['1', never, '1', '1', '1', '0', '0', '0'],
    ])
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

/** Account 1 with application 1. */
const ownerAndApplication: readonly string[] = [
  `INSERT INTO accounts (id, email, email_key, password_hash, role, permissions, is_active, created_at)
    VALUES (1, 'a', 'a', 'hash', 'owner', '[]', 1, 1)`,
  `INSERT INTO applications (id, owner_id, name, description, version, is_active, hwid_lock_enabled,
    registration_mode, min_password_length, is_version_required, is_verify_strict, session_limit_policy, created_at)
    VALUES (1, 1, 'A', '', '1.0', 1, 1, 'open', 8, 0, 0, 'reject', 1)`,
]

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
      ...ownerAndApplication,
      `INSERT INTO app_users (id, application_id, username, username_key, password_hash, is_active, is_paused, is_banned,
        hwid, is_hwid_locked, last_login_at, last_login_ip, created_at) VALUES ${users.join(', ')}`,
      `INSERT INTO client_sessions (application_id, user_id, token_hash, hwid, ip_address, user_agent, started_at,
        last_seen_at, ended_at) VALUES ${sessions.join(', ')}`,
    ]
  },
}

/** A license with users that has not started, one without users, and one that has expired. */
const withLicenses: Migration = {
  name: '0020-z-licenses',
  statements: () => [
    ...ownerAndApplication,
    `INSERT INTO licenses (application_id, key_lookup, key_sealed, max_users, current_users, validity_days,
      validity_start, description, description_key, is_active, expires_at, created_at) VALUES
      (1, 'held', '', 2, 1, 30, 'first_use', '', '', 1, NULL, 1),
      (1, 'waiting', '', 2, 0, 30, 'first_use', '', '', 1, NULL, 1),
      (1, 'ended', '', 2, 2, 30, 'first_use', '', '', 1, 5, 1)`,
  ],
}

/** Users and licenses with and without an expiry, some of which cannot be used. */
const withExpiries: Migration = {
  name: '0022-z-expiries',
  statements: () => [
    ...ownerAndApplication,
    `INSERT INTO licenses (id, application_id, key_lookup, key_sealed, max_users, current_users, validity_days,
      validity_start, description, description_key, is_active, expires_at, created_at) VALUES
      (1, 1, 'full', '', 1, 1, 30, 'creation', '', '', 1, 7200000, 1),
      (2, 1, 'stopped', '', 2, 2, 30, 'creation', '', '', 0, 10800000, 1),
      (3, 1, 'waiting', '', 2, 0, 30, 'first_use', '', '', 1, NULL, 1)`,
    `INSERT INTO app_users (id, application_id, username, username_key, password_hash, is_active, is_paused, is_banned,
      is_hwid_locked, expires_at, license_id, created_at) VALUES
      (1, 1, 'never', 'never', '', 1, 0, 0, 0, NULL, NULL, 1),
      (2, 1, 'own', 'own', '', 1, 0, 0, 0, 3600000, NULL, 1),
      (3, 1, 'sooner', 'sooner', '', 1, 0, 0, 0, 7199999, 1, 1),
      (4, 1, 'by license', 'by license', '', 1, 0, 0, 0, 10800000, 1, 1),
      (5, 1, 'stopped', 'stopped', '', 1, 0, 0, 0, NULL, 2, 1),
      (6, 1, 'banned', 'banned', '', 1, 0, 1, 0, NULL, NULL, 1)`,
  ],
}

/** Users of two applications with many kinds of password hashes. */
const withHashes: Migration = {
  name: '0014-z-hashes',
  statements: () => {
    const argon2 = (parameters: string) => `$argon2id$v=19$${parameters}$${'A'.repeat(22)}$${'A'.repeat(43)}`
    const bcrypt = (rounds: string) => `$2y$${rounds}$${'e'.repeat(53)}`
    const users = [
      [1, argon2('m=65536,t=3,p=4')],
      [1, argon2('m=65536,t=3,p=4')],
      [1, argon2('m=19456,t=2,p=1')],
      [1, bcrypt('10')],
      [1, bcrypt('10').replace('$2y', '$2b')],
      [1, bcrypt('12')],
      [1, ''],
      [2, bcrypt('12')],
    ].map(([application, hash], id) => `(${id + 1}, ${application}, 'u${id}', 'u${id}', '${hash}', 1, 0, 0, 0, 0)`)
    return [
      `INSERT INTO accounts (id, email, email_key, password_hash, role, permissions, is_active, created_at)
        VALUES (1, 'a', 'a', '', 'owner', '[]', 1, 0)`,
      ...[1, 2].map(
        (id) => `INSERT INTO applications (id, owner_id, name, description, version, is_active, hwid_lock_enabled,
          registration_mode, min_password_length, is_version_required, is_verify_strict, session_limit_policy, created_at)
          VALUES (${id}, 1, 'a', '', '1', 1, 0, 'open', 1, 0, 0, 'reject', 0)`,
      ),
      `INSERT INTO app_users (id, application_id, username, username_key, password_hash,
          is_active, is_paused, is_banned, is_hwid_locked, created_at)
        VALUES ${users.join(', ')}`,
    ]
  },
}

/** Four deliveries of three messages, and three messages without deliveries, inserted in no order. */
const withWebhookRows: Migration = {
  name: '0010-z-webhook-rows',
  statements: () => {
    const messages = [6, 4, 5].map((n) => `('msg_${n}', '[1,2]', 7, 'user_login', '{"n":${n}}', ${n})`)
    const deliveries = [
      [1, 3],
      [2, 1],
      [1, 1],
      [1, 2],
    ].map(
      ([webhook, n]) => `(${webhook}, 'msg_${n}', ${n === 3 ? null : 7}, 'user_login', 0, '{"n":${n}}', 'failed', ${n},
        ${n === 2 ? null : n}, ${n}, 5, 500, 9, 'e', 'a', 's')`,
    )
    return [
      `INSERT INTO webhook_outbox VALUES ${messages.join(', ')}`,
      `INSERT INTO deliveries VALUES ${deliveries.join(', ')}`,
    ]
  },
}

/** Rows as arrays of values; PostgreSQL returns integers as text. */
const whole = (rows: readonly Record<string, unknown>[]) =>
  rows.map((row) => Object.values(row).map((value) => (value === null ? null : String(value))))
