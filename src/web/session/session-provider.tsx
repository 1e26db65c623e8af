import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { apiOrNull } from '../api/client.ts'
import { isWorthRetrying, retryDelay } from '../api/retry.ts'
import { showTimesIn } from '../ui/text/format.ts'
import { pageAccount } from './page-account.ts'
import { type Session, SessionContext } from './session.ts'
import { isVisitor, onSessionChangeInOtherTab } from './sign-in-flags.ts'
import { retrySignOut } from './sign-out.ts'

const signedOut: Session = { status: 'signed-out' }

/**
 * Requests the session once per page load; not when this browser is signed out or sent no session cookie. When another
 * tab signs in or out, this one reloads, so nothing of the previous user remains in it.
 */
export function SessionProvider({ children }: { readonly children: ReactNode }) {
  const session = useCheckedSession()
  const email = session.status === 'signed-in' ? session.user.email : undefined
  useEffect(() => onSessionChangeInOtherTab(email, () => location.reload()), [email])
  useEffect(() => {
    void retrySignOut()
    const repeat = () => void retrySignOut()
    window.addEventListener('online', repeat)
    return () => window.removeEventListener('online', repeat)
  }, [])
  return <SessionContext value={session}>{children}</SessionContext>
}

/** Works without the query cache, which visitors' pages don't load. */
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

/** One retry, unless the server asks for a longer wait. Document 2, section 7. */
async function readSession(): Promise<Session> {
  const user = await readUser().catch(async (error: Error) => {
    if (!isWorthRetrying(0, error)) throw error
    await new Promise((resolve) => setTimeout(resolve, retryDelay(0, error)))
    return readUser()
  })
  if (user === null) return signedOut
  pageAccount.set(user.id)
  showTimesIn(user.timeZone)
  return { status: 'signed-in', user }
}

const readUser = () => apiOrNull('GET /api/auth/user')
