const key = 'reloaded-for-new-version'
/** A second failure this soon after a reload is no new version but a broken server. */
const againAfterMs = 60_000

/**
 * After an upgrade of the server an open page asks for files that are gone: it reloads once and has the new ones.
 * Without a network the files may be there still, and a reload would leave nothing of the page. Call once at start: `reloadStalePage()`.
 */
export function reloadStalePage(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (!navigator.onLine || !mayReload()) return
    event.preventDefault()
    location.reload()
  })
}

function mayReload(): boolean {
  try {
    const last = Number(sessionStorage.getItem(key))
    if (Date.now() - last < againAfterMs) return false
    sessionStorage.setItem(key, String(Date.now()))
    return true
  } catch {
    // Without storage nobody counts the reloads: better an error screen than a page that reloads for ever.
    return false
  }
}
