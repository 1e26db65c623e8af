import { CodeEditor } from '../features/code-editor/code-editor.tsx'
import { PageHeading } from '../layout/page-heading.tsx'
import { PageContent } from '../layout/page-shell.tsx'
import { SignedInShell } from '../layout/signed-in-shell.tsx'
import { useCurrentUser } from '../session/session.ts'
import * as texts from '../texts/pages.ts'
import { Badge } from '../ui/badge.tsx'

/** The Code Editor, at `/code-editor`. */
export function CodeEditorPage() {
  const { role } = useCurrentUser()
  return (
    <SignedInShell>
      <PageContent>
        <PageHeading
          title={texts.codeEditor}
          badges={role === 'owner' && <Badge tone="info">{texts.siteOwner}</Badge>}
          description={texts.viewSampleSystemFiles}
        />
        <CodeEditor />
      </PageContent>
    </SignedInShell>
  )
}
