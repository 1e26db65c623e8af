import { Docs } from '../features/docs/docs.tsx'
import { late } from '../ui/late.tsx'
import { Loading } from '../ui/loading.tsx'

const VerificationSnippets = late(
  async () => (await import('../features/webhooks/verification-snippets.tsx')).VerificationSnippets,
  () => <Loading />,
)

/** The documentation, at `/docs`. */
export function DocsPage() {
  return <Docs webhookSnippets={<VerificationSnippets />} />
}
