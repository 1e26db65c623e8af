import { type MessageName, messageNames } from '../../../shared/messages.ts'

/** The field of an application that holds its own text. */
type ApplicationMessage = `${MessageName}Message`

export const applicationMessage = (name: MessageName): ApplicationMessage => `${name}Message`

/** All six texts. */
export type Texts = { readonly [name in MessageName]: string }

/** The six texts by a rule. */
export function mapMessages<Text extends string | null>(
  textOf: (name: MessageName) => Text,
): { readonly [name in MessageName]: Text } {
  return Object.fromEntries(messageNames.map((name) => [name, textOf(name)])) as { [name in MessageName]: Text }
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
