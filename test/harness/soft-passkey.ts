import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

interface Options {
  readonly challenge: string
  readonly rp?: { readonly id: string }
  readonly rpId?: string
}

/** A passkey in software, as browsers and authenticators make them: ES256, no attestation. */
export interface SoftPasskey {
  readonly id: string
  /** The result of `navigator.credentials.create`. */
  create(options: Options): object
  /** The result of `navigator.credentials.get`. */
  get(options: Options, how?: { readonly isVerified?: boolean; readonly signCount?: number }): object
}

const userPresent = 0x01
const userVerified = 0x04
const hasCredential = 0x40

export function softPasskey(origin: string): SoftPasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  let count = 0
  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const authenticatorData = (rpId: string, flags: number, signCount: number) => {
    const head = Buffer.alloc(37)
    createHash('sha256').update(rpId).digest().copy(head)
    head.writeUInt8(flags, 32)
    head.writeUInt32BE(signCount, 33)
    return head
  }
  return {
    id,
    create({ challenge, rp }) {
      const key = publicKey.export({ format: 'jwk' })
      const cose = cborMap([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(key.x ?? '', 'base64url')],
        [-3, Buffer.from(key.y ?? '', 'base64url')],
      ])
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, credentialId.length]), credentialId, cose])
      const flags = userPresent | userVerified | hasCredential
      const authData = Buffer.concat([authenticatorData(rp?.id ?? '', flags, count), credential])
      const attestationObject = cborMap([
        ['fmt', 'none'],
        ['attStmt', new Map<string, never>()],
        ['authData', authData],
      ])
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
          attestationObject: attestationObject.toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    get({ challenge, rpId }, { isVerified = true, signCount } = {}) {
      count += 1
      const data = clientData('webauthn.get', challenge)
      const auth = authenticatorData(
        rpId ?? '',
        isVerified ? userPresent | userVerified : userPresent,
        signCount ?? count,
      )
      const signed = Buffer.concat([auth, createHash('sha256').update(data).digest()])
      return {
        id,
        rawId: id,
        type: 'public-key',
        authenticatorAttachment: 'platform',
        clientExtensionResults: {},
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: auth.toString('base64url'),
          signature: createSign('sha256').update(signed).sign(privateKey).toString('base64url'),
        },
      }
    },
  }
}

type Cbor = number | string | Buffer | Map<string, never>

/** As much CBOR as a passkey needs. */
function cborMap(entries: readonly (readonly [Cbor, Cbor])[]): Buffer {
  return Buffer.concat([cborHead(5, entries.length), ...entries.flat().map(cbor)])
}

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value)
  if (typeof value === 'string') return Buffer.concat([cborHead(3, value.length), Buffer.from(value)])
  if (value instanceof Map) return cborHead(5, 0)
  return Buffer.concat([cborHead(2, value.length), value])
}

function cborHead(major: number, length: number): Buffer {
  const type = major << 5
  if (length < 24) return Buffer.from([type | length])
  return length < 256 ? Buffer.from([type | 24, length]) : Buffer.from([type | 25, length >> 8, length & 255])
}
