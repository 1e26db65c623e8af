import { setNonce } from 'get-nonce'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { reloadStalePage } from './layout/reload-stale-page.ts'

adoptCspNonce()
applyDarkTheme()
reloadStalePage()

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element with the id root')
createRoot(root).render(<App />)

/**
 * Hands the nonce of this answer to the scroll lock of dialogs, whose style sheet the browser would refuse otherwise
 * (silently: the page behind would scroll). Call once, before React starts: `adoptCspNonce()`.
 */
function adoptCspNonce(): void {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content
  if (nonce) setNonce(nonce)
}

/** The dashboard is always dark and says so under the theme key; where storage is blocked it is dark all the same. */
function applyDarkTheme(): void {
  document.documentElement.classList.add('dark')
  try {
    localStorage.setItem('theme', 'dark')
  } catch {
    // Storage is blocked (private mode): nothing depends on it.
  }
}
