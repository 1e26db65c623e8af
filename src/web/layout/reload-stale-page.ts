import { requestVersionCheck } from '../api/new-version-event.ts'

const key = 'reloaded-for-new-version'
/** A second failure this soon after a reload is no new version but a broken server. */
const againAfterMs = 60_000

/**
 * After an upgrade of the server an open page asks for files that are gone. One that nobody has touched yet reloads once
 * and has the new ones. Where something may have been typed only the bar of the new version appears, and where no server
 * answers nothing happens: a reload would leave nothing of the page. Call once at start: `reloadStalePage()`.
 */
export function reloadStalePage(): void {
  window.addEventListener('vite:preloadError', () => {
    if (navigator.userActivation?.hasBeenActive ?? true) requestVersionCheck()
    else void reloadOutdated()
  })
}

/** Loads the page anew, once, when the server has a newer one. */
export async function reloadOutdated(): Promise<void> {
  if ((await isOutdated()) && mayReload()) location.reload()
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

/** Whether a page that is opened now would run another script than this one. */
export async function isOutdated(): Promise<boolean> {
  const own = document.querySelector('script[type="module"][src]')?.getAttribute('src')
  if (own == null) return false
  try {
    const response = await fetch('/dashboard', { headers: { accept: 'text/html' } })
    return response.ok && !(await response.text()).includes(own)
  } catch {
    return false
  }
}
