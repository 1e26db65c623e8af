import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { apiOrNull } from '../api/client.ts'
import { isLoggedOut, onOtherTab } from './flags.ts'
import { type Session, SessionContext } from './session.ts'
import { repeatSignOut } from './sign-out.ts'

/**
 * Asks once per page load who is signed in; not at all while this browser counts as signed out. When another tab signs
 * in or out this one loads anew, so that nothing of the former user stays in it.
 */
export function SessionProvider({ children }: { readonly children: ReactNode }) {
  const session = useCheckedSession()
  useEffect(() => onOtherTab(() => location.reload()), [])
  useEffect(() => {
    void repeatSignOut()
    const repeat = () => void repeatSignOut()
    window.addEventListener('online', repeat)
    return () => window.removeEventListener('online', repeat)
  }, [])
  return <SessionContext value={session}>{children}</SessionContext>
}

function useCheckedSession(): Session {
  const isOut = isLoggedOut()
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['GET /api/auth/user'],
    queryFn: ({ signal }) => apiOrNull('GET /api/auth/user', undefined, { signal }),
    enabled: !isOut,
    staleTime: 0,
    refetchOnReconnect: false,
  })
  if (isOut || data === null) return { status: 'signed-out' }
  if (data !== undefined) return { status: 'signed-in', user: data }
  if (error !== null) return { status: 'failed', error, retry: () => void refetch(), isRetrying: isFetching }
  return { status: 'loading' }
}
