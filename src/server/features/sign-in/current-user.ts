import type { Returned } from '../../../shared/contract/route.ts'
import type { signInRoutes } from '../../../shared/contract/sign-in.ts'
import { permissions } from '../../../shared/permissions.ts'
import type { Account } from '../../store/accounts.ts'

type CurrentUser = Returned<(typeof signInRoutes)['GET /api/auth/user']>

/** An account as its own user sees it: an owner has every permission, whatever is stored. */
export function currentUser(account: Account): CurrentUser {
  const held = account.role === 'owner' ? [...permissions] : [...account.permissions]
  return { ...account, permissions: held, userPermissions: { role: account.role, permissions: held } }
}
