const numeric = /^\d+(\.\d+)*$/

/**
 * Whether a program is older than the application asks for. Part by part as numbers, a missing part is 0, so 1.0 is
 * 1.0.0 and 1.10 is newer than 1.9. A version that is not numeric must be equal as text.
 */
export function isOutdated(clientVersion: string, applicationVersion: string): boolean {
  if (!numeric.test(clientVersion) || !numeric.test(applicationVersion)) return clientVersion !== applicationVersion
  const client = parts(clientVersion)
  const wanted = parts(applicationVersion)
  for (let i = 0; i < Math.max(client.length, wanted.length); i++) {
    const difference = (client[i] ?? 0n) - (wanted[i] ?? 0n)
    if (difference !== 0n) return difference < 0n
  }
  return false
}

const parts = (version: string): bigint[] => version.split('.').map(BigInt)
