/** At most this many intervals, which are counted at a glance. */
const stretches = 5

/** Round tick values from zero to at least the maximum. `axisTicks(258)` is `[0, 100, 200, 300]` */
export function axisTicks(highest: number): readonly number[] {
  const rough = Math.max(1, highest / stretches)
  const ten = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((factor) => factor * ten).find((size) => size * stretches >= highest) ?? 10 * ten
  return Array.from({ length: Math.ceil(highest / step) + 1 }, (_, place) => place * step)
}
