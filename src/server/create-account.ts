import { type Role, rolePresets } from '../shared/permissions.ts'
import type { StoreSet } from './store/index.ts'

interface Creation {
  readonly email: string
  readonly passwordHash: string
  readonly role: Role
  readonly at: Date
  /** Who makes it, in words; the account itself where it is the first one. */
  readonly by: string
  readonly ip: string
}

/** A dashboard account with what its role brings along, and the row that says who made it. Returns its id. */
export async function createAccount(
  tx: StoreSet,
  { email, passwordHash, role, at, by, ip }: Creation,
): Promise<number> {
  const id = await tx.accounts.insert({ email, passwordHash, role, permissions: rolePresets[role], at })
  await tx.audit.insert({ accountId: id, actor: by, action: 'account.create', subject: `account ${id}`, ip, at })
  return id
}
