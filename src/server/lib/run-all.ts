/** Does one piece of work after the other, whatever became of those before it; then tells what failed, all in one list. */
export async function runAll(works: Iterable<() => Promise<unknown>>): Promise<void> {
  const failures: unknown[] = []
  for (const work of works) {
    await work().catch((error: unknown) => failures.push(...(error instanceof AggregateError ? error.errors : [error])))
  }
  if (failures.length > 1) throw new AggregateError(failures, failures.map(String).join('; '))
  if (failures.length > 0) throw failures[0]
}
