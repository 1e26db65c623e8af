import { PageHeading } from '../layout/page-heading.tsx'
import { QuietHeading, QuietPage } from '../layout/quiet-page.tsx'
import { ButtonLink } from '../ui/button-link.tsx'

/** `/` for visitors. */
export function StartPage() {
  return (
    <QuietPage>
      <QuietHeading>
        <PageHeading title="Keywright" documentTitle="Home" />
        <p className="max-w-80 text-section text-fg-2">
          Sign-in, license keys and hardware locks for the software you sell, on your own server.
        </p>
      </QuietHeading>
      <ButtonLink href="/login" variant="primary" className="self-center px-6">
        Sign In
      </ButtonLink>
    </QuietPage>
  )
}
