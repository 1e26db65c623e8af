import { Docs } from '../features/docs/docs.tsx'
import { Loading } from '../ui/feedback/loading.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'

const VerificationSnippets = lazyComponent(
  async () => (await import('../features/webhooks/verification-snippets.tsx')).VerificationSnippets,
  () => <Loading />,
)

/** The documentation, at `/docs`. */
export function DocsPage() {
  return <Docs webhookSnippets={<VerificationSnippets />} />
}
