import { FromFirstOpening } from '../../ui/from-first-opening.tsx'
import { late } from '../../ui/late.tsx'
import { DeleteUserDialog } from './delete-user-dialog.tsx'
import { EditUserDialog } from './edit-user-dialog.tsx'
import type { AppUser } from './use-app-users.ts'
import type { UserFilter } from './user-filter.ts'

const WhyRefusedDialog = late(async () => (await import('./why-refused-dialog.tsx')).WhyRefusedDialog)
const BanUserDialog = late(async () => (await import('./ban-user-dialog.tsx')).BanUserDialog)
const ExportHashesDialog = late(async () => (await import('./export-hashes-dialog.tsx')).ExportHashesDialog)
const ImportDialog = late(async () => (await import('../../imports/import-dialog.tsx')).ImportDialog)
const ChangesDialog = late(async () => (await import('../../bulk/changes-dialog.tsx')).ChangesDialog)

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
        <FromFirstOpening isOpen={isOpen}>
          <BanUserDialog {...common} user={window.user} />
        </FromFirstOpening>
      )
    case 'why':
      return (
        <FromFirstOpening isOpen={isOpen}>
          <WhyRefusedDialog {...common} username={window.username} />
        </FromFirstOpening>
      )
    case 'export-hashes':
      return (
        <FromFirstOpening isOpen={isOpen}>
          <ExportHashesDialog {...common} filter={window.filter} />
        </FromFirstOpening>
      )
    case 'changes':
      return (
        <FromFirstOpening isOpen={isOpen}>
          <ChangesDialog {...common} />
        </FromFirstOpening>
      )
    case 'import':
      return (
        <FromFirstOpening isOpen={isOpen}>
          <ImportDialog {...common} kind="users" />
        </FromFirstOpening>
      )
  }
}
