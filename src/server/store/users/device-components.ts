import { type Kysely, type Selectable, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { canonical } from '../../lib/canonical.ts'
import { componentsOf, componentsText, type HardwareComponents } from '../../lib/hardware-components.ts'
import { ownRow } from '../own-row.ts'
import { updatesRow } from '../row-results.ts'

/** A bound device, as far as its components need. */
export interface KnownDevice {
  /** `first`: the one in the user's own row. */
  readonly id: 'first' | number
  readonly hwid: string
  /** null: its program sent none. */
  readonly components: HardwareComponents | null
  /** When they changed; null: never since it was bound. */
  readonly changedAtMs: number | null
  /** Its last login. */
  readonly lastSeenAtMs: number
}

/** What a device becomes. */
interface Change {
  readonly hwid: string
  readonly components: HardwareComponents
  readonly at: Date
}

const userColumns = [
  ...(['hwid', 'device_components', 'device_components_at'] as const),
  ...(['last_login_at', 'device_seen_at', 'more_devices'] as const),
]
const deviceColumns = ['id', 'hwid', 'components', 'components_at', 'last_seen_at'] as const

/** So many devices of a user are compared with a computer: a license key alone may have thousands. */
const maxCompared = 1000

/** The components of bound devices. Every call takes the application first. */
export function deviceComponents(db: Kysely<Tables>) {
  const readUser = (applicationId: number, userId: number) =>
    ownRow(db.selectFrom('app_users').select(userColumns).limit(1), applicationId, userId).executeTakeFirst()
  const further = (applicationId: number, userId: number) =>
    db
      .selectFrom('devices')
      .select(deviceColumns)
      .where('application_id', '=', applicationId)
      .where('user_id', '=', userId)
      .where('released_at', 'is', null)

  return {
    /** The bound device with this hardware ID. */
    findByHwid: async (applicationId: number, userId: number, hwid: string): Promise<KnownDevice | undefined> => {
      const user = await readUser(applicationId, userId)
      if (!user) return undefined
      if (user.hwid === hwid) return firstOf(user, hwid, 0)
      if (user.more_devices === 0) return undefined
      const row = await further(applicationId, userId).where('hwid', '=', hwid).executeTakeFirst()
      return row && furtherOf(row)
    },
    /** The bound devices of a user. */
    withComponents: async (applicationId: number, userId: number): Promise<KnownDevice[]> => {
      const user = await readUser(applicationId, userId)
      if (!user || user.hwid === null) return []
      const rows = user.more_devices === 0 ? [] : await further(applicationId, userId).limit(maxCompared).execute()
      const others = rows.map(furtherOf)
      const lastOfOthers = Math.max(0, ...others.map(({ lastSeenAtMs }) => lastSeenAtMs))
      return [firstOf(user, user.hwid, lastOfOthers), ...others]
    },
    /**
     * Gives a bound device of a locked user other components, and the hardware ID that came with them. False: it has
     * changed since it was read. Atomic: of many logins at once with different components one succeeds.
     */
    changeComponents: (
      applicationId: number,
      userId: number,
      device: KnownDevice,
      change: Change,
    ): Promise<boolean> => {
      const { id, hwid, components, changedAtMs } = device
      const seen = components === null ? null : componentsText(components)
      // what was not sent is not known to have changed
      const text = componentsText({ ...components, ...change.components })
      const at = change.at.getTime()
      const ids = { hwid: change.hwid, hwid_key: canonical(change.hwid) }
      if (id === 'first') {
        return updatesRow(
          ownRow(db.updateTable('app_users'), applicationId, userId)
            .set({ ...ids, device_components: text, device_components_at: at })
            .where('hwid', '=', hwid)
            .where(isStill('device_components', seen))
            .where(isStill('device_components_at', changedAtMs)),
        )
      }
      return updatesRow(
        ownRow(db.updateTable('devices'), applicationId, id)
          .set({ ...ids, components: text, components_at: at })
          .where('user_id', '=', userId)
          .where('released_at', 'is', null)
          .where('hwid', '=', hwid)
          .where(isStill('components', seen))
          .where(isStill('components_at', changedAtMs)),
      )
    },
  }
}

const isStill = (column: string, value: string | number | null) =>
  value === null ? sql<boolean>`${sql.ref(column)} is null` : sql<boolean>`${sql.ref(column)} = ${value}`

type User = Pick<Selectable<Tables['app_users']>, (typeof userColumns)[number]>
type Further = Pick<Selectable<Tables['devices']>, (typeof deviceColumns)[number]>

const firstOf = (user: User, hwid: string, lastOfOthers: number): KnownDevice => ({
  ...{ id: 'first', hwid, components: componentsOf(user.device_components) },
  changedAtMs: user.device_components_at,
  lastSeenAtMs: (Number(user.last_login_at) > lastOfOthers ? user.last_login_at : user.device_seen_at) ?? 0,
})

const furtherOf = (row: Further): KnownDevice => ({
  ...{ id: row.id, hwid: row.hwid, components: componentsOf(row.components) },
  ...{ changedAtMs: row.components_at, lastSeenAtMs: row.last_seen_at },
})
