import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { allAttacks } from './attacks/all-attacks.ts'
import { isHeld } from './attacks/attack.ts'
import { type AttackTarget, startAttackTarget } from './attacks/attack-target.ts'
import { describePostgres } from './databases.ts'
import { createTestDatabase, type TestDatabase } from './postgres.ts'

vi.setConfig({ testTimeout: 120_000 })

/** Each attack in its short form, over the socket of a real server with the limits that ship. */
function attacks(start: () => Promise<AttackTarget>) {
  let target: AttackTarget
  beforeAll(async () => {
    target = await start()
  })
  afterAll(() => target.server.stop())

  for (const attack of allAttacks) {
    it(`${attack.promise} (${attack.name})`, async () => {
      const findings = await attack.run(target, 'short')
      expect(findings.length).toBeGreaterThan(0)
      expect(findings.filter((finding) => !isHeld(finding))).toEqual([])
    })
  }
}

describe('attacked (SQLite)', () => attacks(() => startAttackTarget('SQLite')))

describePostgres('attacked (PostgreSQL)', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())
  attacks(() => startAttackTarget('PostgreSQL', { env: { DATABASE_URL: database.url } }))
})
