import type { OutcomeKey } from '../../../../shared/outcomes.ts'
import { type HardwareComponents, namesOf } from '../../../lib/hardware-components.ts'
import type { ActivityDetail, ComparedValue } from '../../../store/activity/new-activity.ts'
import { effectiveExpiryMs, graceMsOf } from './decide-access.ts'
import type { LicenseLoginFacts } from './decide-license-login.ts'
import { deviceLimitOf, type LoginFacts } from './decide-login.ts'
import { type BoundDevice, byLikeness, changesFromMs, equalNames } from './match-device.ts'

/** Enough of a hardware ID to tell two of them apart. */
const hwidShown = 24

/** Of a login by whatever proof. */
type ComparedFacts = Pick<LoginFacts, 'application' | 'ip' | 'clientVersion' | 'hwid' | 'user' | 'nowMs'> &
  Pick<LoginFacts, 'components' | 'devices'> &
  Partial<Pick<LoginFacts, 'usernameKey'> & Pick<LicenseLoginFacts, 'seats'>>

/**
 * The values that a check compared, for display: stored with the rejection, and shown in a dry run. Decides nothing.
 */
export function comparedValues(outcome: OutcomeKey, facts: ComparedFacts): ComparedValue[] {
  const { application, user } = facts
  switch (outcome) {
    case 'blocked_ip':
      return pair('IP address', null, facts.ip)
    case 'blocked_username':
      return pair('Username', null, facts.usernameKey ?? null)
    case 'blocked_email':
      return pair('Email', null, user?.emailKey ?? null)
    case 'blocked_hwid':
      return pair('Hardware ID', null, shortened(facts.hwid ?? user?.hwid))
    case 'version_mismatch':
      return pair('Version', application.version, facts.clientVersion ?? null)
    case 'invalid_credentials':
      return user ? [] : pair('Username', null, facts.usernameKey ?? null)
    case 'account_expired':
      return [...pair('Expires', isoOrNull(user?.expiresAtMs), isoOrNull(facts.nowMs)), ...graceOf(facts)]
    case 'license_expired':
      return [
        ...pair('License expires', isoOrNull(user?.license?.expiresAtMs), isoOrNull(facts.nowMs)),
        ...graceOf(facts),
      ]
    case 'hwid_mismatch':
      return [...comparedHwids(user?.hwid, facts.hwid), ...comparedComponents(facts)]
    case 'device_limit_reached':
      return user
        ? [
            taken('Devices', 1 + user.moreDevices, deviceLimitOf(application, user)),
            ...comparedHwids(null, facts.hwid),
            ...comparedComponents(facts),
          ]
        : []
    case 'license_full':
      return facts.seats ? [taken('Seats', facts.seats.used, facts.seats.max), ...comparedHwids(null, facts.hwid)] : []
    default:
      return []
  }
}

/** The bound hardware ID beside the one that was sent. */
export function comparedHwids(stored: string | null | undefined, sent: string | null | undefined): ComparedValue[] {
  return pair('Hardware ID', shortened(stored), shortened(sent))
}

/** The most alike device, and why it is not the one that logs in. */
function comparedComponents({ components: sent, devices, nowMs }: ComparedFacts): ComparedValue[] {
  const [best] = sent ? devices.toSorted(byLikeness(sent)) : []
  if (!sent || !best) return []
  if (best.components === null) return pair('Components', null, namesOf(sent).join(', '))
  const changesFrom = changesFromMs(best)
  return [
    equalParts(best.components, sent),
    ...(best.hasOfflineFile ? pair('Offline file', 'on the bound device', null) : []),
    ...(nowMs < changesFrom ? pair('Components may change', isoOrNull(changesFrom), isoOrNull(nowMs)) : []),
  ]
}

function equalParts(known: HardwareComponents, sent: HardwareComponents): ComparedValue {
  const [all, equal] = [namesOf(known), equalNames(known, sent)]
  return { what: 'Equal components', stored: all.join(', '), sent: equal.join(', ') || null }
}

/** When access has ended, or ends, that goes on after the expiry. */
function graceOf({ application, user, nowMs }: ComparedFacts): ComparedValue[] {
  const endMs = user && effectiveExpiryMs(user)
  const graceMs = user ? graceMsOf(application, user) : 0
  return endMs == null || graceMs === 0 ? [] : pair('Grace until', isoOrNull(endMs + graceMs), isoOrNull(nowMs))
}

const taken = (what: string, count: number, limit: number): ComparedValue => ({
  what,
  stored: `${count} of ${limit}`,
  sent: null,
})

const pair = (what: string, stored: string | null, sent: string | null): ComparedValue[] => [{ what, stored, sent }]

/** What is stored with the log entry of a rejected login. Successful logins need no explanation. */
export function refusalDetail(outcome: OutcomeKey, facts: ComparedFacts): ActivityDetail | undefined {
  return outcome === 'login_successful' ? undefined : { outcome, compared: comparedValues(outcome, facts) }
}

/** What is stored with a login of a device whose components have changed. Of one that had sent none: nothing. */
export function relearnedDetail(
  device: BoundDevice | undefined,
  { hwid, components }: Pick<LoginFacts, 'hwid' | 'components'>,
): ActivityDetail | undefined {
  if (!device?.components || !components) return undefined
  const hwids = device.hwid === hwid ? [] : comparedHwids(device.hwid, hwid)
  return { outcome: 'login_successful', compared: [...hwids, equalParts(device.components, components)] }
}

function shortened(hwid: string | null | undefined): string | null {
  if (hwid == null) return null
  return hwid.length > hwidShown ? `${hwid.slice(0, hwidShown)}…` : hwid
}

const isoOrNull = (ms: number | null | undefined) => (ms == null ? null : new Date(ms).toISOString())
