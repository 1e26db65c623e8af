import { z } from 'zod'
import { deviceNameMaxLength, hwidMaxLength } from '../constants.ts'
import { Done, Line, PathId, Time } from './fields.ts'
import type { Routes } from './route.ts'

const ByUser = z.strictObject({ id: PathId, userId: PathId })
/** The id of a device in a path: `first` is the one in the user's `hwid`. */
const ByDevice = z.strictObject({ ...ByUser.shape, deviceId: z.union([z.literal('first'), PathId]) })

const Device = z.object({
  /** `first` for the one in the user's `hwid`. */
  id: z.union([z.literal('first'), z.int()]),
  hwid: z.string(),
  name: z.string().nullable(),
  /** null: bound before this was recorded. */
  boundAt: Time.nullable(),
  /** The later of its last login and the last heartbeat of its sessions. */
  lastSeenAt: Time.nullable(),
  /** The IP address it was last seen at. */
  lastIp: z.string().nullable(),
  /** Until then an offline file works on it, whether it is released or not; null: it has none. */
  offlineUntil: Time.nullable(),
  /** Salted hashes of what it is made of, by name; null: its program sent none. `machine` and `disk` can be blocked as a hardware ID. */
  components: z.record(z.string(), z.string()).nullable(),
})

/** The devices that the hardware lock has bound a user to. */
export const deviceRoutes = {
  'GET /api/applications/:id/users/:userId/devices': {
    name: 'listDevices',
    auth: 'session',
    token: 'users:read',
    right: 'look',
    summary: 'List the devices of a user, in the order they were bound',
    params: ByUser,
    reply: z.object({
      /** How many the user may have: their own limit, the license’s, or the application’s, with each seat. */
      limit: z.int(),
      devices: z.array(Device),
    }),
  },
  'PATCH /api/applications/:id/users/:userId/devices/:deviceId': {
    name: 'renameDevice',
    auth: 'session',
    token: 'users:write',
    right: 'help',
    summary: 'Name a device',
    params: ByDevice,
    /** null: no name. */
    body: z.strictObject({ name: Line(deviceNameMaxLength).min(1).nullable() }),
    reply: Device,
  },
  'DELETE /api/applications/:id/users/:userId/devices/:deviceId': {
    name: 'releaseDevice',
    auth: 'session',
    token: 'users:write',
    right: 'help',
    summary: 'Release a device and end its sessions; if it is the first, the next one takes its place',
    params: ByDevice,
    /** The hardware ID that is meant: `first` may be another device by now. */
    query: z.strictObject({ hwid: Line(hwidMaxLength).optional() }),
    reply: Done,
  },
} satisfies Routes
