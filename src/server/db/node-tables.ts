/** Rows of servers that share a database; see `tables.ts`. */
export interface NodeTables {
  /** Servers that wrote that they run, each every 5 seconds. */
  nodes: {
    id: string
    name: string
    version: string
    /** The newest step of the schema that its program knows. */
    schema: string
    started_at: number
    seen_at: number
    clock_skew_ms: number
  }
  /** Jobs that one server runs at a time; `holder` is the id of a node. */
  job_leases: { name: string; holder: string; until_ms: number }
}
