import { useSearch } from '@tanstack/react-router'
import { useLive } from '../api/use-live.ts'
import { type WebhookDialog, webhookSearch } from '../features/webhooks/webhook-search.ts'
import { WebhooksPanel } from '../features/webhooks/webhooks-panel.tsx'
import { PageContent } from '../layout/page-content.tsx'
import { PageHeading } from '../layout/page-heading.tsx'
import { SignedInShell } from '../layout/signed-in-shell.tsx'
import { useLinkedDialog } from './use-linked-dialog.ts'
import { usePageAddress } from './use-page-address.ts'

/** The webhooks of all applications of the account or one, at `/webhooks`. */
export function WebhooksPage() {
  useLive()
  const search = webhookSearch(useSearch({ strict: false }))
  const { filter, hrefWith } = usePageAddress()
  const linked = useLinkedDialog<WebhookDialog>(search.dialog)
  return (
    <SignedInShell>
      <PageContent>
        <PageHeading title="Webhooks" description="Configure event notifications" />
        <WebhooksPanel search={search} onSearch={filter} hrefWith={hrefWith} dialog={linked} />
      </PageContent>
    </SignedInShell>
  )
}
