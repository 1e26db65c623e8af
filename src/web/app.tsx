import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { FullPageLoading } from './layout/full-page-loading.tsx'
import { router } from './router.tsx'
import { SessionProvider } from './session/session-provider.tsx'

/** Who is there is asked while the code of the screen is on its way. */
export function App() {
  const [isLoaded, setIsLoaded] = useState(false)
  useEffect(() => {
    // Loaded before the first drawing, the router has nothing to wait for; what it waited for would come 300 ms late.
    void router.load().then(() => setIsLoaded(true))
  }, [])
  return <SessionProvider>{isLoaded ? <RouterProvider router={router} /> : <FullPageLoading />}</SessionProvider>
}
