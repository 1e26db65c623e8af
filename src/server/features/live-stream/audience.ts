import type { LiveChange } from '../../../shared/live.ts'
import type { LiveMessage } from '../../events/live-bus.ts'
import { mayRead } from '../../http/application-access.ts'
import type { Caller } from '../../http/authenticate.ts'
import type { Application } from '../../store/applications.ts'
import type { Stores } from '../../store/index.ts'
import type { EventStream } from './stream.ts'

/** Who listens, and to what. */
export interface Viewer {
  readonly stream: EventStream
  readonly sessionHash: string
  /** Of this application alone; undefined: of all that the caller may read. */
  readonly applicationId: number | undefined
  /** What the session and the account looked like when `caller` was found; undefined: to be found anew each time. */
  mark: string | undefined
  caller: Caller
  /** Who the request's cookie stands for now. */
  readonly find: () => Promise<Caller | null>
}

/** All open streams. Before each message, and at least twice a second, it is asked whether their sessions still hold. */
export interface Audience {
  add(viewer: Viewer): void
  remove(viewer: Viewer): void
  /** Tells everybody what he may know of it. One message after the other. */
  tell(message: LiveMessage): void
  /** Tells one who came back what he missed. */
  catchUp(viewer: Viewer, message: LiveMessage): void
  /** Asks for all sessions and keeps quiet streams from being closed. */
  look(): Promise<void>
  /** Ends all streams. */
  close(): void
}

const aliveMs = 20_000
/** Streams that are served in one go before others get their turn. */
const perTurn = 100

export function openAudience(stores: Stores): Audience {
  const viewers = new Set<Viewer>()
  let last: Promise<unknown> = Promise.resolve()

  /** Ends the streams whose session or account is not what it was, unless a full look says that they may go on. */
  const stillSignedIn = async (): Promise<Viewer[]> => {
    const all = [...viewers]
    const marks = await stores.sessionMarks.find([...new Set(all.map((viewer) => viewer.sessionHash))])
    const changed = all.filter((viewer) => viewer.mark === undefined || marks.get(viewer.sessionHash) !== viewer.mark)
    for (const viewer of changed) await lookAgain(viewer, marks.get(viewer.sessionHash))
    return all.filter((viewer) => viewers.has(viewer))
  }
  const lookAgain = async (viewer: Viewer, mark: string | undefined) => {
    const caller = await viewer.find()
    if (caller === null) return dismiss(viewer)
    viewer.caller = caller
    viewer.mark = mark
    if (viewer.applicationId === undefined) return
    const application = await stores.applications.find(viewer.applicationId)
    if (!application || !mayRead(caller, application)) dismiss(viewer)
  }
  const dismiss = (viewer: Viewer) => {
    viewers.delete(viewer)
    viewer.stream.end()
  }

  const deliver = async (message: LiveMessage, to?: Viewer) => {
    const { id, changes } = message
    if (changes?.length === 0) return
    const known = changes && (await readApplications(stores, changes))
    const listening = await stillSignedIn()
    for (const [index, viewer] of listening.entries()) {
      if (to !== undefined && viewer !== to) continue
      const visible = changes?.filter(([applicationId]) => isFor(viewer, known?.get(applicationId)))
      const isWhole = visible?.length === changes?.length
      if (isWhole || visible?.length) viewer.stream.send(isWhole ? message : { id, changes: visible })
      if (index % perTurn === perTurn - 1) await new Promise((resolve) => setImmediate(resolve))
    }
  }
  const inTurn = (work: () => Promise<unknown>) => {
    last = last.then(work, work)
    return last
  }

  return {
    add: (viewer) => void viewers.add(viewer),
    remove: (viewer) => void viewers.delete(viewer),
    tell(message) {
      if (viewers.size > 0) inTurn(() => deliver(message)).catch(() => {})
    },
    catchUp(viewer, message) {
      inTurn(() => deliver(message, viewer)).catch(() => {})
    },
    async look() {
      if (viewers.size === 0) return
      const now = performance.now()
      const isDue = (viewer: Viewer) => now - viewer.stream.lastSentMs() >= aliveMs
      await inTurn(async () => {
        for (const viewer of await stillSignedIn()) {
          if (!isDue(viewer)) continue
          // Whether the session has been left alone for too long is not in its mark.
          await lookAgain(viewer, viewer.mark)
          if (viewers.has(viewer)) viewer.stream.comment()
        }
      })
    },
    close() {
      for (const viewer of viewers) dismiss(viewer)
    },
  }
}

function isFor({ applicationId, caller }: Viewer, application: Application | undefined): boolean {
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
