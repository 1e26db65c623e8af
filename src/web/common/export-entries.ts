import * as texts from '../texts/common.ts'
import type { MenuEntry } from '../ui/menu.tsx'

/** Save a list as a file, in a menu. */
export function exportEntries(save: (format: 'csv' | 'json') => void): readonly MenuEntry[] {
  return [
    { label: texts.exportAsCsv, needs: 'export', onSelect: () => save('csv') },
    { label: texts.exportAsJson, needs: 'export', onSelect: () => save('json') },
  ]
}
