import type { LiveChange } from '../../../shared/live.ts'
import type { LiveMessage } from '../../events/live-bus.ts'
import { mayRead } from '../../http/auth/application-access.ts'
import type { Caller } from '../../http/auth/authenticate.ts'
import type { Application } from '../../store/applications/applications.ts'
import type { Stores } from '../../store/index.ts'
import type { EventStream } from './event-stream.ts'

/** Who listens, and to what. */
export interface Subscriber {
  readonly stream: EventStream
  readonly sessionHash: string
  /** Of this application alone; undefined: of all that the caller may read. */
  readonly applicationId: number | undefined
  /** What the session and the account looked like when `caller` was found; undefined: to be found anew each time. */
  fingerprint: string | undefined
  caller: Caller
  /** Who the request's cookie stands for now. */
  readonly find: () => Promise<Caller | null>
}

/** All open streams. Before each message, and at least twice a second, it is asked whether their sessions still hold. */
export interface Subscribers {
  add(viewer: Subscriber): void
  remove(viewer: Subscriber): void
  /** Tells everybody what he may know of it. One message after the other. */
  broadcast(message: LiveMessage): void
  /** Tells one who came back what he missed. */
  replay(viewer: Subscriber, message: LiveMessage): void
  /** Asks for all sessions and keeps quiet streams from being closed. */
  recheckSessions(): Promise<void>
  /** Ends all streams. */
  close(): void
}

const keepAliveMs = 20_000
/** Streams that are served in one go before others get their turn. */
const sendsPerTick = 100

export function openSubscribers(stores: Stores): Subscribers {
  const subscribers = new Set<Subscriber>()
  let queueTail: Promise<unknown> = Promise.resolve()

  /** Ends the streams whose session or account is not what it was, unless a full look says that they may go on. */
  const dropSignedOut = async (): Promise<Subscriber[]> => {
    const all = [...subscribers]
    const fingerprints = await stores.sessionFingerprints.find([...new Set(all.map((viewer) => viewer.sessionHash))])
    const changed = all.filter(
      (viewer) => viewer.fingerprint === undefined || fingerprints.get(viewer.sessionHash) !== viewer.fingerprint,
    )
    for (const viewer of changed) await recheck(viewer, fingerprints.get(viewer.sessionHash))
    return all.filter((viewer) => subscribers.has(viewer))
  }
  const recheck = async (viewer: Subscriber, fingerprint: string | undefined) => {
    const caller = await viewer.find()
    if (caller === null) return disconnect(viewer)
    viewer.caller = caller
    viewer.fingerprint = fingerprint
    if (viewer.applicationId === undefined) return
    const application = await stores.applications.find(viewer.applicationId)
    if (!application || !mayRead(caller, application)) disconnect(viewer)
  }
  const disconnect = (viewer: Subscriber) => {
    subscribers.delete(viewer)
    viewer.stream.end()
  }

  const deliver = async (message: LiveMessage, to?: Subscriber) => {
    const { id, changes } = message
    if (changes?.length === 0) return
    const known = changes && (await readApplications(stores, changes))
    const listening = await dropSignedOut()
    for (const [index, viewer] of listening.entries()) {
      if (to !== undefined && viewer !== to) continue
      const visible = changes?.filter(([applicationId]) => isFor(viewer, known?.get(applicationId)))
      const isWhole = visible?.length === changes?.length
      if (isWhole || visible?.length) viewer.stream.send(isWhole ? message : { id, changes: visible })
      if (index % sendsPerTick === sendsPerTick - 1) await new Promise((resolve) => setImmediate(resolve))
    }
  }
  const enqueue = (work: () => Promise<unknown>) => {
    queueTail = queueTail.then(work, work)
    return queueTail
  }

  return {
    add: (viewer) => void subscribers.add(viewer),
    remove: (viewer) => void subscribers.delete(viewer),
    broadcast(message) {
      if (subscribers.size > 0) enqueue(() => deliver(message)).catch(() => {})
    },
    replay(viewer, message) {
      enqueue(() => deliver(message, viewer)).catch(() => {})
    },
    async recheckSessions() {
      if (subscribers.size === 0) return
      const now = performance.now()
      const isDue = (viewer: Subscriber) => now - viewer.stream.lastSentMs() >= keepAliveMs
      await enqueue(async () => {
        for (const viewer of await dropSignedOut()) {
          if (!isDue(viewer)) continue
          // Whether the session has been left alone for too long is not in its mark.
          await recheck(viewer, viewer.fingerprint)
          if (subscribers.has(viewer)) viewer.stream.comment()
        }
      })
    },
    close() {
      for (const viewer of subscribers) disconnect(viewer)
    },
  }
}

function isFor({ applicationId, caller }: Subscriber, application: Application | undefined): boolean {
  if (!application || (applicationId !== undefined && applicationId !== application.id)) return false
  return mayRead(caller, application)
}

/** The applications as they are now: one that was deleted is nobody's. */
async function readApplications(stores: Stores, changes: readonly LiveChange[]): Promise<Map<number, Application>> {
  const found = new Map<number, Application>()
  for (const [id] of changes) {
    const application = await stores.applications.find(id)
    if (application) found.set(id, application)
  }
  return found
}
