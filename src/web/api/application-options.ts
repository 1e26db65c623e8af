/** What a choice of one's own applications offers: all of them first, with the blank value. */
export function applicationOptions(names: ReadonlyMap<number, string>): { value: string; label: string }[] {
  return [
    { value: '', label: 'All applications' },
    ...[...names].map(([id, name]) => ({ value: String(id), label: `${name} (App ${id})` })),
  ]
}
