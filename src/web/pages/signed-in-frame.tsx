import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useSyncExternalStore } from 'react'
import { createQueryClient } from '../api/query-client.ts'
import { expiry } from '../session/expiry.ts'
import { late } from '../ui/late.tsx'
import { UiRoot } from '../ui/ui-root.tsx'
import { FromFirstKey } from './from-first-key.tsx'

const SignInAgainDialog = late(
  async () => (await import('../features/sign-in/sign-in-again-dialog.tsx')).SignInAgainDialog,
)

const queryClient = createQueryClient()

/** What every screen of the signed-in needs around it and a visitor's page does without. */
export function SignedInFrame({ children }: { readonly children: ReactNode }) {
  const isOver = useSyncExternalStore(expiry.subscribe, expiry.get)
  return (
    <QueryClientProvider client={queryClient}>
      <UiRoot>
        {children}
        <FromFirstKey />
        {isOver && <SignInAgainDialog />}
      </UiRoot>
    </QueryClientProvider>
  )
}
