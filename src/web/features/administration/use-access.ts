import { useSyncExternalStore } from 'react'
import { hasRight } from '../../../shared/administration.ts'
import { type Principal, permissions } from '../../../shared/permissions.ts'
import { adminKey } from '../../session/admin-key.ts'
import { useSession } from '../../session/session.ts'

/** By what right users are managed here: the session, or the admin key that was typed into this page. */
export interface Access {
  readonly kind: 'session' | 'key' | 'none'
  /** Who that is; nobody's account holds the key. */
  readonly viewer: Principal & { readonly id: number | undefined }
  /** Goes along with each call. */
  readonly headers: Readonly<Record<string, string>>
}

const nobody = { role: 'user', permissions: [], id: undefined } as const
const keyHolder = { role: 'owner', permissions, id: undefined } as const

/** The session where it may manage users, else the key, else what there is: the server decides and says why not. */
export function useAccess(preferred?: 'key'): Access {
  const session = useSession()
  const key = useSyncExternalStore(adminKey.subscribe, adminKey.get)
  const isSignedIn = session.status === 'signed-in'
  const mayBySession = isSignedIn && hasRight(session.user, 'list')
  if (key !== undefined && (preferred === 'key' || !mayBySession)) {
    return { kind: 'key', viewer: keyHolder, headers: { 'x-admin-key': key } }
  }
  return isSignedIn
    ? { kind: 'session', viewer: session.user, headers: {} }
    : { kind: 'none', viewer: nobody, headers: {} }
}
