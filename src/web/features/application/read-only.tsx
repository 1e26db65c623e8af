import type { ReactNode } from 'react'
import { isMasked } from '../../../shared/api-key-mask.ts'
import { ReadOnlyReasonContext } from '../../session/read-only-reason.ts'
import { Note } from '../../ui/feedback/note.tsx'
import type { Application } from './use-application.ts'

const reason = 'Changing this application needs the permission manage_applications.'

/**
 * Around the screens of an application. An API key that arrives masked means the viewer may not change it: buttons for
 * changes are disabled with the reason.
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

/** The same as a note below the heading; nothing for those who may change it. */
export function ReadOnlyNote({ application }: { readonly application: Application }) {
  if (!isMasked(application.apiKey)) return null
  return (
    <Note>
      You may look at this application of another account. Changing it needs the permission manage_applications.
    </Note>
  )
}
