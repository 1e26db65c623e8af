import type { ReactNode } from 'react'

interface TabPanelsProps<V extends string> {
  readonly tabs: readonly { readonly value: V; readonly label: string }[]
  readonly value: V
  readonly panelOf: (value: V) => ReactNode
}

/** The content of every tab; one is shown. The others are on the page too, so that searching and copying find them. */
export function TabPanels<V extends string>({ tabs, value, panelOf }: TabPanelsProps<V>) {
  return tabs.map((tab) => (
    <div key={tab.value} data-tab={tab.label} hidden={tab.value !== value} className="min-w-0">
      {panelOf(tab.value)}
    </div>
  ))
}
