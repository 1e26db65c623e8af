import type { Permission } from '../../../shared/permissions.ts'
import { classNames } from '../../ui/class-names.ts'

/** A permission by its API name. */
export function PermissionTag(props: { readonly permission: Permission | string; readonly isMissing?: boolean }) {
  return (
    <code
      className={classNames(
        'inline-block whitespace-nowrap rounded-control border border-line bg-bg/40 px-1.5 py-px text-meta',
        props.isMissing ? 'text-fg-3 line-through' : 'text-fg-2',
      )}
    >
      {props.permission}
    </code>
  )
}
