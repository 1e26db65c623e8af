import { parentPort } from 'node:worker_threads'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'

/** Each takes and returns what a message to another thread can carry. A response that is not valid is undefined. */
const calls = {
  registrationOptions: generateRegistrationOptions,
  authenticationOptions: generateAuthenticationOptions,
  verifyRegistration: (options: Parameters<typeof verifyRegistrationResponse>[0]) =>
    verifyRegistrationResponse(options).catch(() => undefined),
  verifyAuthentication: (options: Parameters<typeof verifyAuthenticationResponse>[0]) =>
    verifyAuthenticationResponse(options).catch(() => undefined),
}

export type WebauthnCalls = typeof calls

export interface WebauthnQuestion {
  readonly id: number
  readonly name: keyof WebauthnCalls
  readonly options: unknown
}

export interface WebauthnAnswer {
  readonly id: number
  readonly value: unknown
}

parentPort?.on('message', async ({ id, name, options }: WebauthnQuestion) => {
  const call = calls[name] as (options: unknown) => Promise<unknown>
  const answer: WebauthnAnswer = { id, value: await call(options) }
  parentPort?.postMessage(answer)
})
