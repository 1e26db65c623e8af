import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { askSigned } from '../../../test/harness/signing-client.ts'
import { type Person, password, type World } from '../../../test/harness/world.ts'
import { hardwareId, StateFile } from '../../node/keywright.mjs'

export const salt = 'keywright-app-7'
export const hourMs = 3_600_000
export const seconds = (ms: number) => Math.floor(ms / 1000)

export const stateIn = (place: string) => join(place, 'state')
export const readState = (place: string) => readFile(stateIn(place), 'utf8')

/** A lease of the real server, given when its clock showed this time. */
export async function leaseOf(
  w: World,
  user: Person,
  { hwid = hardwareId(undefined, salt), atMs = Date.now() } = {},
): Promise<string> {
  w.clock.set(new Date(atMs).toISOString())
  const body = { username: user.username, password, hwid, lease_version: 2 }
  const { json } = await askSigned(w, '/api/v1/login', body, { apiKey: w.apiKey, ip: w.ip })
  w.clock.set(new Date().toISOString())
  return String(json.lease)
}

/** The state that a library writes, with what the scenario wants to be different. */
export async function writeState(
  place: string,
  user: Person,
  { lease, markMs = Date.now(), seenMs = markMs, machineId }: WantedState,
): Promise<void> {
  const file = new StateFile({ hwidSalt: salt, storeFolder: place }, machineId)
  const times = { mark: seconds(markMs), seen: seconds(seenMs) }
  file.write({ userId: user.id, username: user.username, licenseKey: '', lease, ...times })
  expect(await readState(place)).toContain(lease)
}

export interface WantedState {
  readonly lease: string
  readonly markMs?: number
  readonly seenMs?: number
  readonly machineId?: string
}
