import { maskApiKey } from '../../../shared/api-key-mask.ts'
import * as texts from '../../texts/commands.ts'

/** What begins like one of these is a secret, which is never sent to be searched. */
const beginnings = ['ak_', 'kwt_', 'sess_'] as const

type SecretKind = 'API key' | 'management token' | 'session token'

const kinds: Readonly<Record<(typeof beginnings)[number], SecretKind>> = {
  ak_: texts.apiKey,
  kwt_: texts.managementToken,
  sess_: texts.sessionToken,
}

/** What kind of secret a text is the beginning of; undefined: none. */
export function secretKind(typed: string): SecretKind | undefined {
  const text = typed.trim().toLowerCase()
  const beginning = beginnings.find((each) => text.startsWith(each))
  return beginning && kinds[beginning]
}

/** Whether an API key, or what is shown of it, is the one that was typed. */
export function isKeyOf(apiKey: string, typed: string): boolean {
  const text = typed.trim()
  return apiKey.startsWith(text) || apiKey === maskApiKey(text)
}
