import { createContext, type ReactNode, useContext, useRef, useState } from 'react'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import type { OwnAccount } from './use-own-account.ts'

const ReauthenticationDialog = lazyDialog(
  async () => (await import('./reauthentication-dialog.tsx')).ReauthenticationDialog,
)

type RunReauthenticated = (job: () => void) => void

const ReauthenticationContext = createContext<RunReauthenticated>((job) => job())

/** Time left for the form that follows. */
const marginMs = 60_000

/**
 * Runs the job, after re-authentication if needed.
 * `const reauthenticate = useReauthentication(); reauthenticate(() => setIsOpen(true))`
 */
export const useReauthentication = (): RunReauthenticated => useContext(ReauthenticationContext)

interface ReauthenticationProviderProps {
  readonly account: OwnAccount
  /** When the account was fetched, by this browser's clock. */
  readonly askedAtMs: number
  readonly children: ReactNode
}

/** Asks for re-authentication before a sensitive change; the server enforces it anyway. */
export function ReauthenticationProvider({ account, askedAtMs, children }: ReauthenticationProviderProps) {
  const [isAsking, setIsAsking] = useState(false)
  const waiting = useRef<() => void>(undefined)
  const ask: RunReauthenticated = (job) => {
    if (askedAtMs + account.provedForMs - Date.now() > marginMs) return job()
    waiting.current = job
    setIsAsking(true)
  }
  return (
    <ReauthenticationContext value={ask}>
      {children}
      <ReauthenticationDialog
        account={account}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onDone={() => {
          setIsAsking(false)
          waiting.current?.()
        }}
      />
    </ReauthenticationContext>
  )
}
