/** A field that somebody else changed while it was edited here. */
export interface FieldConflict {
  readonly label: string
  readonly theirs: string
  readonly mine: string
}

/** Somebody else changed a field that was edited here: nothing was saved. */
export class EditConflict extends Error {
  override readonly name = 'ChangedMeanwhile'
  readonly clashes: readonly FieldConflict[]

  constructor(clashes: readonly FieldConflict[]) {
    super(`Someone else changed: ${clashes.map(({ label }) => label).join(', ')}. Open it again to see their values.`)
    this.clashes = clashes
  }
}
