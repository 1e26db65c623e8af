import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useSyncExternalStore } from 'react'
import { createQueryClient } from '../api/query-client.ts'
import { clearSessionExpired, sessionExpiry } from '../session/session-expiry.ts'
import { lazyDialog } from '../ui/dialog/lazy-dialog.tsx'
import { UiRoot } from '../ui/ui-root.tsx'
import { LazyCommands } from './lazy-commands.tsx'

const SignInAgainDialog = lazyDialog(
  async () => (await import('../features/sign-in/sign-in-again-dialog.tsx')).SignInAgainDialog,
)

const queryClient = createQueryClient()

/** Providers and dialogs that every signed-in screen needs. */
export function SignedInFrame({ children }: { readonly children: ReactNode }) {
  const isOver = useSyncExternalStore(sessionExpiry.subscribe, sessionExpiry.get)
  return (
    <QueryClientProvider client={queryClient}>
      <UiRoot>
        {children}
        <LazyCommands />
        <SignInAgainDialog isOpen={isOver} onClose={clearSessionExpired} />
      </UiRoot>
    </QueryClientProvider>
  )
}
