import { backoffAfterFailures } from './retry-schedule.ts'

/** Concurrent requests to one endpoint, on one node. */
const maxPerEndpoint = 2
/** Concurrent requests to all endpoints, on one node. */
const maxTotal = 32
/** Endpoints whose last attempt failed share half of the slots, so that hanging receivers leave half to the others. */
const maxForFailing = 16

/** The slots in use, one for each request under way. */
export interface UsedSlots {
  readonly byWebhook: ReadonlyMap<number, number>
  readonly total: number
  /** How many of them belong to failing endpoints. */
  readonly failing: number
}

/** The slot of one request. */
export interface Slot {
  readonly webhookId: number
  /** Whether the endpoint's last attempt had failed when the request began. */
  readonly isFailing: boolean
}

export const noUsedSlots: UsedSlots = { byWebhook: new Map(), total: 0, failing: 0 }

/** How many more requests may begin for the endpoint. */
export function freeSlots({ byWebhook, total, failing }: UsedSlots, webhookId: number, failures: number): number {
  const forEndpoint = failures >= backoffAfterFailures ? 1 : maxPerEndpoint
  const forAll = Math.min(maxTotal - total, failures > 0 ? maxForFailing - failing : maxTotal)
  return Math.max(0, Math.min(forEndpoint - (byWebhook.get(webhookId) ?? 0), forAll))
}

export function isFull({ total }: UsedSlots): boolean {
  return total >= maxTotal
}

export function acquireSlots(used: UsedSlots, slot: Slot, count: number): UsedSlots {
  return changed(used, slot, count)
}

export function releaseSlot(used: UsedSlots, slot: Slot): UsedSlots {
  return changed(used, slot, -1)
}

function changed({ byWebhook, total, failing }: UsedSlots, { webhookId, isFailing }: Slot, by: number): UsedSlots {
  const ofWebhook = (byWebhook.get(webhookId) ?? 0) + by
  const changedByWebhook = new Map(byWebhook)
  if (ofWebhook === 0) changedByWebhook.delete(webhookId)
  else changedByWebhook.set(webhookId, ofWebhook)
  return { byWebhook: changedByWebhook, total: total + by, failing: isFailing ? failing + by : failing }
}
