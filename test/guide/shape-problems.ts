/**
 * How a response differs in kind from the one the guide shows: fields that are missing or too many, values of another
 * type. What a value is doesn't matter; null stands for anything.
 */
export function shapeProblems(shown: unknown, real: unknown, at = ''): string[] {
  if (shown === null || real === null) return []
  if (kindOf(shown) !== kindOf(real)) return [`${at || 'the response'} is ${kindOf(real)}, not ${kindOf(shown)}`]
  if (Array.isArray(shown) && Array.isArray(real)) {
    return shown.length > 0 && real.length > 0 ? shapeProblems(shown[0], real[0], `${at}[0]`) : []
  }
  if (typeof shown !== 'object' || typeof real !== 'object') return []
  const [a, b] = [shown as Readonly<Record<string, unknown>>, real as Readonly<Record<string, unknown>>]
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((name) => {
    const path = at === '' ? name : `${at}.${name}`
    if (!(name in b)) return [`${path} is missing`]
    return name in a ? shapeProblems(a[name], b[name], path) : [`${path} is not in the guide`]
  })
}

const kindOf = (value: unknown) => (Array.isArray(value) ? 'a list' : typeof value)
