import { BrandMark } from '../ui/brand.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { PageHeading } from './page-heading.tsx'

/** Any unknown address, signed in or out. */
export function NotFoundPage() {
  return (
    <div className="flex min-h-[70dvh] flex-col items-center justify-center gap-6 px-4 text-center">
      <BrandMark size={40} />
      <PageHeading title="404 Page Not Found" />
      <p className="max-w-sm text-fg-2">There is nothing at this address. It may have been moved or deleted.</p>
      <ButtonLink href="/" variant="primary">
        Go to the start page
      </ButtonLink>
    </div>
  )
}
