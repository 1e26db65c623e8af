import { maxMemberships } from '../../shared/constants.ts'
import type { MemberRole } from '../../shared/rights.ts'
import { rightsOf } from '../http/auth/rights-of.ts'
import { Problem } from '../http/problem.ts'
import { canonical } from '../lib/canonical.ts'
import type { StoreSet } from '../store/index.ts'

interface Joined {
  readonly applicationId: number
  readonly role: MemberRole
}

/**
 * Uses an invite up and makes the account a member. The invite counts only for the account of its email address, and
 * while who invited may still do so. Of several that use it at once, one succeeds.
 */
export async function joinApplication(
  tx: StoreSet,
  tokenHash: string,
  account: { readonly id: number; readonly email: string },
  now: Date,
): Promise<Joined> {
  const invite = await tx.memberInvites.find(tokenHash, now)
  if (!invite) throw new Problem('invite_invalid')
  if (invite.emailKey !== canonical(account.email)) throw new Problem('invite_for_other')
  const { applicationId, role, invitedBy } = invite
  const isLocked = await tx.applications.lock(applicationId)
  if (!(isLocked && (await tx.memberInvites.consume(tokenHash)))) throw new Problem('invite_invalid')
  const application = await tx.seenApplications.find(applicationId, account.id)
  const inviter = await tx.accounts.find(invitedBy)
  if (!application || !inviter?.isActive) throw new Problem('invite_invalid')
  if (!rightsOf({ ...inviter, accountId: inviter.id }, application, null).has('team')) {
    throw new Problem('invite_invalid')
  }
  if (application.ownerId === account.id || application.memberRole !== null) throw new Problem('already_member')
  await tx.members.raiseAccess(account.id)
  if ((await tx.members.countOf(account.id)) >= maxMemberships) throw new Problem('limit_reached')
  await tx.members.insert({ applicationId, accountId: account.id, role, addedBy: invitedBy }, now)
  return { applicationId, role }
}
