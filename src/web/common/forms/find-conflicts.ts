import * as texts from '../../texts/forms.ts'
import type { FieldConflict } from './edit-conflict.ts'

/** A field's label, and how to format a value that isn't plain text. */
export type Labels<Form> = {
  readonly [Field in keyof Form]?: string | { readonly label: string; readonly show: (value: Form[Field]) => string }
}

/**
 * The fields that were changed here since the form was opened, and by someone else to another value.
 * `findConflicts({ opened, mine, now }, { name: 'Name' })`
 */
export function findConflicts<Form extends object>(
  { opened, mine, now }: { readonly opened: Form; readonly mine: Form; readonly now: Form },
  labels: Labels<Form>,
): readonly FieldConflict[] {
  const fields = Object.keys(labels) as (keyof Form & string)[]
  return fields
    .filter(
      (field) =>
        !isSame(mine[field], opened[field]) && !isSame(now[field], opened[field]) && !isSame(now[field], mine[field]),
    )
    .map((field) => ({
      label: labelOf(labels, field),
      theirs: valueText(labels, field, now[field]),
      mine: valueText(labels, field, mine[field]),
    }))
}

/** The form after `sent` was saved: input entered since stays, the rest is as stored. */
export function mergeAfterSave<Form extends object>(form: Form, sent: Form, stored: Form): Form {
  const fields = Object.keys(form) as (keyof Form & string)[]
  const kept = fields.filter((field) => !isSame(form[field], sent[field])).map((field) => [field, form[field]])
  return { ...stored, ...Object.fromEntries(kept) }
}

export const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

function labelOf<Form>(labels: Labels<Form>, field: keyof Form & string): string {
  const label = labels[field]
  return typeof label === 'object' ? label.label : (label ?? field)
}

function valueText<Form>(labels: Labels<Form>, field: keyof Form, value: Form[keyof Form]): string {
  const label = labels[field]
  if (typeof label === 'object') return label.show(value)
  if (typeof value === 'boolean') return value ? texts.on : texts.off
  const text = Array.isArray(value) ? value.join(', ') : String(value ?? '')
  return text === '' ? texts.none : text
}
