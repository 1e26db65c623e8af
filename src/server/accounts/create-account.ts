import { type Permission, type Role, rolePresets } from '../../shared/permissions.ts'
import type { StoreSet } from '../store/index.ts'

interface NewAccountWithAudit {
  readonly email: string
  readonly passwordHash: string
  readonly role: Role
  /** Unless given, what the role brings along. */
  readonly permissions?: readonly Permission[]
  readonly at: Date
  /** Who makes it, in words; the account itself where it is the first one. */
  readonly by: string
  /** The account of who makes it; absent: the new one itself, null: nobody's. */
  readonly byId?: number | null
  readonly ip: string
}

/** A dashboard account with what its role brings along, and the row that says who made it. Returns its id. */
export async function createAccount(
  tx: StoreSet,
  { email, passwordHash, role, permissions = rolePresets[role], at, by, byId, ip }: NewAccountWithAudit,
): Promise<number> {
  const id = await tx.accounts.insert({ email, passwordHash, role, permissions, at })
  await tx.audit.insert({
    accountId: byId === undefined ? id : byId,
    actor: by,
    action: 'account.create',
    subject: `account ${id}`,
    details: `${email} as ${role}`,
    ip,
    at,
  })
  return id
}
