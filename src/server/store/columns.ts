/** Between rows and what the rest of the program sees: flags, times and the fields that are really there. */

/** A boolean as both databases store it. */
export const flag = (value: boolean): number => (value ? 1 : 0)

/** A nullable time column as a date. */
export const dateOrNull = (ms: number | null): Date | null => (ms === null ? null : new Date(ms))

/** A date as a nullable time column. */
export const msOrNull = (date: Date | null): number | null => (date === null ? null : date.getTime())

/** A change: every field may be missing or undefined, which both mean "as it is". */
export type Patch<T> = { readonly [K in keyof T]?: T[K] | undefined }

/** Drops what is undefined, so that an update sets only what the change names. */
export function defined<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never
}

/** Text for LIKE: the wildcards of a search are taken literally. Use with `escape '\\'`. */
export const likeText = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`)

/** A blank text is stored as null, which inherits; undefined stays "as it is". */
export const blankAsNull = (text: string | null | undefined): string | null | undefined =>
  text === undefined || text?.trim() ? text : null
