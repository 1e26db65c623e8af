import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { failedText } from '../../api/failed-text.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'

/** Signs in with a passkey alone; what it takes is loaded when the button is pressed. */
export function PasskeyButton({ onDone }: { readonly onDone: () => void }) {
  const [isBusy, setIsBusy] = useState(false)
  const signIn = async () => {
    setIsBusy(true)
    try {
      const { signInWithPasskey } = await import('./passkey-sign-in.ts')
      await signInWithPasskey()
      onDone()
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error('')
      toast(failedText({ title: 'Login failed', fallback: 'Authentication error' }, error))
      setIsBusy(false)
    }
  }
  return (
    <Button
      icon={<KeyRound size={16} strokeWidth={1.75} aria-hidden />}
      isBusy={isBusy}
      busyText="Waiting for the passkey…"
      onClick={() => void signIn()}
      className="w-full"
    >
      Sign in with a passkey
    </Button>
  )
}
