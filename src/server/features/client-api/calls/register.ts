import type { z } from 'zod'
import { clientRoutes } from '../../../../shared/contract/client-api.ts'
import type { OutcomeKey } from '../../../../shared/outcomes.ts'
import { canonical, isPlaceholderHwid } from '../../../lib/canonical.ts'
import { UsernameTaken } from '../../../store/users/app-users.ts'
import {
  type AnswerFields,
  answer,
  type Call,
  type ClientAnswer,
  type ClientApiDeps,
  clientCall,
  entryOf,
  hashQueueKey,
  invalidRequest,
  rateLimited,
} from '../client-call.ts'
import type { RegistrationReservation } from '../client-rate-limits.ts'
import { decideLicense, decideRegister, registeredUntilMs } from '../decide/decide-register.ts'
import { hardwareKeysOf } from '../decide/match-device.ts'
import { sentComponents } from './bind-device.ts'
import { idempotentRegistration } from './idempotent-registration.ts'

const Register = clientRoutes['POST /api/v1/register'].body
type RegisterCall = Call<z.output<typeof Register>>
type License = Awaited<ReturnType<ClientApiDeps['stores']['licenses']['findByKey']>>

/** Rolls the transaction back with the outcome that stopped it. */
class RegistrationRefused extends Error {
  readonly outcome: OutcomeKey

  constructor(outcome: OutcomeKey) {
    super(outcome)
    this.outcome = outcome
  }
}

/** The public registration, with or without a license key. */
export function registerCall(deps: ClientApiDeps) {
  return clientCall(deps, Register, async (call) => {
    const { applicationId, ip, requestId } = call
    const waitMs = deps.limits.registration(applicationId, ip)
    if (waitMs > 0) return rateLimited(requestId, waitMs)
    const reservation = await deps.limits.reserveRegistration(applicationId, ip, call.body.license_key !== undefined)
    if (typeof reservation === 'number') return rateLimited(requestId, reservation)
    try {
      return await register(deps, call, reservation)
    } finally {
      reservation.release()
    }
  })
}

async function register(
  deps: ClientApiDeps,
  call: RegisterCall,
  reservation: RegistrationReservation,
): Promise<ClientAnswer> {
  const license = await findLicense(deps, call)
  const outcome = decideRegister(await gatherFacts(deps, call, license))
  if (outcome !== 'user_registered') return answerRefusal(deps, call, outcome, license, reservation)
  const wrong = invalidField(call)
  if (wrong) return invalidRequest(call.requestId, wrong)
  return insertUser(deps, call, license, reservation)
}

async function findLicense(deps: ClientApiDeps, call: RegisterCall): Promise<License> {
  const key = call.body.license_key
  return key === undefined ? undefined : deps.stores.licenses.findByKey(call.applicationId, key)
}

async function gatherFacts(deps: ClientApiDeps, call: RegisterCall, license: License) {
  const { username, email, hwid, version, license_key } = call.body
  const usernameKey = canonical(username)
  const emailKey = email && canonical(email)
  const hwidKey = hwid && canonical(hwid)
  return {
    application: call.context.application,
    blacklist: call.context.blacklist,
    identity: { ip: call.ip, usernameKey, emailKey, hwidKey, hardwareKeys: hardwareKeysOf(sentComponents(call)) },
    clientVersion: version,
    hasLicenseKey: license_key !== undefined,
    license: license && licenseFacts(license),
    isUsernameTaken: (await deps.hot.userByName(call.applicationId, usernameKey)) !== undefined,
    nowMs: call.now.getTime(),
  }
}

const licenseFacts = (license: NonNullable<License>) => ({
  isActive: license.isActive,
  expiresAtMs: license.expiresAt?.getTime() ?? null,
  currentUsers: license.currentUsers,
  maxUsers: license.maxUsers,
  hold: license.hold,
  isSpent: license.spentAt !== null,
})

/** What the schema can't check: the application's minimum password length, and that an expiry is in the future. */
function invalidField({ body, context, now }: RegisterCall): string | undefined {
  // A username of invisible characters could be impersonated.
  if (canonical(body.username) === '') return 'username must contain at least one visible character.'
  const minimum = context.application.minPasswordLength
  if ([...body.password].length < minimum) return `password must be at least ${minimum} characters.`
  if (body.expiresAt && body.expiresAt <= now) return 'expiresAt must be in the future.'
  return undefined
}

/** Seat, user and event are one transaction: all or nothing. */
async function insertUser(
  deps: ClientApiDeps,
  call: RegisterCall,
  license: License,
  reservation: RegistrationReservation,
): Promise<ClientAnswer> {
  const passwordHash = await deps.passwords.hash(call.body.password, {
    line: hashQueueKey(call, canonical(call.body.username)),
  })
  const { username } = call.body
  const stored = { ...userToStore(call, license, call.now), createdAt: call.now }
  const device = { deviceName: call.body.device_name ?? null, deviceComponents: sentComponents(call) }
  const user = { ...stored, username, passwordHash, ...device, isRegistered: true }
  try {
    const userId = await deps.stores.transaction(async (tx) => {
      if (license && !(await tx.licenses.claimSeat(call.applicationId, license.id, call.now))) {
        throw new RegistrationRefused(await seatRefusal(tx.licenses, call))
      }
      const id = await tx.appUsers.insert(call.applicationId, user)
      const entry = entryOf(call, 'user_registered', { userId: id, username: user.username })
      if (entry) await deps.recorder.record(tx, entry)
      return id
    })
    return answer('user_registered', call.requestId, call.context, await responseFields(deps, call, userId))
  } catch (error) {
    if (error instanceof RegistrationRefused) return answerRefusal(deps, call, error.outcome, license, reservation)
    if (error instanceof UsernameTaken) return answerRefusal(deps, call, 'username_taken', license, reservation)
    throw error
  }
}

/** The seat was free a moment ago: tells what happened to the license since. */
async function seatRefusal(licenses: ClientApiDeps['stores']['licenses'], call: RegisterCall): Promise<OutcomeKey> {
  const license = await licenses.findByKey(call.applicationId, call.body.license_key ?? '')
  return decideLicense(license && licenseFacts(license), call.now.getTime()) ?? 'license_full'
}

/** What a registration at this time stores beside username and password. */
function userToStore({ body, context }: RegisterCall, license: License, at: Date) {
  const { email, hwid, expiresAt } = body
  const { registrationDays } = context.application
  const untilMs = registeredUntilMs(registrationDays, license !== undefined, expiresAt?.getTime(), at.getTime())
  return {
    email: email ?? null,
    hwid: hwid !== undefined && !isPlaceholderHwid(hwid) ? hwid : null,
    isHwidLocked: true,
    expiresAt: untilMs === null ? null : new Date(untilMs),
    licenseId: license?.id ?? null,
  }
}

async function responseFields(deps: ClientApiDeps, call: RegisterCall, userId: number): Promise<AnswerFields> {
  const user = await deps.stores.appUsers.find(call.applicationId, userId)
  return {
    user_id: userId,
    username: user?.username ?? call.body.username,
    email: user?.email ?? null,
    expires_at: user?.effectiveExpiresAt?.toISOString() ?? null,
    hwid_locked: call.context.application.hwidLockEnabled && user?.hwid != null,
  }
}

async function answerRefusal(
  deps: ClientApiDeps,
  call: RegisterCall,
  outcome: OutcomeKey,
  license: License,
  reservation: RegistrationReservation,
): Promise<ClientAnswer> {
  // The username or the last seat may have been taken by an earlier attempt of this same request.
  if (outcome === 'username_taken' || outcome === 'license_full') {
    const userId = await idempotentRegistration(deps, call, (at) => userToStore(call, license, at))
    if (userId !== undefined) {
      return answer('user_registered', call.requestId, call.context, await responseFields(deps, call, userId))
    }
  }
  if (outcome === 'username_taken') reservation.countTakenName()
  if (outcome === 'license_not_found') reservation.countUnknownLicense()
  const entry = entryOf(call, outcome, { username: call.body.username })
  if (entry) await deps.recorder.recordAlone(entry)
  const { downloadUrl } = call.context.application
  const fields = outcome === 'version_mismatch' && downloadUrl ? { download_url: downloadUrl } : undefined
  return answer(outcome, call.requestId, call.context, fields)
}
