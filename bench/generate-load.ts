import { type Child, startChild } from './child.ts'

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

/** What the load generator is to do. */
export interface LoadPlan {
  readonly port: number
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Sent one after the other, and again from the first when all were sent. */
  readonly bodies: readonly string[]
  /** More headers, in turns: the first body with the first of them, and so on. */
  readonly headersInTurn?: readonly Readonly<Record<string, string>>[]
  /** Each has one request in flight at most. */
  readonly connections: number
  readonly durationMs: number
  /** Requests per second over all connections; without it each sends as soon as it has its answer. */
  readonly rate?: number
  /** Tells each latency, for quantiles over several loads. */
  readonly tellsLatencies?: true
}

export interface LoadResult {
  readonly answers: number
  /** Answers by status; 0 counts what got none. */
  readonly statuses: Readonly<Record<number, number>>
  readonly seconds: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Empty unless the plan asks for them. */
  readonly latenciesMs: readonly number[]
}
