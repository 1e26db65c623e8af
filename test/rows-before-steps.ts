import type { Migration } from '../src/server/db/dialect.ts'

/** Users of two applications whose passwords are hashed in many ways. */
export const withHashes: Migration = {
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

/** Four deliveries of three messages, and three messages that are none yet, written in no order. */
export const withWebhookRows: Migration = {
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
