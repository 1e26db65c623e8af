/** Typed text as a whole number of at least `min`; unreadable text becomes `min`. `parseCount('7 days')` is 7. */
export function parseCount(text: string, min = 1): number {
  const value = Number.parseInt(text.trim(), 10)
  return Number.isSafeInteger(value) && value >= min ? value : min
}
