/**
 * What a change is taken back to: the old values of its fields, but of those that stand as the change left them.
 * `fieldsToRestore({ before, saved, now }, ['email'])`
 */
export function fieldsToRestore<Row extends object>(
  { before, saved, now }: { readonly before: Row; readonly saved: Row; readonly now: Row },
  fields: readonly string[],
): Partial<Row> {
  const [old, left, current] = [before, saved, now].map((row) => new Map<string, unknown>(Object.entries(row)))
  const standing = fields.filter((field) => current?.get(field) === left?.get(field))
  return Object.fromEntries(standing.map((field) => [field, old?.get(field)])) as Partial<Row>
}
