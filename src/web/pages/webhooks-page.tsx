import { useSearch } from '@tanstack/react-router'
import { useLiveUpdates } from '../api/use-live-updates.ts'
import { useLinkedDialog } from '../common/address/use-linked-dialog.ts'
import { usePageAddress } from '../common/address/use-page-address.ts'
import { RightsByApplication } from '../common/row-rights.tsx'
import { type WebhookDialog, webhookSearch } from '../features/webhooks/webhook-search.ts'
import { WebhooksPanel } from '../features/webhooks/webhooks-panel.tsx'
import { AllSidebar } from '../layout/all-sidebar.tsx'
import { PageHeading } from '../layout/page-heading.tsx'
import { PageContent } from '../layout/page-shell.tsx'
import { SignedInShell } from '../layout/signed-in-shell.tsx'
import * as texts from '../texts/pages.ts'

/** The webhooks of the account or of one application, at `/webhooks`. */
export function WebhooksPage() {
  useLiveUpdates()
  const search = webhookSearch(useSearch({ strict: false }))
  const { filter, hrefWith } = usePageAddress()
  const linked = useLinkedDialog<WebhookDialog>(search.dialog)
  return (
    <SignedInShell sidebar={<AllSidebar />}>
      <PageContent>
        <PageHeading isAboveList title={texts.webhooks} description={texts.configureEventNotifications} />
        <RightsByApplication chosen={search.app}>
          <WebhooksPanel search={search} onSearch={filter} hrefWith={hrefWith} dialog={linked} />
        </RightsByApplication>
      </PageContent>
    </SignedInShell>
  )
}
