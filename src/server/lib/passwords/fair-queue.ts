import { Flow } from './flow.ts'
import { createWorkSpeed } from './work-speed.ts'

interface FairQueueOptions {
  /** How many run concurrently. */
  readonly slots: number
  /** Expected waiting time beyond which the shared part is full. */
  readonly longestWaitMs: number
  /** How many may wait in the shared part, however fast they are served: each turn looks at all that wait. */
  readonly queueLimit: number
  /** How many may wait in the reserved part. */
  readonly reservedLimit: number
  /** Expected time of one unit of cost until the first works have been measured. */
  readonly msPerCost: number
}

/** Identifies the requester. Tenants share equally, within a tenant its applications, and so on. */
interface QueueKey {
  readonly tenant: string
  readonly application: string
  /** Charged across all tenants too: an address that uses many tenants has one share. */
  readonly address: string
  readonly account: string
}

export interface Request {
  readonly line: QueueKey
  /** Uses the reserved part: its own places, and at least every second slot while it has waiting requests. */
  readonly isReserved: boolean
  /** Expected cost of the work, in any unit. */
  readonly cost: number
  /**
   * Called synchronously when a slot is free. Throwing rejects the request; `wait` keeps it in the queue until running
   * work ends.
   */
  readonly onTurn?: (() => 'wait' | undefined) | undefined
}

/** The queue is full, or the place went to a requester that holds less. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull'
  /** Until those that wait now are served. */
  readonly expectedWaitMs: number

  constructor(expectedWaitMs: number) {
    super('The queue is full.')
    this.expectedWaitMs = expectedWaitMs
  }
}

/** Frees a slot, to be called once; with the time that the work took, unless it failed. */
type Leave = (workMs?: number) => void

/** Waits for a slot and returns the function that frees it. Rejects with QueueFull or what `onTurn` threw. */
export type FairQueue = (request: Request) => Promise<Leave>

interface Part {
  readonly root: Flow
  readonly limit: number
  readonly longestWaitMs: number
  /** In order of arrival. */
  readonly waiting: Waiting[]
}

interface Waiting extends Request {
  readonly part: Part
  /** Flows of tenant, application, address and account. */
  readonly flows: readonly Flow[]
  /** Flow of the address across all tenants, beside the tenants. */
  readonly address: Flow
  resolve(leave: Leave): void
  reject(error: unknown): void
}

/** Retry interval when all waiting requests returned `wait` and nothing runs whose end could wake them. */
const askAgainMs = 20

/**
 * A fair queue: start-time fair queueing at each level. A flow is charged the expected cost of its work, and the one
 * that has used the least is next, so a tenant with few requests waits only for those already running. When the queue
 * is full, a newcomer takes the newest place of the largest holder, unless that is the newcomer.
 */
export function createFairQueue({ slots, ...options }: FairQueueOptions): FairQueue {
  const { longestWaitMs, queueLimit, reservedLimit } = options
  const noLimit = Number.POSITIVE_INFINITY
  const reserved: Part = { root: new Flow(), limit: reservedLimit, longestWaitMs: noLimit, waiting: [] }
  const shared: Part = { root: new Flow(), limit: queueLimit, longestWaitMs, waiting: [] }
  const speed = createWorkSpeed(options.msPerCost)
  let running = 0
  let wasReserved = false
  let timer: NodeJS.Timeout | undefined

  /** Fills the free slots; each request is asked once per round. */
  function run(): void {
    clearTimeout(timer)
    const asked = new Set<Waiting>()
    while (running < slots && beginNext(asked)) {}
    const isAnybodyLeft = reserved.waiting.length + shared.waiting.length > 0
    if (running === 0 && isAnybodyLeft) timer = setTimeout(run, askAgainMs)
  }

  /** Begins the first in turn that does not wait; false if there is none. */
  function beginNext(asked: Set<Waiting>): boolean {
    for (const entry of inTurn()) {
      if (asked.has(entry)) continue
      asked.add(entry)
      try {
        if (entry.onTurn?.() === 'wait') continue
        remove(entry)
        begin(entry)
        return true
      } catch (error) {
        remove(entry)
        refuse(entry, error)
      }
    }
    return false
  }

  function* inTurn(): Generator<Waiting> {
    const [first, second] = wasReserved ? [shared, reserved] : [reserved, shared]
    yield* fairOrder([...first.waiting])
    yield* fairOrder([...second.waiting])
  }

  /** Until all that wait there are served; the reserved part may take every second turn. */
  function expectedWaitMs({ root }: Part): number {
    const all = reserved.root.waitingCost + shared.root.waitingCost
    return (Math.min(all, root === reserved.root ? 2 * root.waitingCost : all) * speed.msPerCost()) / slots
  }

  const isFull = (part: Part) =>
    part.waiting.length > part.limit || (part.waiting.length > 1 && expectedWaitMs(part) > part.longestWaitMs)

  /**
   * Makes room for a newcomer, by no more than its own cost: when works turn out slower than was expected, those that
   * wait already keep their places.
   */
  function makeRoom(part: Part, cost: number): void {
    for (let freed = 0; freed < cost && isFull(part); ) {
      const excess = largest(part.waiting)
      if (!excess) return
      const expectedMs = expectedWaitMs(part)
      remove(excess)
      refuse(excess, new QueueFull(expectedMs))
      freed += excess.cost
    }
  }

  function begin(entry: Waiting): void {
    running += 1
    wasReserved = entry.isReserved
    for (const flow of flowsOf(entry)) flow.charge(entry.cost)
    entry.resolve((workMs) => {
      if (workMs !== undefined) speed.note(entry.cost, workMs)
      for (const flow of flowsOf(entry)) flow.release()
      // after the caller has counted its result: a failure may reject the next one
      setImmediate(() => {
        running -= 1
        run()
      })
    })
  }

  return (request) =>
    new Promise((resolve, reject) => {
      const part = request.isReserved ? reserved : shared
      const entry = { ...request, ...flowsIn(part.root, request.line), part, resolve, reject }
      for (const flow of flowsOf(entry)) flow.hold(entry.cost)
      part.waiting.push(entry)
      for (const flow of flowsOf(entry)) flow.waitingCost += entry.cost
      if (running < slots) run()
      makeRoom(part, entry.cost)
    })
}

function flowsIn(root: Flow, { tenant, application, address, account }: QueueKey): Pick<Waiting, 'flows' | 'address'> {
  const ofTenant = root.child(`tenant ${tenant}`)
  const ofApplication = ofTenant.child(application)
  const ofAddress = ofApplication.child(address)
  const flows = [ofTenant, ofApplication, ofAddress, ofAddress.child(account)]
  return { flows, address: root.child(`address ${address}`) }
}

const flowsOf = ({ part, flows, address }: Waiting) => [part.root, address, ...flows]

function remove(entry: Waiting): void {
  const { waiting } = entry.part
  waiting.splice(waiting.indexOf(entry), 1)
  for (const flow of flowsOf(entry)) flow.waitingCost -= entry.cost
}

function refuse(entry: Waiting, error: unknown): void {
  for (const flow of flowsOf(entry)) flow.release()
  entry.reject(error)
}

/**
 * Level by level, the flows that are least ahead of their share first; of equals the one served longest ago. An address
 * counts with its use across all tenants. Lazy: usually only the first is asked for.
 */
function* fairOrder(waiting: readonly Waiting[], level = 0): Generator<Waiting> {
  if (waiting.length < 2 || !waiting[0]?.flows[level]) {
    yield* waiting
    return
  }
  const groups = new Map<Flow, { lead: number; readonly entries: Waiting[] }>()
  for (const entry of waiting) {
    const flow = entry.flows[level] as Flow
    const lead = Math.max(flow.lead, entry.address.lead)
    const group = groups.get(flow)
    if (!group) groups.set(flow, { lead, entries: [entry] })
    else {
      group.lead = Math.min(group.lead, lead)
      group.entries.push(entry)
    }
  }
  const sorted = [...groups].sort(([a, { lead }], [b, other]) => lead - other.lead || a.servedAt - b.servedAt)
  for (const [, { entries }] of sorted) yield* fairOrder(entries, level + 1)
}

/**
 * The newest place of the largest holder, by what its places cost: by tenant, then application, address across all
 * tenants, and account.
 */
function largest(waiting: readonly Waiting[]): Waiting | undefined {
  let left = waiting
  const holders = [
    ({ flows }: Waiting) => flows[0],
    ({ flows }: Waiting) => flows[1],
    ({ address }: Waiting) => address,
    ({ flows }: Waiting) => flows[3],
  ]
  for (const holder of holders) {
    const most = Math.max(...left.map((entry) => holder(entry)?.waitingCost ?? 0))
    left = left.filter((entry) => holder(entry)?.waitingCost === most)
  }
  return left.at(-1)
}
