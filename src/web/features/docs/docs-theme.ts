import { useLayoutEffect, useState } from 'react'

export type DocsTheme = 'dark' | 'light'

const key = 'docs-theme'

function keptTheme(): DocsTheme {
  try {
    return localStorage.getItem(key) === 'light' ? 'light' : 'dark'
  } catch {
    return 'dark'
  }
}

/** The documentation's theme, stored separately: the dashboard is always dark. */
export function useDocsTheme(): readonly [DocsTheme, () => void] {
  const [theme, setTheme] = useState(keptTheme)
  useLayoutEffect(() => {
    const { classList } = document.documentElement
    classList.toggle('light', theme === 'light')
    classList.toggle('dark', theme === 'dark')
    return () => {
      classList.remove('light')
      classList.add('dark')
    }
  }, [theme])
  const toggle = () => {
    const next = theme === 'dark' ? 'light' : 'dark'
    try {
      localStorage.setItem(key, next)
    } catch {
      // Storage is blocked: the choice lasts for this visit.
    }
    setTheme(next)
  }
  return [theme, toggle]
}
