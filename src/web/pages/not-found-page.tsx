import { CenteredPage } from '../layout/centered-page.tsx'
import { PageHeading } from '../layout/page-heading.tsx'
import { SignedInShell } from '../layout/signed-in-shell.tsx'
import { useSession } from '../session/session.ts'
import * as texts from '../texts/pages.ts'
import { BrandMark } from '../ui/brand.tsx'
import { ButtonLink } from '../ui/button-link.tsx'

/** Unknown addresses: in the usual frame when signed in, else on a page of its own. */
export function NotFoundPage() {
  const { status } = useSession()
  const content = <NotFound />
  return status === 'signed-in' ? <SignedInShell>{content}</SignedInShell> : <CenteredPage>{content}</CenteredPage>
}

function NotFound() {
  return (
    <div className="flex min-h-[70dvh] flex-col items-center justify-center gap-6 px-4 text-center">
      <BrandMark size={40} />
      <PageHeading title={texts.text404PageNotFound} />
      <p className="max-w-sm text-fg-2">{texts.thisPageDoesntExist}</p>
      <ButtonLink href="/" variant="primary">
        {texts.goToHomePage}
      </ButtonLink>
    </div>
  )
}
