/** Each number gives another edit: a character changed, left out or put in, all over the text. */
export function edited(text: string, number: number): string {
  const at = (number * 7919) % text.length
  const before = text.slice(0, at)
  const kinds = [
    `${before}${text[at] === 'a' ? 'b' : 'a'}${text.slice(at + 1)}`,
    `${before}${text.slice(at + 1)}`,
    `${before}7${text.slice(at)}`,
  ]
  return kinds[number % kinds.length] ?? ''
}
