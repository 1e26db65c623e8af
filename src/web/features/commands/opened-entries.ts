import type { PaletteEntry } from './palette-entry.ts'

const most = 20

/** The last entries that were opened, the newest first. In memory: they name users, so they end with the page. */
let opened: readonly PaletteEntry[] = []

export const openedEntries = {
  get: (): readonly PaletteEntry[] => opened,
  /** What can be opened again; an action is not. */
  add(entry: PaletteEntry): void {
    if (entry.href === undefined) return
    opened = [entry, ...opened.filter(({ id }) => id !== entry.id)].slice(0, most)
  },
  /** How many others were opened since; undefined: it is not among them. */
  placeOf(id: string): number | undefined {
    const place = opened.findIndex((entry) => entry.id === id)
    return place < 0 ? undefined : place
  },
}
