/** Rows that only count, most by hour or by day; see `tables.ts`. */
export interface CountTables {
  event_hours: { application_id: number; event: string; hour: number; count: number }
  event_days: { application_id: number; event: string; day: number; count: number }
  /** Successful sign-ins by day (UTC) and client library. */
  client_days: { application_id: number; day: number; client: string; logins: number; last_at: number }
  hash_counts: { application_id: number; kind: string; users: number }
  counters: { application_id: number; name: string; day: number; count: number }
}
