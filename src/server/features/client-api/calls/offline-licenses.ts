import type { Features } from '../../../../shared/contract/features.ts'
import { isUniqueViolation } from '../../../db/open.ts'
import { newRequestId } from '../../../http/request-id.ts'
import { canonical, isPlaceholderHwid } from '../../../lib/canonical.ts'
import { holderKey } from '../../../lib/license-holder.ts'
import { keyPrint, type OfflineRequest } from '../../../lib/offline-request.ts'
import { hashToken } from '../../../lib/tokens.ts'
import type {
  OfflineFile,
  OfflineLicenses,
  OfflineQuestion,
  OfflineRefusal,
  OfflineTransaction,
} from '../../../operations/offline-licenses.ts'
import { type SigningKey, signingKeyId } from '../../../store/applications/signing-keys.ts'
import { dayMs } from '../../../store/columns.ts'
import type { UserFacts } from '../../../store/hot/hot-store.ts'
import type { StoreSet } from '../../../store/index.ts'
import type { License } from '../../../store/licenses/licenses.ts'
import { UsernameTaken } from '../../../store/users/app-users.ts'
import type { StoredOfflineFile } from '../../../store/users/offline-licenses.ts'
import { answer, type ClientApiDeps } from '../client-call.ts'
import { type ClientContext, readContext } from '../client-context.ts'
import { decideLicenseLogin, licenseLoginFacts, newHolder } from '../decide/decide-license-login.ts'
import { decideLogin, type LoginDecision, loginFacts } from '../decide/decide-login.ts'
import { decideOfflineLicense, type OfflineLicenseFacts } from '../decide/decide-offline-license.ts'
import { isFurtherDevice } from '../further-device.ts'
import { type BindingCall, comparedDevices, sentComponents, takeDevice } from './bind-device.ts'
import { holderIn } from './license-login.ts'
import { maxAttempts } from './login.ts'
import { offlineFile } from './offline-file.ts'
import { DecideAgain } from './redeem-key.ts'
import { featuresOfUser } from './signed-fields.ts'

/** For whom a file is made. */
interface Subject {
  readonly context: ClientContext
  /** The holder that would be made where the license has none yet. */
  readonly user: UserFacts
  readonly isNew: boolean
  /** Of the user; null: access of the user's own. */
  readonly license: License | null
  /** The user stands for the license. */
  readonly isHolder: boolean
}

interface Asked {
  readonly subject: Subject
  readonly facts: OfflineLicenseFacts
  readonly known: StoredOfflineFile | undefined
  /** Of the keys that the program trusts and that can sign. */
  readonly keyIds: readonly string[]
  readonly now: Date
}

/** Makes files for computers that never reach the server. It decides by what a sign-in on that device would be answered. */
export function openOfflineLicenses(deps: ClientApiDeps): OfflineLicenses {
  return {
    async make(question, within) {
      for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
        const asked = await look(deps, question)
        if (typeof asked === 'string') return asked
        const made = await decideAndMake(deps, question, asked, within)
        if (made) return made
        // another request bound a device, made the holder or changed the user: decide again
      }
      throw new Error('the devices of the user changed again and again')
    },
  }
}

async function look(deps: ClientApiDeps, question: OfflineQuestion): Promise<Asked | (OfflineRefusal & string)> {
  const { applicationId, request } = question
  const context = await readContext(deps.stores, applicationId)
  const subject = context && (await subjectOf(deps, context, question))
  if (!subject) return 'userId' in question.of ? 'user_not_found' : 'license_not_found'
  const keys = await deps.stores.signingKeys.list(applicationId)
  const now = deps.clock.now()
  const known = await deps.stores.offlineLicenses.findByNonce(applicationId, request.nonce)
  const { license, user, isHolder } = subject
  const startsNow = isHolder && license ? now.getTime() + license.validityDays * dayMs : null
  const facts: OfflineLicenseFacts = {
    trusts: trustIn(keys, request),
    userKey: user.usernameKey,
    namedKey: await namedKey(deps, applicationId, request),
    isHwidPlaceholder: isPlaceholderHwid(request.hwid),
    askedHash: askedHash(question),
    known,
    isApplicationActive: subject.context.application.isActive,
    login: await loginOf(deps, subject, computerCall(question, subject, now)),
    days: question.days,
    userEndsAtMs: user.expiresAtMs,
    licenseEndsAtMs: license ? (license.expiresAt?.getTime() ?? startsNow) : null,
    nowMs: now.getTime(),
  }
  return {
    subject,
    facts,
    known,
    keyIds: trusted(keys, request).map(({ number }) => signingKeyId(applicationId, number)),
    now,
  }
}

async function subjectOf(
  { hot, stores }: ClientApiDeps,
  context: ClientContext,
  { applicationId, of }: OfflineQuestion,
): Promise<Subject | undefined> {
  if ('userId' in of) {
    const user = await hot.userById(applicationId, of.userId)
    if (!user) return undefined
    const license = user.licenseId === null ? undefined : await stores.licenses.find(applicationId, user.licenseId)
    const isHolder = license !== undefined && user.usernameKey === holderKey(license.id)
    return { context, user, license: license ?? null, isHolder, isNew: false }
  }
  const license = await stores.licenses.find(applicationId, of.licenseId)
  if (!license) return undefined
  const holder = await hot.userByName(applicationId, holderKey(license.id))
  return { context, user: holder ?? newHolder(license), license, isHolder: true, isNew: holder === undefined }
}

/** Whom the request names, as users are compared; undefined: no license has its key. */
async function namedKey(
  { stores }: ClientApiDeps,
  applicationId: number,
  { username, licenseKey }: OfflineRequest,
): Promise<string | undefined> {
  if (username !== undefined) return canonical(username)
  const license = licenseKey === undefined ? undefined : await stores.licenses.findByKey(applicationId, licenseKey)
  return license && holderKey(license.id)
}

const trusted = (keys: readonly SigningKey[], { keyPrints }: OfflineRequest) =>
  keys.filter(({ privateSealed, publicKey }) => privateSealed !== null && keyPrints.includes(keyPrint(publicKey)))

function trustIn(keys: readonly SigningKey[], request: OfflineRequest): OfflineLicenseFacts['trusts'] {
  if (trusted(keys, request).length > 0) return 'a key'
  return keys.some(({ publicKey }) => request.keyPrints.includes(keyPrint(publicKey))) ? 'revoked keys' : 'no key'
}

const askedHash = ({ request, of, days }: OfflineQuestion) => hashToken(JSON.stringify([request, of, days]))

/** The request as a call of its computer, whose address nobody knows. */
const computerCall = ({ applicationId, request }: OfflineQuestion, { context }: Subject, now: Date): BindingCall => ({
  ...{ applicationId, now, context, ip: null },
  body: { hwid: request.hwid, hwid_components: request.components },
})

/** What a sign-in on the device would be answered, with the newest version and from no address. */
async function loginOf(deps: ClientApiDeps, subject: Subject, call: BindingCall): Promise<LoginDecision> {
  const { context, user, license, isHolder, isNew } = subject
  const { now } = call
  const { hwid } = call.body
  const sent = {
    ...{ ip: '', version: context.application.version, hwid },
    isFurtherDevice: await isFurtherDevice(deps, context, user, hwid),
    components: sentComponents(call),
    devices: await comparedDevices(deps, call, isNew ? undefined : user),
  }
  if (isHolder && license) {
    return decideLicenseLogin(licenseLoginFacts(context, license, isNew ? undefined : user, sent, now))
  }
  const facts = loginFacts(context, user, { ...sent, usernameKey: user.usernameKey }, now)
  const decision = decideLogin({ ...facts, isPasswordRight: true })
  if (decision === 'check_password') throw new Error('the password was given as right')
  return decision
}

/** Undefined: decide again. */
async function decideAndMake(
  deps: ClientApiDeps,
  question: OfflineQuestion,
  { subject, facts, known, keyIds, now }: Asked,
  within: OfflineTransaction,
): Promise<OfflineFile | OfflineRefusal | undefined> {
  const decision = decideOfflineLicense(facts)
  if (decision.outcome === 'repeated' && known) return { ...known, userId: subject.user.id }
  if (decision.outcome === 'refused') {
    return { reason: decision.reason, message: String(answer(decision.reason, '', subject.context).body.message) }
  }
  if (decision.outcome !== 'made') return decision.outcome === 'repeated' ? undefined : decision.outcome
  const { applicationId, request } = question
  const signer = await deps.signer.textSigner(applicationId, keyIds.join())
  // the key was revoked a moment ago
  if (!signer || !keyIds.includes(signer.keyId)) return 'other_keys'
  const features = await featuresOf(deps, applicationId, subject)
  const expiresAt = new Date(decision.expiresAtMs)
  const make = async (tx: StoreSet): Promise<OfflineFile | undefined> => {
    await within.allow(tx)
    const userId = await bindIn(deps, tx, question, subject, { decision: facts.login, now })
    if (userId === undefined) return undefined
    const { hwid, nonce } = request
    const fileId = newRequestId()
    const about = { keyId: signer.keyId, applicationId, userId, fileId, hwid, nonce, features }
    const file = offlineFile({ ...about, nowMs: now.getTime(), expiresAtMs: decision.expiresAtMs }, signer.sign)
    const id = await tx.offlineLicenses.insert(applicationId, {
      ...{ userId, licenseId: subject.license?.id ?? null, jti: fileId, nonce, askedHash: facts.askedHash, hwid, file },
      ...{ createdAt: now, createdBy: question.by, expiresAt },
    })
    if (id === undefined) throw new DecideAgain()
    const made = { id, userId, file, expiresAt }
    await within.record(tx, made)
    return made
  }
  try {
    return await deps.stores.transaction(make)
  } catch (error) {
    // another request made the holder, took a seat or a device, or was answered with the same nonce
    const isOvertaken = error instanceof DecideAgain || error instanceof UsernameTaken
    if (isOvertaken || isUniqueViolation(error)) return undefined
    throw error
  }
}

const featuresOf = (deps: ClientApiDeps, applicationId: number, subject: Subject): Features | Promise<Features> => {
  const { context, user, license, isNew } = subject
  return isNew
    ? { ...context.application.features, ...license?.features }
    : featuresOfUser(deps, { applicationId, context }, user.id)
}

/**
 * The user with the device bound, under the locks of license and user; undefined: something has changed since the
 * decision, or another request was answered.
 */
async function bindIn(
  { recorder }: Pick<ClientApiDeps, 'recorder'>,
  tx: StoreSet,
  question: OfflineQuestion,
  subject: Subject,
  { decision, now }: { readonly decision: LoginDecision; readonly now: Date },
): Promise<number | undefined> {
  const { applicationId, request } = question
  const { user, license, isHolder, isNew } = subject
  const lockedLicense = license && (await tx.licenses.lock(applicationId, license.id))
  if (license && !(lockedLicense && isSameLicense(lockedLicense, license))) return undefined
  if (!isNew) {
    await tx.clientSessions.lockUser(applicationId, user.id)
    const locked = await tx.appUsers.find(applicationId, user.id)
    if (!locked || !isSameUser(locked, user)) return undefined
  }
  if (await tx.offlineLicenses.findByNonce(applicationId, request.nonce)) return undefined
  const call = computerCall(question, subject, now)
  if (isHolder && license) {
    const found = { license, holder: isNew ? undefined : user }
    return (await holderIn(recorder, tx, call, { found, user, decision }))?.id
  }
  return (await takeDevice(recorder, tx, call, user, decision))?.id
}

type LicenseState = Pick<License, 'isActive' | 'hold' | 'spentAt' | 'expiresAt'>

const isSameLicense = (one: LicenseState, other: LicenseState) =>
  one.isActive === other.isActive &&
  one.hold === other.hold &&
  one.spentAt?.getTime() === other.spentAt?.getTime() &&
  one.expiresAt?.getTime() === other.expiresAt?.getTime()

interface LockedUser extends Pick<UserFacts, 'isActive' | 'isPaused' | 'isBanned' | 'hwid' | 'licenseId'> {
  readonly expiresAt: Date | null
}

const isSameUser = (locked: LockedUser, seen: UserFacts) =>
  locked.isActive === seen.isActive &&
  locked.isPaused === seen.isPaused &&
  locked.isBanned === seen.isBanned &&
  locked.hwid === seen.hwid &&
  locked.licenseId === seen.licenseId &&
  (locked.expiresAt?.getTime() ?? null) === seen.expiresAtMs
