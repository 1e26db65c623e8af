export interface CurlFacts {
  readonly origin: string
  readonly apiKey: string
  readonly username: string
  readonly password: string
  readonly version: string
  readonly hwid?: string | undefined
}

/** A login as a shell command. `curlCommand({ origin, apiKey, username, password, version })` */
export function curlCommand({ origin, apiKey, username, password, version, hwid }: CurlFacts): string {
  return [
    `curl -X POST ${quote(`${origin}/api/v1/login`)}`,
    `-H ${quote(`X-API-Key: ${apiKey}`)}`,
    `-H ${quote('Content-Type: application/json')}`,
    `-d ${quote(JSON.stringify({ username, password, version, hwid }))}`,
  ].join(' \\\n  ')
}

/** Quotes an argument for a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
