import { Flow } from './flow.ts'

interface FairQueueOptions {
  /** How many may run at once. */
  readonly slots: number
  /** How many may wait in the shared part. */
  readonly queueLimit: number
  /** How many may wait in the reserved part. */
  readonly reservedLimit: number
}

/** Who asks for a slot. Shares are equal among tenants, inside one among its applications, and so on. */
interface QueueKey {
  readonly tenant: string
  readonly application: string
  /** Charged over all tenants, too: an address that uses many of them has one share. */
  readonly address: string
  readonly account: string
}

export interface Request {
  readonly line: QueueKey
  /** In the reserved part: places of its own, and at least every second turn while somebody waits there. */
  readonly isReserved: boolean
  /** What the work is expected to cost, in any unit. */
  readonly cost: number
  /**
   * Called synchronously when the slot has come. What it throws refuses the request. `wait` leaves it where it is; it
   * is asked again when something that runs has ended.
   */
  readonly onTurn?: (() => 'wait' | undefined) | undefined
}

/** No place is left, or the place went to somebody who holds fewer. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull'
}

/** Waits for a slot and returns how to give it back, exactly once. Rejects with QueueFull or what `onTurn` threw. */
export type FairQueue = (request: Request) => Promise<() => void>

interface Part {
  readonly root: Flow
  readonly limit: number
  /** In the order of asking. */
  readonly waiting: Waiting[]
}

interface Waiting extends Request {
  readonly part: Part
  /** Of tenant, application, address and account. */
  readonly flows: readonly Flow[]
  /** Of the address over all tenants, beside the tenants. */
  readonly address: Flow
  resolve(leave: () => void): void
  reject(error: unknown): void
}

/** When all that wait were told to, and nothing runs whose end could wake them. */
const askAgainMs = 20

/**
 * A fair queue: start-time fair queueing at each level of a line. A flow is charged what its work is expected to cost,
 * and the one that has used least is next: whoever asks seldom waits for no more than what runs. When all places are
 * taken, a newcomer gets the newest place of whoever holds the most, unless that is the newcomer.
 */
export function createFairQueue({ slots, queueLimit, reservedLimit }: FairQueueOptions): FairQueue {
  const reserved: Part = { root: new Flow(), limit: reservedLimit, waiting: [] }
  const shared: Part = { root: new Flow(), limit: queueLimit, waiting: [] }
  let running = 0
  let wasReserved = false
  let timer: NodeJS.Timeout | undefined

  /** Starts what there are slots for; nobody is asked twice in one round. */
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
      // not before who leaves has drawn its conclusions: a failure it counts may refuse the next one
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
 * Level by level whoever is least ahead of the others; of two that are alike, the one that was served longer ago. An
 * address counts with what it used through all tenants.
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

/** The newest place of the largest holder: tenant first, then application, address over all tenants, and account. */
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
