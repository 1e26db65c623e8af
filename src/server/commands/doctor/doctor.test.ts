import { describe, expect, it } from 'vitest'
import type { DatabaseFacts, PostgresFacts } from '../../db/open.ts'
import { decideCertificate, decideProxy } from './check-address.ts'
import { decideCounts, decidePostgres, decideSchema } from './check-database.ts'
import { checkNode, decideDisk } from './check-machine.ts'

const healthy: PostgresFacts = {
  fsync: 'on',
  synchronousCommit: 'on',
  synchronousStandbys: '',
  isStandby: false,
  connections: 30,
  servers: 3,
  maxConnections: 100,
  replicas: 0,
  replayLagSeconds: null,
  skewMs: 12,
  isPooled: false,
  behindSequences: [],
  users: 900_000,
  sharedBuffersBytes: 128 * 1024 ** 2,
  maxWalSizeBytes: 1024 ** 3,
}
const facts: DatabaseFacts = {
  version: '15',
  pending: [],
  masterKeyId: 'a',
  counts: [{ name: 'users', differing: 0 }],
  rehearsals: [],
}
const gib = 1024 ** 3

describe('the doctor judges', () => {
  it('a healthy PostgreSQL as ok, line by line', () => {
    const findings = decidePostgres(healthy, { poolMax: 20, pooler: 'none', directUrl: undefined, readUrl: undefined })
    expect(findings.map(({ state }) => state)).toEqual(Array(findings.length).fill('ok'))
    expect(findings.filter(({ advice }) => advice !== undefined)).toEqual([])
  })

  it.each<[string, Partial<PostgresFacts>, string, 'warning' | 'wrong']>([
    ['fsync off', { fsync: 'off' }, 'durability', 'wrong'],
    ['commits that wait for no disk', { synchronousCommit: 'off' }, 'durability', 'wrong'],
    ['a standby', { isStandby: true }, 'replicas', 'wrong'],
    ['an asynchronous replica', { replicas: 1, replayLagSeconds: 0.1 }, 'replicas', 'warning'],
    ['a late replica', { replicas: 1, replayLagSeconds: 11, synchronousStandbys: '*' }, 'replicas', 'warning'],
    ['a pool larger than the server', { maxConnections: 25 }, 'connections', 'warning'],
    ['more servers than it has connections for', { servers: 4 }, 'connections', 'warning'],
    ['a server whose connections run out', { connections: 81 }, 'connections', 'warning'],
    ['a pooler that no setting names', { isPooled: true }, 'pooler', 'wrong'],
    ['a clock 3 s behind', { skewMs: -3_000 }, 'clock', 'warning'],
    ['a clock 6 s ahead', { skewMs: 6_000 }, 'clock', 'wrong'],
    ['the default memory with a million users', { users: 1_000_000 }, 'memory', 'warning'],
    ['a WAL too small for them', { users: 1_000_000, sharedBuffersBytes: 1024 ** 3 }, 'memory', 'warning'],
    ['a sequence behind its table', { behindSequences: ['licenses'] }, 'sequences', 'wrong'],
  ])('%s, says what to do, and nothing else is blamed', (_what, change, check, state) => {
    const findings = decidePostgres(
      { ...healthy, ...change },
      { poolMax: 20, pooler: 'none', directUrl: undefined, readUrl: undefined },
    )
    const blamed = findings.filter((each) => each.state !== 'ok')
    expect(blamed.map((each) => [each.check, each.state])).toEqual([[check, state]])
    expect(blamed[0]?.advice).toMatch(/^[A-Z].*\.$/)
  })

  it('memory that is enough for a million users as ok', () => {
    const enough = { users: 1_000_000, sharedBuffersBytes: 1024 ** 3, maxWalSizeBytes: 4 * 1024 ** 3 }
    const findings = decidePostgres(
      { ...healthy, ...enough },
      { poolMax: 20, pooler: 'none', directUrl: undefined, readUrl: undefined },
    )
    expect(findings.find(({ check }) => check === 'memory')).toEqual({
      check: 'memory',
      state: 'ok',
      found: 'shared_buffers 1024 MiB, max_wal_size 4096 MiB',
    })
  })

  it('a setting for a pooler that is not there', () => {
    const findings = decidePostgres(healthy, {
      poolMax: 20,
      pooler: 'transaction',
      directUrl: undefined,
      readUrl: undefined,
    })
    expect(findings.filter(({ state }) => state !== 'ok').map(({ check }) => check)).toEqual(['pooler'])
  })

  it('pending steps as a warning, and counts that differ as wrong', () => {
    expect(decideSchema(facts).state).toBe('ok')
    expect(decideSchema({ ...facts, pending: ['0099-more'] })).toMatchObject({
      state: 'warning',
      found: '1 step is pending, the first is "0099-more"',
    })
    expect(decideCounts(facts)).toMatchObject([{ state: 'ok' }])
    expect(decideCounts({ ...facts, counts: [{ name: 'users', differing: 2 }] })).toMatchObject([
      { state: 'wrong', found: 'users: wrong in 2 rows' },
    ])
  })

  it.each([
    ['24.14.9', 'wrong'],
    ['24.15.0', 'ok'],
    ['25.0.0', 'ok'],
    ['22.30.0', 'wrong'],
  ])('Node.js %s as %s', (version, state) => {
    expect(checkNode(version).state).toBe(state)
  })

  it('a disk below 10 % or 1 GiB as a warning, and one whose reserve is used as wrong', () => {
    const of = (freeBytes: number, sizeBytes: number, reserve?: number) =>
      decideDisk({ freeBytes, sizeBytes }, reserve).state
    expect(of(2 * gib, 10 * gib, 32)).toBe('ok')
    expect(of(2 * gib, 10 * gib)).toBe('ok')
    expect(of(2 * gib, 21 * gib, 32)).toBe('warning')
    expect(of(gib - 1, 2 * gib, 32)).toBe('warning')
    expect(of(2 * gib, 10 * gib, 0)).toBe('wrong')
  })

  it('a certificate by its days, and one that clients refuse as wrong', () => {
    const now = new Date('2026-01-01T00:00:00Z')
    const of = (days: number, refusal?: string) =>
      decideCertificate({ validUntil: new Date(now.getTime() + days * 86_400_000), protocol: 'TLSv1.3', refusal }, now)
        .state
    expect([of(14), of(13), of(60, 'self-signed')]).toEqual(['ok', 'warning', 'wrong'])
  })

  it('a proxy whose forwarded addresses nobody believes, and plain HTTP in the network, as warnings', () => {
    const of = (publicUrl: string | undefined, trustProxy: string[], host: string) =>
      decideProxy({ publicUrl, trustProxy, host }).state
    expect(of('https://a.example', [], '127.0.0.1')).toBe('warning')
    expect(of('https://a.example', ['127.0.0.1'], '127.0.0.1')).toBe('ok')
    expect(of(undefined, [], '0.0.0.0')).toBe('warning')
    expect(of(undefined, [], '127.0.0.1')).toBe('ok')
  })
})
