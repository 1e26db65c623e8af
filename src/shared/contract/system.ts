import { z } from 'zod'
import { Time } from './fields.ts'
import type { Routes } from './route.ts'

/** A server on the database; the embedded database has one. */
const Node = z.object({
  /** Of this start of the server. */
  id: z.string(),
  /** `NODE_NAME`, or the name of its machine. */
  name: z.string(),
  version: z.string(),
  /** The newest step of the schema that its program knows. */
  schema: z.string(),
  startedAt: Time,
  /** When it last wrote that it runs, which it does every 5 seconds. */
  seenAt: Time,
  /** How far the clock of its machine is ahead of the database's; negative when it is behind. */
  clockSkewMs: z.int(),
  /** Whether it answered this call. */
  isThis: z.boolean(),
})

/** The installation itself, for its owners. */
export const systemRoutes = {
  'GET /api/system': {
    name: 'getSystem',
    auth: 'session',
    token: 'none',
    summary: 'Describe the installation: its version, its database and the servers that share it',
    reply: z.object({
      version: z.string(),
      engine: z.enum(['sqlite', 'postgres']),
      /** The newest step of the schema that the answering server knows. */
      schema: z.string(),
      /** Those seen in the last minute, by name. */
      nodes: z.array(Node),
    }),
  },
} satisfies Routes
