import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, SignJWT } from 'jose'

export interface IdentityProvider {
  readonly origin: string
  readonly keys: { readonly publicKey: KeyObject; readonly privateKey: KeyObject }
  /** Environment variables for the server. */
  readonly env: Readonly<Record<string, string>>
  /** How often its keys were requested. */
  fetches(): number
  /** Claims of a currently valid token for this email. */
  claims(email: string, nowMs: number): Readonly<Record<string, unknown>>
  close(): void
}

const audience = 'keywright-tests'

/** A minimal identity provider: publishes one key and signs in anyone with the password. */
export async function openIdentityProvider(password = 'password at the provider'): Promise<IdentityProvider> {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }
  let fetched = 0
  let origin = ''
  const claims = (email: string, nowMs: number) => {
    const now = Math.floor(nowMs / 1000)
    const times = { iat: now, exp: now + 3600, auth_time: now }
    return { iss: origin, aud: audience, sub: 'u1', ...times, email, email_verified: true }
  }
  const signIn = async (request: IncomingMessage) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const sent = JSON.parse(text || '{}') as { email?: string; password?: string }
    if (sent.password !== password) return { error: { message: 'INVALID_LOGIN_CREDENTIALS' } }
    const token = new SignJWT(claims(String(sent.email), Date.now())).setProtectedHeader({ alg: 'RS256', kid: 'one' })
    return { idToken: await token.sign(keys.privateKey) }
  }
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === '/jwks') {
      fetched += 1
      return { keys: [jwk] }
    }
    response.setHeader('access-control-allow-origin', '*').setHeader('access-control-allow-headers', 'content-type')
    return request.method === 'POST' ? signIn(request) : {}
  }
  const server = createServer(async (request, response) => {
    const body = await answer(request, response)
    response.writeHead('error' in body ? 400 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const env = {
    IDP_ISSUER: origin,
    IDP_AUDIENCE: audience,
    IDP_JWKS_URL: `${origin}/jwks`,
    IDP_SIGN_IN_URL: `${origin}/sign-in?key=public`,
  }
  return { origin, keys, env, claims, fetches: () => fetched, close: () => void server.close() }
}
