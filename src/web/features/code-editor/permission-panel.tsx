import { hasPermission } from '../../../shared/permissions.ts'
import type { CurrentUser } from '../../session/session.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'

/** What the signed-in user may do. */
export function PermissionPanel({ user }: { readonly user: CurrentUser }) {
  const isEnabled = (permission: 'edit_code' | 'manage_users') => (
    <Badge tone={hasPermission(user, permission) ? 'ok' : 'neutral'}>
      {hasPermission(user, permission) ? 'Enabled' : 'Disabled'}
    </Badge>
  )
  return (
    <Card title="Your Permissions">
      <DescriptionList
        items={[
          { label: 'Role', value: user.role },
          { label: 'Code Editing', value: isEnabled('edit_code') },
          { label: 'User Management', value: isEnabled('manage_users') },
        ]}
      />
      {user.permissions.length > 0 && (
        <ul aria-label="All permissions" className="mt-3 flex flex-wrap gap-1.5">
          {user.permissions.map((permission) => (
            <li key={permission} className="rounded-full border border-line bg-bg/40 px-2 py-0.5 text-meta text-fg-2">
              <code>{permission}</code>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
