import { type Permission, type Role, rolePresets } from '../../shared/permissions.ts'
import type { StoreSet } from '../store/index.ts'
import { accountSubject } from './account.ts'

interface NewAccountWithAudit {
  readonly email: string
  readonly passwordHash: string
  readonly role: Role
  /** Default: the preset of the role. */
  readonly permissions?: readonly Permission[]
  readonly at: Date
  /** Name of the creator, for the audit log; the account itself if it is the first one. */
  readonly by: string
  /** The creator's account; absent: the new account itself, null: no account. */
  readonly byId?: number | null
  readonly ip: string
}

/** Creates a dashboard account with the preset of its role, and its audit entry. Returns its ID. */
export async function createAccount(
  tx: StoreSet,
  { email, passwordHash, role, permissions = rolePresets[role], at, by, byId, ip }: NewAccountWithAudit,
): Promise<number> {
  const id = await tx.accounts.insert({ email, passwordHash, role, permissions, at })
  await tx.audit.insert({
    accountId: byId === undefined ? id : byId,
    actor: by,
    action: 'account.create',
    subject: accountSubject(id),
    details: `${email} as ${role}`,
    ip,
    at,
  })
  return id
}
