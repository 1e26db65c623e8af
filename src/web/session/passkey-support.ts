import * as texts from '../texts/session.ts'
/** Browsers allow passkeys over HTTPS and on localhost, and never for an IP address. */
export const canUsePasskeys = (): boolean => 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(location.hostname)

/** Why this page can't create passkeys, else undefined. `host` is the name that the server's passkeys belong to. */
export function passkeyProblem(host: string | null): string | undefined {
  if (host === null) return texts.passkeysNeedHttpsAnd
  const isHere = location.hostname === host || location.hostname.endsWith(`.${host}`)
  if (!isHere) return texts.openThisPageAt(host)
  return canUsePasskeys() ? undefined : texts.thisBrowserDoesntSupport
}
