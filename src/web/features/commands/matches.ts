/** Whether a text contains every typed word. `matches('My Game App Users', 'game us')` */
export function matches(text: string, typed: string): boolean {
  const hay = text.toLowerCase()
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => hay.includes(word))
}
