import { Flow } from './flow.ts'

interface FairQueueOptions {
  /** How many run concurrently. */
  readonly slots: number
  /** How many may wait in the shared part. */
  readonly queueLimit: number
  /** How many may wait in the reserved part. */
  readonly reservedLimit: number
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

/** The queue is full, or the place went to a requester that holds fewer. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull'
}

/**
 * Waits for a slot and returns the function that frees it, to be called once. Rejects with QueueFull or what `onTurn`
 * threw.
 */
export type FairQueue = (request: Request) => Promise<() => void>

interface Part {
  readonly root: Flow
  readonly limit: number
  /** In order of arrival. */
  readonly waiting: Waiting[]
}

interface Waiting extends Request {
  readonly part: Part
  /** Flows of tenant, application, address and account. */
  readonly flows: readonly Flow[]
  /** Flow of the address across all tenants, beside the tenants. */
  readonly address: Flow
  resolve(leave: () => void): void
  reject(error: unknown): void
}

/** Retry interval when all waiting requests returned `wait` and nothing runs whose end could wake them. */
const askAgainMs = 20

/**
 * A fair queue: start-time fair queueing at each level. A flow is charged the expected cost of its work, and the one
 * that has used the least is next, so a tenant with few requests waits only for those already running. When the queue
 * is full, a newcomer takes the newest place of the largest holder, unless that is the newcomer.
 */
export function createFairQueue({ slots, queueLimit, reservedLimit }: FairQueueOptions): FairQueue {
  const reserved: Part = { root: new Flow(), limit: reservedLimit, waiting: [] }
  const shared: Part = { root: new Flow(), limit: queueLimit, waiting: [] }
  let running = 0
  let wasReserved = false
  let timer: NodeJS.Timeout | undefined

  /** Fills the free slots; each request is asked once per round. */
  function run(): void {
    clearTimeout(timer)
    const asked = new Set<Waiting>()
    while (running < slots) {
      const entry = next(asked)
      if (!entry) break
      asked.add(entry)
      try {
        if (entry.onTurn?.() === 'wait') continue
        remove(entry)
        begin(entry)
      } catch (error) {
        remove(entry)
        refuse(entry, error)
      }
    }
    const isAnybodyLeft = reserved.waiting.length + shared.waiting.length > 0
    if (running === 0 && isAnybodyLeft) timer = setTimeout(run, askAgainMs)
  }

  function next(asked: ReadonlySet<Waiting>): Waiting | undefined {
    const left = ({ waiting }: Part) => (asked.size === 0 ? waiting : waiting.filter((entry) => !asked.has(entry)))
    const [first, second] = wasReserved ? [shared, reserved] : [reserved, shared]
    return fairest(left(first)) ?? fairest(left(second))
  }

  function begin(entry: Waiting): void {
    running += 1
    wasReserved = entry.isReserved
    for (const flow of flowsOf(entry)) flow.charge(entry.cost)
    entry.resolve(() => {
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
      for (const flow of flowsOf(entry)) flow.waiting += 1
      if (running < slots) run()
      const excess = part.waiting.length > part.limit ? largest(part.waiting) : undefined
      if (!excess) return
      remove(excess)
      refuse(excess, new QueueFull())
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
  for (const flow of flowsOf(entry)) flow.waiting -= 1
}

function refuse(entry: Waiting, error: unknown): void {
  for (const flow of flowsOf(entry)) flow.release()
  entry.reject(error)
}

/**
 * Chooses, level by level, the flow that is least ahead of its share; of equals the one served longest ago. An address
 * counts with its use across all tenants.
 */
function fairest(waiting: readonly Waiting[]): Waiting | undefined {
  let left = waiting
  for (let level = 0; left.length > 1 && left[0]?.flows[level]; level += 1) {
    const ahead = new Map<Flow, number>()
    for (const { flows, address } of left) {
      const flow = flows[level] as Flow
      const known = ahead.get(flow) ?? Number.POSITIVE_INFINITY
      ahead.set(flow, Math.min(known, Math.max(flow.lead, address.lead)))
    }
    const [best] = [...ahead].sort(([a, leadA], [b, leadB]) => leadA - leadB || a.servedAt - b.servedAt)[0] ?? []
    left = left.filter(({ flows }) => flows[level] === best)
  }
  return left[0]
}

/** The newest place of the largest holder: by tenant, then application, address across all tenants, and account. */
function largest(waiting: readonly Waiting[]): Waiting | undefined {
  let left = waiting
  const holders = [
    ({ flows }: Waiting) => flows[0],
    ({ flows }: Waiting) => flows[1],
    ({ address }: Waiting) => address,
    ({ flows }: Waiting) => flows[3],
  ]
  for (const holder of holders) {
    const most = Math.max(...left.map((entry) => holder(entry)?.waiting ?? 0))
    left = left.filter((entry) => holder(entry)?.waiting === most)
  }
  return left.at(-1)
}
