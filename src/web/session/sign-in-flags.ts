/** Sign-in state stored in this browser. Document 1, section 4; document 2, section 9. */
const names = {
  in: 'user_logged_in',
  email: 'user_email',
  out: 'user_logged_out',
  /** The sign-out has not reached the server yet. */
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

/** Marks this browser as signed out, whatever the server says. */
export function markLoggedOut(): void {
  for (const store of [localStore(), sessionStore()]) set(store, names.out, 'true')
  for (const name of [names.in, names.email]) remove(localStore(), name)
  set(localStore(), names.unsent, 'true')
}

/** The sign-out has reached the server. */
export function markLogoutSent(): void {
  remove(localStore(), names.unsent)
}

/** A sign-out that has not reached the server: the request failed, or the page was closed too early. */
export function isLogoutUnsent(): boolean {
  return isLoggedOut() && localStore()?.getItem(names.unsent) === 'true'
}

/** Calls listener when another tab signs out or signs in as someone else. Returns unsubscribe. */
export function onSessionChangeInOtherTab(email: string | undefined, listener: () => void): () => void {
  const follow = (event: StorageEvent) => {
    if (event.newValue === event.oldValue) return
    if (event.key === names.email && event.newValue !== null && email !== undefined && event.newValue !== email)
      listener()
    if (event.key !== names.out) return
    // The session storage belongs to this tab: a sign-in in another tab can't clear its flag.
    if (event.newValue === null) remove(sessionStore(), names.out)
    listener()
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}

/** When storage is blocked (private mode), only the cookie counts. */
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
    // Storage is full or blocked.
  }
}

function remove(store: Storage | undefined, name: string): void {
  try {
    store?.removeItem(name)
  } catch {
    // Storage is blocked.
  }
}

/**
 * The server saw no session cookie, so skip GET /api/auth/user (a 401 would show in the console). A development server
 * leaves the placeholder, which means unknown.
 */
function hasNoSessionCookie(): boolean {
  return document.querySelector<HTMLMetaElement>('meta[name="session"]')?.content === 'none'
}

/** Signed out, or no session cookie: the server need not be asked. */
export const isVisitor = () => isLoggedOut() || hasNoSessionCookie()
