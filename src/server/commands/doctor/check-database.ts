import type { Config } from '../../config.ts'
import type { DatabaseFacts, PostgresFacts } from '../../db/open.ts'
import { openSecrets } from '../../lib/secrets.ts'
import { type Finding, ok, reasonOf, warning, wrong } from './finding.ts'

export function decideSchema({ pending }: DatabaseFacts): Finding {
  const [next] = pending
  if (next === undefined) return ok('schema', 'as this version needs it')
  const found = `${pending.length} ${pending.length === 1 ? 'step is' : 'steps are'} pending, the first is "${next}"`
  return warning('schema', found, 'Start a server of this version, which runs them, or use the version that runs now.')
}

/** The master key of the settings or the folder, against the one of the database. */
export function checkMasterKey({ dataDir, masterKey }: Config, { masterKeyId }: DatabaseFacts): Finding {
  const check = 'master key'
  try {
    const { keyId } = openSecrets(dataDir, { masterKey, isFirstStart: false })
    if (masterKeyId === undefined || masterKeyId === keyId) return ok(check, keyId)
    return wrong(check, `${keyId}, but the database needs ${masterKeyId}`, 'Put that key back from its backup.')
  } catch (error) {
    return wrong(check, reasonOf(error), 'Put the right key back: nothing that is encrypted can be read without it.')
  }
}

/** Stored counts against the rows. */
export function decideCounts({ counts }: DatabaseFacts): Finding[] {
  const differing = counts.filter((each) => each.differing > 0)
  if (counts.length > 0 && differing.length === 0) return [ok('counts', 'equal to what is counted')]
  return differing.map(({ name, differing: rows }) =>
    wrong('counts', `${name}: wrong in ${rows} rows`, 'Report this as a bug, and keep a backup of the database.'),
  )
}

const slowClockMs = 2_000
const wrongClockMs = 5_000
const lateReplicaSeconds = 10
const mib = 1024 ** 2
/** From so many users on, a change of all of them needs more than PostgreSQL's defaults (`docs/decisions/stalls.md`). */
const large = { users: 1_000_000, sharedBuffersBytes: 1024 * mib, maxWalSizeBytes: 4096 * mib }

/** What PostgreSQL must be set to, so that nothing acknowledged is lost and servers can connect. */
export function decidePostgres(facts: PostgresFacts, { poolMax, pooler }: Config['connections']): Finding[] {
  return [
    decideDurability(facts),
    decideStandbys(facts),
    ...decideReadReplica(facts),
    decideConnections(facts, poolMax + 2),
    decidePooler(facts, pooler),
    decideClock(facts),
    decideMemory(facts),
    facts.behindSequences.length === 0
      ? ok('sequences', 'ahead of their tables')
      : wrong(
          'sequences',
          `behind their tables: ${facts.behindSequences.join(', ')}`,
          'Set each to the largest ID with setval(), or new rows are refused.',
        ),
  ]
}

function decideDurability({ fsync, synchronousCommit }: PostgresFacts): Finding {
  const check = 'durability'
  if (fsync !== 'on')
    return wrong(check, 'fsync is off', 'Set fsync = on: a crash of the machine can destroy the database.')
  if (synchronousCommit === 'off') {
    return wrong(check, 'synchronous_commit is off', 'Set it to on: a crash loses changes that were acknowledged.')
  }
  return ok(check, `fsync on, synchronous_commit ${synchronousCommit}`)
}

function decideStandbys(facts: PostgresFacts): Finding {
  const check = 'replicas'
  if (facts.isStandby)
    return wrong(check, 'this is a standby, which only reads', 'Let DATABASE_URL lead to the primary.')
  if (facts.replicas === 0) return ok(check, 'none')
  if ((facts.replayLagSeconds ?? 0) > lateReplicaSeconds) {
    const found = `${Math.round(facts.replayLagSeconds ?? 0)} s behind`
    return warning(check, found, 'Look at the load and the network of the replica.')
  }
  if (facts.synchronousStandbys === '') {
    const advice = 'If a failover must lose nothing, set synchronous_standby_names.'
    return warning(check, `${facts.replicas}, asynchronous`, advice)
  }
  return ok(check, `${facts.replicas}, synchronous: ${facts.synchronousStandbys}`)
}

/** Whether what takes long is read where it should be; if not, the primary is read, and has that load too. */
function decideReadReplica({ readReplica: replica }: PostgresFacts): Finding[] {
  const check = 'read replica'
  if (replica === undefined) return []
  const correct = 'Until then the primary is read. Correct DATABASE_READ_URL, or look at the replica.'
  if (replica.fault !== undefined) return [warning(check, `not reached (${replica.fault})`, correct)]
  if (replica.isPrimary) return [warning(check, 'takes changes itself, so it is no replica', correct)]
  if (replica.behindMs === null) return [ok(check, 'reached; no server runs, so nobody knows how far it is behind')]
  const found = `${Math.round(replica.behindMs / 1000)} s behind`
  return [replica.behindMs > lateReplicaSeconds * 1000 ? warning(check, found, correct) : ok(check, found)]
}

/** `perServer`: connections that one server opens at most. */
function decideConnections({ connections, maxConnections, servers }: PostgresFacts, perServer: number): Finding {
  const check = 'connections'
  const running = servers > 1 ? `${servers} servers of ${perServer}` : `${perServer} for each server`
  const found = `${connections} of ${maxConnections} in use, ${running}`
  const isTight = Math.max(1, servers) * perServer > 0.8 * maxConnections || connections > 0.8 * maxConnections
  if (!isTight) return ok(check, found)
  return warning(check, found, 'Raise max_connections or lower DATABASE_POOL_MAX: all servers together below 80 %.')
}

function decidePooler({ isPooled }: PostgresFacts, pooler: Config['connections']['pooler']): Finding {
  const check = 'pooler'
  if (isPooled && pooler === 'none') {
    const advice = 'Set DATABASE_POOLER to its pool mode; for transaction also DATABASE_DIRECT_URL.'
    return wrong(check, 'DATABASE_URL leads through one, and no setting says so', advice)
  }
  if (isPooled || pooler === 'none') return ok(check, pooler)
  return warning(
    check,
    `DATABASE_POOLER is ${pooler}, but DATABASE_URL leads to PostgreSQL itself`,
    'Correct one of them.',
  )
}

function decideClock({ skewMs }: PostgresFacts): Finding {
  const check = 'clock'
  const seconds = (Math.abs(skewMs) / 1000).toFixed(1)
  const found = `${seconds} s ${skewMs < 0 ? 'behind' : 'ahead of'} that of the database`
  const advice = 'Let both machines set their clocks over the network (NTP).'
  if (Math.abs(skewMs) > wrongClockMs) return wrong(check, found, advice)
  return Math.abs(skewMs) > slowClockMs ? warning(check, found, advice) : ok(check, found)
}

/** What a change of very many users writes must fit, or programs wait for its checkpoints. */
function decideMemory({ users, sharedBuffersBytes, maxWalSizeBytes }: PostgresFacts): Finding {
  const check = 'memory'
  const found = `shared_buffers ${sharedBuffersBytes / mib} MiB, max_wal_size ${maxWalSizeBytes / mib} MiB`
  const isEnough = sharedBuffersBytes >= large.sharedBuffersBytes && maxWalSizeBytes >= large.maxWalSizeBytes
  if (users < large.users || isEnough) return ok(check, found)
  const advice =
    'Set shared_buffers to a quarter of the memory, max_wal_size to 8 GB, wal_buffers to 64 MB and wal_compression to lz4.'
  return warning(check, `${found}, for ${(users / 1_000_000).toFixed(1)} million users`, advice)
}
