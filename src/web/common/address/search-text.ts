/**
 * Search parameters as plain text both ways: `?q=1234` is the text 1234, not a number, and comes back without quotes.
 * Commas, colons and slashes stay readable. The last duplicate wins.
 */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

/** The reverse of `parseSearch`; undefined and empty values are left out. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const parts = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') parts.set(name, String(value))
  }
  const text = parts.toString().replaceAll('%2C', ',').replaceAll('%3A', ':').replaceAll('%2F', '/')
  return text === '' ? '' : `?${text}`
}

/** A search parameter as text; anything else is undefined. `textOf(search.q)` */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A search parameter that is one of the given words, else undefined. `oneOf(['ip', 'hwid'], search.type)` */
export function oneOf<T extends string>(words: readonly T[], value: unknown): T | undefined {
  return words.find((word) => word === value)
}
