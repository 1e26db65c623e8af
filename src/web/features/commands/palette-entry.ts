import type { ReactNode } from 'react'

/** One line of the palette: somewhere to go, or something to do. */
export type PaletteEntry = {
  /** Different from all others of its group. */
  readonly id: string
  readonly label: string
  readonly detail?: string | undefined
  readonly icon: ReactNode
} & ({ readonly href: string } | { readonly run: () => void })

export interface PaletteGroup {
  readonly heading: string
  readonly entries: readonly PaletteEntry[]
}
