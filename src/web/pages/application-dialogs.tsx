import { useState } from 'react'
import { AddUserDialog } from '../features/app-users/add-user-dialog.tsx'
import type { ApplicationDialog } from '../features/application/application-search.ts'
import { SettingsDialog } from '../features/application/settings-dialog.tsx'
import type { Application } from '../features/application/use-application.ts'
import { CreateLicenseDialog } from '../features/licenses/create-license-dialog.tsx'
import { lazyDialog } from '../ui/dialog/lazy-dialog.tsx'

const AskRegistrationDialog = lazyDialog(
  async () => (await import('../features/licenses/ask-registration-dialog.tsx')).AskRegistrationDialog,
)
const SessionsDialog = lazyDialog(
  async () => (await import('../features/application/sessions-dialog.tsx')).SessionsDialog,
)

export interface ApplicationDialogsProps {
  readonly application: Application
  /** Whether one of them is open: their code is fetched then. */
  readonly isOpen: boolean
  readonly shown: ApplicationDialog | undefined
  readonly onClose: () => void
  readonly onUserCreated: (user: { readonly username: string; readonly password: string }) => void
}

/** The dialogs of an application that have an address, whatever section is open. */
export function ApplicationDialogs({ application, shown, onClose, onUserCreated }: ApplicationDialogsProps) {
  const { id, hwidLockEnabled, minPasswordLength, counts, registrationMode } = application
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <SettingsDialog application={application} isOpen={shown === 'settings'} onClose={onClose} />
      <AddUserDialog
        applicationId={id}
        hwidLockEnabled={hwidLockEnabled}
        minPasswordLength={minPasswordLength}
        isOpen={shown === 'add-user'}
        onClose={onClose}
        onCreated={onUserCreated}
      />
      <CreateLicenseDialog
        applicationId={id}
        isOpen={shown === 'create-license'}
        onClose={onClose}
        onCreated={() => setIsAsking(counts.licenses === 0 && registrationMode === 'open')}
      />
      <SessionsDialog applicationId={id} isOpen={shown === 'sessions'} onClose={onClose} />
      <AskRegistrationDialog applicationId={id} isOpen={isAsking} onClose={() => setIsAsking(false)} />
    </>
  )
}
