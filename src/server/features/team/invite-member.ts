import { maxPeople } from '../../../shared/constants.ts'
import type { teamRoutes } from '../../../shared/contract/team.ts'
import { roleNames } from '../../../shared/rights.ts'
import { joinApplication } from '../../accounts/join-application.ts'
import { findApplication, lockApplication } from '../../http/auth/application-access.ts'
import { audit, type Dashboard, ofApplication } from '../../http/dashboard.ts'
import type { Limiters } from '../../http/limits/limiters.ts'
import { refuseFor } from '../../http/limits/rate-limit.ts'
import { Problem } from '../../http/problem.ts'
import type { Handlers } from '../../http/serve-routes.ts'
import type { BackgroundQueue } from '../../lib/background-queue.ts'
import { canonical } from '../../lib/canonical.ts'
import type { Mailer } from '../../lib/mailer.ts'
import { hashToken, randomToken } from '../../lib/tokens.ts'
import type { StoreSet } from '../../store/index.ts'

type Routes = Handlers<typeof teamRoutes>

export interface InviteDeps extends Dashboard {
  readonly limiters: Limiters
  /** Absent if no mail server is configured. */
  readonly mailer: Mailer | undefined
  readonly backgroundQueue: BackgroundQueue
  /** The public address of this server; never taken from a request. */
  readonly origin: () => string
}

const inviteTtlMs = 7 * 24 * 60 * 60 * 1000

/**
 * Invites an email address, whether or not it has an account: the answer does not tell. With a mail server the link
 * goes to the mailbox alone, so that only its reader can accept.
 */
export function inviteMember(deps: InviteDeps): Routes['POST /api/applications/:id/members'] {
  const { stores, clock, limiters, mailer, backgroundQueue, origin } = deps
  const byAccount = limiters.window('invitesOfAccount')
  const byEmail = limiters.window('invitesOfEmail')
  return async ({ params: { id }, body: { email, role }, ...actor }) => {
    await findApplication(stores, actor.caller, id, 'team')
    refuseFor(byAccount.take(String(actor.caller.accountId)))
    refuseFor(byEmail.take(canonical(email)))
    const now = clock.now()
    const token = randomToken()
    const expiresAt = new Date(now.getTime() + inviteTtlMs)
    const made = await stores.transaction(async (tx) => {
      const { name, ownerId } = await lockApplication(tx, actor.caller, id, 'team')
      await tx.memberInvites.removeExpired(id, now)
      await refuseMember(tx, id, ownerId, email)
      const others = (await tx.members.countIn(id)) + (await tx.memberInvites.countOthers(id, email, now))
      // the owner and this invite
      if (others + 2 > maxPeople) throw new Problem('limit_reached')
      const invite = { applicationId: id, email, role, invitedBy: actor.caller.accountId, expiresAt }
      const inviteId = await tx.memberInvites.replace({ ...invite, tokenHash: hashToken(token) })
      await audit(tx, actor, 'member.invite', ofApplication(id), now, `${email} as ${roleNames[role]}`)
      return { id: inviteId, name }
    })
    const link = `${origin()}/invite#token=${token}`
    if (!mailer) return { id: made.id, expiresAt, link }
    const text = mailText({ from: actor.caller.email, application: made.name, role: roleNames[role], link })
    backgroundQueue.add('invite mail', () => mailer.send({ to: email, subject: "You're invited to Keywright", text }))
    return { id: made.id, expiresAt }
  }
}

async function refuseMember(tx: StoreSet, id: number, ownerId: number, email: string): Promise<void> {
  const account = await tx.accounts.findByEmail(email)
  if (!account) return
  if (account.id === ownerId || (await tx.members.roleIn(id, account.id))) throw new Problem('already_member')
}

interface Invitation {
  readonly from: string
  readonly application: string
  readonly role: string
  readonly link: string
}

/** The token is in the fragment (`#`), which browsers do not send, so it appears in no log. */
const mailText = ({ from, application, role, link }: Invitation) =>
  `${from} invites you to work on ${application} in Keywright. Your role will be ${role}.

Accept within 7 days:

${link}

The link works once. If you don't know the sender, ignore this email.
`

/** For a signed-in user whose email address was invited. */
export function acceptInvite({ stores, clock, onChanged }: InviteDeps): Routes['POST /api/account/invites/accept'] {
  return async ({ body, ...actor }) => {
    const now = clock.now()
    const { accountId: id, email } = actor.caller
    const joined = await stores.transaction(async (tx) => {
      const made = await joinApplication(tx, hashToken(body.token), { id, email }, now)
      const subject = ofApplication(made.applicationId, `, account ${id}`)
      await audit(tx, actor, 'member.join', subject, now, `as ${roleNames[made.role]}`)
      return made
    })
    onChanged({ accountId: id })
    return joined
  }
}
