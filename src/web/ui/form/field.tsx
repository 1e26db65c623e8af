import { CircleAlert } from 'lucide-react'
import { createContext, type ReactNode, useContext, useId } from 'react'
import { Hint } from './hint.tsx'

export interface FieldProps {
  readonly label: string
  readonly hint?: ReactNode | undefined
  /** Why the value is rejected; shown below and linked to the control. */
  readonly error?: string | undefined
  readonly isRequired?: boolean
  /** At the right end of the label's line, such as a link or a Generate button. */
  readonly aside?: ReactNode
  readonly children: ReactNode
}

/**
 * Label, control, hint and error. The control inside gets its ID and descriptions from it.
 * `<Field label="Application Name" error={errors.name}><TextInput name="name" /></Field>`
 */
export function Field({ label, hint, error, isRequired = false, aside, children }: FieldProps) {
  const id = useId()
  const hintId = hint === undefined ? undefined : `${id}-hint`
  const errorId = error === undefined ? undefined : `${id}-error`
  const describedBy = [errorId, hintId].filter((part) => part !== undefined).join(' ') || undefined
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <div className="flex items-end justify-between gap-3">
        <label htmlFor={id} className="font-medium">
          {label}
          {isRequired && (
            <span className="text-fg-3" aria-hidden>
              {' *'}
            </span>
          )}
        </label>
        {aside}
      </div>
      <FieldContext value={{ id, describedBy, isInvalid: error !== undefined, isRequired }}>{children}</FieldContext>
      {error !== undefined && (
        <p id={errorId} className="flex items-start gap-1.5 text-second text-bad">
          <CircleAlert size={14} strokeWidth={1.75} className="mt-[3px] shrink-0" aria-hidden />
          {error}
        </p>
      )}
      <Hint id={hintId}>{hint}</Hint>
    </div>
  )
}

/** Passed from a field to the control inside it. */
interface FieldParts {
  readonly id: string
  readonly describedBy: string | undefined
  readonly isInvalid: boolean
  readonly isRequired: boolean
}

const FieldContext = createContext<FieldParts | undefined>(undefined)

/** The attributes that link a control to the field around it; none outside a field. `<input {...useFieldProps()} />` */
export function useFieldProps() {
  const field = useContext(FieldContext)
  if (field === undefined) return {}
  return {
    id: field.id,
    'aria-describedby': field.describedBy,
    'aria-invalid': field.isInvalid || undefined,
    'aria-required': field.isRequired || undefined,
  }
}
