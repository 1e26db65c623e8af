import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/**
 * The one-time token behind the `#` of the printed link. It leaves the address bar at once, so that it stays in no
 * history, bookmark or screenshot; this page keeps it until it is reloaded. Another link opened in the same tab counts.
 */
export function useSetupToken() {
  const router = useRouter()
  const hash = useRouterState({ select: (state) => state.location.hash })
  const [token, setToken] = useState(() => tokenOf(hash))
  useEffect(() => {
    const found = tokenOf(hash)
    if (found === undefined) return
    setToken(found)
    router.history.replace('/setup')
  }, [hash, router])
  return { token, dropToken: () => setToken('') }
}

function tokenOf(hash: string): string | undefined {
  return new URLSearchParams(hash).get('token') || undefined
}
