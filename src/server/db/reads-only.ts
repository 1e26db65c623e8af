import type { KyselyPlugin } from 'kysely'
import { refuseInsideJob } from './inside-job.ts'

const changes: ReadonlySet<string> = new Set([
  'InsertQueryNode',
  'UpdateQueryNode',
  'DeleteQueryNode',
  'MergeQueryNode',
])

/** Keeps `reads` what its name says: a change belongs into a transaction, and a transaction reads through its own tx. */
export const readsOnly: KyselyPlugin = {
  transformQuery({ node }) {
    if (changes.has(node.kind)) throw new Error('Changes go through transaction(job), not through reads.')
    refuseInsideJob()
    return node
  },
  transformResult: async ({ result }) => result,
}
