import { useRouter, useSearch } from '@tanstack/react-router'
import { nextPath } from '../common/address/next-path.ts'
import { Redirect } from '../common/address/redirect.tsx'
import { stringifySearch } from '../common/address/search-text.ts'
import { SignInForm } from '../features/sign-in/sign-in-form.tsx'
import { CenteredHeading, CenteredPage } from '../layout/centered-page.tsx'
import { PageHeading } from '../layout/page-heading.tsx'
import { useSession } from '../session/session.ts'
import * as texts from '../texts/pages.ts'
import { lazyDialog } from '../ui/dialog/lazy-dialog.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'

const ForgotPasswordDialog = lazyDialog(
  async () => (await import('../features/sign-in/forgot-password-dialog.tsx')).ForgotPasswordDialog,
)

const DemoButton = lazyComponent(async () => (await import('../features/sign-in/demo-button.tsx')).DemoButton)

/** A server in demo mode writes this into the page. */
const isDemo = () => document.querySelector('meta[name="demo"][content="on"]') !== null

export function LoginPage() {
  const { status } = useSession()
  const search = useSearch({ from: '/login' })
  const router = useRouter()
  const target = nextPath(search.next, location.origin)
  if (status === 'signed-in') return <Redirect to={target} />
  const isForgotten = search.dialog === 'forgot-password'
  return (
    <CenteredPage>
      <CenteredHeading text={texts.accessYourKeywrightDashboard}>
        <PageHeading title={texts.signIn} />
      </CenteredHeading>
      <div className="rounded-card border border-line bg-surface p-5 sm:p-6">
        <SignInForm
          onDone={() => location.assign(target)}
          forgotPasswordHref={`/login${stringifySearch({ ...search, dialog: 'forgot-password' })}`}
        />
        {isDemo() && (
          <div className="mt-3">
            <DemoButton onDone={() => location.assign(target)} />
          </div>
        )}
      </div>
      <p className="text-center text-meta text-balance text-fg-3">{texts.bySigningInYou}</p>
      <ForgotPasswordDialog isOpen={isForgotten} onClose={() => router.history.back()} />
    </CenteredPage>
  )
}
