/** The value below which the given share of the values lies (quantile). */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const [below, above] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  return below === undefined || above === undefined ? Number.NaN : (below + above) / 2
}

/** The given share of the values, the smallest ones: interference only ever makes a measurement slower. */
export function fastest(values: readonly number[], share: number): number[] {
  return values.toSorted((a, b) => a - b).slice(0, Math.floor(values.length * share))
}

/** Welch's t of two samples of unequal variance: beyond 4.5 the difference of their means is significant. */
export function welchT(a: readonly number[], b: readonly number[]): number {
  const [first, second] = [spread(a), spread(b)]
  return (first.mean - second.mean) / Math.sqrt(first.variance / a.length + second.variance / b.length)
}

function spread(values: readonly number[]): { readonly mean: number; readonly variance: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return { mean, variance: values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1) }
}

/** The same sequence of numbers in [0, 1) in every run (mulberry32), so that two runs do not differ by chance. */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function shuffled<T>(values: readonly T[], random: () => number): T[] {
  return values
    .map((value) => ({ value, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ value }) => value)
}
