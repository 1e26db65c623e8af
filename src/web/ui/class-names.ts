/** Joins class names and drops what is off: `classNames('p-2', isOpen && 'bg-raised')`. */
export function classNames(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
