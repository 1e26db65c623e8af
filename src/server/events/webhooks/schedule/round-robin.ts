/** Webhooks that may have due deliveries, in the order of their turns. */
export interface RoundRobin {
  /** The current round: webhooks that are read together and then have their turns one by one. */
  readonly round: readonly number[]
  readonly waiting: ReadonlySet<number>
  /** Added since the round began. Kept apart, so that adding one webhook doesn't copy thousands that wait. */
  readonly added: ReadonlySet<number>
}

const maxRound = 100

export const nobody: RoundRobin = { round: [], waiting: new Set(), added: new Set() }

export function isEmpty({ round, waiting, added }: RoundRobin): boolean {
  return round.length + waiting.size + added.size === 0
}

/** Puts webhooks at the end of the line; one that is in it already keeps its place. */
export function enqueue(line: RoundRobin, webhookIds: readonly number[]): RoundRobin {
  const { round, waiting, added } = line
  const missing = webhookIds.filter((id) => !added.has(id) && !waiting.has(id) && !round.includes(id))
  return missing.length === 0 ? line : { round, waiting, added: new Set([...added, ...missing]) }
}

/** Begins a round with those that wait longest. What is left of a round that was interrupted goes first. */
export function nextRound(line: RoundRobin): RoundRobin {
  if (line.round.length > 0) return line
  const all = [...line.waiting, ...line.added]
  return { round: all.slice(0, maxRound), waiting: new Set(all.slice(maxRound)), added: new Set() }
}

/** Takes the next webhook of the round; undefined: the round is over. */
export function takeTurn(line: RoundRobin): { readonly webhookId: number | undefined; readonly line: RoundRobin } {
  const [webhookId, ...round] = line.round
  return { webhookId, line: { ...line, round } }
}
