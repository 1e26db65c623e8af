/** So many requests at once to one endpoint, on one node. */
const maxPerEndpoint = 2
const maxTotal = 32
/** Endpoints that failed last time share half of the lanes: however many hang, the others have the other half. */
const maxForFailing = 16

/** Who may send how much at once, so that no endpoint delays another one. */
export interface EndpointConcurrency {
  /** How many more may begin for the endpoint. */
  freeSlots(webhookId: number, failures: number, backoffAfterFailures: number): number
  acquire(webhookId: number, isFailing: boolean): () => void
  isFull(): boolean
}

export function createEndpointConcurrency(): EndpointConcurrency {
  const busy = new Map<number, number>()
  let total = 0
  let failingEndpoints = 0
  return {
    freeSlots(webhookId, failures, backoffAfterFailures) {
      const atOnce = failures >= backoffAfterFailures ? 1 : maxPerEndpoint
      const free = Math.min(maxTotal - total, failures > 0 ? maxForFailing - failingEndpoints : maxTotal)
      return Math.max(0, Math.min(atOnce - (busy.get(webhookId) ?? 0), free))
    },
    acquire(webhookId, isFailing) {
      total += 1
      if (isFailing) failingEndpoints += 1
      busy.set(webhookId, (busy.get(webhookId) ?? 0) + 1)
      return () => {
        total -= 1
        if (isFailing) failingEndpoints -= 1
        const left = (busy.get(webhookId) ?? 1) - 1
        if (left === 0) busy.delete(webhookId)
        else busy.set(webhookId, left)
      }
    },
    isFull: () => total >= maxTotal,
  }
}
