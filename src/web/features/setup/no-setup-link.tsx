import type { ReactNode } from 'react'
import { ButtonLink } from '../../ui/button-link.tsx'

/** Without a good link: why there is none, and how to get one. */
export function NoSetupLink({ isExpired }: { readonly isExpired: boolean }) {
  return (
    <div className="flex flex-col gap-5">
      <p className="text-fg-2">
        {isExpired
          ? 'This link has expired or was used: it works once, and for 30 minutes.'
          : 'This page opens with the one-time link that Keywright prints when it starts without any account.'}
      </p>
      <ol className="flex flex-col gap-3">
        <Step number={1}>
          In the terminal where Keywright runs, stop it with <code>Ctrl C</code> and start it again with{' '}
          <code>npm start</code>.
        </Step>
        <Step number={2}>
          It prints a new link that ends with <code>/setup#token=…</code>
        </Step>
        <Step number={3}>Open that link within 30 minutes.</Step>
      </ol>
      <p className="text-second text-fg-3">No link is printed? Then there is an account already: sign in with it.</p>
      <ButtonLink href="/login">Sign In</ButtonLink>
    </div>
  )
}

function Step({ number, children }: { readonly number: number; readonly children: ReactNode }) {
  return (
    <li className="flex items-start gap-3">
      <span
        className="grid size-6 shrink-0 place-items-center rounded-full border border-line bg-raised text-meta font-medium text-fg-2 tabular-nums"
        aria-hidden
      >
        {number}
      </span>
      <span className="min-w-0 pt-0.5">{children}</span>
    </li>
  )
}
