import { Secret, TOTP } from 'otpauth'
import type { Answer, TestAccount, TestApp } from './create-test-app.ts'

/** The code an authenticator app shows at this time. */
export const codeAt = (secret: string, nowMs: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30, algorithm: 'SHA1' }).generate({
    timestamp: nowMs,
  })

export interface Enrolled {
  readonly secret: string
  readonly recoveryCodes: readonly string[]
}

/** Sets up an authenticator app for an account and advances the clock past the code that this uses up. */
export async function enrollTotp(test: TestApp, account: TestAccount): Promise<Enrolled> {
  const begun = await account.api<{ secret: string }>('POST', '/api/account/totp')
  const { secret } = begun.body
  const code = codeAt(secret, test.clock.nowMs())
  const confirmed = await account.api<{ recoveryCodes: string[] }>('POST', '/api/account/totp/confirm', { code })
  if (confirmed.status !== 200) throw new Error(`enrolling failed: ${begun.text} ${confirmed.text}`)
  test.clock.advance(30_000)
  return { secret, recoveryCodes: confirmed.body.recoveryCodes }
}

interface Step {
  readonly secondFactor: { readonly ticket: string; readonly hasTotp: boolean; readonly hasPasskey: boolean }
}

export interface StepBody {
  readonly code?: string
  readonly user?: { readonly email: string }
  readonly rememberShare?: string
}

/** Both steps of a sign-in, sent from one IP address. */
export function twoSteps(test: TestApp, ip = '192.0.2.7') {
  return {
    password: (email: string, password: string, more: object = {}): Promise<Answer<Step & { code?: string }>> =>
      test.call('POST', '/api/auth/login', { body: { email, password, ...more }, ip }),
    code: (ticket: string, code: string): Promise<Answer<StepBody>> =>
      test.call('POST', '/api/auth/second-factor', { body: { ticket, code }, ip }),
    passkey: (ticket: string, passkey: object): Promise<Answer<StepBody>> =>
      test.call('POST', '/api/auth/second-factor', { body: { ticket, passkey }, ip }),
  }
}
