import { CircleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import * as texts from '../../texts/sign-in.ts'

/** The sign-in error inside the form; counts down when the server names a time to wait. */
export function SignInError({ error }: { readonly error: Error }) {
  const { refusal = error.message, retryAfterSeconds: waitSeconds } = error instanceof ApiError ? error : {}
  return (
    <div className="flex items-start gap-2.5 rounded-inner border border-bad/40 bg-bad/10 px-3.5 py-2.5 text-second text-fg">
      <CircleAlert size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-bad" aria-hidden />
      <div className="min-w-0">
        <p role="alert">{refusal || texts.authenticationError}</p>
        {waitSeconds !== undefined && <Countdown seconds={waitSeconds} />}
      </div>
    </div>
  )
}

function Countdown({ seconds }: { readonly seconds: number }) {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const timer = setInterval(() => setLeft((old) => Math.max(0, old - 1)), 1000)
    return () => clearInterval(timer)
  }, [])
  return <p className="text-fg-2 tabular-nums">{left > 0 ? texts.tryAgainInS(left) : texts.youCanTryAgain}</p>
}
