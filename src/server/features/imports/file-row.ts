/** One row of a file, before anybody knows whether it is right: texts by the names of our columns. */
export interface FileRow {
  /** Line of the file, or place in its array, from 1. */
  readonly line: number
  readonly fields: Readonly<Record<string, string>>
  /** What was read otherwise than it stood there. */
  readonly notes?: readonly string[]
  /** The expiry is a rest counted from now: read again later it must not give more time. */
  readonly isRest?: boolean
  /** Why the row is none of those that are imported. */
  readonly skipped?: string
}

/** The file's columns and what each is read as. */
export interface FileColumns {
  readonly columns: readonly { readonly name: string; readonly field: string | null }[]
}
