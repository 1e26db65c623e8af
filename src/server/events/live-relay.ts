import type { LiveChange } from '../../shared/live.ts'
import type { Database } from '../db/open.ts'
import type { LiveBus } from './live-bus.ts'
import { kindsOf, maskOf } from './live-bus.ts'

/** Applications per notification: PostgreSQL limits one to 8 kB. */
const perNotice = 300

/** Relays changes between the servers on one PostgreSQL. With SQLite there is only one server. */
export function openLiveRelay(database: Database, bus: LiveBus): { close(): Promise<void> } {
  if (database.engine === 'sqlite') return { close: async () => {} }
  const self = crypto.randomUUID().slice(0, 8)
  let wasConnected = false
  const channel = database.openChannel('keywright_live', {
    received(text) {
      const { from, changes } = parseNotice(text)
      if (from !== self && changes.length > 0) bus.receiveRemote(changes)
    },
    connected() {
      if (wasConnected) bus.invalidateAll()
      wasConnected = true
    },
  })
  const stop = bus.listen({
    onMessage: () => {},
    onLocalChanges(changes) {
      for (let start = 0; start < changes.length; start += perNotice) {
        const masks = changes.slice(start, start + perNotice).map(([id, kinds]) => [id, maskOf(kinds)])
        channel.notify(JSON.stringify([self, masks]))
      }
    },
    onClose: () => {},
  })
  return {
    async close() {
      stop()
      await channel.close()
    },
  }
}

/** Tolerates any text: other programs may use the same channel. */
function parseNotice(text: string): { from: unknown; changes: LiveChange[] } {
  try {
    const [from, masks] = JSON.parse(text) as [unknown, [number, number][]]
    return { from, changes: masks.map(([id, mask]) => [Number(id), kindsOf(Number(mask))] as const) }
  } catch {
    return { from: undefined, changes: [] }
  }
}
