import { useSearch } from '@tanstack/react-router'
import { useLinkedDialog } from '../common/address/use-linked-dialog.ts'
import { usePageAddress } from '../common/address/use-page-address.ts'
import { BlacklistPanel } from '../features/blacklist/blacklist-panel.tsx'
import { type BlacklistDialog, blacklistSearch } from '../features/blacklist/blacklist-search.ts'
import { PageHeading } from '../layout/page-heading.tsx'
import { PageContent } from '../layout/page-shell.tsx'
import { SignedInShell } from '../layout/signed-in-shell.tsx'

/** The blacklist of the account or of one application, at `/blacklist`. */
export function BlacklistPage() {
  const { app, type, entry, dialog } = blacklistSearch(useSearch({ strict: false }))
  const { filter } = usePageAddress()
  const linked = useLinkedDialog<BlacklistDialog>(dialog)
  return (
    <SignedInShell>
      <PageContent>
        <PageHeading title="Blacklist" description="Manage blocked users" />
        <BlacklistPanel app={app} type={type} entry={entry} onSearch={filter} dialog={linked} />
      </PageContent>
    </SignedInShell>
  )
}
