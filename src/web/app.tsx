import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createQueryClient } from './api/query-client.ts'
import { router } from './routes.tsx'
import { reportSignedOut } from './session/expiry.ts'
import { SessionProvider } from './session/session-provider.tsx'
import { UiRoot } from './ui/ui-root.tsx'

const queryClient = createQueryClient({ onSignedOut: reportSignedOut })

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <UiRoot>
        <SessionProvider>
          <RouterProvider router={router} />
        </SessionProvider>
      </UiRoot>
    </QueryClientProvider>
  )
}
