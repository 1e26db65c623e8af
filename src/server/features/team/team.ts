import type { teamRoutes } from '../../../shared/contract/team.ts'
import { roleNames } from '../../../shared/rights.ts'
import { findApplication, lockApplication } from '../../http/auth/application-access.ts'
import { rightsOf } from '../../http/auth/rights-of.ts'
import { audit, ofApplication } from '../../http/dashboard.ts'
import { Problem } from '../../http/problem.ts'
import type { Handlers } from '../../http/serve-routes.ts'
import { fullName } from '../../store/applications/members.ts'
import { acceptInvite, type InviteDeps, inviteMember } from './invite-member.ts'
import { acceptTransfer, endTransfer, offerTransfer } from './transfer.ts'

/** The people of an application. Every change of a membership takes effect with the account's next request. */
export function teamHandlers(deps: InviteDeps): Handlers<typeof teamRoutes> {
  const { stores, clock } = deps
  return {
    'GET /api/applications/:id/members': async ({ caller, params: { id } }) => {
      const application = await findApplication(stores, caller, id, 'look')
      const now = clock.now()
      const [owner, members] = await Promise.all([stores.accounts.find(application.ownerId), stores.members.list(id)])
      if (!owner) throw new Problem('application_not_found')
      const name = fullName(owner.firstName, owner.lastName)
      const team = { owner: { accountId: owner.id, email: owner.email, name }, members }
      if (!rightsOf(caller, application, application.memberRole).has('team')) return team
      const [invites, offer] = await Promise.all([stores.memberInvites.list(id, now), stores.transfers.find(id, now)])
      const transfer = offer && { accountId: offer.toAccountId, email: offer.email, expiresAt: offer.expiresAt }
      return { ...team, invites, transfer: transfer ?? null }
    },

    'POST /api/applications/:id/members': inviteMember(deps),

    'DELETE /api/applications/:id/member-invites/:inviteId': async ({ params: { id, inviteId }, ...actor }) => {
      await stores.transaction(async (tx) => {
        await lockApplication(tx, actor.caller, id, 'team')
        const email = await tx.memberInvites.remove(id, inviteId)
        if (email === undefined) throw new Problem('invite_not_found')
        await audit(tx, actor, 'member.cancel', ofApplication(id), clock.now(), email)
      })
      return { message: 'Invite canceled' }
    },

    'PATCH /api/applications/:id/members/:accountId': ({ params: { id, accountId }, body: { role }, ...actor }) =>
      stores.transaction(async (tx) => {
        await lockApplication(tx, actor.caller, id, 'team')
        const member = (await tx.members.list(id)).find((each) => each.accountId === accountId)
        if (!member) throw new Problem('member_not_found')
        if (member.role === role) return member
        await tx.members.setRole(id, accountId, role)
        const details = `${member.email}: ${roleNames[member.role]} to ${roleNames[role]}`
        await audit(tx, actor, 'member.change', ofApplication(id, `, account ${accountId}`), clock.now(), details)
        return { ...member, role }
      }),

    'DELETE /api/applications/:id/members/:accountId': async ({ params: { id, accountId }, ...actor }) => {
      const isOwn = accountId === actor.caller.accountId
      await stores.transaction(async (tx) => {
        await lockApplication(tx, actor.caller, id, isOwn ? 'look' : 'team')
        if (!(await tx.members.remove(id, accountId))) throw new Problem('member_not_found')
        const subject = ofApplication(id, `, account ${accountId}`)
        await audit(tx, actor, isOwn ? 'member.leave' : 'member.remove', subject, clock.now())
      })
      return { message: isOwn ? 'You left the application' : 'Member removed' }
    },

    'POST /api/applications/:id/transfer': offerTransfer(deps),
    'POST /api/applications/:id/transfer/accept': acceptTransfer(deps),
    'DELETE /api/applications/:id/transfer': endTransfer(deps),
    'POST /api/account/invites/accept': acceptInvite(deps),
  }
}
