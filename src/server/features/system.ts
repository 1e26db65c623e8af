import type { systemRoutes } from '../../shared/contract/system.ts'
import { type Database, newestStep } from '../db/open.ts'
import type { Nodes } from '../events/nodes.ts'
import { Problem } from '../http/problem.ts'
import type { Handlers } from '../http/serve-routes.ts'

export interface SystemDeps {
  readonly database: Pick<Database, 'engine'>
  readonly nodes: Nodes
  readonly version: string
}

/** The installation as its owners see it. */
export function systemHandlers({ database, nodes, version }: SystemDeps): Handlers<typeof systemRoutes> {
  return {
    'GET /api/system': async ({ caller }) => {
      if (caller.role !== 'owner') throw new Problem('permission_missing', { message: 'Only owners see this.' })
      const all = await nodes.list()
      return {
        version,
        engine: database.engine,
        schema: newestStep,
        nodes: all.map((node) => ({
          ...node,
          clockSkewMs: Math.round(node.clockSkewMs),
          isThis: node.id === nodes.id,
        })),
      }
    },
  }
}
