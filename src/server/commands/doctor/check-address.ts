import { isIP } from 'node:net'
import { connect } from 'node:tls'
import type { Config } from '../../config.ts'
import { type Finding, ok, reasonOf, warning, wrong } from './finding.ts'

const timeoutMs = 5_000

/** Whether the server answers at this address, and says that it is ready. */
export async function checkServer(origin: string): Promise<Finding> {
  const check = 'server'
  try {
    const response = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(timeoutMs) })
    const body = (await response.json().catch(() => undefined)) as { status?: string; version?: string } | undefined
    if (body?.version === undefined) {
      return wrong(
        check,
        `${origin} answers ${response.status}, but is no Keywright server`,
        'Correct the address or the proxy.',
      )
    }
    const found = `${origin} runs version ${body.version}: ${body.status}`
    return response.ok ? ok(check, found) : wrong(check, found, 'Look at its log for the reason.')
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return wrong(
      check,
      `${origin} does not answer (${reasonOf(cause)})`,
      'Start the server, or correct the address or the proxy.',
    )
  }
}

const dayMs = 86_400_000
const renewBeforeDays = 14

/** What a TLS connection tells. */
export interface CertificateFacts {
  readonly validUntil: Date
  readonly protocol: string
  /** Why a client would refuse it. */
  readonly refusal: string | undefined
}

export function decideCertificate({ validUntil, protocol, refusal }: CertificateFacts, now: Date): Finding {
  const check = 'certificate'
  const days = Math.floor((validUntil.getTime() - now.getTime()) / dayMs)
  const found = `${protocol}, valid until ${validUntil.toISOString().slice(0, 10)}`
  if (refusal !== undefined) return wrong(check, `${found}: ${refusal}`, 'Install a certificate that clients accept.')
  return days < renewBeforeDays ? warning(check, found, `Renew it: ${days} days are left.`) : ok(check, found)
}

export async function checkCertificate(origin: string): Promise<Finding[]> {
  const { protocol, hostname, port } = new URL(origin)
  if (protocol !== 'https:') return []
  try {
    return [
      decideCertificate(
        await readCertificate(hostname.replace(/^\[|\]$/g, ''), port === '' ? 443 : Number(port)),
        new Date(),
      ),
    ]
  } catch (error) {
    return [
      wrong('certificate', `unknown (${reasonOf(error)})`, 'Look at the TLS settings of the proxy; TLS 1.2 is needed.'),
    ]
  }
}

function readCertificate(host: string, port: number): Promise<CertificateFacts> {
  return new Promise((resolve, reject) => {
    // An address has no name to ask for.
    const servername = isIP(host) === 0 ? host : ''
    const socket = connect({ host, port, servername, minVersion: 'TLSv1.2', rejectUnauthorized: false }, () => {
      const { valid_to: until } = socket.getPeerCertificate()
      const refusal = socket.authorized ? undefined : String(socket.authorizationError)
      resolve({ validUntil: new Date(until), protocol: socket.getProtocol() ?? 'unknown', refusal })
      socket.destroy()
    })
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error('no answer')))
    socket.once('error', reject)
  })
}

/** A server speaks plain HTTP, so https in its public address means a proxy. */
export function decideProxy({
  publicUrl,
  trustProxy,
  host,
}: Pick<Config, 'publicUrl' | 'trustProxy' | 'host'>): Finding {
  const check = 'proxy'
  const isHttps = publicUrl?.startsWith('https:') ?? false
  if (isHttps && trustProxy.length === 0) {
    return warning(
      check,
      'PUBLIC_URL is https, so there is a proxy, but TRUST_PROXY is empty: every client counts with the address of the proxy',
      'Set TRUST_PROXY to the address of the proxy.',
    )
  }
  const isLocal = host === 'localhost' || host === '::1' || host.startsWith('127.')
  if (!isHttps && !isLocal) {
    return warning(check, 'plain HTTP is served to the network', 'Put a TLS proxy in front, and set PUBLIC_URL.')
  }
  return ok(check, trustProxy.length === 0 ? 'none' : 'trusted')
}

/** Whether the mail server takes the sign-in. Nothing is sent. */
export async function checkMail(mail: Config['mail']): Promise<Finding> {
  const check = 'mail'
  if (!mail) return ok(check, 'not set: passwords are reset on the command line')
  try {
    await (await import('../../lib/mailer.ts')).openMailer(mail).verify()
    return ok(check, 'the mail server accepts the sign-in')
  } catch (error) {
    return wrong(check, `the mail server refuses (${reasonOf(error)})`, 'Correct SMTP_URL, or look at the mail server.')
  }
}
