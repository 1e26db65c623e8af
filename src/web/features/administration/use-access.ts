import { useSyncExternalStore } from 'react'
import { hasRight } from '../../../shared/administration.ts'
import { type Principal, permissions } from '../../../shared/permissions.ts'
import { adminKey } from '../../session/admin-key.ts'
import { useSession } from '../../session/session.ts'

/** What user management is authorized by: the session, or the admin key typed into this page. */
export interface Access {
  readonly kind: 'session' | 'key' | 'none'
  /** The signed-in user; undefined with the admin key, which belongs to no account. */
  readonly viewer: Principal & { readonly id: number | undefined }
  /** Sent with each request. */
  readonly headers: Readonly<Record<string, string>>
}

const nobody = { role: 'user', permissions: [], id: undefined } as const
const keyHolder = { role: 'owner', permissions, id: undefined } as const

/** The session if it may manage users, else the key if there is one. The server decides and says why not. */
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
