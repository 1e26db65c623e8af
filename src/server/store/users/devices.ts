import { type Kysely, type Selectable, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { canonical } from '../../lib/canonical.ts'
import { componentsOf, componentsText, type HardwareComponents } from '../../lib/hardware-components.ts'
import { dateOrNull } from '../columns.ts'
import { lockSeats } from '../licenses/seats.ts'
import { ownRow } from '../own-row.ts'
import { updatesRow } from '../row-results.ts'
import { deviceComponents } from './device-components.ts'

/** `first`: the device in the user's own row. */
export type DeviceId = 'first' | number

export interface Device {
  readonly id: DeviceId
  readonly hwid: string
  readonly name: string | null
  /** null: bound before this was recorded. */
  readonly boundAt: Date | null
  /** The later of its last login and the last heartbeat of its sessions. */
  readonly lastSeenAt: Date | null
  readonly lastIp: string | null
  /** null: its program sent none. */
  readonly components: HardwareComponents | null
}

interface NewDevice {
  readonly hwid: string
  readonly name: string | null
  /** null: not known. */
  readonly ip: string | null
  readonly at: Date
  readonly components?: HardwareComponents | undefined
}

type User = Selectable<Tables['app_users']>
type FurtherDevice = Selectable<Tables['devices']>

/**
 * Devices of users beside the first one, which `bindHwid` binds. Every call takes the application first. The user's row
 * is locked before devices, as everywhere.
 */
export function deviceStore(db: Kysely<Tables>) {
  const bound = (applicationId: number, userId: number) =>
    db
      .selectFrom('devices')
      .selectAll()
      .where('application_id', '=', applicationId)
      .where('user_id', '=', userId)
      .where('released_at', 'is', null)
  const readUser = (applicationId: number, userId: number) =>
    ownRow(db.selectFrom('app_users').selectAll(), applicationId, userId).executeTakeFirst()
  const list = async (applicationId: number, userId: number): Promise<Device[]> => {
    const user = await readUser(applicationId, userId)
    if (!user || user.hwid === null) return []
    const further = await bound(applicationId, userId).orderBy('bound_at').orderBy('id').execute()
    const devices = [
      firstDevice(user, user.hwid, await lastLoginOfOthers(db, applicationId, userId)),
      ...further.map(furtherDevice),
    ]
    return Promise.all(devices.map((device) => withLastBeat(db, applicationId, userId, device)))
  }
  const find = async (applicationId: number, userId: number, id: DeviceId): Promise<Device | undefined> =>
    (await list(applicationId, userId)).find((device) => device.id === id)

  return {
    ...deviceComponents(db),
    /** Bound devices in the order in which they were bound; without a first one there are no others. */
    list,
    find,
    /** How many devices the user may have: their own limit, the license's, or the application's, with each seat. */
    limit: async (applicationId: number, userId: number): Promise<number | undefined> => {
      const row = await db
        .selectFrom('app_users')
        .innerJoin('applications', 'applications.id', 'app_users.application_id')
        .leftJoin('licenses', 'licenses.id', 'app_users.license_id')
        .select((eb) =>
          eb.fn
            .coalesce('app_users.device_limit', 'licenses.max_devices', 'applications.device_limit')
            .$castTo<number>()
            .as('perSeat'),
        )
        .select('app_users.seats')
        .where('app_users.application_id', '=', applicationId)
        .where('app_users.id', '=', userId)
        .executeTakeFirst()
      return row && row.perSeat * row.seats
    },
    /** Whether this is one of the devices beside the first: one entry of an index. */
    isBound: async (applicationId: number, userId: number, hwid: string): Promise<boolean> => {
      const row = await bound(applicationId, userId)
        .clearSelect()
        .select('id')
        .where('hwid', '=', hwid)
        .executeTakeFirst()
      return row !== undefined
    },
    /**
     * Binds one more device, unless the user has as many as its seats are for. With `isWithSeat` only if it needs one
     * seat more, which the user has then: claim it before, in the same transaction. False: the user's devices have
     * changed since they were read, so decide again. Atomic: concurrent logins never exceed the limit.
     */
    bind: async (
      applicationId: number,
      userId: number,
      device: NewDevice,
      perSeat: number,
      isWithSeat = false,
    ): Promise<boolean> => {
      const more = { more_devices: sql<number>`more_devices + 1` }
      const change = isWithSeat ? { ...more, seats: sql<number>`seats + 1` } : more
      const oneMore = ownRow(db.updateTable('app_users').set(change), applicationId, userId)
      const fits = sql<boolean>`more_devices + 1 < ${perSeat} * seats`
      const fitsWithSeat = sql<boolean>`not ${fits} and more_devices + 1 < ${perSeat} * (seats + 1)`
      const { numUpdatedRows } = await oneMore
        .where('hwid', 'is not', null)
        .where('hwid', '<>', device.hwid)
        .where(isWithSeat ? fitsWithSeat : fits)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return false
      await keepLoginOfFirst(db, applicationId, userId)
      const added = await db
        .insertInto('devices')
        .values({
          application_id: applicationId,
          user_id: userId,
          hwid: device.hwid,
          hwid_key: canonical(device.hwid),
          name: device.name,
          bound_at: device.at.getTime(),
          last_seen_at: device.at.getTime(),
          last_ip: device.ip,
          components: device.components ? componentsText(device.components) : null,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
      // Two logins of the same device at once: the other one has bound it.
      if (!added) await oneFewer(db, applicationId, userId)
      return added !== undefined
    },
    /**
     * Call it before a login of a device beside the first is recorded. The user's last login may have been the first
     * device's: it is kept as that.
     */
    recordLogin: async (
      applicationId: number,
      userId: number,
      { hwid, ip, at }: Pick<NewDevice, 'hwid' | 'ip' | 'at'>,
    ) => {
      await keepLoginOfFirst(db, applicationId, userId)
      await db
        .updateTable('devices')
        .set({ last_seen_at: at.getTime(), last_ip: ip })
        .where('application_id', '=', applicationId)
        .where('user_id', '=', userId)
        .where('hwid', '=', hwid)
        .where('released_at', 'is', null)
        .execute()
    },
    rename: async (applicationId: number, userId: number, id: DeviceId, name: string | null): Promise<void> => {
      if (id === 'first') {
        const first = db.updateTable('app_users').set({ device_name: name })
        await ownRow(first, applicationId, userId).where('hwid', 'is not', null).execute()
        return
      }
      const named = db.updateTable('devices').set({ name }).where('user_id', '=', userId)
      await ownRow(named, applicationId, id).where('released_at', 'is', null).execute()
    },
    /**
     * Locks the license of a user who has several seats of it: a release may give one back. Before the user is locked, as
     * everywhere.
     */
    lockSeats: async (applicationId: number, userId: number): Promise<void> => {
      const columns = db.selectFrom('app_users').select('license_id').where('seats', '>', 1)
      const user = await ownRow(columns, applicationId, userId).executeTakeFirst()
      if (user && user.license_id !== null) await lockSeats(db, user.license_id)
    },
    /** Releases a device of a locked user, found just now. Of the first, the one that was bound next takes its place. */
    release: async (applicationId: number, userId: number, device: Device, by: string, at: Date): Promise<void> => {
      const released = { released_at: at.getTime(), released_by: by, components: null }
      if (device.id !== 'first') {
        await ownRow(db.updateTable('devices').set(released), applicationId, device.id).execute()
        await oneFewer(db, applicationId, userId)
        return
      }
      const next = await bound(applicationId, userId).orderBy('bound_at').orderBy('id').limit(1).executeTakeFirst()
      await ownRow(db.updateTable('app_users').set(asFirst(next)), applicationId, userId).execute()
      if (next) await ownRow(db.deleteFrom('devices'), applicationId, next.id).execute()
      const values = { application_id: applicationId, user_id: userId, ...rowOf(device, at), ...released }
      await db.insertInto('devices').values(values).execute()
    },
    /** When the user last released a device in the portal; null: never. */
    selfReleasedAt: async (applicationId: number, userId: number): Promise<Date | null> => {
      const user = await readUser(applicationId, userId)
      return dateOrNull(user?.self_released_at ?? null)
    },
    /**
     * Takes the user's turn to release a device, unless the last one is later than `lastBefore`. The statement decides:
     * of many at once one has it. It locks the user.
     */
    takeReleaseTurn: (applicationId: number, userId: number, at: Date, lastBefore: Date): Promise<boolean> =>
      updatesRow(
        ownRow(db.updateTable('app_users').set({ self_released_at: at.getTime() }), applicationId, userId).where((eb) =>
          eb.or([eb('self_released_at', 'is', null), eb('self_released_at', '<=', lastBefore.getTime())]),
        ),
      ),
    /** Deletes a batch of devices released before `cutoff`. */
    removeReleased: async (cutoff: Date, limit: number): Promise<number> => {
      const old = db.selectFrom('devices').select('id').where('released_at', '<', cutoff.getTime()).limit(limit)
      const { numDeletedRows } = await db.deleteFrom('devices').where('id', 'in', old).executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}

async function oneFewer(db: Kysely<Tables>, applicationId: number, userId: number): Promise<void> {
  const update = db.updateTable('app_users').set({ more_devices: sql`more_devices - 1` })
  await ownRow(update, applicationId, userId).execute()
}

/** The user's last login, if none of the other devices made it. */
async function keepLoginOfFirst(db: Kysely<Tables>, applicationId: number, userId: number): Promise<void> {
  const others = await lastLoginOfOthers(db, applicationId, userId)
  const update = db
    .updateTable('app_users')
    .set((eb) => ({ device_seen_at: eb.ref('last_login_at'), device_ip: eb.ref('last_login_ip') }))
    .where('last_login_at', '>', others)
  await ownRow(update, applicationId, userId).execute()
}

/** The columns of the first device; without one, nothing is bound. */
const asFirst = (device: FurtherDevice | undefined) => ({
  hwid: device?.hwid ?? null,
  hwid_key: device?.hwid_key ?? null,
  hwid_bound_at: device?.bound_at ?? null,
  device_name: device?.name ?? null,
  device_seen_at: device?.last_seen_at ?? null,
  device_ip: device?.last_ip ?? null,
  device_components: device?.components ?? null,
  device_components_at: device?.components_at ?? null,
  ...(device && { more_devices: sql<number>`more_devices - 1` }),
})

const rowOf = ({ hwid, name, boundAt, lastSeenAt, lastIp }: Device, at: Date) => ({
  hwid,
  hwid_key: canonical(hwid),
  name,
  bound_at: (boundAt ?? at).getTime(),
  last_seen_at: (lastSeenAt ?? boundAt ?? at).getTime(),
  last_ip: lastIp,
})

const furtherDevice = (row: FurtherDevice): Device => ({
  id: row.id,
  hwid: row.hwid,
  name: row.name,
  boundAt: new Date(row.bound_at),
  lastSeenAt: new Date(row.last_seen_at),
  lastIp: row.last_ip,
  components: componentsOf(row.components),
})

/** When a device beside the first logged in last, released ones included; 0: never. */
async function lastLoginOfOthers(db: Kysely<Tables>, applicationId: number, userId: number): Promise<number> {
  const row = await db
    .selectFrom('devices')
    .select((eb) => eb.fn.max('last_seen_at').as('at'))
    .where('application_id', '=', applicationId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return Number(row?.at ?? 0)
}

/** The first device made the user's last login unless another one did. What is older than its binding is not its own. */
function firstDevice(user: User, hwid: string, lastOfOthers: number): Device {
  const own = (at: number | null) => at !== null && at >= (user.hwid_bound_at ?? 0)
  const isLast = user.last_login_at !== null && user.last_login_at > lastOfOthers && own(user.last_login_at)
  const isKept = !isLast && own(user.device_seen_at)
  return {
    id: 'first',
    hwid,
    name: user.device_name,
    boundAt: dateOrNull(user.hwid_bound_at),
    lastSeenAt: dateOrNull(isLast ? user.last_login_at : isKept ? user.device_seen_at : null),
    lastIp: isLast ? user.last_login_ip : isKept ? user.device_ip : null,
    components: componentsOf(user.device_components),
  }
}

/** An entry of an index each: of its live sessions, and of its ended ones. */
async function withLastBeat(
  db: Kysely<Tables>,
  applicationId: number,
  userId: number,
  device: Device,
): Promise<Device> {
  const last = (isEnded: boolean) =>
    db
      .selectFrom('client_sessions')
      .select((eb) => eb.fn.max('last_seen_at').as('at'))
      .where('application_id', '=', applicationId)
      .where('user_id', '=', userId)
      .where('hwid', '=', device.hwid)
      .where('ended_at', isEnded ? 'is not' : 'is', null)
      .executeTakeFirst()
  const beats = await Promise.all([last(false), last(true)])
  const at = Math.max(device.lastSeenAt?.getTime() ?? 0, ...beats.map((beat) => Number(beat?.at ?? 0)))
  return { ...device, lastSeenAt: dateOrNull(at || null) }
}
