import type { Clock } from '../../lib/clock.ts'
import type { StoreSet } from '../../store/index.ts'
import { Problem } from '../problem.ts'
import type { Caller } from './authenticate.ts'

interface ReauthenticationDeps {
  readonly stores: Pick<StoreSet, 'sessions'>
  readonly clock: Clock
}

const reauthenticationValidMs = 5 * 60 * 1000

/** How long the session's user needs no further proof; 0 when it is needed now. */
export async function reauthenticatedForMs({ stores, clock }: ReauthenticationDeps, caller: Caller): Promise<number> {
  const session = await stores.sessions.find(caller.sessionHash)
  if (!session?.provedAt) return 0
  return Math.max(0, session.provedAt.getTime() + reauthenticationValidMs - clock.nowMs())
}

/** Sensitive calls ask who is there: the open browser of somebody who went for coffee must not be enough. */
export async function requireReauthentication(deps: ReauthenticationDeps, caller: Caller): Promise<void> {
  if ((await reauthenticatedForMs(deps, caller)) === 0) throw new Problem('proof_needed')
}
