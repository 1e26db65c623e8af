import { PageHeading } from '../layout/page-heading.tsx'
import { QuietHeading, QuietPage } from '../layout/quiet-page.tsx'
import { ButtonLink } from '../ui/button-link.tsx'

/** `/` for visitors. */
export function StartPage() {
  return (
    <QuietPage>
      <QuietHeading text="Sign-in, license keys and hardware locks for the software you sell, on your own server.">
        <PageHeading title="Keywright" documentTitle="Home" />
      </QuietHeading>
      <ButtonLink href="/login" variant="primary" className="self-center px-6">
        Sign In
      </ButtonLink>
    </QuietPage>
  )
}
