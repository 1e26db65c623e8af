import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type LogFormat, openLog } from './lib/log.ts'
import { StartError } from './lib/start-error.ts'

/** Known before the configuration is read, which may be wrong. */
export const formatOf = (environment: NodeJS.ProcessEnv): LogFormat =>
  environment.LOG_FORMAT === 'json' ? 'json' : 'pretty'

/** Errors go to standard error: as text for people, as a line of JSON for machines. */
export function writeStartError(format: LogFormat, error: unknown): void {
  // What the operator can fix is said in words, anything else with its stack.
  const text = error instanceof StartError ? error.message : (error instanceof Error && error.stack) || String(error)
  const write = (line: string) => process.stderr.write(`${line}\n`)
  if (format === 'json') openLog('error', 'json', write).error('not started', { error: text })
  else write(text)
}

/** What Node.js would print as plain text, its warnings and the last error, becomes a line of JSON. */
export function catchPlainOutput(): void {
  const log = openLog('info', 'json', (line) => process.stderr.write(`${line}\n`))
  process.removeAllListeners('warning')
  process.on('warning', ({ name, message }) => log.warn('warning of Node.js', { name, warning: message }))
  process.on('uncaughtException', (error) => {
    log.error('the server ended by an error', { error: error.stack ?? String(error) })
    process.exit(1)
  })
}

const setupLinkFile = (dataDir: string) => join(dataDir, 'setup-link.txt')

/** Logs are collected, and a setup link makes an owner: in JSON mode it is in a file that only the server's user reads. */
export function writeSetupLink(dataDir: string, url: string): string {
  const file = setupLinkFile(dataDir)
  rmSync(file, { force: true })
  writeFileSync(file, `${url}\n`, { mode: 0o600, flag: 'wx' })
  return file
}

/** Removes the link of an earlier start, when it is no longer of use. */
export function removeSetupLink(dataDir: string): void {
  rmSync(setupLinkFile(dataDir), { force: true })
}
