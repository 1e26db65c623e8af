/** Flows without a debt are forgotten when there are so many. */
const sweepAt = 1000

/**
 * Somebody who is served by turns, in a tree: a tenant, its applications and so on. What a flow was charged stands in
 * the virtual time of its parent, which goes on as the parent is served.
 */
export class Flow {
  /** How many wait in this flow. */
  waiting = 0
  readonly #parent: Flow | undefined
  readonly #name: string
  readonly #children = new Map<string, Flow>()
  /** What each of the children that wait or run could have been served by now. */
  #virtualTime = 0
  /** How many of the children wait or run. */
  #active = 0
  /** Until when this flow has used its share, in the parent's virtual time. */
  #paidUntil = 0
  /** Who waits or runs. */
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

  /** How far this flow is ahead of its fair share; 0 for who has used no more than that. */
  get lead(): number {
    return this.#parent ? Math.max(0, this.#paidUntil - this.#parent.#virtualTime) : 0
  }

  /** Of two flows without a lead, the smaller one was served longer ago. */
  get servedAt(): number {
    return this.#paidUntil
  }

  /**
   * The parent's time goes on with all that is served there: by newcomers alone, too, so that whoever was served before
   * they came is not passed by them for ever.
   */
  charge(cost: number): void {
    const parent = this.#parent
    if (!parent) return
    const start = this.#paidUntil
    parent.#virtualTime = Math.max(parent.#virtualTime + cost / Math.max(1, parent.#active), start)
    this.#paidUntil = start + cost
  }

  /** Who comes begins one turn before where the others are by now: it is next, but nobody saves a share up. */
  hold(cost: number): void {
    this.#held += 1
    if (this.#held > 1 || !this.#parent) return
    this.#parent.#active += 1
    this.#paidUntil = Math.max(this.#paidUntil, this.#parent.#virtualTime - cost)
  }

  /** When nobody is left, what its children used counts no more: there is nobody they could have used it of. */
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
