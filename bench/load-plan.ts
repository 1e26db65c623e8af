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
