import type { ReactNode } from 'react'

/** An entry of the palette: a link or an action. */
export type PaletteEntry = {
  /** Unique within its group. */
  readonly id: string
  readonly label: string
  readonly detail?: string | undefined
  readonly icon: ReactNode
} & ({ readonly href: string } | { readonly run: () => void })

export interface PaletteGroup {
  readonly heading: string
  readonly entries: readonly PaletteEntry[]
}
