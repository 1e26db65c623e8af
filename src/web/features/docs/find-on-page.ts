/** A place of the page that holds what was searched for. */
export interface Found {
  /** Its anchor. */
  readonly id: string
  readonly title: string
  readonly excerpt: string
}

const around = 36

/** Chapters, and the calls in them, whose text holds every word; excerpts show the first one. */
export function findOnPage(search: string, root: ParentNode = document): readonly Found[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const first = words[0]
  if (first === undefined) return []
  return [...root.querySelectorAll('[data-chapter], [data-entry]')].flatMap((place) => {
    const text = textOf(place)
    const lower = text.toLowerCase()
    if (!words.every((word) => lower.includes(word))) return []
    const at = lower.indexOf(first)
    const excerpt = `${at > around ? '…' : ''}${text.slice(Math.max(0, at - around), at + first.length + around)}…`
    const title = place.getAttribute('data-entry') ?? place.querySelector('h2')?.textContent ?? place.id
    return [{ id: place.id, title, excerpt }]
  })
}

function textOf(place: Element): string {
  return (place.textContent ?? '').replace(/\s+/g, ' ')
}
