/** Browsers allow passkeys over HTTPS and on localhost, and never for an IP address. */
export const canUsePasskeys = (): boolean => 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(location.hostname)

/** Why this page can't create passkeys, else undefined. `host` is the name that the server's passkeys belong to. */
export function passkeyProblem(host: string | null): string | undefined {
  if (host === null) return 'Passkeys need HTTPS and a host name. Ask your administrator to set PUBLIC_URL.'
  const isHere = location.hostname === host || location.hostname.endsWith(`.${host}`)
  if (!isHere) return `Open this page at ${host} to use passkeys.`
  return canUsePasskeys() ? undefined : "This browser doesn't support passkeys here. Use another browser."
}
