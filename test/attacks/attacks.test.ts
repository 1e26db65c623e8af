import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestDatabase } from '../harness/create-test-database.ts'
import { describePostgres } from '../harness/databases.ts'
import type { TestDatabase } from '../harness/postgres-cluster.ts'
import { allAttacks } from './all-attacks.ts'
import { isWithinLimits } from './attack.ts'
import { type AttackTarget, startAttackTarget } from './attack-target.ts'

vi.setConfig({ testTimeout: 120_000 })

/** Each attack in its short form, over the socket of a real server with the limits that ship. */
function attacks(start: () => Promise<AttackTarget>) {
  let target: AttackTarget
  beforeAll(async () => {
    target = await start()
  })
  afterAll(() => target.server.stop())

  for (const attack of allAttacks) {
    it(`${attack.guarantee} (${attack.name})`, async () => {
      const findings = await attack.run(target, 'short')
      expect(findings.length).toBeGreaterThan(0)
      expect(findings.filter((finding) => !isWithinLimits(finding))).toEqual([])
    })
  }
}

describe('attacked (SQLite)', () => attacks(() => startAttackTarget('SQLite')))

describePostgres('attacked (PostgreSQL)', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase({ isMigrated: true })
  })
  afterAll(() => database.drop())
  attacks(() => startAttackTarget('PostgreSQL', { env: { DATABASE_URL: database.url } }))
})
