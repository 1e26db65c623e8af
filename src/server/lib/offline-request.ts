import { hash } from 'node:crypto'
import { z } from 'zod'
import { componentNames, hwidMaxLength, usernameMaxLength } from '../../shared/constants.ts'
import type { SentComponents } from './hardware-components.ts'

/** What a program that never reaches the server asks for. */
export interface OfflineRequest {
  readonly hwid: string
  /** As a login sends them; undefined: none, or not as they should be. */
  readonly components: SentComponents | undefined
  /** Who uses it: the one or the other. */
  readonly username: string | undefined
  readonly licenseKey: string | undefined
  /** Random, and different for each request. */
  readonly nonce: string
  /** Which public keys the program trusts, by `keyPrint`: so it says which application it is of, too. */
  readonly keyPrints: readonly string[]
}

const text = (max: number) => z.string().min(1).max(max)

/** Members that this server doesn't know are left out, so that a newer program can ask too. */
const Content = z
  .object({
    v: z.literal(1),
    hwid: text(hwidMaxLength),
    components: z
      .partialRecord(z.enum(componentNames), z.string().regex(/^[0-9a-f]{32}$/))
      .optional()
      .catch(undefined),
    user: text(usernameMaxLength).optional(),
    key: text(128).optional(),
    nonce: z.string().regex(/^[A-Za-z0-9_-]{22}$/),
    keys: z
      .array(z.string().regex(/^[A-Za-z0-9_-]{16}$/))
      .min(1)
      .max(8),
  })
  .refine(({ user, key }) => (user === undefined) !== (key === undefined))

const armor = /-----BEGIN KEYWRIGHT OFFLINE REQUEST-----(.+?)-----END KEYWRIGHT OFFLINE REQUEST-----/s

/**
 * Reads the text that a program shows: base64url of JSON, a dot, and eight characters of a checksum, which finds what
 * was lost or changed on the way. Line breaks and spaces don't count. `cut`: a first or last line is missing. `changed`:
 * it is not what the program wrote.
 */
export function parseOfflineRequest(sent: string): OfflineRequest | 'cut' | 'changed' {
  const [, inner] = armor.exec(sent) ?? []
  if (inner === undefined) return 'cut'
  const [content = '', checksum] = inner.replaceAll(/\s/g, '').split('.')
  if (checksum !== checksumOf(content)) return 'changed'
  const parsed = Content.safeParse(jsonOf(content))
  if (!parsed.success) return 'changed'
  const { hwid, components, user, key, nonce, keys } = parsed.data
  return { hwid, components, username: user, licenseKey: key, nonce, keyPrints: keys }
}

/** How a request names a public key, given as base64 of its SubjectPublicKeyInfo: programs know no other name of it. */
export const keyPrint = (publicKey: string): string =>
  hash('sha256', Buffer.from(publicKey, 'base64'), 'base64url').slice(0, 16)

const checksumOf = (content: string) => hash('sha256', content, 'base64url').slice(0, 8)

function jsonOf(content: string): unknown {
  try {
    return JSON.parse(Buffer.from(content, 'base64url').toString())
  } catch {
    return undefined
  }
}
