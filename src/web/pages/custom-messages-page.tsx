import { AccountMessages } from '../features/custom-messages/account-messages.tsx'
import { AllSidebar } from '../layout/all-sidebar.tsx'
import { PageHeading } from '../layout/page-heading.tsx'
import { PageContent } from '../layout/page-shell.tsx'
import { SignedInShell } from '../layout/signed-in-shell.tsx'
import * as texts from '../texts/pages.ts'

/** The account's custom messages, at `/custom-messages`. */
export function CustomMessagesPage() {
  return (
    <SignedInShell sidebar={<AllSidebar />}>
      <PageContent>
        <AccountMessages
          heading={(actions) => (
            <PageHeading title={texts.customMessages} description={texts.writeTheMessagesThat} actions={actions} />
          )}
        />
      </PageContent>
    </SignedInShell>
  )
}
