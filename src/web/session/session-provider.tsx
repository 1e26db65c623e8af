import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { apiOrNull } from '../api/client.ts'
import { onOtherTab } from './flags.ts'
import { type Session, SessionContext } from './session.ts'
import { repeatSignOut } from './sign-out.ts'
import { isVisitor } from './visitor.ts'

const signedOut: Session = { status: 'signed-out' }
const retryDelayMs = 1000

/**
 * Asks once per page load who is signed in; not at all while this browser counts as signed out or brought no session
 * along. When another tab signs in or out this one loads anew, so that nothing of the former user stays in it.
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

/** Without the query cache, which a visitor's page does not load. */
function useCheckedSession(): Session {
  const [session, setSession] = useState<Session>(() => (isVisitor() ? signedOut : { status: 'loading' }))
  const check = useCallback(() => {
    readSession().then(setSession, (error: Error) => {
      setSession({ status: 'failed', error, retry, isRetrying: false })
      function retry() {
        setSession({ status: 'failed', error, retry, isRetrying: true })
        check()
      }
    })
  }, [])
  useEffect(() => {
    if (!isVisitor()) check()
  }, [check])
  return session
}

/** Retried once. Document 2, section 7. */
async function readSession(): Promise<Session> {
  const user = await readUser().catch(async () => {
    await new Promise((resolve) => setTimeout(resolve, retryDelayMs))
    return readUser()
  })
  return user === null ? signedOut : { status: 'signed-in', user }
}

const readUser = () => apiOrNull('GET /api/auth/user')
