import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useSyncExternalStore } from 'react'
import { createQueryClient } from '../api/query-client.ts'
import { sessionExpiry } from '../session/session-expiry.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { UiRoot } from '../ui/ui-root.tsx'
import { LazyCommands } from './lazy-commands.tsx'

const SignInAgainDialog = lazyComponent(
  async () => (await import('../features/sign-in/sign-in-again-dialog.tsx')).SignInAgainDialog,
)

const queryClient = createQueryClient()

/** What every screen of the signed-in needs around it and a visitor's page does without. */
export function SignedInFrame({ children }: { readonly children: ReactNode }) {
  const isOver = useSyncExternalStore(sessionExpiry.subscribe, sessionExpiry.get)
  return (
    <QueryClientProvider client={queryClient}>
      <UiRoot>
        {children}
        <LazyCommands />
        {isOver && <SignInAgainDialog />}
      </UiRoot>
    </QueryClientProvider>
  )
}
