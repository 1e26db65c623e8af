import type { Features } from '../../../shared/contract/features.ts'
import type { MessageTexts } from '../../../shared/messages.ts'
import type { Clock } from '../../lib/clock.ts'
import type { SettingsFreshness, SettingsRead } from '../../store/hot/settings-freshness.ts'
import type { Stores } from '../../store/index.ts'
import type { HashCount } from '../../store/users/hash-counts.ts'
import { type BlacklistIndex, indexBlacklist } from './decide/decide-access.ts'

/** What the public API needs to know of an application. */
interface ClientApplication {
  readonly id: number
  readonly ownerId: number
  readonly isActive: boolean
  readonly version: string
  readonly hwidLockEnabled: boolean
  readonly deviceLimit: number
  readonly hwidTolerance: number
  readonly graceDays: number
  readonly registrationMode: 'open' | 'license' | 'closed'
  readonly registrationDays: number | null
  readonly minPasswordLength: number
  readonly isVersionRequired: boolean
  readonly isVerifyStrict: boolean
  readonly isKeyInHeaderOnly: boolean
  readonly userCount: number
  readonly downloadUrl: string | null
  readonly sessionLimit: number | null
  readonly sessionLimitPolicy: 'reject' | 'replace_oldest'
  readonly leaseHours: number | null
  readonly offlineStart: boolean
  readonly licenseLogin: boolean
  readonly features: Features
  readonly portalEnabled: boolean
  readonly portalSlug: string | null
}

/** An application with all that changes rarely and every request needs. */
export interface ClientContext {
  readonly application: ClientApplication
  readonly applicationTexts: MessageTexts
  readonly accountTexts: MessageTexts
  readonly blacklist: BlacklistIndex
  /** Users per kind of imported or outdated password hash. */
  readonly hashCounts: readonly HashCount[]
}

/** Contexts by API key, cached for a moment. */
export interface ClientContexts {
  /** The cached context, if it is fresh. Most requests need nothing else. */
  known(apiKey: string): ClientContext | undefined
  /** Reads the context; concurrent requests share one read. */
  find(apiKey: string): Promise<ClientContext | undefined>
  /** The same by application, for the portal. */
  findById(applicationId: number): Promise<ClientContext | undefined>
  /** Clears the cache. Call it after the commit of a change to anything in a context. */
  forget(): void
}

const maxContexts = 10_000
/** The last use of an API key is written at most this often. */
const markUsedEveryMs = 60_000

interface FoundContext {
  readonly context: ClientContext
  /** Absent where the application was named. */
  readonly key?: UsedKey
}

interface UsedKey {
  readonly id: number
  readonly endsAtMs: number
  /** When its last use was written. */
  markedAtMs: number
}

interface CachedContext extends FoundContext {
  readonly read: SettingsRead
}

export function openClientContexts(
  stores: Stores,
  freshness: SettingsFreshness,
  clock: Clock,
  onBlocked?: (entryId: number) => void,
): ClientContexts {
  let cached = new Map<string, CachedContext>()
  const loading = new Map<string, Promise<ClientContext | undefined>>()

  /** Updates the key's last use in the background, at most once a minute. */
  const markUsed = (key: UsedKey, nowMs: number) => {
    if (nowMs - key.markedAtMs < markUsedEveryMs) return
    key.markedAtMs = nowMs
    void stores.transaction((tx) => tx.apiKeys.markUsed(key.id, new Date(nowMs))).catch(() => {})
  }

  const byKey = async (apiKey: string): Promise<FoundContext | undefined> => {
    const found = await stores.apiKeys.findByKey(apiKey, clock.now())
    if (!found) return undefined
    const { id, applicationId, expiresAt, lastUsedAt } = found
    const [endsAtMs, markedAtMs] = [expiresAt?.getTime() ?? Number.POSITIVE_INFINITY, lastUsedAt?.getTime() ?? 0]
    const key = { id, endsAtMs, markedAtMs }
    markUsed(key, clock.nowMs())
    const context = await readContext(stores, applicationId, onBlocked)
    return context && { context, key }
  }
  const byId = async (applicationId: number): Promise<FoundContext | undefined> => {
    const context = await readContext(stores, applicationId, onBlocked)
    return context && { context }
  }

  const load = async (name: string, find: () => Promise<FoundContext | undefined>) => {
    const generation = cached
    const read = freshness.startRead()
    const found = await find()
    // An unknown key is not cached: it may be created a moment later.
    if (!found) cached.delete(name)
    else if (generation === cached) {
      if (cached.size >= maxContexts) cached.clear()
      cached.set(name, { ...found, read })
    }
    return found?.context
  }

  const known = (name: string): ClientContext | undefined => {
    const found = cached.get(name)
    if (!found || !freshness.isFresh(found.context.application.id, found.read)) return undefined
    const { context, key } = found
    if (key) {
      const nowMs = clock.nowMs()
      if (nowMs >= key.endsAtMs) return undefined
      markUsed(key, nowMs)
    }
    return context
  }

  const loadOnce = (name: string, find: () => Promise<FoundContext | undefined>) => {
    const pending = loading.get(name)
    if (pending !== undefined) return pending
    const promise = load(name, find).finally(() => loading.delete(name))
    loading.set(name, promise)
    return promise
  }

  return {
    known,
    find: (apiKey) => loadOnce(apiKey, () => byKey(apiKey)),
    async findById(applicationId) {
      // no API key looks like this
      const name = `application ${applicationId}`
      return known(name) ?? loadOnce(name, () => byId(applicationId))
    },
    forget() {
      cached = new Map()
      loading.clear()
    },
  }
}

/** Reads the context of an application from the database. */
export async function readContext(
  stores: Stores,
  applicationId: number,
  onBlocked?: ((entryId: number) => void) | undefined,
): Promise<ClientContext | undefined> {
  const application = await stores.applications.find(applicationId)
  if (!application) return undefined
  const [accountTexts, entries, hashCounts] = await Promise.all([
    stores.customMessages.find(application.ownerId),
    stores.blacklist.forApplication(application.id, application.ownerId),
    stores.hashCounts.of(application.id),
  ])
  return {
    application,
    applicationTexts: {
      loginSuccess: application.loginSuccessMessage,
      loginFailed: application.loginFailedMessage,
      accountDisabled: application.accountDisabledMessage,
      accountExpired: application.accountExpiredMessage,
      versionMismatch: application.versionMismatchMessage,
      hwidMismatch: application.hwidMismatchMessage,
    },
    accountTexts,
    blacklist: indexBlacklist(entries, onBlocked),
    hashCounts,
  }
}
