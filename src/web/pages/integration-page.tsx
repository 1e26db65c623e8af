import { Integration } from '../features/integration/integration.tsx'
import { PageHeading } from '../layout/page-heading.tsx'
import { PageContent } from '../layout/page-shell.tsx'
import { SignedInShell } from '../layout/signed-in-shell.tsx'
import * as texts from '../texts/pages.ts'
import { ButtonLink } from '../ui/button-link.tsx'

/** Integration Examples, at `/integration`. */
export function IntegrationPage() {
  return (
    <SignedInShell>
      <PageContent>
        <PageHeading
          title={texts.integrationExamples}
          description={texts.completeProgramsWithYour}
          actions={
            <>
              <ButtonLink href="/code-templates">{texts.codeTemplates}</ButtonLink>
              <ButtonLink href="/docs">{texts.docs}</ButtonLink>
            </>
          }
        />
        <Integration />
      </PageContent>
    </SignedInShell>
  )
}
