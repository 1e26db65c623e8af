import { CodeTemplates } from '../features/code-templates/code-templates.tsx'
import { PageHeading } from '../layout/page-heading.tsx'
import { PageContent } from '../layout/page-shell.tsx'
import { SignedInShell } from '../layout/signed-in-shell.tsx'
import * as texts from '../texts/pages.ts'
import { ButtonLink } from '../ui/button-link.tsx'

/** The code templates, at `/code-templates`. */
export function CodeTemplatesPage() {
  return (
    <SignedInShell>
      <PageContent>
        <PageHeading
          title={texts.codeTemplates}
          description={texts.editTheCodeSamples}
          actions={<ButtonLink href="/integration">{texts.integrationExamples}</ButtonLink>}
        />
        <CodeTemplates />
      </PageContent>
    </SignedInShell>
  )
}
