import { useRouter, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { stringifySearch } from '../address/search-text.ts'
import { useAddressDialog } from '../address/use-address-dialog.ts'
import { BlacklistPanel } from '../features/blacklist/blacklist-panel.tsx'
import { PageContent } from '../layout/page-content.tsx'
import { PageHeading } from '../layout/page-heading.tsx'
import { SignedInShell } from '../layout/signed-in-shell.tsx'
import { Button } from '../ui/button.tsx'

export function BlacklistPage() {
  const search = useSearch({ from: '/signed-in/blacklist' })
  const router = useRouter()
  const adding = useAddressDialog('add')
  return (
    <SignedInShell>
      <PageContent>
        <PageHeading
          title="Blacklist"
          description="Manage blocked users"
          actions={
            <Button variant="primary" icon={<Plus size={16} strokeWidth={1.75} aria-hidden />} onClick={adding.open}>
              Add
            </Button>
          }
        />
        <BlacklistPanel
          search={search}
          onFilter={(filter) => router.history.replace(`/blacklist${stringifySearch({ ...filter })}`)}
          adding={adding}
        />
      </PageContent>
    </SignedInShell>
  )
}
