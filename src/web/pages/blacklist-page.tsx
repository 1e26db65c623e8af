import { useSearch } from '@tanstack/react-router'
import { BlacklistPanel } from '../features/blacklist/blacklist-panel.tsx'
import { type BlacklistDialog, blacklistSearch } from '../features/blacklist/blacklist-search.ts'
import { PageContent } from '../layout/page-content.tsx'
import { PageHeading } from '../layout/page-heading.tsx'
import { SignedInShell } from '../layout/signed-in-shell.tsx'
import { useLinkedDialog } from './use-linked-dialog.ts'
import { usePageAddress } from './use-page-address.ts'

/** Everybody who is blocked, by all applications of the account or one, at `/blacklist`. */
export function BlacklistPage() {
  const { app, type, dialog } = blacklistSearch(useSearch({ strict: false }))
  const { filter } = usePageAddress()
  const linked = useLinkedDialog<BlacklistDialog>(dialog)
  return (
    <SignedInShell>
      <PageContent>
        <PageHeading title="Blacklist" description="Manage blocked users" />
        <BlacklistPanel app={app} type={type} onSearch={filter} dialog={linked} />
      </PageContent>
    </SignedInShell>
  )
}
