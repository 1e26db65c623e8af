import * as texts from '../../texts/forms.ts'
/** A field that was changed by someone else while it was edited here. */
export interface FieldConflict {
  readonly label: string
  readonly theirs: string
  readonly mine: string
}

/** Someone else changed a field that was edited here: nothing was saved. */
export class EditConflict extends Error {
  override readonly name = 'EditConflict'
  readonly conflicts: readonly FieldConflict[]

  constructor(conflicts: readonly FieldConflict[]) {
    super(texts.someoneElseChangedOpen(conflicts.map(({ label }) => label).join(', ')))
    this.conflicts = conflicts
  }
}
