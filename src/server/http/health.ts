import type { FastifyInstance } from 'fastify'
import type { Database, SchemaWatch } from '../db/open.ts'
import { type Clock, isClockWrong } from '../lib/clock.ts'

interface HealthDeps {
  readonly database: Database
  readonly schema: SchemaWatch
  readonly clock: Clock
  readonly version: string
  /** Aborted once the server is to stop: before it refuses anything. */
  readonly stopping: AbortSignal
}

/**
 * `/healthz`: liveness. `/readyz`: readiness, which fails without the database, with a schema that is too new, on a full
 * disk and during shutdown; `detail` says more, also about a server that is ready. Neither calls an external service.
 * Both answer only after the first start is complete, since the server listens only then.
 */
export function serveHealth(http: FastifyInstance, { database, schema, clock, version, stopping }: HealthDeps): void {
  // HEAD too: some load balancers and monitors ask that way.
  const withHead = { exposeHeadRoute: true }
  http.get('/healthz', withHead, (_request, reply) => {
    return reply.serializer(JSON.stringify).type('application/json').send({ status: 'ok', version })
  })
  http.get('/readyz', withHead, async (_request, reply) => {
    const state: State = stopping.aborted ? { status: 'stopping' } : await stateOf(database, schema)
    reply.serializer(JSON.stringify).type('application/json')
    return reply.code(state.status === 'ok' ? 200 : 503).send({ ...clockDetail(clock), ...state, version })
  })
}

interface State {
  readonly status: 'ok' | 'database unavailable' | 'schema too new' | 'disk full' | 'stopping'
  readonly detail?: string
}

async function stateOf(database: Database, schema: SchemaWatch): Promise<State> {
  const [isReady, fault] = await Promise.all([database.isReady(), schema.check().catch(() => 'unknown' as const)])
  if (!isReady || fault === 'unknown') return { status: 'database unavailable' }
  if (fault) return { status: 'schema too new', detail: fault.message }
  return { status: database.isDiskFull() ? 'disk full' : 'ok' }
}

function clockDetail(clock: Clock): Pick<State, 'detail'> {
  if (!isClockWrong(clock)) return {}
  const seconds = Math.round(clock.skewMs() / 1000)
  const off = seconds > 0 ? `${seconds} s ahead of` : `${-seconds} s behind`
  return {
    detail: `The clock of this machine is ${off} that of the database. Until it is right, this server ends no session for silence and deletes nothing by its age.`,
  }
}
