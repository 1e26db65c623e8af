import { createContext, useContext } from 'react'
import type { ApiReply } from '../api/client.ts'

export type CurrentUser = ApiReply<'GET /api/auth/user'>

/** The session of this page. `failed`: the request failed. */
export type Session =
  | { readonly status: 'loading' | 'signed-out' }
  | { readonly status: 'failed'; readonly error: Error; readonly retry: () => void; readonly isRetrying: boolean }
  | { readonly status: 'signed-in'; readonly user: CurrentUser }

export const SessionContext = createContext<Session>({ status: 'loading' })

export function useSession(): Session {
  return useContext(SessionContext)
}

/** The signed-in user, for signed-in screens only. `const { email } = useCurrentUser()` */
export function useCurrentUser(): CurrentUser {
  const session = useSession()
  if (session.status !== 'signed-in') throw new Error('Nobody is signed in')
  return session.user
}
