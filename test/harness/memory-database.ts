import { type Database, openDatabase } from '../../src/server/db/open.ts'
import { refuseScans } from './refuse-scans.ts'

/** SQLite in memory, strict: a transaction that awaits anything but the database fails. */
export function openMemoryDatabase(dataDir = ''): Promise<Database> {
  return openDatabase({ dataDir, inMemory: true, isStrict: true, checkpoint: false, onLoopStatement: refuseScans })
}
