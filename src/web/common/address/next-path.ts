/** Never redirect here after sign-in: it would loop or sign out. */
const neverNext = /^\/(login|setup|api)(\/|$)/

/**
 * Where to go after a sign-in: a path of this origin, or `/`. It must start with one slash and stay on this origin, as
 * given and decoded once more; the result is the browser's own reading of it.
 * `nextPath('/app/7?section=users', location.origin)`
 */
export function nextPath(next: string | undefined, origin: string): string {
  const target = next === undefined ? undefined : ownAddress(next, origin)
  return target === undefined || neverNext.test(target.pathname) ? '/' : target.pathname + target.search + target.hash
}

/** The sign-in page that returns to an address afterwards. `/login?next=/app/7` */
export function signInPath(next: string): string {
  return next === '/' ? '/login' : `/login?next=${encodeURIComponent(next)}`
}

function ownAddress(text: string, origin: string): URL | undefined {
  const decoded = decode(text)
  if (decoded === undefined || !isPath(text) || !isPath(decoded)) return undefined
  const [url, other] = [parse(text, origin), parse(decoded, origin)]
  if (url === undefined || other?.origin !== origin) return undefined
  // `/.//elsewhere` parses to the path `//elsewhere`, which as an address is another host.
  return url.origin === origin && isPath(url.pathname) ? url : undefined
}

function isPath(text: string): boolean {
  return /^\/(?![/\\])/.test(text)
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

function parse(text: string, origin: string): URL | undefined {
  return URL.canParse(text, origin) ? new URL(text, origin) : undefined
}
