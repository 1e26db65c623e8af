import { z } from 'zod'

/** A code of an authenticator app or a recovery code, in any grouping. */
export const FactorCode = z.string().min(1).max(64)

const Base64Url = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]*$/, 'must be Base64url text')

/** Options for `navigator.credentials`; the page passes them on unchanged. */
export const PasskeyOptions = z.looseObject({ challenge: z.string() })

const credential = {
  id: Base64Url(1024).min(1),
  rawId: Base64Url(1024).min(1),
  type: z.literal('public-key'),
}

/** A new passkey, as the browser's `toJSON` writes it; other fields are ignored. */
export const NewPasskeyResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: Base64Url(4096).min(1),
    attestationObject: Base64Url(16_384).min(1),
    transports: z.array(z.string().max(32)).max(10).optional(),
  }),
})

/** A passkey's response to a challenge. */
export const PasskeyResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: Base64Url(4096).min(1),
    authenticatorData: Base64Url(4096).min(1),
    signature: Base64Url(2048).min(1),
  }),
})
