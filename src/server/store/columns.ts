/** Conversions between rows and the domain: flags, times, and changes that name some fields only. */

/** A boolean as stored by both databases. */
export const flag = (value: boolean): number => (value ? 1 : 0)

/** A nullable time column as a date. */
export const dateOrNull = (ms: number | null): Date | null => (ms === null ? null : new Date(ms))

/** A date as a nullable time column. */
export const msOrNull = (date: Date | null): number | null => (date === null ? null : date.getTime())

/** A partial change: a field that is missing or undefined stays unchanged. */
export type Patch<T> = { readonly [K in keyof T]?: T[K] | undefined }

/** Removes undefined fields, so that an update sets only what the change names. */
export function defined<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never
}

/** Escapes the wildcards of LIKE. Use with `escape '\\'`. */
export const likeText = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`)

/** A blank text is stored as null, which inherits; undefined stays unchanged. */
export const blankAsNull = (text: string | null | undefined): string | null | undefined =>
  text === undefined || text?.trim() ? text : null

export const dayMs = 24 * 60 * 60 * 1000

/** UTC days since 1970, by which counts are stored. */
export const utcDay = (at: Date): number => Math.floor(at.getTime() / dayMs)
