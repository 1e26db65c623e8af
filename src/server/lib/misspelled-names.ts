/** Shorter names are too close to variables of other programs: HOST and HOME. */
const shortest = 8
const longForTwo = 10

/** A sentence for each variable that is nearly a setting: the server would start without what it was meant to set. */
export function misspelledNames(
  environment: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): string[] {
  return Object.keys(environment).flatMap((name) => {
    const meant = environment[name] && !known.includes(name) ? nearestName(name, known) : undefined
    return meant === undefined ? [] : [`${name} is no setting; did you mean ${meant}?`]
  })
}

/**
 * The known name that was probably meant: all letters but one are its own, or all but two of a longer name. Swapped
 * neighbors count once.
 */
function nearestName(name: string, known: readonly string[]): string | undefined {
  return known.find((each) => {
    if (each.length < shortest) return false
    return editsBetween(name, each) <= (each.length >= longForTwo ? 2 : 1)
  })
}

/** Letters that are missing, added, different or swapped with their neighbor (optimal string alignment). */
function editsBetween(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return Number.POSITIVE_INFINITY
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1]
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    beforeLast = last
    last = current
  }
  return last[b.length] ?? 0
}
