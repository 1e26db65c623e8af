import { type Bearer, hasPermission, type Permission, permissions } from '../../../shared/permissions.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { permissionTexts } from './permission-texts.ts'

export interface PermissionListProps {
  readonly chosen: readonly Permission[]
  /** What the user holds already: it may be put back. */
  readonly held: readonly Permission[]
  readonly viewer: Bearer
  /** Why none can be changed. */
  readonly lockedReason?: string | undefined
  readonly onChange: (chosen: readonly Permission[]) => void
}

/** The checklist of permissions. What the viewer lacks can be taken away but not given. */
export function PermissionList({ chosen, held, viewer, lockedReason, onChange }: PermissionListProps) {
  const toggle = (permission: Permission, isOn: boolean) =>
    onChange(permissions.filter((each) => (each === permission ? isOn : chosen.includes(each))))
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 font-medium">Permissions</legend>
      {lockedReason !== undefined && <p className="mb-1 text-second text-fg-3">{lockedReason}</p>}
      {permissions.map((permission) => {
        const isChosen = chosen.includes(permission)
        const isLacking = !hasPermission(viewer, permission)
        return (
          <Checkbox
            key={permission}
            name={permission}
            label={<code className="text-second">{permission}</code>}
            hint={
              isLacking && lockedReason === undefined
                ? `${permissionTexts[permission]}. You don't have it yourself, so you can't give it.`
                : permissionTexts[permission]
            }
            checked={isChosen}
            disabled={lockedReason !== undefined || (isLacking && !isChosen && !held.includes(permission))}
            onChange={(isOn) => toggle(permission, isOn)}
          />
        )
      })}
    </fieldset>
  )
}
