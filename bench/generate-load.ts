import { type Child, startChild } from './child.ts'
import type { LoadPlan, LoadResult } from './load-plan.ts'

export type LoadGenerator = Child<LoadPlan, LoadResult>

export function startLoadGenerator(): LoadGenerator {
  return startChild('./load.ts')
}

/** Runs a plan. Anything but 200 spoils the figure: a refusal costs less than the work that was to be measured. */
export async function generateLoad(generator: LoadGenerator, plan: LoadPlan): Promise<LoadResult> {
  const result = await generator.ask(plan)
  const others = Object.entries(result.statuses).filter(([status]) => status !== '200')
  if (others.length > 0) {
    throw new Error(`answers other than 200 to ${plan.path}: ${others.map((each) => each.join(' x ')).join(', ')}`)
  }
  return result
}
