import { type MessageName, messageNames } from '../../../shared/messages.ts'

/** The field of an application that holds its own text. */
export type ApplicationMessage = `${MessageName}Message`

export const applicationMessage = (name: MessageName): ApplicationMessage => `${name}Message`

/** All six texts. */
export type Texts = { readonly [name in MessageName]: string }

/** The six texts by a rule. */
export function mapMessages(textOf: (name: MessageName) => string): Texts {
  return Object.fromEntries(messageNames.map((name) => [name, textOf(name)])) as Texts
}

export const messageLabels: Readonly<Record<MessageName, string>> = {
  loginSuccess: 'Login Success',
  loginFailed: 'Login Failed',
  accountDisabled: 'Account Disabled',
  accountExpired: 'Account Expired',
  versionMismatch: 'Version Mismatch',
  hwidMismatch: 'HWID Mismatch',
}

/** Longer ones are refused by the server. */
export const maxMessageLength = 500
