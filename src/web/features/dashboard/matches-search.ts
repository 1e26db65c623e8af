interface Searched {
  readonly id: number
  readonly name: string
  readonly description: string
}

/** Whether every word of the search is in the name or description, or the id is meant. Case does not count. */
export function matchesSearch({ id, name, description }: Searched, search: string): boolean {
  const text = `${name}\n${description}`.toLowerCase()
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return words.every((word) => text.includes(word) || word === String(id))
}
