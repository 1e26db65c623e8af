import { type Database, openDatabase } from '../../src/server/db/open.ts'
import { refuseScans } from './refuse-scans.ts'
import { sqliteSchema } from './sqlite-schema.ts'

/** SQLite in memory, strict: a transaction that awaits anything but the database fails. */
export async function openMemoryDatabase(dataDir = ''): Promise<Database> {
  const strict = { isStrict: true, checkpoint: false, onLoopStatement: refuseScans }
  return openDatabase({ dataDir, inMemory: true, schema: await sqliteSchema(), ...strict })
}
