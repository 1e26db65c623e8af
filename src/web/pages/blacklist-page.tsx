import { useSearch } from '@tanstack/react-router'
import { useLinkedDialog } from '../common/address/use-linked-dialog.ts'
import { usePageAddress } from '../common/address/use-page-address.ts'
import { RightsByApplication } from '../common/row-rights.tsx'
import { BlacklistPanel } from '../features/blacklist/blacklist-panel.tsx'
import { type BlacklistDialog, blacklistSearch } from '../features/blacklist/blacklist-search.ts'
import { AllSidebar } from '../layout/all-sidebar.tsx'
import { PageHeading } from '../layout/page-heading.tsx'
import { PageContent } from '../layout/page-shell.tsx'
import { SignedInShell } from '../layout/signed-in-shell.tsx'
import * as texts from '../texts/pages.ts'

/** The blacklist of the account or of one application, at `/blacklist`. */
export function BlacklistPage() {
  const { app, type, entry, dialog } = blacklistSearch(useSearch({ strict: false }))
  const { filter } = usePageAddress()
  const linked = useLinkedDialog<BlacklistDialog>(dialog)
  return (
    <SignedInShell sidebar={<AllSidebar />}>
      <PageContent>
        <PageHeading isAboveList title={texts.blacklist} description={texts.manageBlockedUsers} />
        <RightsByApplication chosen={app}>
          <BlacklistPanel app={app} type={type} entry={entry} onSearch={filter} dialog={linked} />
        </RightsByApplication>
      </PageContent>
    </SignedInShell>
  )
}
