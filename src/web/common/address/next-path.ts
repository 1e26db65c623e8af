/** Addresses that never follow a sign-in: it would start over, or end at once. */
const neverNext = /^\/(login|setup|api)(\/|$)/

/**
 * Where a sign-in leads: a path of our own, or `/`. What it names must begin with one slash and stay on this origin,
 * as it stands and once more decoded; the browser's own reading of it is what is returned.
 * `nextPath('/app/7?section=users', location.origin)`
 */
export function nextPath(next: string | undefined, origin: string): string {
  const target = next === undefined ? undefined : ownAddress(next, origin)
  return target === undefined || neverNext.test(target.pathname) ? '/' : target.pathname + target.search + target.hash
}

/** The sign-in page that leads back to an address. `signInPath('/app/7')` is `/login?next=/app/7`. */
export function signInPath(next: string): string {
  return next === '/' ? '/login' : `/login?next=${encodeURIComponent(next)}`
}

function ownAddress(text: string, origin: string): URL | undefined {
  const decoded = decode(text)
  if (decoded === undefined || !isPath(text) || !isPath(decoded)) return undefined
  const [url, other] = [parse(text, origin), parse(decoded, origin)]
  if (url === undefined || other?.origin !== origin) return undefined
  // `/.//elsewhere` is read as the path `//elsewhere`, which as an address is another host.
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
