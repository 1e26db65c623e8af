import { isSame } from '../../common/forms/find-conflicts.ts'

/**
 * What Undo restores: the old values of the changed fields, except fields that were changed again since.
 * `fieldsToRestore({ before, saved, now }, ['email'])`
 */
export function fieldsToRestore<Row extends object>(
  { before, saved, now }: { readonly before: Row; readonly saved: Row; readonly now: Row },
  fields: readonly string[],
): Partial<Row> {
  const [old, left, current] = [before, saved, now].map((row) => new Map<string, unknown>(Object.entries(row)))
  const standing = fields.filter((field) => isSame(current?.get(field), left?.get(field)))
  return Object.fromEntries(standing.map((field) => [field, old?.get(field)])) as Partial<Row>
}
