import { execFileSync } from 'node:child_process'

/** Whether the `openssl` command is installed. */
export const hasOpenssl = (() => {
  try {
    return execFileSync('openssl', ['version'], { encoding: 'utf8' }).startsWith('OpenSSL')
  } catch {
    return false
  }
})()

/** A self-signed certificate for localhost with its key, as PEM. */
export function selfSigned(): { readonly key: string; readonly cert: string } {
  const made = execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
      ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost'],
      ...['-keyout', '-', '-out', '-'],
    ],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  )
  const part = (name: string) =>
    new RegExp(`-----BEGIN ${name}-----[\\s\\S]+-----END ${name}-----`).exec(made)?.[0] ?? ''
  return { key: part('PRIVATE KEY'), cert: part('CERTIFICATE') }
}
