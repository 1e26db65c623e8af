import { useRouter, useSearch } from '@tanstack/react-router'
import { nextPath } from '../common/address/next-path.ts'
import { Redirect } from '../common/address/redirect.tsx'
import { stringifySearch } from '../common/address/search-text.ts'
import { SignInForm } from '../features/sign-in/sign-in-form.tsx'
import { PageHeading } from '../layout/page-heading.tsx'
import { QuietHeading, QuietPage } from '../layout/quiet-page.tsx'
import { useSession } from '../session/session.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'

const ForgotPasswordDialog = lazyComponent(
  async () => (await import('../features/sign-in/forgot-password-dialog.tsx')).ForgotPasswordDialog,
)

const DemoButton = lazyComponent(async () => (await import('../features/sign-in/demo-button.tsx')).DemoButton)

/** Written into the page by a server in demo mode. */
const isDemo = () => document.querySelector('meta[name="demo"][content="on"]') !== null

export function LoginPage() {
  const { status } = useSession()
  const search = useSearch({ from: '/login' })
  const router = useRouter()
  const target = nextPath(search.next, location.origin)
  if (status === 'signed-in') return <Redirect to={target} />
  const isForgotten = search.dialog === 'forgot-password'
  return (
    <QuietPage>
      <QuietHeading text="Access your Keywright dashboard">
        <PageHeading title="Sign in" />
      </QuietHeading>
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
      <p className="text-center text-meta text-balance text-fg-3">
        By signing in you agree to the terms and the privacy notice of whoever runs this server.
      </p>
      {isForgotten && <ForgotPasswordDialog isOpen onOpenChange={() => router.history.back()} />}
    </QuietPage>
  )
}
