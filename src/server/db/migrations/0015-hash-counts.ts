import type { Migration } from '../dialect.ts'

/**
 * How many users have a password hash with other parameters than new ones, by kind: a login with an unknown name takes
 * as long as one of them. Before, only bcrypt was counted, whatever its cost, in `applications.foreign_hash_count`.
 */
export const hashCounts: Migration = {
  name: '0015-hash-counts',
  statements: ({ int, end }) => {
    const parameters =
      end === ''
        ? "split_part(password_hash, '$', 4)"
        : "substr(password_hash, 16, instr(substr(password_hash, 16), '$') - 1)"
    return [
      `CREATE TABLE hash_counts (
        application_id ${int} NOT NULL REFERENCES applications(id) ON DELETE CASCADE,
        kind TEXT NOT NULL,
        users ${int} NOT NULL,
        PRIMARY KEY (application_id, kind)
      )${end}`,
      `INSERT INTO hash_counts (application_id, kind, users)
        SELECT application_id, kind, count(*) FROM (
          SELECT application_id, CASE
            WHEN password_hash LIKE '$2%' THEN 'bcrypt ' || substr(password_hash, 5, 2)
            ELSE 'argon2id ' || ${parameters}
          END AS kind
          FROM app_users
          WHERE password_hash LIKE '$2_$__$%' OR password_hash LIKE '$argon2id$v=19$m=%,t=%,p=%$%'
        ) stored
        WHERE kind <> 'argon2id m=19456,t=2,p=1'
        GROUP BY application_id, kind`,
    ]
  },
}
