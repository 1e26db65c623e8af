import * as texts from '../../texts/webhooks.ts'
/** Warnings about a receiver's address, shown while typing. The server decides at each delivery. */
export function urlWarnings(text: string): readonly string[] {
  const address = text.trim()
  if (!URL.canParse(address)) return []
  const { protocol, hostname } = new URL(address)
  return [
    ...(protocol === 'http:' ? [texts.notEncryptedOthersOn] : []),
    ...(isPrivate(hostname) ? [texts.privateAddressDeliveriesFail] : []),
  ]
}

/** Judged by its text; a name is only resolved when something is sent. */
function isPrivate(hostname: string): boolean {
  if (hostname === 'localhost' || /\.(localhost|local|internal|lan|home\.arpa)$/.test(hostname)) return true
  if (hostname.startsWith('[')) return /^\[(::|f[cd]|fe[89ab])/.test(hostname)
  // The browser normalizes the address, however it was typed.
  const parts = hostname.split('.').map(Number)
  const [a = Number.NaN, b = Number.NaN] = parts
  if (parts.length !== 4 || parts.some(Number.isNaN)) return false
  return (
    [0, 10, 127].includes(a) ||
    (a === 172 && b >= 16 && b <= 31) ||
    (a === 192 && b === 168) ||
    (a === 169 && b === 254) ||
    (a === 100 && b >= 64 && b <= 127)
  )
}
