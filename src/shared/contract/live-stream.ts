import { z } from 'zod'
import { PathId } from './fields.ts'

/** The query of `GET /api/events`, which is no route of the contract: a contract route sends one response. */
export const LiveStreamQuery = z.object({
  /** Absent: all applications that the caller may read. */
  applicationId: PathId.optional(),
  /** The last position that the page has seen. */
  after: z.string().max(64).optional(),
  /** The account that the page was loaded for; EventSource cannot send it as a header. */
  account: z.string().max(16).optional(),
})
