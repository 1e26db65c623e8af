import type { Database } from '../../db/open.ts'
import type { DeliveryQueue } from './delivery-queue.ts'
import { postgresQueue } from './delivery-queue-postgres.ts'
import { sqliteQueue } from './delivery-queue-sqlite.ts'

/** The delivery queue of the current engine. */
export function openDeliveryQueue(database: Database): DeliveryQueue {
  return database.engine === 'sqlite' ? sqliteQueue(database) : postgresQueue(database)
}
