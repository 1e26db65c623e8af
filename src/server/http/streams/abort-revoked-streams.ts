import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../lib/clock.ts'
import type { Stores } from '../../store/index.ts'
import type { Caller } from '../auth/authenticate.ts'
import { haveSameRights, refreshCaller } from '../auth/authenticate.ts'
import { Problem } from '../problem.ts'

/**
 * Aborts a streamed list or export when the caller loses access; a new request is authorized again. Bulk changes check
 * for themselves before each transaction.
 */
export function abortRevokedStreams(
  app: FastifyInstance,
  deps: { readonly stores: Stores; readonly clock: Clock },
): void {
  app.addHook('onSend', async (request, _reply, payload) => {
    const { caller, method } = request
    if (!caller || method !== 'GET' || !(payload instanceof Readable)) return payload
    return Readable.from(whileAuthorized(deps, caller, payload), { objectMode: false })
  })
}

async function* whileAuthorized(
  { stores, clock }: { readonly stores: Stores; readonly clock: Clock },
  caller: Caller,
  payload: Readable,
): AsyncGenerator<string | Buffer> {
  // Checked before each slice: one read per slice of rows.
  for await (const chunk of payload) {
    if (!haveSameRights(caller, await refreshCaller(stores, clock, caller))) throw new Problem('permission_missing')
    yield chunk
  }
}
