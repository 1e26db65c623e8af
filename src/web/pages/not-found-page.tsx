import { NotFoundPage as NotFound } from '../layout/not-found-page.tsx'
import { QuietPage } from '../layout/quiet-page.tsx'
import { SignedInShell } from '../layout/signed-in-shell.tsx'
import { useSession } from '../session/session.ts'

/** Any unknown address: inside the usual frame for the signed-in, alone for everybody else. */
export function NotFoundPage() {
  const { status } = useSession()
  const content = <NotFound />
  return status === 'signed-in' ? <SignedInShell>{content}</SignedInShell> : <QuietPage>{content}</QuietPage>
}
