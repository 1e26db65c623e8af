import type { DiskLevel, LiveChange } from '../../../shared/live.ts'
import type { MemberRole } from '../../../shared/rights.ts'
import type { LiveMessage } from '../../events/live-bus.ts'
import { maySeeApplication } from '../../http/auth/application-access.ts'
import { type Caller, haveSameRights } from '../../http/auth/authenticate.ts'
import type { Application } from '../../store/applications/applications.ts'
import type { Stores } from '../../store/index.ts'
import type { EventStream } from './event-stream.ts'

/** A subscriber and what it subscribes to. */
export interface Subscriber {
  readonly stream: EventStream
  readonly sessionHash: string
  /** Only this application; undefined: all applications that the caller may read. */
  readonly applicationId: number | undefined
  /** Fingerprint of the session and the account when `caller` was resolved; undefined: resolve it again each time. */
  fingerprint: string | undefined
  caller: Caller
  /** What the stream was told of the disk, at first that there is room. */
  toldDisk: DiskLevel
  /** The caller's roles in applications of others; a change of them changes the fingerprint. */
  memberRoles: ReadonlyMap<number, MemberRole>
  /** The caller that the request's cookie stands for now. */
  readonly find: () => Promise<Caller | null>
}

/** All open streams. Before each message, and at least twice a second, their sessions are revalidated. */
export interface Subscribers {
  add(subscriber: Subscriber): void
  remove(subscriber: Subscriber): void
  count(): number
  /** Sends the message to every subscriber who may read the application. Messages are sent one at a time. */
  broadcast(message: LiveMessage): void
  /** Sends a reconnected subscriber what it missed. */
  replay(subscriber: Subscriber, message: LiveMessage): void
  /** Tells every subscriber that does not know it yet how much room the disk has. */
  tellDisk(level: DiskLevel): void
  /** Revalidates all sessions and sends keep-alive comments. */
  recheckSessions(): Promise<void>
  /** Ends all streams. */
  close(): void
}

const keepAliveMs = 20_000
/** Streams served before yielding to the event loop. */
const sendsPerTick = 100

export function openSubscribers(stores: Stores): Subscribers {
  const subscribers = new Set<Subscriber>()
  let queueTail: Promise<unknown> = Promise.resolve()

  /** Ends streams whose session or account changed, unless a full check shows that they may continue. */
  const dropSignedOut = async (): Promise<Subscriber[]> => {
    const all = [...subscribers]
    const fingerprints = await stores.sessionFingerprints.find([
      ...new Set(all.map((subscriber) => subscriber.sessionHash)),
    ])
    const changed = all.filter(
      (subscriber) =>
        subscriber.fingerprint === undefined || fingerprints.get(subscriber.sessionHash) !== subscriber.fingerprint,
    )
    for (const subscriber of changed) await recheck(subscriber, fingerprints.get(subscriber.sessionHash))
    return all.filter((subscriber) => subscribers.has(subscriber))
  }
  const recheck = async (subscriber: Subscriber, fingerprint: string | undefined) => {
    const caller = await subscriber.find()
    if (caller === null) return disconnect(subscriber)
    const hasOtherRights = !haveSameRights(subscriber.caller, caller)
    subscriber.caller = caller
    subscriber.memberRoles = await stores.members.rolesOf(caller.accountId)
    subscriber.fingerprint = fingerprint
    if (subscriber.applicationId !== undefined) {
      const application = await stores.applications.find(subscriber.applicationId)
      if (!isFor(subscriber, application)) return disconnect(subscriber)
    }
    // An open page then shows what the caller may do now, or that it may no longer be seen.
    if (hasOtherRights) subscriber.stream.refetch()
  }
  const disconnect = (subscriber: Subscriber) => {
    subscribers.delete(subscriber)
    subscriber.stream.end()
  }

  const deliver = async (message: LiveMessage, to?: Subscriber) => {
    const { id, changes } = message
    if (changes?.length === 0) return
    const known = changes && (await readApplications(stores, changes))
    const listening = await dropSignedOut()
    for (const [index, subscriber] of listening.entries()) {
      if (to !== undefined && subscriber !== to) continue
      const visible = changes?.filter(([applicationId]) => isFor(subscriber, known?.get(applicationId)))
      const isWhole = visible?.length === changes?.length
      if (isWhole || visible?.length) subscriber.stream.send(isWhole ? message : { id, changes: visible })
      if (index % sendsPerTick === sendsPerTick - 1) await new Promise((resolve) => setImmediate(resolve))
    }
  }
  const enqueue = (work: () => Promise<unknown>) => {
    queueTail = queueTail.then(work, work)
    return queueTail
  }

  return {
    add: (subscriber) => void subscribers.add(subscriber),
    remove: (subscriber) => void subscribers.delete(subscriber),
    count: () => subscribers.size,
    broadcast(message) {
      if (subscribers.size > 0) enqueue(() => deliver(message)).catch(() => {})
    },
    replay(subscriber, message) {
      enqueue(() => deliver(message, subscriber)).catch(() => {})
    },
    tellDisk(level) {
      for (const subscriber of subscribers) {
        // Only who runs the server can make room before it is full.
        const shown = level === 'low' && subscriber.caller.role !== 'owner' ? 'ok' : level
        if (shown === subscriber.toldDisk) continue
        subscriber.toldDisk = shown
        subscriber.stream.disk(shown)
      }
    },
    async recheckSessions() {
      if (subscribers.size === 0) return
      const now = performance.now()
      const isDue = (subscriber: Subscriber) => now - subscriber.stream.lastSentMs() >= keepAliveMs
      await enqueue(async () => {
        for (const subscriber of await dropSignedOut()) {
          if (!isDue(subscriber)) continue
          // The fingerprint does not show whether a session has expired by inactivity.
          await recheck(subscriber, subscriber.fingerprint)
          if (subscribers.has(subscriber)) subscriber.stream.comment()
        }
      })
    },
    close() {
      for (const subscriber of subscribers) disconnect(subscriber)
    },
  }
}

function isFor({ applicationId, caller, memberRoles }: Subscriber, application: Application | undefined): boolean {
  if (!application || (applicationId !== undefined && applicationId !== application.id)) return false
  return maySeeApplication(caller, { ...application, memberRole: memberRoles.get(application.id) ?? null })
}

/** The applications as they are now; a deleted application has no owner. */
async function readApplications(stores: Stores, changes: readonly LiveChange[]): Promise<Map<number, Application>> {
  const found = new Map<number, Application>()
  for (const [id] of changes) {
    const application = await stores.applications.find(id)
    if (application) found.set(id, application)
  }
  return found
}
