import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { AttackTarget } from './attack-target.ts'

const atOnce = 25_000

/** Puts users into an application of the running server, past its API: registering a quarter of a million takes an hour. */
export async function fillUsers(target: AttackTarget, applicationId: number, count: number): Promise<void> {
  const { databaseUrl, server } = target
  const database = databaseUrl === undefined ? sqlite(server.dataDir) : await postgres(databaseUrl)
  try {
    for (let first = 0; first < count; first += atOnce) {
      await database.run(insertOf(applicationId, first, Math.min(atOnce, count - first)))
    }
    await database.run(`UPDATE applications SET user_count = user_count + ${count} WHERE id = ${applicationId}`)
  } finally {
    await database.close()
  }
}

function sqlite(dataDir: string) {
  const db = new DatabaseSync(join(dataDir, 'keywright.db'), { timeout: 10_000 })
  return { run: (sql: string) => db.exec(sql), close: () => db.close() }
}

async function postgres(url: string) {
  const client = new pg.Client(url)
  await client.connect()
  return { run: (sql: string) => client.query(sql), close: () => client.end() }
}

/** One statement that both databases take. */
const insertOf = (applicationId: number, first: number, count: number) => `
  WITH RECURSIVE place(n) AS (SELECT ${first + 1} UNION ALL SELECT n + 1 FROM place WHERE n < ${first + count})
  INSERT INTO app_users (id, application_id, username, username_key, email, email_key, password_hash, is_active,
    is_paused, is_banned, is_hwid_locked, created_at)
  SELECT ${applicationId} * 1000000 + n, ${applicationId}, 'filled-' || n, 'filled-' || n, 'filled-' || n || '@example.com',
    'filled-' || n || '@example.com', 'none', 1, 0, 0, 0, ${Date.now()} + n
  FROM place`
