import { usersTarget } from '../../common/bulk/bulk-target.ts'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { DeleteUserDialog } from './delete-user-dialog.tsx'
import { EditUserDialog } from './edit-user-dialog.tsx'
import type { AppUser } from './use-app-users.ts'
import { type UserFilter, userFilterBody } from './user-filter.ts'

const UserFeaturesDialog = lazyDialog(async () => (await import('./user-features-dialog.tsx')).UserFeaturesDialog)
const PasswordLinkDialog = lazyDialog(async () => (await import('./password-link-dialog.tsx')).PasswordLinkDialog)
const OfflineFilesDialog = lazyDialog(
  async () => (await import('../../common/offline-files/offline-files-dialog.tsx')).OfflineFilesDialog,
)
const WhyRefusedDialog = lazyDialog(async () => (await import('./why-refused-dialog.tsx')).WhyRefusedDialog)
const BanUserDialog = lazyDialog(async () => (await import('./ban-user-dialog.tsx')).BanUserDialog)
const ExportHashesDialog = lazyDialog(async () => (await import('./export-hashes-dialog.tsx')).ExportHashesDialog)
const BulkDialog = lazyDialog(async () => (await import('../../common/bulk/bulk-dialog.tsx')).BulkDialog)
const ImportDialog = lazyDialog(async () => (await import('../../common/file-import/import-dialog.tsx')).ImportDialog)
const ChangesDialog = lazyDialog(async () => (await import('../../common/bulk/changes-dialog.tsx')).ChangesDialog)

/** A dialog over the list of users. */
export type UserDialog =
  | {
      readonly kind: 'edit' | 'delete' | 'ban' | 'ban-everywhere' | 'features' | 'password-link' | 'offline'
      readonly user: AppUser
    }
  | { readonly kind: 'why'; readonly username: string }
  | { readonly kind: 'export-hashes' | 'extend-all'; readonly filter: UserFilter }
  | { readonly kind: 'import' | 'changes' }

export interface UserDialogsProps extends DialogState {
  readonly applicationId: number
  readonly show: UserDialog
}

/** The dialogs of the users section, none of which is needed at first sight. */
export function UserDialogs({ show, ...common }: UserDialogsProps) {
  switch (show.kind) {
    case 'edit':
      return <EditUserDialog {...common} user={show.user} />
    case 'delete':
      return <DeleteUserDialog {...common} user={show.user} />
    case 'ban':
      return <BanUserDialog {...common} user={show.user} />
    case 'ban-everywhere':
      return <BanUserDialog {...common} user={show.user} reach="everywhere" />
    case 'features':
      return <UserFeaturesDialog {...common} user={show.user} />
    case 'password-link':
      return <PasswordLinkDialog {...common} user={show.user} />
    case 'offline':
      return <OfflineFilesDialog {...common} of={{ userId: show.user.id }} name={show.user.username} />
    case 'extend-all':
      return <BulkDialog {...common} type="add_days" target={allUsersTarget(common.applicationId, show.filter)} />
    case 'why':
      return <WhyRefusedDialog {...common} username={show.username} />
    case 'export-hashes':
      return <ExportHashesDialog {...common} filter={show.filter} />
    case 'changes':
      return <ChangesDialog {...common} />
    case 'import':
      return <ImportDialog {...common} kind="users" />
  }
}

const allUsersTarget = (applicationId: number, filter: UserFilter) =>
  usersTarget(applicationId, { filter: userFilterBody(filter), except: [] })
