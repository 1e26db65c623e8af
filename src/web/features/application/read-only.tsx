import type { ReactNode } from 'react'
import { roleNames, roleWith } from '../../../shared/rights.ts'
import { ReadOnlyReasonContext } from '../../session/read-only-reason.ts'
import { Note } from '../../ui/feedback/note.tsx'
import type { Application } from './use-application.ts'

/** Why the viewer may not change the application; undefined for those who may. */
function refusalOf({ can, role }: Application): string | undefined {
  if (can.includes('manage')) return undefined
  if (role === null) return 'Changing this application needs the permission manage_applications.'
  return `Your role here is ${roleNames[role]}; this needs ${roleNames[roleWith('manage')]}.`
}

/** Around the screens of an application: buttons for changes that the viewer may not make are disabled with the reason. */
export function ReadOnlyProvider({
  application,
  children,
}: {
  readonly application: Application
  readonly children: ReactNode
}) {
  return <ReadOnlyReasonContext value={refusalOf(application)}>{children}</ReadOnlyReasonContext>
}

/** The same as a note below the heading; nothing for those who may change it. */
export function ReadOnlyNote({ application }: { readonly application: Application }) {
  const { can, role } = application
  if (can.includes('manage')) return null
  if (role === 'support') return <Note>You are Support: you can help users of {application.name}.</Note>
  if (role !== null)
    return (
      <Note>
        You are {roleNames[role]}: you can look at {application.name}.
      </Note>
    )
  return (
    <Note>
      You may look at this application of another account. Changing it needs the permission manage_applications.
    </Note>
  )
}
