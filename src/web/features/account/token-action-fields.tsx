import type { TokenAction } from '../../../shared/token-actions.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { FieldGroup } from './field-group.tsx'
import { actionGroups } from './token-actions.ts'
import { toggled } from './token-draft.ts'

export interface TokenActionFieldsProps {
  readonly actions: readonly TokenAction[]
  readonly error: string | undefined
  readonly onChange: (actions: readonly TokenAction[]) => void
}

/** One line per thing: whether the token reads it, whether it changes it. */
export function TokenActionFields({ actions, error, onChange }: TokenActionFieldsProps) {
  const box = (what: string, label: string, action: TokenAction | undefined) =>
    action === undefined ? (
      <span />
    ) : (
      <Checkbox
        label={
          <>
            <span className="sr-only">{`${what}: `}</span>
            {label}
          </>
        }
        name={action}
        checked={actions.includes(action)}
        onChange={(isIn) => onChange(toggled(actions, action, isIn))}
      />
    )
  return (
    <FieldGroup legend="May do" error={error}>
      <div className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-6 gap-y-0.5 rounded-inner border border-line px-4 py-2.5">
        {actionGroups.map(({ name, read, write }) => (
          <div key={name} className="contents">
            <span className="min-w-0 truncate">{name}</span>
            {box(name, 'Read', read)}
            {box(name, 'Change', write)}
          </div>
        ))}
      </div>
    </FieldGroup>
  )
}
