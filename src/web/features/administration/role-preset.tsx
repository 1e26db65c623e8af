import { type Bearer, hasPermission, type Role, rolePresets } from '../../../shared/permissions.ts'
import { PermissionTag } from './permission-tag.tsx'

/** What a new user of this role may do, and what the viewer can't give along. */
export function RolePreset({ role, viewer }: { readonly role: Role; readonly viewer: Bearer }) {
  const preset = rolePresets[role]
  const missing = preset.filter((permission) => !hasPermission(viewer, permission))
  return (
    <div className="flex flex-col gap-2 text-second">
      <p className="text-fg-2">
        {preset.length === 0 ? 'Comes without permissions; they can be given afterwards.' : 'Comes with'}
      </p>
      {preset.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {preset.map((permission) => (
            <li key={permission}>
              <PermissionTag permission={permission} isMissing={missing.includes(permission)} />
            </li>
          ))}
        </ul>
      )}
      {missing.length > 0 && (
        <p className="text-fg-3">Crossed out are permissions that you don't have yourself and so can't give.</p>
      )}
    </div>
  )
}
