import { type ComponentName, componentDays } from '../../../../shared/constants.ts'
import { type HardwareComponents, namesOf } from '../../../lib/hardware-components.ts'
import { dayMs } from '../../../store/columns.ts'
import type { KnownDevice } from '../../../store/users/device-components.ts'

/** A device that components are compared with. */
export interface BoundDevice extends KnownDevice {
  /** An offline file works under its hardware ID. */
  readonly hasOfflineFile: boolean
}

/** So many must be known of a device: of fewer, too few would have to be equal. */
const knownMin = 3
/** Those that no two computers share; board and processor are those of a model. */
const ownParts: readonly ComponentName[] = ['machine', 'disk', 'tpm']

export const equalNames = (known: HardwareComponents, sent: HardwareComponents): ComponentName[] =>
  namesOf(known).filter((name) => known[name] === sent[name])

/**
 * Whether a computer is the one whose components are known, although so many of them may differ. One that was not sent
 * differs; what was sent besides doesn't count.
 */
export function matches(known: HardwareComponents, sent: HardwareComponents, tolerance: number): boolean {
  const names = namesOf(known)
  if (tolerance === 0) return false
  if (names.length < knownMin) return false
  const equal = equalNames(known, sent)
  if (names.length - equal.length > tolerance) return false
  return equal.some((name) => ownParts.includes(name))
}

/** Those that a blocked hardware ID stands for too: what the owner of a computer changes last. */
export const hardwareKeysOf = (components: HardwareComponents | undefined): readonly string[] =>
  components ? [components.machine, components.disk].filter((value) => value !== undefined) : []

/** From when on the components of a device may change again. Else they could be walked to those of another computer. */
export const changesFromMs = ({ changedAtMs }: KnownDevice): number =>
  changedAtMs === null ? 0 : changedAtMs + componentDays * dayMs

interface MatchQuestion {
  readonly tolerance: number
  /** Those of the user that are bound. */
  readonly devices: readonly BoundDevice[]
  readonly sent: HardwareComponents
  readonly nowMs: number
}

/** How alike device and computer are; most alike first, then the one that logged in last. */
export const byLikeness =
  (sent: HardwareComponents) =>
  (one: KnownDevice, other: KnownDevice): number =>
    likeness(other, sent) - likeness(one, sent) || other.lastSeenAtMs - one.lastSeenAtMs

const likeness = ({ components }: KnownDevice, sent: HardwareComponents) =>
  components === null ? -1 : equalNames(components, sent).length

/**
 * The bound device that a computer with another hardware ID is: it takes the new ID. None while its components have
 * changed lately, or while an offline file works under the old ID.
 */
export function matchingDevice({ tolerance, devices, sent, nowMs }: MatchQuestion): BoundDevice | undefined {
  const [best] = devices
    .filter(({ components }) => components !== null && matches(components, sent, tolerance))
    .sort(byLikeness(sent))
  if (!best) return undefined
  if (best.hasOfflineFile) return undefined
  return nowMs < changesFromMs(best) ? undefined : best
}

/** Whether a device that logs in with its own hardware ID has components to remember. */
export function hasNewComponents(device: KnownDevice, { tolerance, sent, nowMs }: Omit<MatchQuestion, 'devices'>) {
  const { components } = device
  if (components === null) return true
  const isSame = namesOf(sent).every((name) => components[name] === sent[name])
  if (isSame || nowMs < changesFromMs(device)) return false
  return matches(components, sent, tolerance)
}
