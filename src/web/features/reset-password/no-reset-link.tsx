import { ButtonLink } from '../../ui/button-link.tsx'

/** Without a good link: why there is none, and how to get one. */
export function NoResetLink({ isExpired }: { readonly isExpired: boolean }) {
  return (
    <div className="flex flex-col gap-5">
      <p className="text-fg-2">
        {isExpired
          ? 'This link has expired or was used: it works once, and for 30 minutes.'
          : 'This page opens with the link of an email. Ask for one on the sign-in page.'}
      </p>
      <ButtonLink href="/login?dialog=forgot-password">Ask for a Link</ButtonLink>
    </div>
  )
}
