const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** At most `max` UTF-16 units, as chats count: cut between what people see as letters, with a sign that it was. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text
  let end = 0
  // One letter may be made of any number of signs: what cannot be part of the result is not looked at.
  for (const { index, segment } of graphemes.segment(text.slice(0, max))) {
    if (index + segment.length > max - 1) break
    end = index + segment.length
  }
  return `${text.slice(0, end)}…`
}
