import { CodeTemplates } from '../features/code-templates/code-templates.tsx'
import { PageHeading } from '../layout/page-heading.tsx'
import { PageContent } from '../layout/page-shell.tsx'
import { SignedInShell } from '../layout/signed-in-shell.tsx'
import { ButtonLink } from '../ui/button-link.tsx'

/** The code templates, at `/code-templates`. */
export function CodeTemplatesPage() {
  return (
    <SignedInShell>
      <PageContent>
        <PageHeading
          title="Code Templates"
          description="Edit the code samples for every application on this server."
          actions={<ButtonLink href="/integration">Integration Examples</ButtonLink>}
        />
        <CodeTemplates />
      </PageContent>
    </SignedInShell>
  )
}
