import type { z } from 'zod'
import { clientRoutes } from '../../../../shared/contract/client-api.ts'
import type { OutcomeKey } from '../../../../shared/outcomes.ts'
import { isUniqueViolation, withReserve } from '../../../db/open.ts'
import type { Recorder } from '../../../events/recorder.ts'
import { holderKey } from '../../../lib/license-holder.ts'
import { hashToken, newSessionToken } from '../../../lib/tokens.ts'
import type { UserFacts } from '../../../store/hot/hot-store.ts'
import type { StoreSet } from '../../../store/index.ts'
import type { License } from '../../../store/licenses/licenses.ts'
import { UsernameTaken } from '../../../store/users/app-users.ts'
import {
  answer,
  type Call,
  type ClientAnswer,
  type ClientApiDeps,
  clientCall,
  entryOf,
  rateLimited,
} from '../client-call.ts'
import {
  decideLicenseLogin,
  type LicenseLoginDecision,
  type LicenseLoginFacts,
  licenseLoginFacts,
} from '../decide/decide-license-login.ts'
import { devicesPerSeat } from '../decide/decide-login.ts'
import { refusalDetail, relearnedDetail } from '../decide/refusal-detail.ts'
import { isFurtherDevice } from '../further-device.ts'
import { type BindingCall, comparedDevices, rememberComponents, sentComponents, takeDevice } from './bind-device.ts'
import { countClient, loginFields, portalField, recordLogin, withThisLogin } from './login.ts'
import { DecideAgain } from './redeem-key.ts'
import { addSession } from './start-session.ts'

const LicenseLogin = clientRoutes['POST /api/v1/license'].body
type LicenseCall = Call<z.output<typeof LicenseLogin>>

/** Ends the transaction; the sign-in is decided again, or refused. */
class NotSignedIn extends Error {
  readonly outcome: OutcomeKey | undefined

  constructor(outcome: OutcomeKey | undefined) {
    super(outcome ?? 'decide again')
    this.outcome = outcome
  }
}

/** What is known of the key. */
interface Found {
  readonly license: License
  /** Who stands for it; undefined before its first sign-in. */
  readonly holder: UserFacts | undefined
}

/**
 * The sign-in with a license key alone: the first one takes a seat and makes the license's holder, a machine beyond its
 * devices takes another seat.
 */
export function licenseLoginCall(deps: ClientApiDeps) {
  return clientCall(deps, LicenseLogin, async (call) => {
    const { applicationId, ip, requestId, body } = call
    // What is refused whatever the key reads none: the limit of a key would tell that it exists.
    const keyless = await factsOf(deps, call, undefined)
    const { outcome } = decideLicenseLogin(keyless)
    if (outcome !== 'license_not_found') return answerRefusal(deps, call, keyless, outcome)
    const reservation = await deps.limits.unknownLicense(applicationId, ip)
    if (typeof reservation === 'number') {
      // Who guessed keys from this address does not lock out a device that is bound to the license.
      const found = await find(deps, call)
      if (!found || !isBoundTo(found, body.hwid)) return rateLimited(requestId, reservation)
      return signInWithin(deps, call, found)
    }
    try {
      const found = await find(deps, call)
      if (found) return await signInWithin(deps, call, found)
      reservation.commit()
      return await answerRefusal(deps, call, keyless, outcome)
    } finally {
      reservation.release()
    }
  })
}

async function find(deps: ClientApiDeps, { applicationId, body }: LicenseCall): Promise<Found | undefined> {
  const license = await deps.stores.licenses.findByKey(applicationId, body.license_key)
  return license && { license, holder: await deps.hot.userByName(applicationId, holderKey(license.id)) }
}

const isBoundTo = ({ holder }: Found, hwid: string | undefined) => hwid !== undefined && holder?.hwid === hwid

async function signInWithin(deps: ClientApiDeps, call: LicenseCall, found: Found): Promise<ClientAnswer> {
  const { applicationId, ip, body } = call
  const device = isBoundTo(found, body.hwid) ? body.hwid : undefined
  const waitMs = deps.limits.licenseLogin(applicationId, found.license.id, ip, device)
  return waitMs > 0 ? rateLimited(call.requestId, waitMs) : signIn(deps, call, found)
}

/** Decides and records, and decides again where another sign-in of the same key came first. */
async function signIn(deps: ClientApiDeps, call: LicenseCall, first: Found): Promise<ClientAnswer> {
  const { applicationId, body, now } = call
  const token = body.session_token ?? (body.session === true ? newSessionToken(now) : undefined)
  for (let found: Found | undefined = first; ; found = await find(deps, call)) {
    const facts = await factsOf(deps, call, found)
    const decision = decideLicenseLogin(facts)
    const { user } = facts
    if (decision.outcome !== 'login_successful' || !user || !found) {
      return answerRefusal(deps, call, facts, decision.outcome)
    }
    try {
      const id = await record(deps, call, { found, facts, user, decision, token })
      if (id === undefined) continue
      const signedIn = await deps.hot.userById(applicationId, id)
      const fields = await loginFields(deps, call, signedIn ?? user, 'login_successful')
      deps.recorder.tally.add(applicationId, 'login:login_successful', now)
      countClient(deps, call)
      return answer('login_successful', call.requestId, call.context, {
        ...fields,
        ...(token && { session_token: token }),
      })
    } catch (error) {
      const outcome = error instanceof NotSignedIn ? error.outcome : undefined
      // another request made the holder, or took the token, the seat or the device
      const isOvertaken = error instanceof UsernameTaken || error instanceof DecideAgain || isUniqueViolation(error)
      if (!isOvertaken && !(error instanceof NotSignedIn)) throw error
      if (outcome) return answerRefusal(deps, call, facts, outcome)
    }
  }
}

async function factsOf(deps: ClientApiDeps, call: LicenseCall, found: Found | undefined): Promise<LicenseLoginFacts> {
  const { applicationId, context, body, ip } = call
  const { version, hwid, session_token: token } = body
  const known =
    token === undefined || !found ? undefined : await deps.hot.sessionByToken(applicationId, hashToken(token))
  const sent = {
    ...{ ip, version, hwid, known },
    isFurtherDevice: await isFurtherDevice(deps, context, found?.holder, hwid),
    components: sentComponents(call),
    devices: await comparedDevices(deps, call, found?.holder),
    lastSeenAtMs: known ? deps.live.lastSeenAtMs(known) : 0,
  }
  return licenseLoginFacts(context, found?.license, found?.holder, sent, deps.clock.now())
}

/** What makes or binds a holder. */
interface HolderSignIn {
  readonly found: Found
  readonly user: UserFacts
  readonly decision: LicenseLoginDecision
}

interface SignIn extends HolderSignIn {
  readonly facts: LicenseLoginFacts
  /** Of the session to begin with it. */
  readonly token: string | undefined
}

/** Returns the holder's id; undefined: decide again. Whatever a sign-in changes is one transaction: all or nothing. */
async function record(deps: ClientApiDeps, call: LicenseCall, signIn: SignIn): Promise<number | undefined> {
  const { found, facts, user, decision, token } = signIn
  const startsSession = token !== undefined && !decision.isRepeated
  const { binds, relearns, remembers } = decision
  const isRemembered = remembers !== undefined && (await rememberComponents(deps, call, user, remembers))
  const detail = relearnedDetail(relearns ?? (isRemembered ? remembers : undefined), facts)
  if (found.holder && !binds && !relearns && !startsSession) {
    await recordLogin(deps, call, facts, user, detail)
    return user.id
  }
  const change = () =>
    deps.stores.transaction(async (tx) => {
      const { applicationId, ip, now } = call
      // Lock order: license before its users.
      if (!(await tx.licenses.lock(applicationId, found.license.id))) return undefined
      const holder = await holderIn(deps.recorder, tx, call, signIn)
      if (!holder) return undefined
      await tx.appUsers.recordLogin(applicationId, holder.id, now, ip, withThisLogin(deps, call, holder))
      const entry = entryOf(call, 'login_successful', { userId: holder.id, username: holder.username })
      if (entry) await deps.recorder.record(tx, { ...entry, detail })
      if (!startsSession) return holder.id
      const isFurther = facts.isFurtherDevice || binds === 'further' || typeof relearns?.id === 'number'
      const started = await addSession(deps, tx, call, holder, { token, isProved: true, isFurther })
      if (started !== 'session_started') throw new NotSignedIn(started)
      return holder.id
    })
  // A holder's session starts also on a full disk; a key that is new to the server waits for room.
  return found.holder ? withReserve(change) : change()
}

/**
 * The holder with the device bound; undefined: another sign-in took the seat or the device.
 * @throws DecideAgain the same, where a seat was claimed already
 */
export async function holderIn(
  recorder: Pick<Recorder, 'record'>,
  tx: StoreSet,
  call: BindingCall,
  { found, user, decision }: HolderSignIn,
): Promise<UserFacts | undefined> {
  const { applicationId, ip, now: at, context, body } = call
  const { hwid = null, device_name: name = null } = body
  const { binds, takesSeat = false } = decision
  const components = sentComponents(call)
  if (!found.holder) {
    if (!(await tx.licenses.claimSeat(applicationId, found.license.id, at))) return undefined
    const bound = { ...user, hwid: binds === 'first' ? hwid : null }
    const device = { hwid: bound.hwid, name, components, at }
    return { ...bound, id: await tx.appUsers.insertHolder(applicationId, { licenseId: found.license.id, ...device }) }
  }
  if (!takesSeat || hwid === null) return takeDevice(recorder, tx, call, user, decision)
  if (!(await tx.licenses.claimSeat(applicationId, found.license.id, at))) return undefined
  const perSeat = devicesPerSeat(context.application, user)
  const isBound = await tx.devices.bind(applicationId, user.id, { hwid, name, ip, at, components }, perSeat, true)
  if (!isBound) throw new DecideAgain()
  return { ...user, seats: user.seats + 1 }
}

/** What has no event of its own is logged as a failed login. */
const failedLogins: readonly OutcomeKey[] = ['license_not_found', 'license_full']

/** The log never has a key. */
async function answerRefusal(
  deps: ClientApiDeps,
  call: LicenseCall,
  facts: LicenseLoginFacts,
  outcome: OutcomeKey,
): Promise<ClientAnswer> {
  const { user, isFirst } = facts
  const who = { userId: isFirst ? undefined : user?.id, username: user?.username }
  const isFailedLogin = failedLogins.includes(outcome)
  const entry = entryOf(call, isFailedLogin ? 'invalid_credentials' : outcome, who)
  if (entry) {
    const code = isFailedLogin ? outcome : entry.code
    await deps.recorder.recordAlone({ ...entry, code, detail: refusalDetail(outcome, facts) })
  }
  deps.recorder.tally.add(call.applicationId, `login:${outcome}`, call.now)
  const fields = await loginFields(deps, call, user, outcome)
  // the holder can release a device there
  const portal = outcome === 'license_full' && !isFirst ? portalField(deps, call) : undefined
  return answer(outcome, call.requestId, call.context, fields ?? portal)
}
