/** Runs all work one after another, even after failures; then throws all failures together. */
export async function runAll(works: Iterable<() => Promise<unknown>>): Promise<void> {
  const failures: unknown[] = []
  for (const work of works) {
    await work().catch((error: unknown) => failures.push(...(error instanceof AggregateError ? error.errors : [error])))
  }
  if (failures.length > 1) throw new AggregateError(failures, failures.map(String).join('; '))
  if (failures.length > 0) throw failures[0]
}
