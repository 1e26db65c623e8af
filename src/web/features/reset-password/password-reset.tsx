import { ButtonLink } from '../../ui/button-link.tsx'

export function PasswordReset() {
  return (
    <div className="flex flex-col gap-5">
      <p className="text-fg-2">Every session was signed out. Sign in with your new password.</p>
      <ButtonLink href="/login">Sign In</ButtonLink>
    </div>
  )
}
