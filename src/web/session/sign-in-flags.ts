/** What this browser remembers of signing in and out. Document 1, section 4; document 2, section 9. */
const names = {
  in: 'user_logged_in',
  email: 'user_email',
  out: 'user_logged_out',
  /** The server has not heard of the sign-out yet. */
  unsent: 'user_logout_unsent',
}

/** The flag counts from either storage: the session's survives where the persistent one is refused. */
export function isLoggedOut(): boolean {
  return [localStore(), sessionStore()].some((store) => store?.getItem(names.out) === 'true')
}

/** After a sign-in. `markLoggedIn('you@example.com')` */
export function markLoggedIn(email: string): void {
  for (const store of [localStore(), sessionStore()]) remove(store, names.out)
  set(localStore(), names.in, 'true')
  set(localStore(), names.email, email)
  remove(localStore(), names.unsent)
}

/** Signs this browser out, whatever the server says. */
export function markLoggedOut(): void {
  for (const store of [localStore(), sessionStore()]) set(store, names.out, 'true')
  for (const name of [names.in, names.email]) remove(localStore(), name)
  set(localStore(), names.unsent, 'true')
}

/** The server knows of the sign-out. */
export function markLogoutSent(): void {
  remove(localStore(), names.unsent)
}

/** A sign-out that the server has not heard of: it failed, or the page was closed too early. */
export function isLogoutUnsent(): boolean {
  return isLoggedOut() && localStore()?.getItem(names.unsent) === 'true'
}

/** Hears of other tabs' sign-outs, and of sign-ins as somebody else than the page's own user. Returns the way to stop. */
export function onSessionChangeInOtherTab(email: string | undefined, listener: () => void): () => void {
  const follow = (event: StorageEvent) => {
    if (event.newValue === event.oldValue) return
    if (event.key === names.email && event.newValue !== null && email !== undefined && event.newValue !== email)
      listener()
    if (event.key !== names.out) return
    // The session's flag is this tab's own: a sign-in in another tab cannot clear it.
    if (event.newValue === null) remove(sessionStore(), names.out)
    listener()
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}

/** Where storage is blocked (private mode), the cookie alone decides. */
function localStore(): Storage | undefined {
  try {
    return window.localStorage
  } catch {
    return undefined
  }
}

function sessionStore(): Storage | undefined {
  try {
    return window.sessionStorage
  } catch {
    return undefined
  }
}

function set(store: Storage | undefined, name: string, value: string): void {
  try {
    store?.setItem(name, value)
  } catch {
    // Full or refused: as blocked.
  }
}

function remove(store: Storage | undefined, name: string): void {
  try {
    store?.removeItem(name)
  } catch {
    // As above.
  }
}

/**
 * The server saw no session cookie when it sent this page: asking who is signed in could only be refused, and the
 * browser would tell of it in the console. A development server leaves the placeholder, which says nothing.
 */
function hasNoSessionCookie(): boolean {
  return document.querySelector<HTMLMetaElement>('meta[name="session"]')?.content === 'none'
}

/** This browser counts as signed out, or brought no session along: the server need not be asked. */
export const isVisitor = () => isLoggedOut() || hasNoSessionCookie()
