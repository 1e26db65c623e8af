/** Joins class names and drops falsy ones: `classNames('p-2', isOpen && 'bg-raised')`. */
export function classNames(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
