import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/**
 * The one-time token behind the `#` of a link. It is removed from the address bar at once, so it stays out of history,
 * bookmarks and screenshots; this page keeps it until a reload. A second link opened in the same tab replaces it.
 * `const { token, dropToken } = useLinkToken('/setup')`
 */
export function useLinkToken(path: string) {
  const router = useRouter()
  const hash = useRouterState({ select: (state) => state.location.hash })
  const [token, setToken] = useState(() => tokenOf(hash))
  useEffect(() => {
    const found = tokenOf(hash)
    if (found === undefined) return
    setToken(found)
    router.history.replace(path)
  }, [hash, router, path])
  return { token, dropToken: () => setToken('') }
}

function tokenOf(hash: string): string | undefined {
  return new URLSearchParams(hash).get('token') || undefined
}
