import { useState } from 'react'
import type { LinkedDialog } from '../common/address/use-linked-dialog.ts'
import { AddUserDialog } from '../features/app-users/add-user-dialog.tsx'
import type { ApplicationDialog } from '../features/application/application-search.ts'
import { SettingsDialog } from '../features/application/settings-dialog.tsx'
import type { Application } from '../features/application/use-application.ts'
import { AskRegistrationDialog } from '../features/licenses/ask-registration-dialog.tsx'
import { CreateLicenseDialog } from '../features/licenses/create-license-dialog.tsx'
import { MountOnFirstOpen } from '../ui/dialog/lazy-dialog.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'

const SessionsDialog = lazyComponent(
  async () => (await import('../features/application/sessions-dialog.tsx')).SessionsDialog,
)

export interface ApplicationDialogsProps {
  readonly application: Application
  readonly dialog: LinkedDialog<ApplicationDialog>
  readonly onUserCreated: (user: { readonly username: string; readonly password: string }) => void
}

/** The windows of an application that stand in the address, whatever section is open. */
export function ApplicationDialogs({ application, dialog, onUserCreated }: ApplicationDialogsProps) {
  const { id, hwidLockEnabled, minPasswordLength, counts, registrationMode } = application
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <SettingsDialog application={application} isOpen={dialog.isOpen('settings')} onClose={dialog.close} />
      <AddUserDialog
        applicationId={id}
        hwidLockEnabled={hwidLockEnabled}
        minPasswordLength={minPasswordLength}
        isOpen={dialog.isOpen('add-user')}
        onClose={dialog.close}
        onCreated={onUserCreated}
      />
      <CreateLicenseDialog
        applicationId={id}
        isOpen={dialog.isOpen('create-license')}
        onClose={dialog.close}
        onCreated={() => setIsAsking(counts.licenses === 0 && registrationMode === 'open')}
      />
      <MountOnFirstOpen isOpen={dialog.isOpen('sessions')}>
        <SessionsDialog applicationId={id} isOpen={dialog.isOpen('sessions')} onClose={dialog.close} />
      </MountOnFirstOpen>
      <AskRegistrationDialog applicationId={id} isOpen={isAsking} onClose={() => setIsAsking(false)} />
    </>
  )
}
