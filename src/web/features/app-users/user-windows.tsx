import { MountOnFirstOpen } from '../../ui/dialog/lazy-dialog.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { DeleteUserDialog } from './delete-user-dialog.tsx'
import { EditUserDialog } from './edit-user-dialog.tsx'
import type { AppUser } from './use-app-users.ts'
import type { UserFilter } from './user-filter.ts'

const WhyRefusedDialog = lazyComponent(async () => (await import('./why-refused-dialog.tsx')).WhyRefusedDialog)
const BanUserDialog = lazyComponent(async () => (await import('./ban-user-dialog.tsx')).BanUserDialog)
const ExportHashesDialog = lazyComponent(async () => (await import('./export-hashes-dialog.tsx')).ExportHashesDialog)
const ImportDialog = lazyComponent(
  async () => (await import('../../common/file-import/import-dialog.tsx')).ImportDialog,
)
const ChangesDialog = lazyComponent(async () => (await import('../../common/bulk/changes-dialog.tsx')).ChangesDialog)

/** A window over the list of users; what is edited or deleted is kept while it closes. */
export type UserWindow =
  | { readonly kind: 'edit' | 'delete' | 'ban'; readonly user: AppUser }
  | { readonly kind: 'why'; readonly username: string }
  | { readonly kind: 'export-hashes'; readonly filter: UserFilter }
  | { readonly kind: 'import' | 'changes' }

export interface UserWindowsProps {
  readonly applicationId: number
  readonly window: UserWindow
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** The windows of the users screen, none of which is needed at first sight. */
export function UserWindows({ applicationId, window, isOpen, onClose }: UserWindowsProps) {
  const common = { applicationId, isOpen, onClose }
  switch (window.kind) {
    case 'edit':
      return <EditUserDialog {...common} user={window.user} />
    case 'delete':
      return <DeleteUserDialog {...common} user={window.user} />
    case 'ban':
      return (
        <MountOnFirstOpen isOpen={isOpen}>
          <BanUserDialog {...common} user={window.user} />
        </MountOnFirstOpen>
      )
    case 'why':
      return (
        <MountOnFirstOpen isOpen={isOpen}>
          <WhyRefusedDialog {...common} username={window.username} />
        </MountOnFirstOpen>
      )
    case 'export-hashes':
      return (
        <MountOnFirstOpen isOpen={isOpen}>
          <ExportHashesDialog {...common} filter={window.filter} />
        </MountOnFirstOpen>
      )
    case 'changes':
      return (
        <MountOnFirstOpen isOpen={isOpen}>
          <ChangesDialog {...common} />
        </MountOnFirstOpen>
      )
    case 'import':
      return (
        <MountOnFirstOpen isOpen={isOpen}>
          <ImportDialog {...common} kind="users" />
        </MountOnFirstOpen>
      )
  }
}
