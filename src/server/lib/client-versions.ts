import { readFileSync } from 'node:fs'

/** The client libraries that this server knows, one version for all languages. */
export interface KnownClients {
  readonly languages: readonly string[]
  /** Oldest first. */
  readonly released: readonly string[]
  /** What is older has a fault that makers should not ship. */
  readonly oldestSafe: string
}

/** How far a client library is behind: two minor versions or a major one is `old`. */
export type ClientState = 'current' | 'old' | 'unsafe'

/** A program that sends no `X-Client`: one with a client of its own. */
export const customClient = 'custom'
/** A library of an unknown language, or of a version that this server does not know. */
const otherClient = 'other'

/** Of this server; nothing is fetched. */
export const knownClients = JSON.parse(
  readFileSync(new URL('../../../clients/versions.json', import.meta.url), 'utf8'),
) as KnownClients

const form = /^keywright-([a-z]{1,12})\/(\d{1,4}(?:\.\d{1,4}){2})$/

/**
 * What `X-Client` is counted as. Only languages and versions that the server knows get a name of their own: whatever
 * strangers send, there are no more names than `versions.json` holds, and these two.
 */
export function clientOf(sent: string | readonly string[] | undefined, known = knownClients): string {
  if (sent === undefined) return customClient
  const [, language = '', version = ''] = form.exec(String(sent)) ?? []
  if (language === '') return customClient
  const isKnown = known.languages.includes(language) && known.released.includes(version)
  return isKnown ? `keywright-${language}/${version}` : otherClient
}

/** What a counted name says; each is null where nothing is known. */
export function describeClient(client: string, known = knownClients) {
  const [, language = null, version = null] = form.exec(client) ?? []
  return { client, language, version, state: version === null ? null : stateOf(version, known) }
}

function stateOf(version: string, { released, oldestSafe }: KnownClients): ClientState {
  const [major, minor] = numbersOf(version)
  const [newestMajor, newestMinor] = numbersOf(released.at(-1) ?? version)
  if (compareVersions(version, oldestSafe) < 0) return 'unsafe'
  return major < newestMajor || minor + 2 <= newestMinor ? 'old' : 'current'
}

const numbersOf = (version: string) => version.split('.').map(Number) as [number, number, number]

function compareVersions(a: string, b: string): number {
  const [left, right] = [numbersOf(a), numbersOf(b)]
  return left[0] - right[0] || left[1] - right[1] || left[2] - right[2]
}
