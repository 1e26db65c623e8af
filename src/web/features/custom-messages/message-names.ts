import { type MessageName, messageNames } from '../../../shared/messages.ts'
import * as texts from '../../texts/custom-messages.ts'

/** The application's field for its own text. */
type ApplicationMessage = `${MessageName}Message`

export const applicationMessage = (name: MessageName): ApplicationMessage => `${name}Message`

/** A value for each of the six messages. */
export type Texts = { readonly [name in MessageName]: string }

/** Builds a record of all six messages. */
export function mapMessages<Text extends string | null>(
  textOf: (name: MessageName) => Text,
): { readonly [name in MessageName]: Text } {
  return Object.fromEntries(messageNames.map((name) => [name, textOf(name)])) as { [name in MessageName]: Text }
}

export const messageLabels: Readonly<Record<MessageName, string>> = {
  loginSuccess: texts.loginSuccess,
  loginFailed: texts.loginFailed,
  accountDisabled: texts.accountDisabled,
  accountExpired: texts.accountExpired,
  versionMismatch: texts.versionMismatch,
  hwidMismatch: texts.hwidMismatch,
}

/** The server's limit. */
export const maxMessageLength = 500
