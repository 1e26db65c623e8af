import { requestVersionCheck } from '../api/new-version-event.ts'

const key = 'reloaded-for-new-version'
/** A second failure this soon after a reload isn't a new version but a broken server. */
const againAfterMs = 60_000

/**
 * After a server upgrade an open page requests files that are gone. If the page is untouched, it reloads once to get
 * the new version. If something may have been typed, only the new-version bar appears. If the server doesn't respond,
 * nothing happens: offline, a reload would lose the page. Call once at start: `reloadStalePage()`.
 */
export function reloadStalePage(): void {
  window.addEventListener('vite:preloadError', () => {
    if (navigator.userActivation?.hasBeenActive ?? true) requestVersionCheck()
    else void reloadOutdated()
  })
}

/** Reloads once if the server has a newer version. */
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
    // Without storage reloads can't be counted, so don't reload (avoids a loop).
    return false
  }
}

/** Whether the server serves a newer build than this page. */
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
