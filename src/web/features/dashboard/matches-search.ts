interface Searched {
  readonly id: number
  readonly name: string
  readonly description: string
}

/** Whether name or description contain every word of the search, or the ID matches. Case is ignored. */
export function matchesSearch({ id, name, description }: Searched, search: string): boolean {
  const text = `${name}\n${description}`.toLowerCase()
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return words.every((word) => text.includes(word) || word === String(id))
}
