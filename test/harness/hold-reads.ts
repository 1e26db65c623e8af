import { vi } from 'vitest'

type Read = (...asked: unknown[]) => Promise<unknown>

/** Holds back what this read of a store finds, until the returned function is called. */
export function holdReads<Name extends string>(
  store: Readonly<Record<Name, (...asked: never[]) => Promise<unknown>>>,
  name: Name,
): () => void {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const reads = store as unknown as Record<string, Read>
  const read = store[name].bind(store) as Read
  const reading = vi.spyOn(reads, name).mockImplementation(async (...asked) => {
    await released
    return read(...asked)
  })
  return () => {
    release()
    reading.mockRestore()
  }
}
