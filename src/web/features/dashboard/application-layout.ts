import { useState } from 'react'

type ApplicationLayout = 'cards' | 'table'

const name = 'applications-layout'

/** Cards or table, as this browser chose last; cards at first. */
export function useApplicationLayout() {
  const [layout, setLayout] = useState<ApplicationLayout>(read)
  const choose = (next: ApplicationLayout) => {
    setLayout(next)
    try {
      localStorage.setItem(name, next)
    } catch {
      // Storage is blocked: the choice lasts as long as the page.
    }
  }
  return [layout, choose] as const
}

function read(): ApplicationLayout {
  try {
    return localStorage.getItem(name) === 'table' ? 'table' : 'cards'
  } catch {
    return 'cards'
  }
}
