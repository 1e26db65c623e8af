import { CodeEditor } from '../features/code-editor/code-editor.tsx'
import { PageHeading } from '../layout/page-heading.tsx'
import { PageContent } from '../layout/page-shell.tsx'
import { SignedInShell } from '../layout/signed-in-shell.tsx'
import { useCurrentUser } from '../session/session.ts'
import { Badge } from '../ui/badge.tsx'

/** The Code Editor, at `/code-editor`. */
export function CodeEditorPage() {
  const { role } = useCurrentUser()
  return (
    <SignedInShell>
      <PageContent>
        <PageHeading
          title="Code Editor"
          badges={role === 'owner' && <Badge tone="info">Site Owner</Badge>}
          description="View sample system files and try changes."
        />
        <CodeEditor />
      </PageContent>
    </SignedInShell>
  )
}
