import { createFairQueue, type FairQueue, type Request } from '../../src/server/lib/passwords/fair-queue.ts'

export type Asked = Partial<Request['line']> & Pick<Partial<Request>, 'cost' | 'onTurn' | 'isReserved'>

/** Requests a slot for this tenant, application, address and account; each is unique unless named. */
export function asks(enter: FairQueue) {
  let asked = 0
  return ({ cost = 1, onTurn, isReserved = false, ...line }: Asked = {}) => {
    asked += 1
    const own = { tenant: `t${asked}`, application: 'a', address: `ip${asked}`, account: `u${asked}` }
    return enter({ line: { ...own, ...line }, cost, isReserved, onTurn })
  }
}

export const tick = () => new Promise((resolve) => setImmediate(resolve))

const roomy = { longestWaitMs: Number.POSITIVE_INFINITY, queueLimit: 100, reservedLimit: 10, msPerCost: 1 }
/** One slot and room for all, unless told otherwise. */
export const one = (places = {}) => createFairQueue({ slots: 1, ...roomy, ...places })
