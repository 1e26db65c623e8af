/** The parts of a list, none longer than `size`: a statement takes only so many values. */
export function* slicesOf<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}
