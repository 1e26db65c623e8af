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
  /** Start of what was served last among the children. */
  #virtualTime = 0
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

  charge(cost: number): void {
    if (!this.#parent) return
    this.#parent.#virtualTime = Math.max(this.#parent.#virtualTime, this.#paidUntil)
    this.#paidUntil = this.#parent.#virtualTime + cost
  }

  hold(): void {
    this.#held += 1
  }

  /** When nobody is left, what its children used counts no more: there is nobody they could have used it of. */
  release(): void {
    this.#held -= 1
    if (this.#held > 0) return
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
