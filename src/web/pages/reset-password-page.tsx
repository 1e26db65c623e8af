import { useState } from 'react'
import { useLinkToken } from '../common/address/use-link-token.ts'
import { NoResetLink, PasswordReset, ResetPasswordForm } from '../features/sign-in/reset-password-form.tsx'
import { CenteredHeading, CenteredPage } from '../layout/centered-page.tsx'
import { PageHeading } from '../layout/page-heading.tsx'
import * as texts from '../texts/pages.ts'

/** The page of an emailed password-reset link. */
export function ResetPasswordPage() {
  const { token, dropToken } = useLinkToken('/reset-password')
  const [isDone, setIsDone] = useState(false)
  const title = isDone ? texts.passwordChanged : token ? texts.setANewPassword : texts.linkNeeded
  return (
    <CenteredPage>
      <CenteredHeading>
        <PageHeading key={title} title={title} documentTitle={texts.resetPassword} />
      </CenteredHeading>
      <div className="rounded-card border border-line bg-surface p-5 sm:p-6">
        {isDone ? (
          <PasswordReset />
        ) : token ? (
          <ResetPasswordForm token={token} onDone={() => setIsDone(true)} onExpired={dropToken} />
        ) : (
          <NoResetLink isExpired={token === ''} />
        )}
      </div>
    </CenteredPage>
  )
}
