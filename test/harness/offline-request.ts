import { hash, randomBytes } from 'node:crypto'

interface Asked {
  readonly hwid: string
  readonly user?: string
  readonly key?: string
  readonly nonce?: string
  readonly components?: Readonly<Record<string, string>>
  /** The public keys that the program pins. */
  readonly pins: readonly string[]
}

/** The text with which a program asks for an offline file, as the client libraries write it. */
export function offlineRequest({ pins, ...asked }: Asked): string {
  const nonce = randomBytes(16).toString('base64url')
  return armored({ v: 1, nonce, keys: pins.map(printOf), client: 'keywright-node/0.1.0', ...asked })
}

const printOf = (publicKey: string) => hash('sha256', Buffer.from(publicKey, 'base64'), 'base64url').slice(0, 16)

/** The same with any content. */
export function armored(content: unknown): string {
  const text = Buffer.from(JSON.stringify(content)).toString('base64url')
  const whole = `${text}.${hash('sha256', text, 'base64url').slice(0, 8)}`
  return [
    '-----BEGIN KEYWRIGHT OFFLINE REQUEST-----',
    ...(whole.match(/.{1,64}/g) ?? []),
    '-----END KEYWRIGHT OFFLINE REQUEST-----',
    '',
  ].join('\n')
}
