/**
 * Closed while a write transaction is open, since on the shared connection other statements would see uncommitted rows.
 */
export interface WriteGate {
  /** Undefined when the gate is open. Otherwise a promise to await before checking again. */
  closed(): Promise<void> | undefined
  close(): void
  open(): void
}

export function createWriteGate(): WriteGate {
  let shut: PromiseWithResolvers<void> | undefined
  return {
    closed: () => shut?.promise,
    close() {
      shut = Promise.withResolvers()
    },
    open() {
      shut?.resolve()
      shut = undefined
    },
  }
}
