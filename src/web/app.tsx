import { RouterProvider } from '@tanstack/react-router'
import { router } from './routes.tsx'
import { SessionProvider } from './session/session-provider.tsx'

export function App() {
  return (
    <SessionProvider>
      <RouterProvider router={router} />
    </SessionProvider>
  )
}
