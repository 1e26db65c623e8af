import { type PostgresCluster, startPostgresCluster } from '../../test/harness/postgres-cluster.ts'
import { Unmeasurable } from '../figure.ts'
import { installedPostgres } from '../machine.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'

/** Where a server of a fault run stores its data. */
export interface DataLocation {
  readonly engine: string
  readonly dataDir: string
  readonly env: Readonly<Record<string, string>>
}

const masterKey = 'a master key that outlives the process'

/** A data folder that is removed after the work. */
export async function withDataFolder<T>(work: (place: DataLocation) => Promise<T>): Promise<T> {
  return inTemporaryFolder((dataDir) => work({ engine: 'SQLite', dataDir, env: { MASTER_KEY: masterKey } }))
}

/** The same with its own PostgreSQL. */
export async function withPostgres<T>(work: (place: DataLocation, cluster: PostgresCluster) => Promise<T>): Promise<T> {
  const postgres = await installedPostgres()
  if (!postgres) throw new Unmeasurable('there is no PostgreSQL here')
  const cluster = await startPostgresCluster(postgres.bin)
  try {
    return await withDataFolder((place) =>
      work({ ...place, engine: 'PostgreSQL', env: { ...place.env, DATABASE_URL: `${cluster.url}/postgres` } }, cluster),
    )
  } finally {
    await cluster.stop()
  }
}
