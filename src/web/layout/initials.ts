/** Two letters for a tile: of the first two words, or the first two of a single one. `initials('My Game App')` is `MG` */
export function initials(name: string): string {
  const [first = '', second] = name.trim().split(/[\s._+-]+/)
  const letters = second === undefined || second === '' ? [...first].slice(0, 2) : [[...first][0], [...second][0]]
  return letters.join('').toUpperCase()
}

/** Of the part before the @. `emailInitials('grace.hopper@example.com')` is `GH` */
export function emailInitials(email: string): string {
  return initials(email.replace(/@.*/, ''))
}
