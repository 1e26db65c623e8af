import { hasPermission, type Permission } from '../../shared/permissions.ts'
import type { Application } from '../store/applications.ts'
import type { StoreSet } from '../store/index.ts'
import type { Caller } from './authenticate.ts'
import { Problem } from './problem.ts'

/** What the caller wants to do, with the permission that allows it on other accounts' applications. */
const permissionFor = {
  read: 'view_all_data',
  change: 'manage_applications',
  delete: 'delete_applications',
} as const satisfies Record<string, Permission>

type Access = keyof typeof permissionFor

/**
 * The application, if it is there and the caller may do this with it or with anything in it. Otherwise the same
 * refusal for both: nobody learns which ids exist. Ask inside the transaction of a change, so that an application
 * deleted meanwhile is not changed any more.
 */
export async function findApplication(
  stores: Pick<StoreSet, 'applications'>,
  caller: Caller,
  id: number,
  access: Access,
): Promise<Application> {
  const application = await stores.applications.find(id)
  if (!application || !may(caller, application, access)) throw new Problem('application_not_found')
  return application
}

/** Keys are shown in full to who may change the application, and masked to who may only look. */
export function maySeeKeys(caller: Caller, application: Pick<Application, 'id' | 'ownerId'>): boolean {
  return may(caller, application, 'change')
}

/** As `maySeeKeys`; a token that may only read the applications sees their API keys masked, as their other readers do. */
export function maySeeApiKey(caller: Caller, application: Pick<Application, 'id' | 'ownerId'>): boolean {
  const mayChange = caller.token?.actions.includes('applications:write') ?? true
  return mayChange && maySeeKeys(caller, application)
}

/** Whether a caller who came with a token for some applications came with one for this; true without a token. */
export function isWithinToken({ token }: Caller, applicationId: number): boolean {
  return token?.applicationIds?.includes(applicationId) ?? true
}

/** Whether the caller may look at the application. */
export const mayRead = (caller: Caller, application: Pick<Application, 'id' | 'ownerId'>) =>
  may(caller, application, 'read')

function may(caller: Caller, application: Pick<Application, 'id' | 'ownerId'>, access: Access): boolean {
  if (!isWithinToken(caller, application.id)) return false
  return application.ownerId === caller.accountId || hasPermission(caller, permissionFor[access])
}
