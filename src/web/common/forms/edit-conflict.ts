/** A field changed by someone else while being edited. */
export interface FieldConflict {
  readonly label: string
  readonly theirs: string
  readonly mine: string
}

/** Someone else changed an edited field, so nothing was saved. */
export class EditConflict extends Error {
  override readonly name = 'EditConflict'
  readonly conflicts: readonly FieldConflict[]

  constructor(conflicts: readonly FieldConflict[]) {
    super(`Someone else changed: ${conflicts.map(({ label }) => label).join(', ')}. Open it again to see their values.`)
    this.conflicts = conflicts
  }
}
