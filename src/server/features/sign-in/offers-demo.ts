import { demoEmail } from '../../../shared/constants.ts'
import type { Stores } from '../../store/index.ts'

/** Whether the demo sign-in would let somebody in at this moment. */
export type OffersDemo = () => Promise<boolean>

/**
 * The demo sign-in is offered where the server was started in demo mode and the demo account is there, active and
 * without a second factor: an installation that nobody seeded has none, and no start makes one, since an account that
 * anybody enters must be somebody's decision.
 */
export function demoOffer(
  { accounts, secondFactors }: Pick<Stores, 'accounts' | 'secondFactors'>,
  isDemo: boolean,
): OffersDemo {
  return async () => {
    const account = isDemo ? await accounts.findByEmail(demoEmail) : undefined
    if (!account?.isActive) return false
    const { hasTotp, passkeyCount } = await secondFactors.summary(account.id)
    return !hasTotp && passkeyCount === 0
  }
}
