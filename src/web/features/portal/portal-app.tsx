import { useEffect, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import * as texts from '../../texts/portal.ts'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { CustomerPage } from './customer-page.tsx'
import { OrderPage } from './order-page.tsx'
import { PortalFrame } from './portal-frame.tsx'
import { applyColor } from './portal-look.ts'
import { SetPasswordPage } from './set-password-page.tsx'
import { SignInPage } from './sign-in-page.tsx'
import { type Portal, PortalContext } from './use-portal.ts'

interface PortalAppProps {
  readonly slug: string
  /** What stands behind it in the address: `order`, `password`, or nothing. */
  readonly page: string
}

/** The customers' portal of one application, at `/portal/{slug}`. */
export function PortalApp({ slug, page }: PortalAppProps) {
  const [portal, setPortal] = useState<Portal>()
  const [error, setError] = useState<Error>()
  const [isSignedIn, setIsSignedIn] = useState(false)
  useEffect(() => {
    api('GET /api/portal/:slug', { params: { slug } })
      .then((found) => {
        document.title = found.name
        applyColor(found.color)
        setIsSignedIn(found.is_signed_in)
        setPortal(found)
      })
      .catch(setError)
  }, [slug])
  if (error !== undefined) return <PortalMissing error={error} />
  if (portal === undefined) {
    return (
      <main className="grid min-h-dvh place-items-center text-fg-2" aria-busy>
        <h1 className="sr-only">{texts.loading}</h1>
        <Spinner size={24} />
      </main>
    )
  }
  return (
    <PortalContext value={{ slug, onSignedOut: () => setIsSignedIn(false) }}>
      <PortalFrame portal={portal} isSignedIn={isSignedIn}>
        {page === 'order' ? (
          <OrderPage />
        ) : page === 'password' ? (
          <SetPasswordPage />
        ) : isSignedIn ? (
          <CustomerPage />
        ) : (
          <SignInPage portal={portal} onSignedIn={() => setIsSignedIn(true)} />
        )}
      </PortalFrame>
    </PortalContext>
  )
}

function PortalMissing({ error }: { readonly error: Error }) {
  const isMissing = error instanceof ApiError && error.status === 404
  return (
    <main className="grid min-h-dvh place-content-center gap-2 p-6 text-center">
      <h1 className="text-page font-semibold">{isMissing ? texts.notFound : texts.failed}</h1>
      <p className="text-fg-2">{isMissing ? texts.notFoundText : error.message}</p>
    </main>
  )
}
