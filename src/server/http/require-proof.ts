import type { Clock } from '../lib/clock.ts'
import type { StoreSet } from '../store/index.ts'
import type { Caller } from './authenticate.ts'
import { Problem } from './problem.ts'

interface ProofDeps {
  readonly stores: Pick<StoreSet, 'sessions'>
  readonly clock: Clock
}

const proofHoldsMs = 5 * 60 * 1000

/** How long the session's user needs no further proof; 0 when it is needed now. */
export async function provedForMs({ stores, clock }: ProofDeps, caller: Caller): Promise<number> {
  const session = await stores.sessions.find(caller.sessionHash)
  if (!session?.provedAt) return 0
  return Math.max(0, session.provedAt.getTime() + proofHoldsMs - clock.nowMs())
}

/** Sensitive calls ask who is there: the open browser of somebody who went for coffee must not be enough. */
export async function requireProof(deps: ProofDeps, caller: Caller): Promise<void> {
  if ((await provedForMs(deps, caller)) === 0) throw new Problem('proof_needed')
}
