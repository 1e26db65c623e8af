import type { ApiRow } from '../../api/client.ts'

/** A change made in the dashboard. */
export type AuditEntry = ApiRow<'GET /api/audit'>
