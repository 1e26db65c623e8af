import { type Child, startChild } from './child.ts'

export type LoadGenerator = Child<LoadPlan, LoadResult>

export function startLoadGenerator(): LoadGenerator {
  return startChild('./load.ts')
}

/** Runs a plan. Any status but 200 invalidates the figure: a refusal costs less than the work that is measured. */
export async function generateLoad(generator: LoadGenerator, plan: LoadPlan): Promise<LoadResult> {
  const result = await generator.ask(plan)
  const others = Object.entries(result.statuses).filter(([status]) => status !== '200')
  if (others.length > 0) {
    throw new Error(`answers other than 200 to ${plan.path}: ${others.map((each) => each.join(' x ')).join(', ')}`)
  }
  return result
}

/** The plan of the load generator. */
export interface LoadPlan {
  readonly port: number
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Sent in order, then again from the first. */
  readonly bodies: readonly string[]
  /** Additional headers, in rotation: the first body with the first of them, and so on. */
  readonly headersInTurn?: readonly Readonly<Record<string, string>>[]
  /** Each connection has at most one request in flight. */
  readonly connections: number
  readonly durationMs: number
  /** Each connection is opened with its first request: the server closes one that says nothing for some seconds. */
  readonly opensLate?: true
  /** Requests per second over all connections; without it each sends as soon as it has its response. */
  readonly rate?: number
  /** Returns each latency, for quantiles over several loads. */
  readonly tellsLatencies?: true
}

export interface LoadResult {
  readonly answers: number
  /** Responses by status; 0 counts requests without a response. */
  readonly statuses: Readonly<Record<number, number>>
  readonly seconds: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Empty unless the plan asks for them. */
  readonly latenciesMs: readonly number[]
}
