/** Shut while a batch is open: on the one connection its uncommitted rows would be visible to every other statement. */
export interface WriteGate {
  /** Undefined when the gate is open. Otherwise a promise after which to ask again. */
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
