import type { identityRoutes } from '../../../shared/contract/identity.ts'
import { roleNames } from '../../../shared/rights.ts'
import { accountSubject } from '../../accounts/account.ts'
import { createAccount } from '../../accounts/create-account.ts'
import { joinApplication } from '../../accounts/join-application.ts'
import { signOutEverywhere } from '../../accounts/sign-out-everywhere.ts'
import { isUniqueViolation } from '../../db/open.ts'
import { clientIp } from '../../http/client-ip.ts'
import { Problem } from '../../http/problem.ts'
import type { Handlers } from '../../http/serve-routes.ts'
import { hashToken } from '../../lib/tokens.ts'
import type { Account } from '../../store/accounts/accounts.ts'
import type { StoreSet } from '../../store/index.ts'
import { beginSession, currentUser } from './dashboard-session.ts'
import type { SignInContext } from './sign-in-context.ts'

type Routes = Handlers<typeof identityRoutes>

export function checkInvite({ stores, clock }: SignInContext): Routes['POST /api/auth/invite/check'] {
  return async ({ body }) => {
    const tokenHash = hashToken(body.token)
    const account = await stores.invites.find(tokenHash, clock.now())
    if (account) return { email: account.email }
    const invite = await stores.memberInvites.find(tokenHash, clock.now())
    const application = invite && (await stores.applications.find(invite.applicationId))
    if (!application) throw new Problem('invite_invalid')
    return { email: invite.email, application: application.name, role: invite.role }
  }
}

/** Of an account that an administrator made, or of a member who may have none yet. */
interface Invited {
  readonly email: string
  /** Uses the invite up and gives the account its password; in the transaction that signs its user in. */
  accept(tx: StoreSet, passwordHash: string, by: Names & { ip: string; at: Date }): Promise<number>
}

type Names = Pick<Account, 'firstName' | 'lastName'>

/**
 * Sets the password of an invited account, or makes the account of an invited member, and signs its user in. If two
 * try at once, one succeeds.
 */
export function acceptInvite(context: SignInContext, invitesMakeAccounts: boolean): Routes['POST /api/auth/invite'] {
  const { stores, passwords, requireStrongPassword } = context
  return async ({ body, request, reply }) => {
    const invited = await findInvited(context, hashToken(body.token), invitesMakeAccounts)
    const { email } = invited
    await requireStrongPassword({ field: 'password', password: body.password, email, chosenBy: email })
    const ip = clientIp(request)
    const passwordHash = await passwords.hash(body.password, { line: { dashboard: { address: ip, account: email } } })
    const session = beginSession(context, request)
    const names = { firstName: body.firstName || null, lastName: body.lastName || null }
    const user = await stores
      .transaction(async (tx) => {
        const id = await invited.accept(tx, passwordHash, { ...names, ip, at: session.at })
        await session.begin(tx, id)
        return tx.accounts.recordLogin(id, passwordHash, session.at)
      })
      .catch((error: unknown) => {
        throw isUniqueViolation(error) ? new Problem('email_taken') : error
      })
    if (!user) throw new Problem('invite_invalid')
    session.answer(reply)
    return { user: currentUser(user) }
  }
}

async function findInvited(
  { stores, clock }: SignInContext,
  tokenHash: string,
  invitesMakeAccounts: boolean,
): Promise<Invited> {
  const account = await stores.invites.find(tokenHash, clock.now())
  if (account) return { email: account.email, accept: (tx, hash, by) => enterAccount(tx, tokenHash, hash, by) }
  const invite = await stores.memberInvites.find(tokenHash, clock.now())
  if (!invite) throw new Problem('invite_invalid')
  const { email } = invite
  if (await stores.accounts.findByEmail(email)) throw new Problem('email_taken')
  if (!invitesMakeAccounts) {
    throw new Problem('invite_invalid', { message: 'Ask your administrator for an account first, then accept.' })
  }
  return { email, accept: (tx, hash, by) => makeMember(tx, tokenHash, email, hash, by) }
}

type By = Parameters<Invited['accept']>[2]

/** Ends the account's other links and sessions. */
async function enterAccount(tx: StoreSet, tokenHash: string, passwordHash: string, by: By): Promise<number> {
  const account = await tx.invites.find(tokenHash, by.at)
  if (!(account && (await tx.invites.consume(tokenHash)))) throw new Problem('invite_invalid')
  const { id, email: actor } = account
  await tx.accounts.setPasswordHash(id, passwordHash)
  await tx.accounts.setNames(id, by.firstName, by.lastName)
  await signOutEverywhere(tx, id)
  const subject = accountSubject(id)
  await tx.audit.insert({ accountId: id, actor, ip: by.ip, at: by.at, action: 'account.accept_invite', subject })
  return id
}

/** A member's account has the role user and no permissions. */
async function makeMember(
  tx: StoreSet,
  tokenHash: string,
  email: string,
  passwordHash: string,
  { firstName, lastName, ip, at }: By,
): Promise<number> {
  const id = await createAccount(tx, { email, passwordHash, role: 'user', permissions: [], at, by: email, ip })
  await tx.accounts.setNames(id, firstName, lastName)
  const { applicationId, role } = await joinApplication(tx, tokenHash, { id, email }, at)
  const subject = `application ${applicationId}, account ${id}`
  const entry = { accountId: id, actor: email, ip, at, applicationId, subject }
  const details = `as ${roleNames[role]}`
  await tx.audit.insert({ ...entry, action: 'member.join', details })
  return id
}
