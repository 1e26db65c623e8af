import { useState } from 'react'
import { api } from '../../api/client.ts'
import { failureToast } from '../../api/failure-toast.ts'
import { markLoggedIn } from '../../session/sign-in-flags.ts'
import { retrySignOut } from '../../session/sign-out.ts'
import * as texts from '../../texts/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'

/** Signs in as the demo account; shown only in demo mode. */
export function DemoButton({ onDone }: { readonly onDone: () => void }) {
  const [isBusy, setIsBusy] = useState(false)
  const enter = async () => {
    setIsBusy(true)
    try {
      await retrySignOut()
      const { user } = await api('POST /api/auth/demo-login')
      markLoggedIn(user.email)
      onDone()
    } catch (error) {
      toast(failureToast(texts.loginFailed, error instanceof Error ? error : new Error('')))
      setIsBusy(false)
    }
  }
  return (
    <Button className="w-full" isBusy={isBusy} busyText={texts.signingIn} onClick={() => void enter()}>
      {texts.signInToThe}
    </Button>
  )
}
