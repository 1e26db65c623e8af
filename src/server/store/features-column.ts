import type { Features } from '../../shared/contract/features.ts'

/** Features as JSON, by name, so that equal ones are equal texts; null: none. */
export function featuresText(features: Features): string | null {
  const entries = Object.entries(features).sort(([a], [b]) => (a < b ? -1 : 1))
  return entries.length === 0 ? null : JSON.stringify(Object.fromEntries(entries))
}

/** The features of a stored text; of null, none. */
export const featuresOf = (text: string | null): Features => (text === null ? {} : (JSON.parse(text) as Features))
