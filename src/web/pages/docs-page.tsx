import { lazy, Suspense } from 'react'
import { Docs } from '../features/docs/docs.tsx'
import { Loading } from '../ui/loading.tsx'

const VerificationSnippets = lazy(async () => ({
  default: (await import('../features/webhooks/verification-snippets.tsx')).VerificationSnippets,
}))

/** The documentation, at `/docs`. */
export function DocsPage() {
  return (
    <Docs
      webhookSnippets={
        <Suspense fallback={<Loading />}>
          <VerificationSnippets />
        </Suspense>
      }
    />
  )
}
