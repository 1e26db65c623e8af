/** So many requests at once to one endpoint, on one node. */
const perEndpoint = 2
const inAll = 32
/** Endpoints that failed last time share half of the lanes: however many hang, the others have the other half. */
const forSuspects = 16

/** Who may send how much at once, so that no endpoint delays another one. */
export interface Lanes {
  /** How many more may begin for the endpoint. */
  room(webhookId: number, failures: number, holdAfterFailures: number): number
  enter(webhookId: number, isSuspect: boolean): () => void
  isFull(): boolean
}

export function createLanes(): Lanes {
  const busy = new Map<number, number>()
  let total = 0
  let suspects = 0
  return {
    room(webhookId, failures, holdAfterFailures) {
      const atOnce = failures >= holdAfterFailures ? 1 : perEndpoint
      const free = Math.min(inAll - total, failures > 0 ? forSuspects - suspects : inAll)
      return Math.max(0, Math.min(atOnce - (busy.get(webhookId) ?? 0), free))
    },
    enter(webhookId, isSuspect) {
      total += 1
      if (isSuspect) suspects += 1
      busy.set(webhookId, (busy.get(webhookId) ?? 0) + 1)
      return () => {
        total -= 1
        if (isSuspect) suspects -= 1
        const left = (busy.get(webhookId) ?? 1) - 1
        if (left === 0) busy.delete(webhookId)
        else busy.set(webhookId, left)
      }
    },
    isFull: () => total >= inAll,
  }
}
