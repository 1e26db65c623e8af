import { Integration } from '../features/integration/integration.tsx'
import { PageHeading } from '../layout/page-heading.tsx'
import { PageContent } from '../layout/page-shell.tsx'
import { SignedInShell } from '../layout/signed-in-shell.tsx'
import { ButtonLink } from '../ui/button-link.tsx'

/** Integration Examples, at `/integration`. */
export function IntegrationPage() {
  return (
    <SignedInShell>
      <PageContent>
        <PageHeading
          title="Integration Examples"
          description="Complete programs with your key filled in: copy one, run it, log in."
          actions={
            <>
              <ButtonLink href="/code-templates">Code Templates</ButtonLink>
              <ButtonLink href="/docs">Docs</ButtonLink>
            </>
          }
        />
        <Integration />
      </PageContent>
    </SignedInShell>
  )
}
