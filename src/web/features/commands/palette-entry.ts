import type { ReactNode } from 'react'
import { type MatchKind, matchOf } from '../../../shared/search-match.ts'

/** An entry of the palette: a link or an action. */
export interface PaletteEntry {
  /** Unique in the palette. */
  readonly id: string
  readonly label: string
  readonly detail?: string | undefined
  readonly icon: ReactNode
  /** Further words by which it is found. */
  readonly words?: string
  readonly href?: string
  /** Instead of an address. */
  readonly run?: () => void
  /** Why it can't be chosen. */
  readonly refusal?: string | undefined
  /** What can be done with it, beside opening it. */
  readonly actions?: readonly PaletteEntry[]
  /** The application that it belongs to. */
  readonly applicationId?: number | null
  /** How well it fits, if the server found it. */
  readonly match?: MatchKind | undefined
}

export interface PaletteGroup {
  readonly heading: string
  readonly entries: readonly PaletteEntry[]
}

/** How well an entry fits what is typed: by its label, else by every word somewhere in what describes it. */
export function fitOf({ label, detail = '', words = '', match }: PaletteEntry, typed: string): MatchKind | undefined {
  if (match !== undefined) return match
  const text = typed.trim().toLowerCase()
  const found = matchOf([label.toLowerCase()], text)
  if (found !== undefined) return found
  const described = `${label} ${detail} ${words}`.toLowerCase()
  return text.split(/\s+/).every((word) => described.includes(word)) ? 'part' : undefined
}
