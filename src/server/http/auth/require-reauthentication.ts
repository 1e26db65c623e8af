import type { Clock } from '../../lib/clock.ts'
import type { StoreSet } from '../../store/index.ts'
import { Problem } from '../problem.ts'
import type { Caller } from './authenticate.ts'

interface ReauthenticationDeps {
  readonly stores: Pick<StoreSet, 'sessions'>
  readonly clock: Clock
}

const reauthenticationValidMs = 5 * 60 * 1000

/** How long the session stays re-authenticated; 0 when it needs re-authentication now. */
export async function reauthenticatedForMs({ stores, clock }: ReauthenticationDeps, caller: Caller): Promise<number> {
  const session = await stores.sessions.find(caller.sessionHash)
  if (!session?.provedAt) return 0
  return Math.max(0, session.provedAt.getTime() + reauthenticationValidMs - clock.nowMs())
}

/** Sensitive requests require re-authentication within 5 minutes, so an unattended browser is not enough. */
export async function requireReauthentication(deps: ReauthenticationDeps, caller: Caller): Promise<void> {
  if ((await reauthenticatedForMs(deps, caller)) === 0) throw new Problem('proof_needed')
}
