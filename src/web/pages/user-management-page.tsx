import { useSearch } from '@tanstack/react-router'
import { usePageAddress } from '../common/address/use-page-address.ts'
import { UsersScreen } from '../features/administration/users-screen.tsx'
import { SharedFrame } from './shared-frame.tsx'

/** `/user-management`, signed in or not; the server decides who sees users. */
export function UserManagementPage() {
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false })
  const { filter } = usePageAddress()
  return (
    <SharedFrame>
      <UsersScreen q={search.q ?? ''} onSearch={(q) => filter({ q: q || undefined })} />
    </SharedFrame>
  )
}
