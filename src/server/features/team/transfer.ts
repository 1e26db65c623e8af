import type { teamRoutes } from '../../../shared/contract/team.ts'
import { findApplication, lockApplication } from '../../http/auth/application-access.ts'
import { requireReauthentication } from '../../http/auth/require-reauthentication.ts'
import { rightsOf } from '../../http/auth/rights-of.ts'
import { audit, type Dashboard, ofApplication } from '../../http/dashboard.ts'
import { fieldError } from '../../http/field-error.ts'
import { Problem } from '../../http/problem.ts'
import type { Handlers } from '../../http/serve-routes.ts'
import type { SeenApplication } from '../../store/applications/seen-applications.ts'
import type { TransferOffer } from '../../store/applications/transfers.ts'
import type { StoreSet } from '../../store/index.ts'

type Routes = Handlers<typeof teamRoutes>

const offerTtlMs = 7 * 24 * 60 * 60 * 1000

/** Nothing changes until the member accepts. */
export function offerTransfer({ stores, clock }: Dashboard): Routes['POST /api/applications/:id/transfer'] {
  return async ({ params: { id }, body: { accountId, confirmName }, ...actor }) => {
    await findApplication(stores, actor.caller, id, 'team')
    await requireReauthentication({ stores, clock }, actor.caller)
    const now = clock.now()
    const expiresAt = new Date(now.getTime() + offerTtlMs)
    await stores.transaction(async (tx) => {
      const { name } = await lockApplication(tx, actor.caller, id, 'team')
      if (confirmName.trim() !== name) throw fieldError('confirmName', "This isn't the application's name.")
      if (!(await tx.members.roleIn(id, accountId))) throw new Problem('member_not_found')
      const offer = { applicationId: id, toAccountId: accountId, byAccountId: actor.caller.accountId, expiresAt }
      if (!(await tx.transfers.insert(offer, now))) throw new Problem('transfer_pending')
      await audit(tx, actor, 'application.transfer_offer', ofApplication(id, `, account ${accountId}`), now)
    })
    return { expiresAt }
  }
}

/**
 * Makes the recipient the owner, with what applies to the application as when its owner is deleted. The former owner
 * becomes a manager; their account-wide webhooks hear of the application no more.
 */
export function acceptTransfer({
  stores,
  clock,
  onChanged,
}: Dashboard): Routes['POST /api/applications/:id/transfer/accept'] {
  return async ({ params: { id }, ...actor }) => {
    const now = clock.now()
    const to = actor.caller.accountId
    await stores.transaction(async (tx) => {
      const application = await lockApplication(tx, actor.caller, id, 'look')
      const offer = await tx.transfers.find(id, now)
      if (offer?.toAccountId !== to || !(await isStillAllowed(tx, offer, application))) {
        throw new Problem('transfer_not_found')
      }
      const from = application.ownerId
      // in one order, so that two transfers between the same people can't wait for each other
      for (const accountId of [from, to].sort((a, b) => a - b)) await tx.members.raiseAccess(accountId)
      if (!(await tx.transfers.pass(id, from, to))) throw new Problem('application_not_found')
      await tx.members.insert({ applicationId: id, accountId: from, role: 'manager', addedBy: to }, now)
      const details = `from account ${from} to account ${to}`
      await audit(tx, actor, 'application.transfer', ofApplication(id), now, details)
    })
    onChanged({ applicationId: id })
    return { message: 'You are the owner of the application now' }
  }
}

/** Who made the offer may have lost the right to make it. */
async function isStillAllowed(tx: StoreSet, { byAccountId }: TransferOffer, application: SeenApplication) {
  const by = await tx.accounts.find(byAccountId)
  return by?.isActive === true && rightsOf({ ...by, accountId: by.id }, application, null).has('team')
}

/** Withdrawn by who may manage the team, or declined by its recipient. */
export function endTransfer({ stores, clock }: Dashboard): Routes['DELETE /api/applications/:id/transfer'] {
  return async ({ params: { id }, ...actor }) => {
    const { caller } = actor
    const now = clock.now()
    await stores.transaction(async (tx) => {
      const application = await lockApplication(tx, caller, id, 'look')
      const offer = await tx.transfers.find(id, now)
      const isSide =
        offer?.toAccountId === caller.accountId || rightsOf(caller, application, application.memberRole).has('team')
      if (!offer || !isSide) throw new Problem('transfer_not_found')
      await tx.transfers.remove(id)
      await audit(tx, actor, 'application.transfer_end', ofApplication(id, `, account ${offer.toAccountId}`), now)
    })
    return { message: 'Offer ended' }
  }
}
