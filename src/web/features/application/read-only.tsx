import type { ReactNode } from 'react'
import { ReadOnlyReasonContext } from '../../session/read-only-reason.ts'
import { Note } from '../../ui/feedback/note.tsx'
import { isMasked } from '../../ui/text/mask.ts'
import type { Application } from './use-application.ts'

const reason = 'Changing this application needs the permission manage_applications.'

/**
 * Around the screens of an application, whose API key is masked to who may only look at it: their buttons for changing
 * it can't be pressed and say why.
 */
export function ReadOnlyProvider({
  application,
  children,
}: {
  readonly application: Application
  readonly children: ReactNode
}) {
  const refusal = isMasked(application.apiKey) ? reason : undefined
  return <ReadOnlyReasonContext value={refusal}>{children}</ReadOnlyReasonContext>
}

/** The same in words, below the heading; nothing for who may change it. */
export function ReadOnlyNote({ application }: { readonly application: Application }) {
  if (!isMasked(application.apiKey)) return null
  return (
    <Note>
      You may look at this application of another account. Changing it needs the permission manage_applications.
    </Note>
  )
}
