import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { FullPageLoading } from './layout/full-page-loading.tsx'
import { router } from './router.tsx'
import { SessionProvider } from './session/session-provider.tsx'

/** The session is requested while the screen's code loads. */
export function App() {
  const [isLoaded, setIsLoaded] = useState(false)
  useEffect(() => {
    // Load before the first render: the router delays pending UI by 300 ms.
    void router.load().then(() => setIsLoaded(true))
  }, [])
  return <SessionProvider>{isLoaded ? <RouterProvider router={router} /> : <FullPageLoading />}</SessionProvider>
}
