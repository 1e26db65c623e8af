import type { Database, Row } from './database.ts'
import { type Dialect, postgresDialect, sqliteDialect } from './dialect.ts'
import { SchemaTooNew } from './errors.ts'
import { newerSchema, stepsFor, unreadableStep } from './migrate.ts'
import { migrations } from './migrations/index.ts'

/** Whether the schema is still one that this program can serve: a newer server may have changed it meanwhile. */
export interface SchemaWatch {
  /** Set once the schema is too new. It stays: only another program can serve this database. */
  fault(): SchemaTooNew | undefined
  /** Reads the applied steps. Rejects with Unavailable when the database can't be asked. */
  check(): Promise<SchemaTooNew | undefined>
}

/** `onFault` is called once: what this program would still write could be wrong. */
export function openSchemaWatch(database: Database, onFault: (fault: SchemaTooNew) => void): SchemaWatch {
  const dialect: Dialect = database.engine === 'sqlite' ? sqliteDialect : postgresDialect
  const steps = stepsFor(dialect, migrations)
  let fault: SchemaTooNew | undefined

  const look = (applied: readonly Row[]) => {
    const step = unreadableStep(applied, steps)
    if (fault || step === undefined) return
    fault = new SchemaTooNew(newerSchema(step))
    onFault(fault)
  }
  return {
    fault: () => fault,
    async check() {
      if (!fault) look(await database.appliedSteps())
      return fault
    },
  }
}
