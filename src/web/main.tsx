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
 * Passes the response's CSP nonce to the scroll lock of dialogs. Without it the browser blocks the lock's style sheet
 * without an error, and the page behind a dialog scrolls. Call once, before React starts.
 */
function adoptCspNonce(): void {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content
  if (nonce) setNonce(nonce)
}

/** The dashboard is always dark and stores that under the theme key; it is dark without storage too. */
function applyDarkTheme(): void {
  document.documentElement.classList.add('dark')
  try {
    localStorage.setItem('theme', 'dark')
  } catch {
    // Storage is blocked (private mode): nothing depends on it.
  }
}
