/** Flows without use ahead of their share are removed when there are this many. */
const sweepAt = 1000

/**
 * A node in the tree of fair sharing: a tenant, its applications and so on. Its use is measured in the virtual time of
 * its parent, which advances as the parent is served.
 */
export class Flow {
  /** Expected cost of the waiting requests. */
  waitingCost = 0
  readonly #parent: Flow | undefined
  readonly #name: string
  readonly #children = new Map<string, Flow>()
  /** What each active child could have used by now. */
  #virtualTime = 0
  /** Number of children with waiting or running requests. */
  #active = 0
  /** What this flow has used, in the parent's virtual time. */
  #paidUntil = 0
  /** Number of waiting and running requests. */
  #held = 0
  #sweepAt = sweepAt

  constructor(parent?: Flow, name = '') {
    this.#parent = parent
    this.#name = name
  }

  child(name: string): Flow {
    const known = this.#children.get(name)
    if (known) return known
    const child = new Flow(this, name)
    this.#children.set(name, child)
    return child
  }

  /** How far this flow is ahead of its fair share; 0 if it is not. */
  get lead(): number {
    return this.#parent ? Math.max(0, this.#paidUntil - this.#parent.#virtualTime) : 0
  }

  /** Of two flows without a lead, the smaller value was served longer ago. */
  get servedAt(): number {
    return this.#paidUntil
  }

  /**
   * Charges this flow and advances the virtual time of its parent. Newcomers advance it too, so they can't overtake
   * earlier flows forever.
   */
  charge(cost: number): void {
    const parent = this.#parent
    if (!parent) return
    const start = this.#paidUntil
    parent.#virtualTime = Math.max(parent.#virtualTime + cost / Math.max(1, parent.#active), start)
    this.#paidUntil = start + cost
  }

  /** A new flow starts one request before the virtual time: it is next, but unused share does not accumulate. */
  hold(cost: number): void {
    this.#held += 1
    if (this.#held > 1 || !this.#parent) return
    this.#parent.#active += 1
    this.#paidUntil = Math.max(this.#paidUntil, this.#parent.#virtualTime - cost)
  }

  /** When the last request ends, the use of the children is reset: nobody is left to share with. */
  release(): void {
    this.#held -= 1
    if (this.#held > 0) return
    if (this.#parent) this.#parent.#active -= 1
    this.#children.clear()
    this.#virtualTime = 0
    if (!this.#parent) return
    if (this.lead === 0) this.#parent.#children.delete(this.#name)
    else this.#parent.#sweep()
  }

  #sweep(): void {
    if (this.#children.size < this.#sweepAt) return
    for (const [name, child] of this.#children) {
      if (child.#held === 0 && child.lead === 0) this.#children.delete(name)
    }
    this.#sweepAt = Math.max(sweepAt, 2 * this.#children.size)
  }
}
