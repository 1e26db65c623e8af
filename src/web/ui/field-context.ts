import { createContext, useContext } from 'react'

/** What a field tells the control inside it. */
export interface FieldParts {
  readonly id: string
  readonly describedBy: string | undefined
  readonly isInvalid: boolean
  readonly isRequired: boolean
}

export const FieldContext = createContext<FieldParts | undefined>(undefined)

/** The attributes that tie a control to the field around it; none outside a field. `<input {...useFieldProps()} />` */
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
