import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Identity {
  readonly key: string
  readonly cert: string
}

export interface Certificates {
  /** A file with the authority, to be trusted. */
  readonly authority: string
  /** Of the authority, for localhost unless said otherwise. */
  readonly right: Identity
  readonly otherName: Identity
  readonly expired: Identity
  /** Nobody vouches for it. */
  readonly selfSigned: Identity
}

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']

/** Certificates of a throw-away authority, written into this folder. */
export function makeCertificates(folder: string): Certificates {
  mkdirSync(folder, { recursive: true })
  const at = (name: string) => join(folder, name)
  const openssl = (...args: readonly string[]) => execFileSync('openssl', args, { stdio: ['ignore', 'pipe', 'ignore'] })
  const read = (name: string): Identity => ({
    key: readFileSync(at(`${name}.key`), 'utf8'),
    cert: readFileSync(at(`${name}.pem`), 'utf8'),
  })
  const signSelf = (name: string, subject: string) =>
    openssl(
      'req',
      '-x509',
      ...newKey,
      '-days',
      '2',
      '-subj',
      subject,
      '-keyout',
      at(`${name}.key`),
      '-out',
      at(`${name}.pem`),
    )
  const issue = (name: string, host: string, days: number): Identity => {
    openssl('req', '-new', ...newKey, '-subj', `/CN=${host}`, '-keyout', at(`${name}.key`), '-out', at(`${name}.csr`))
    writeFileSync(at(`${name}.cnf`), `subjectAltName=DNS:${host}\n`)
    const by = ['-CA', at('authority.pem'), '-CAkey', at('authority.key'), '-extfile', at(`${name}.cnf`)]
    openssl('x509', '-req', '-in', at(`${name}.csr`), ...by, '-days', String(days), '-out', at(`${name}.pem`))
    return read(name)
  }
  signSelf('authority', '/CN=Keywright Test Authority')
  signSelf('self-signed', '/CN=localhost')
  return {
    authority: at('authority.pem'),
    right: issue('right', 'localhost', 2),
    otherName: issue('other-name', 'licenses.example.com', 2),
    expired: issue('expired', 'localhost', -1),
    selfSigned: read('self-signed'),
  }
}
